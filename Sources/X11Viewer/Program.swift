import ArgumentParser

/// The program: its commands, and how it ends.
@main
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "x11viewer",
    abstract: "Animations in an X11 window, paced by the display.",
    discussion: """
      Without a subcommand the window opens:  x11viewer --scene clock --fullscreen
      All its options and those of the scenes: x11viewer view --help
      """,
    version: "0.1.0",
    subcommands: [
      ViewCommand.self, RenderCommand.self, CompareCommand.self, PacingReportCommand.self,
      InfoCommand.self,
    ],
    defaultSubcommand: ViewCommand.self)

  static func main() {
    StandardDescriptors.reserve()
    BrokenPipe.ignoreSignal()
    do {
      let arguments = SingleDashOptions.expand(Array(ProcessArguments.all.dropFirst()))
      // Where nothing is asked for there is nothing to parse. The parser learns the options of all
      // scenes by reflection, which takes longer than all else until the first picture.
      guard !arguments.isEmpty else { return try Viewer(configuration: ViewConfiguration()).run() }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch let failure as Failure {
      failure.report()
    } catch let error as OutputError {
      Failure(error).report()
    } catch  where exitCode(for: error) == .validationFailure {
      Failure(usage: message(for: error)).report()
    } catch {
      // Not an error, but what help and version come as.
      exit(withError: error)
    }
  }
}
