import AnimCore
import ArgumentParser
import DemoScenes

/// The flags of the pacing scene.
struct PacingFlags: ParsableArguments {
  @Option(
    name: .customLong("pacing-rate"), parsing: .unconditional,
    help: ArgumentHelp(
      "The frame rate in which the pattern counts, that of the display "
        + "(default: the window's; 60 in render and screenshots).",
      valueName: "rate"),
    transform: parseFrameRate)
  var rate: RefreshRate?

  @Option(
    name: .customLong("pacing-step"), parsing: .unconditional,
    help: ArgumentHelp(
      "How far the bar moves in a frame (default: \(PacingConfiguration().step)).",
      valueName: "pixels"),
    transform: wholeNumber(in: 1...1_000))
  var step: Int?

  /// The configuration from these flags.
  var configuration: PacingConfiguration {
    var configuration = PacingConfiguration()
    configuration.rate = rate
    configuration.step = step ?? configuration.step
    return configuration
  }
}
