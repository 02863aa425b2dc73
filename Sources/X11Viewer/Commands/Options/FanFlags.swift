import AnimCore
import ArgumentParser

/// The flags of the fan scene.
struct FanFlags: ParsableArguments {
  @Option(
    name: .customLong("fan-duration"),
    parsing: .unconditional,
    help: ArgumentHelp("Seconds that the fan takes to open.", valueName: "seconds"),
    transform: number(in: 0.001...1_000_000, "seconds"))
  var duration = FanOptions().duration

  @Option(
    name: .customLong("fan-radius"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Points (default: 100, or less where the view is too small).", valueName: "points"),
    transform: number(in: 0.1...100_000, "points"))
  var radius: Double?

  @Option(
    name: .customLong("fan-color"), parsing: .unconditional,
    help: ArgumentHelp("Its colour.", valueName: "color"),
    transform: parseColor)
  var color = FanOptions().color

  @Option(
    name: .customLong("fan-start-angle"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where it begins to open: degrees, clockwise from 3 o'clock.", valueName: "degrees"),
    transform: number(in: -36_000...36_000, "degrees"))
  var startAngle = 0.0

  @Option(name: .customLong("fan-direction"), parsing: .unconditional, help: "The way it opens.")
  var direction = FanOptions().direction

  @Option(
    name: .customLong("fan-easing"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "How the opening is spread over the duration: \(curveForms).", valueName: "curve"),
    transform: parseCurve)
  var easing = NamedCurve.linear

  @Option(
    name: .customLong("fan-repeat"),
    parsing: .unconditional,
    help: ArgumentHelp("How often it opens: a number, or forever.", valueName: "times"),
    transform: parseRepeatCount)
  var repeatCount = FanOptions().repeatCount

  @Flag(name: .customLong("fan-autoreverse"), help: "Close again after every opening.")
  var autoreverses = false

  var options: FanOptions {
    var options = FanOptions()
    options.duration = duration
    options.radius = radius
    options.color = color
    options.startAngle = .degrees(startAngle)
    options.direction = direction
    options.easing = easing.function
    options.repeatCount = repeatCount
    options.autoreverses = autoreverses
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
