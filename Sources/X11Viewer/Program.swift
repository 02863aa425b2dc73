import ArgumentParser
import Glibc
import LinuxSystem
import OfflineRendering
import XWindow

/// The program: its subcommands, and how it exits.
@main
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "x11viewer",
    abstract: "Animations in an X11 window, paced by the display.",
    discussion: """
      Without a subcommand, the window opens, as in 'x11viewer animation.json' for a file, or \
      'x11viewer --scene clock --fullscreen' for a built-in scene. 'x11viewer view --help' \
      lists all options.
      """,
    version: "0.2.0",
    subcommands: [
      ViewCommand.self, RenderCommand.self, VerifyCommand.self, TestCommand.self,
      CompareCommand.self, PacingReportCommand.self, InfoCommand.self, ThumbnailCommand.self,
    ],
    defaultSubcommand: ViewCommand.self)

  static func main() {
    StandardDescriptors.reserve()
    BrokenPipe.ignoreSignal()
    do {
      let arguments = HelpRequest.expand(
        SingleDashOptions.expand(Array(ProcessArguments.all.dropFirst())))
      try checkCommand(arguments)
      if let viewConfiguration = commonConfiguration(arguments) {
        return try Viewer(configuration: viewConfiguration).run()
      }
      var command = try parsed(arguments)
      try command.run()
    } catch let failure as Failure {
      failure.report()
    } catch let error as OutputError {
      Failure(error).report()
    } catch  where exitCode(for: error) == .validationFailure {
      Failure(usage: message(for: error)).report()
    } catch {
      // Not an error: help and version are thrown as well.
      exit(withError: error)
    }
  }

  /// The command that the arguments ask for.
  ///
  /// On the way from the program to a subcommand, the parser lists the options of that one and of the
  /// default one several times over. So the subcommand parses its arguments alone. If it cannot, the
  /// program parses all of them, whose errors and help are those that the user sees.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let name = arguments.first, name != helpName {
      let named = configuration.subcommands.first { $0.configuration.commandName == name }
      let own = named == nil ? arguments : Array(arguments.dropFirst())
      if let command = try? (named ?? ViewCommand.self).parse(own) { return command }
    }
    return try parseAsRoot(arguments)
  }

  /// The configuration for the window, if the arguments ask for one by usual options; nil where the
  /// parser is to read them.
  private static func commonConfiguration(_ arguments: [String]) -> ViewConfiguration? {
    let isNamed = arguments.first == ViewCommand.configuration.commandName
    let own = isNamed ? Array(arguments.dropFirst()) : arguments
    guard !own.contains(where: commandNames.contains) else { return nil }
    return CommonOptions.configuration(own)
  }

  /// Refuses a first argument that looks like a mistyped command, and is no file.
  private static func checkCommand(_ arguments: [String]) throws(Failure) {
    guard let word = arguments.first, !commandNames.contains(word), !word.contains("."),
      !word.contains("/"), access(word, F_OK) != 0,
      let name = CommandSuggestion.name(like: word, among: commandNames)
    else { return }
    throw Failure("\(word): neither a command nor a file; did you mean '\(name)'?", status: .usage)
  }

  private static var commandNames: [String] {
    [helpName] + configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The subcommand that the parser adds.
  private static let helpName = "help"
}
