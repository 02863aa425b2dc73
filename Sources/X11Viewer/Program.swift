import ArgumentParser

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
      CompareCommand.self, PacingReportCommand.self, InfoCommand.self,
    ],
    defaultSubcommand: ViewCommand.self)

  static func main() {
    StandardDescriptors.reserve()
    BrokenPipe.ignoreSignal()
    do {
      let arguments = SingleDashOptions.expand(Array(ProcessArguments.all.dropFirst()))
      // Without options, there is nothing to parse: the arguments are empty or only files. The
      // parser finds the options of all scenes by reflection, which takes longer than everything
      // else before the first picture.
      if areFiles(arguments) {
        var viewConfiguration = ViewConfiguration()
        viewConfiguration.files = arguments
        return try Viewer(configuration: viewConfiguration).run()
      }
      var command = try parseAsRoot(arguments)
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

  /// Whether the arguments contain neither a flag nor the name of a subcommand.
  private static func areFiles(_ arguments: [String]) -> Bool {
    let names = ["help"] + configuration.subcommands.compactMap { $0.configuration.commandName }
    return arguments.allSatisfy { !$0.hasPrefix("-") && !names.contains($0) }
  }
}
