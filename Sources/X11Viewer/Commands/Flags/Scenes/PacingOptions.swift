import AnimCore
import ArgumentParser
import PacingPattern
import PlainText

/// The options of the test pattern.
struct PacingOptions: ParsableArguments {
  @Option(
    "rate",
    "Set the frame rate of the pattern, which must be that of the display (default: the rate of "
      + "the window; 60 in render and screenshots).", parseFrameRate)
  private var pacingRate: RefreshRate?

  @Option(
    "pixels", "Move the bar by this distance per frame (default: \(PacingConfiguration().step)).",
    in: 1...1_000)
  private var pacingStep: Int?

  func apply(to pacing: inout PacingConfiguration) {
    pacing.rate = pacingRate
    pacing.step = pacingStep ?? pacing.step
  }
}
