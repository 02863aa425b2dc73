import AnimCore
import ArgumentParser
import DemoScenes
import PlainText

/// The options of the fan.
struct FanOptions: ParsableArguments {
  @Option(
    "seconds",
    "Set the time that the fan takes to open (default: \(plain(FanConfiguration().duration))).",
    in: 0.001...1_000_000, "seconds")
  private var fanDuration: Double?

  @Option(
    "points",
    "Set the radius of the fan (default: 100, less in a small window; fills its cell when tiled).",
    in: 0.1...100_000, "points")
  private var fanRadius: Double?

  @Option(colorOf: "the fan", default: "blue; #2e7dd7 when tiled")
  private var fanColor: Color?

  @Option(
    "degrees", "Set the start angle, clockwise from 3 o'clock (default: 0; -90 when tiled).",
    in: -36_000...36_000, "degrees")
  private var fanStartAngle: Double?

  @Option("Open in this direction (default: \(FanConfiguration().direction)).")
  private var fanDirection: FanConfiguration.Direction?

  @Option(
    "curve", "Set the timing curve: \(curveForms) (default: linear; ease-in-out when tiled).",
    parseCurve)
  private var fanEasing: NamedCurve?

  @Option(
    "times|forever",
    "Open this many times, which can be a fraction (default: 1; forever when tiled).",
    parseRepeatCount)
  private var fanRepeat: Double?

  @Flag("Close the fan after each opening (default: no; yes when tiled).")
  private var fanAutoreverse: Bool?

  func apply(to fan: inout FanConfiguration) {
    fan.duration = fanDuration ?? fan.duration
    fan.radius = fanRadius.map { .points($0) } ?? fan.radius
    fan.color = fanColor ?? fan.color
    fan.startAngle = fanStartAngle.map { .degrees($0) } ?? fan.startAngle
    fan.direction = fanDirection ?? fan.direction
    fan.easing = fanEasing?.function ?? fan.easing
    fan.repeatCount = fanRepeat ?? fan.repeatCount
    fan.autoreverses = fanAutoreverse ?? fan.autoreverses
  }
}

extension FanConfiguration.Direction: ExpressibleByArgument {}

private func parseRepeatCount(_ text: String) throws(InvalidValue) -> Double {
  if text == "forever" { return .infinity }
  guard let count = parseNumber(text), (0.001...1_000_000).contains(count) else {
    throw InvalidValue(expected: "forever, or a number from 0.001 to 1000000")
  }
  return count
}
