import AnimCore
import ArgumentParser

/// The flags of the fan scene.
struct FanFlags: ParsableArguments {
  @Option(
    name: .customLong("fan-duration"), parsing: .unconditional,
    help: ArgumentHelp(
      "How long the fan takes to open (default: \(plain(FanOptions().duration))).",
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
    help: "The direction in which the fan opens. (default: \(FanOptions().direction))")
  var direction: FanOptions.Direction?

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
      "How often the fan opens (default: 1; forever when tiled).", valueName: "times|forever"),
    transform: parseRepeatCount)
  var repeatCount: Double?

  @Flag(
    name: .customLong("fan-autoreverse"), inversion: .prefixedNo,
    help: "Close the fan again after each opening (default: no; yes when tiled).")
  var autoreverses: Bool?

  /// `defaults`, changed as the flags say.
  func options(_ defaults: FanOptions) -> FanOptions {
    var options = defaults
    options.duration = duration ?? options.duration
    options.radius = radius.map(FanOptions.Radius.points) ?? options.radius
    options.color = color ?? options.color
    options.startAngle = startAngle.map(Angle.degrees) ?? options.startAngle
    options.direction = direction ?? options.direction
    options.easing = easing?.function ?? options.easing
    options.repeatCount = repeatCount ?? options.repeatCount
    options.autoreverses = autoreverses ?? options.autoreverses
    return options
  }
}

extension FanOptions.Direction: ExpressibleByArgument {}

private func parseRepeatCount(_ text: String) throws -> Double {
  if text == "forever" { return .infinity }
  guard let count = parseNumber(text), (0.001...1_000_000).contains(count) else {
    throw InvalidValue(expected: "forever, or a number from 0.001 to 1000000")
  }
  return count
}
