import OptionValues
import PacingPattern

extension PacingConfiguration: SceneSettings {
  package static let sceneName = "pacing"
  package static var places: [WritableKeyPath<SceneConfiguration, Self> & Sendable] { [\.pacing] }

  package static let options: [CommandOption<Self>] = [
    .value(
      "pacing-rate", "rate",
      """
      The frame rate in which the pattern counts, that of the display \
      (default: the window's; 60 in render and screenshots).
      """, parseFrameRate
    ) { $0.rate = $1 },
    .wholeNumber(
      "pacing-step", "pixels",
      "How far the bar moves in a frame (default: \(PacingConfiguration().step)).",
      in: 1...1_000
    ) { $0.step = $1 },
  ]
}
