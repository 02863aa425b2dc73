import AnimCore
import ArgumentParser

/// The flag for when a command that needs the X server gives up.
struct TimeoutFlag: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give up after this many seconds, with exit status 75.", valueName: "seconds"),
    transform: number(in: 0.001...1_000_000_000, "seconds"))
  var timeout: Seconds?
}
