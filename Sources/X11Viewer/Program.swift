import ArgumentParser
import Glibc
import LinuxSystem
import OfflineRendering
import XWindow

/// The program: its subcommands, and how it exits.
@main
struct Program: ParsableCommand {
  private static let programName = "x11viewer"
  static let version = "0.2.0"

  static let configuration = CommandConfiguration(
    commandName: programName,
    abstract: "Play and render animations on X11.",
    discussion: """
      Without a subcommand, x11viewer opens a window: 'x11viewer animation.json' plays a file, and \
      'x11viewer --scene clock --fullscreen' shows a built-in scene. 'x11viewer view --help' lists \
      the options.
      """,
    version: version,
    subcommands: [
      ViewCommand.self, RenderCommand.self, VerifyCommand.self, TestCommand.self,
      CompareCommand.self, PacingReportCommand.self, InfoCommand.self, ThumbnailCommand.self,
    ],
    defaultSubcommand: ViewCommand.self)

  static func main() {
    StandardDescriptors.reserve()
    FailedWrites.ignoreSignals()
    finish {
      let arguments = HelpRequest.expand(
        SingleDashOptions.expand(Array(ProcessArguments.all.dropFirst())))
      try checkCommand(arguments)
      try checkNames(arguments)
      var command = try command(arguments)
      try command.run()
    }
  }

  /// Calls `body`. If it fails, reports the error and exits.
  static func finish(_ body: () throws -> Void) {
    do {
      try body()
    } catch let failure as Failure {
      failure.report()
    } catch let error as OutputError {
      Failure(error).report()
    } catch let status as ExitCode {
      // The error has already been printed, even if it is a usage error.
      exit(withError: status)
    } catch  where exitCode(for: error) == .validationFailure {
      Failure(usage: message(for: error)).report()
    } catch  where exitCode(for: error) == .success {
      // Help and version are thrown too, although they aren't errors. The parser would ignore a failure to print them.
      answer(fullMessage(for: error))
    } catch {
      exit(withError: error)
    }
  }

  /// Prints the requested text.
  private static func answer(_ text: String) {
    do throws(OutputError) {
      try StandardOutput.say(text + "\n")
    } catch {
      Failure(error).report()
    }
  }

  /// Returns the command that the arguments specify.
  ///
  /// The subcommand named by the first argument, or otherwise the default one, parses only the remaining arguments. If
  /// the program parsed them, it would list the subcommand's options several times on the way. The window reads its
  /// arguments itself if possible.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    if isForProgram(arguments) { return try parseAsRoot(arguments) }
    let named = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    let arguments = named == nil ? arguments : Array(arguments.dropFirst())
    let type = named ?? ViewCommand.self
    if type == ViewCommand.self, let command = ViewCommand(arguments) {
      return try command.configured(arguments)
    }
    do {
      return try SceneOptionFlags.$arguments.withValue(arguments) {
        let command = try type.parseAsRoot(arguments)
        return try (command as? ViewCommand)?.configured(arguments) ?? command
      }
    } catch  where type.exitCode(for: error) == .validationFailure {
      throw ValidationError(
        OptionSuggestion.correct(type.message(for: error), by: type, arguments))
    }
  }

  /// Returns whether the arguments concern all commands: their help, or shell completions.
  private static func isForProgram(_ arguments: [String]) -> Bool {
    guard let first = arguments.first else { return false }
    let isHelp = arguments.count == 1 && ["-h", "--help", "--help-hidden"].contains(first)
    return isHelp || first == helpName || first == "--experimental-dump-help"
      || arguments.contains { $0.hasPrefix("--generate-completion-script") }
  }

  /// Rejects a first argument that looks like a mistyped command and isn't a file, and help for an unknown command.
  private static func checkCommand(_ arguments: [String]) throws(Failure) {
    if arguments.first == helpName, arguments.count > 1, !arguments[1].hasPrefix("-"),
      !commandNames.contains(arguments[1])
    {
      let word = arguments[1]
      let near = CommandSuggestion.name(like: word, among: commandNames)
      throw Failure(
        "\(word): not a command; "
          + (near.map { "did you mean '\($0)'?" } ?? "'x11viewer help' lists them"),
        status: .usage)
    }
    guard let word = arguments.first, !commandNames.contains(word), !word.contains("."),
      !word.contains("/"), access(word.systemPath, F_OK) != 0,
      let name = CommandSuggestion.name(like: word, among: commandNames)
    else { return }
    throw Failure("\(word): neither a command nor a file; did you mean '\(name)'?", status: .usage)
  }

  /// Rejects file names that start with a dash, which would be parsed as options.
  private static func checkNames(_ arguments: [String]) throws(Failure) {
    let name = arguments.prefix { $0 != "--" }.first {
      $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains(".")
        && access($0.systemPath, F_OK) == 0
    }
    guard let name else { return }
    throw Failure(
      "\(name): options begin with a dash; name the file as \(shellWord("./" + name))",
      status: .usage)
  }

  private static var commandNames: [String] {
    [helpName] + configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The name of the subcommand that the parser adds.
  private static let helpName = "help"
}

extension Program {
  /// Returns the configuration of a subcommand that can parse its arguments without the program, but describes itself
  /// as a part of it.
  ///
  /// - Parameter arguments: The usage to replace the parser's, which lists all options in a line, or `nil`.
  static func subcommand(
    _ name: String, abstract: String, usage arguments: String? = nil, discussion: String = ""
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: programName, abstract: abstract,
      usage: arguments.map { "\(programName) \(name) \($0)" }, discussion: discussion,
      version: version)
  }
}
