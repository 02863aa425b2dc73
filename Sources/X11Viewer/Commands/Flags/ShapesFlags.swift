import AnimCore
import ArgumentParser
import DemoScenes

/// The flags of the shapes scene.
struct ShapesFlags: ParsableArguments {
  @Option(
    name: .customLong("shapes-duration"), parsing: .unconditional,
    help: ArgumentHelp(
      "How long the arrow takes for one lap (default: \(plain(ShapesConfiguration().duration))).",
      valueName: "seconds"),
    transform: number(in: 0.001...1_000_000, "seconds"))
  var duration: Seconds?

  @Option(
    name: .customLong("shapes-corners"), parsing: .unconditional,
    help: ArgumentHelp(
      "The number of corners of the rosette, from 3 to 99 "
        + "(default: \(ShapesConfiguration().corners)).", valueName: "n"),
    transform: wholeNumber(in: 3...99))
  var corners: Int?

  @Option(
    name: .customLong("shapes-color"), parsing: .unconditional,
    help: colorHelp("the rosette", default: "#ff6b57"), transform: parseColor)
  var color: Color?

  @Option(
    name: .customLong("shapes-width"), parsing: .unconditional,
    help: ArgumentHelp(
      "The width of the lines, in percent of the view's shorter side "
        + "(default: \(plain(ShapesConfiguration().strokeWidth))).", valueName: "percent"),
    transform: number(in: 0...100, "percent"))
  var strokeWidth: Double?

  @Option(
    name: .customLong("shapes-dashes"), parsing: .unconditional,
    help: ArgumentHelp(
      "The dashes and gaps of the circle in turn, in percent of the view's shorter side; 0 for a "
        + "solid line (default: "
        + "\(ShapesConfiguration().dashes.map(plain).joined(separator: ","))).",
      valueName: "percent,…"),
    transform: parseDashes)
  var dashes: [Double]?

  @Option(
    name: .customLong("shapes-join"), parsing: .unconditional,
    help: "The form of the rosette's corners. (default: \(ShapesConfiguration().join))")
  var join: StrokeStyle.Join?

  @Option(
    name: .customLong("shapes-cap"), parsing: .unconditional,
    help: "The form of the dashes' ends. (default: \(ShapesConfiguration().cap))")
  var cap: StrokeStyle.Cap?

  @Option(
    name: .customLong("shapes-fill-rule"), parsing: .unconditional,
    help: ArgumentHelp(
      "Which parts of the rosette, which crosses itself, are inside. "
        + "(default: \(ShapesConfiguration().fillRule.rawValue))"))
  var fillRule: FillRule?

  /// The configuration from these flags.
  var configuration: ShapesConfiguration {
    var configuration = ShapesConfiguration()
    configuration.duration = duration ?? configuration.duration
    configuration.corners = corners ?? configuration.corners
    configuration.color = color ?? configuration.color
    configuration.strokeWidth = strokeWidth ?? configuration.strokeWidth
    configuration.dashes = dashes ?? configuration.dashes
    configuration.join = join ?? configuration.join
    configuration.cap = cap ?? configuration.cap
    configuration.fillRule = fillRule ?? configuration.fillRule
    return configuration
  }
}

extension StrokeStyle.Join: ExpressibleByArgument {}
extension StrokeStyle.Cap: ExpressibleByArgument {}
extension FillRule: ExpressibleByArgument {}

private func parseDashes(_ text: String) throws -> [Double] {
  let lengths = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
    parseNumber($0)
  }
  guard lengths.count == text.count(where: { $0 == "," }) + 1, lengths.count <= 16,
    lengths.allSatisfy({ (0...100).contains($0) })
  else {
    throw InvalidValue(expected: "up to 16 numbers from 0 to 100, separated by commas")
  }
  return lengths
}
