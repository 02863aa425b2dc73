import AnimCore
import ArgumentParser
import DemoScenes

/// The flags of the fan scene.
struct FanFlags: ParsableArguments {
  @Option(
    name: .customLong("fan-duration"), parsing: .unconditional,
    help: ArgumentHelp(
      "How long the fan takes to open (default: \(plain(FanConfiguration().duration))).",
      valueName: "seconds"),
    transform: number(in: 0.001...1_000_000, "seconds"))
  var duration: Seconds?

  @Option(
    name: .customLong("fan-radius"), parsing: .unconditional,
    help: ArgumentHelp(
      "The fan's radius (default: 100, or less in a small window; fills its cell when tiled).",
      valueName: "points"),
    transform: number(in: 0.1...100_000, "points"))
  var radius: Double?

  @Option(
    name: .customLong("fan-color"), parsing: .unconditional,
    help: colorHelp("the fan", default: "blue; #2e7dd7 when tiled"), transform: parseColor)
  var color: Color?

  @Option(
    name: .customLong("fan-start-angle"), parsing: .unconditional,
    help: ArgumentHelp(
      "Where the fan begins to open, clockwise from 3 o'clock (default: 0; -90 when tiled).",
      valueName: "degrees"),
    transform: number(in: -36_000...36_000, "degrees"))
  var startAngle: Double?

  @Option(
    name: .customLong("fan-direction"), parsing: .unconditional,
    help: "The direction in which the fan opens. (default: \(FanConfiguration().direction))")
  var direction: FanConfiguration.Direction?

  @Option(
    name: .customLong("fan-easing"), parsing: .unconditional,
    help: ArgumentHelp(
      "The timing curve of the opening: \(curveForms) (default: linear; ease-in-out when tiled).",
      valueName: "curve"),
    transform: parseCurve)
  var easing: NamedCurve?

  @Option(
    name: .customLong("fan-repeat"), parsing: .unconditional,
    help: ArgumentHelp(
      "The number of times the fan opens (default: 1; forever when tiled).",
      valueName: "times|forever"),
    transform: parseRepeatCount)
  var repeatCount: Double?

  @Flag(
    name: .customLong("fan-autoreverse"), inversion: .prefixedNo,
    help: "Close the fan again after each opening (default: no; yes when tiled).")
  var autoreverses: Bool?

  /// `defaults`, with the changes that these flags make.
  func configuration(_ defaults: FanConfiguration) -> FanConfiguration {
    var configuration = defaults
    configuration.duration = duration ?? configuration.duration
    configuration.radius = radius.map(FanConfiguration.Radius.points) ?? configuration.radius
    configuration.color = color ?? configuration.color
    configuration.startAngle = startAngle.map(Angle.degrees) ?? configuration.startAngle
    configuration.direction = direction ?? configuration.direction
    configuration.easing = easing?.function ?? configuration.easing
    configuration.repeatCount = repeatCount ?? configuration.repeatCount
    configuration.autoreverses = autoreverses ?? configuration.autoreverses
    return configuration
  }
}

extension FanConfiguration.Direction: ExpressibleByArgument {}

private func parseRepeatCount(_ text: String) throws -> Double {
  if text == "forever" { return .infinity }
  guard let count = parseNumber(text), (0.001...1_000_000).contains(count) else {
    throw InvalidValue(expected: "forever, or a number from 0.001 to 1000000")
  }
  return count
}
