import AnimCore
import ArgumentParser

/// The flags of the pacing scene.
struct PacingFlags: ParsableArguments {
  @Option(
    name: .customLong("pacing-rate"), parsing: .unconditional,
    help: ArgumentHelp(
      "Frames that the pattern counts in a second, as the display refreshes "
        + "(default: the window's rate, 60 in render and screenshots).",
      valueName: "rate"),
    transform: parseFrameRate)
  var rate: RefreshRate?

  @Option(
    name: .customLong("pacing-step"), parsing: .unconditional,
    help: ArgumentHelp("How far the bar moves from frame to frame.", valueName: "pixels"),
    transform: wholeNumber(in: 1...1_000))
  var step = PacingSettings().step
}
