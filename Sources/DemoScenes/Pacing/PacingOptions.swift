import OptionValues
import PacingPattern

extension PacingConfiguration: SceneSettings {
  package static let sceneName = "pacing"
  package static var keyPaths: [WritableKeyPath<SceneConfiguration, Self> & Sendable] { [\.pacing] }

  package static let options: [CommandOption<Self>] = [
    .value(
      "pacing-rate", "rate",
      """
      Set the frame rate of the pattern, which must be that of the display (default: the rate of \
      the window; 60 in render and screenshots).
      """, parseFrameRate
    ) { $0.rate = $1 },
    .wholeNumber(
      "pacing-step", "pixels",
      "Move the bar by this distance per frame (default: \(PacingConfiguration().step)).",
      in: 1...1_000
    ) { $0.step = $1 },
  ]
}
