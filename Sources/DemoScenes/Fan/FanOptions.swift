import AnimCore
import OptionValues

extension FanConfiguration: SceneSettings {
  package static let sceneName = "fan"
  package static var keyPaths: [WritableKeyPath<SceneConfiguration, Self> & Sendable] {
    [\.fan, \.tiledFan]
  }

  package static let options: [CommandOption<Self>] = [
    .number(
      "fan-duration", "seconds",
      "Set the time that the fan takes to open (default: "
        + "\(plain(FanConfiguration().duration))).",
      in: 0.001...1_000_000, "seconds"
    ) { $0.duration = $1 },
    .number(
      "fan-radius", "points",
      "Set the radius of the fan (default: 100, less in a small window; fills its cell when "
        + "tiled).",
      in: 0.1...100_000, "points"
    ) { $0.radius = .points($1) },
    .color("fan-color", "the fan", default: "blue; #2e7dd7 when tiled") { $0.color = $1 },
    .number(
      "fan-start-angle", "degrees",
      "Set the start angle, clockwise from 3 o'clock (default: 0; -90 when tiled).",
      in: -36_000...36_000, "degrees"
    ) { $0.startAngle = .degrees($1) },
    .choice(
      "fan-direction",
      "Open in this direction (default: \(FanConfiguration().direction))."
    ) { $0.direction = $1 },
    .value(
      "fan-easing", "curve",
      "Set the timing curve: \(curveForms) (default: linear; ease-in-out when tiled).",
      parseCurve
    ) { $0.easing = $1.function },
    .value(
      "fan-repeat", "times|forever",
      "Open this many times, which can be a fraction (default: 1; forever when tiled).",
      parseRepeatCount
    ) { $0.repeatCount = $1 },
    .onOff(
      "fan-autoreverse", "Close the fan after each opening (default: no; yes when tiled)."
    ) { $0.autoreverses = $1 },
  ]
}

extension FanConfiguration.Direction: OptionChoice {}

private func parseRepeatCount(_ text: String) throws(InvalidValue) -> Double {
  if text == "forever" { return .infinity }
  guard let count = parseNumber(text), (0.001...1_000_000).contains(count) else {
    throw InvalidValue(expected: "forever, or a number from 0.001 to 1000000")
  }
  return count
}
