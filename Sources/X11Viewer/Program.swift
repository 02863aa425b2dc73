import ArgumentParser
import DemoScenes
import Glibc
import LinuxSystem
import OfflineRendering
import PlainText
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
      CompareCommand.self, CheckCommand.self, PacingReportCommand.self, InfoCommand.self,
      ThumbnailCommand.self,
    ])

  static func main() {
    StandardDescriptors.reserve()
    FailedWrites.ignoreSignals()
    finish {
      let arguments = try expanded(
        Array(ProcessArguments.all.dropFirst()), report: StandardError.report)
      // Without options, the window opens without the parser, which takes longer than the rest.
      if let files = fileNames(arguments), try UserSettings.read(nil) == nil {
        var configuration = ViewConfiguration()
        configuration.files = files
        configuration.keys = try UserSettings.keys(nil)
        return try ViewerRun(configuration: configuration).run()
      }
      var command = try command(arguments)
      try command.run()
    }
  }

  /// Returns arguments as the parser expects them, and rejects mistyped commands.
  ///
  /// - Parameter report: Receives a warning.
  static func expanded(
    _ arguments: [String], report: (String) -> Void
  ) throws(Failure) -> [String] {
    let arguments = InfoCommand.replacingOldFlag(
      HelpRequest.expand(SingleDashOptions.expand(arguments)), report: report)
    try checkCommand(arguments)
    try checkNames(arguments)
    return arguments
  }

  /// Returns the files to view, or `nil` if there are other arguments.
  private static func fileNames(_ arguments: [String]) -> [String]? {
    let arguments = withCommand(arguments)
    let files = arguments.dropFirst()
    guard arguments[0] == viewName, files.allSatisfy({ $0 == "-" || !$0.hasPrefix("-") }) else {
      return nil
    }
    return Array(files)
  }

  /// Calls `body`. If it fails, reports the error and exits.
  static func finish(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      do throws(Failure) {
        Glibc.exit(try end(with: error, CommandOutput()))
      } catch {
        error.report()
      }
    }
  }

  /// Prints an error, or the text that is requested by `--help` and others.
  ///
  /// - Returns: The status with which the program exits.
  static func end(with error: any Error, _ output: CommandOutput) throws(Failure) -> Int32 {
    switch error {
    case let failure as Failure: throw failure
    case let error as OutputError: throw Failure(error)
    // The error has already been printed, even if it is a usage error.
    case let status as ExitCode: return status.rawValue
    case _ where exitCode(for: error) == .success:
      // Help and version are thrown too, although they aren't errors. The parser would ignore a
      // failure to print them.
      try output.say(fullMessage(for: error) + "\n")
      return ExitCode.success.rawValue
    case _ where exitCode(for: error) == .validationFailure:
      throw Failure(usage: message(for: error))
    default: exit(withError: error)
    }
  }

  /// Returns the command that the arguments specify, with the user's settings.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    let command = try checked(arguments)
    guard let view = command as? ViewCommand else { return command }
    return try view.configured(Array(withCommand(arguments).dropFirst()))
  }

  /// Returns the command that the arguments specify. They are checked after the parser has rejected
  /// unknown options, which may be the cause of other errors.
  static func checked(_ arguments: [String]) throws -> any ParsableCommand {
    let arguments = withCommand(arguments)
    do {
      let command = try parseAsRoot(arguments)
      guard var checked = command as? any CheckedCommand else { return command }
      try checked.check()
      return checked
    } catch  where exitCode(for: error) == .validationFailure {
      let type = configuration.subcommands.first {
        $0.configuration.commandName == arguments[0]
      }
      throw ValidationError(OptionSuggestion.correct(message(for: error), by: type ?? self))
    }
  }

  /// Returns the arguments with the name of a command, which is `view` by default. For a default
  /// command, the parser would collect all its options at every start of another command.
  private static func withCommand(_ arguments: [String]) -> [String] {
    let own = ["-h", "--help", "--help-hidden", "--version", "--experimental-dump-help"]
    guard let first = arguments.first, !commandNames.contains(first),
      !first.hasPrefix("--generate-completion-script"),
      arguments.count > 1 || !own.contains(first)
    else { return arguments.isEmpty ? [viewName] : arguments }
    return [viewName] + arguments
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
      !word.contains("/"), access(word.systemPath, F_OK) != 0, SceneCatalog.index(of: word) == nil,
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

  private static let viewName = "view"

  private static var commandNames: [String] {
    [helpName] + configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The name of the subcommand that the parser adds.
  private static let helpName = "help"
}

/// A command whose arguments are checked together.
protocol CheckedCommand: ParsableCommand {
  /// Throws an error if arguments can't be used together.
  mutating func check() throws
}

extension ExitStatus {
  /// Exits with this status unless it is success. The reason has already been printed.
  func exit() throws(ExitCode) {
    if self != .success { throw ExitCode(rawValue) }
  }
}
