import AnimCore
import ArgumentParser
import DemoScenes
import PlainText

/// The options of the shapes.
struct ShapesOptions: ParsableArguments {
  @Option(
    "seconds",
    "Set the duration of a lap of the arrow (default: \(plain(ShapesConfiguration().duration))).",
    in: 0.001...1_000_000, "seconds")
  private var shapesDuration: Double?

  @Option(
    "n",
    "Set the number of corners of the rosette (default: \(ShapesConfiguration().corners)).",
    in: 3...99)
  private var shapesCorners: Int?

  @Option(colorOf: "the rosette", default: "#ff6b57")
  private var shapesColor: Color?

  @Option(
    "percent",
    "Set the line width, in percent of the shorter side of the view (default: "
      + "\(plain(ShapesConfiguration().strokeWidth))).", in: 0...100, "percent")
  private var shapesWidth: Double?

  @Option(
    "percent,…",
    "Set the dashes and gaps of the circle, in percent of the shorter side of the view; 0 draws "
      + "a solid line (default: "
      + "\(ShapesConfiguration().dashes.map(plain).joined(separator: ","))).", parseDashes)
  private var shapesDashes: [Double]?

  @Option("Set the line join of the rosette (default: \(ShapesConfiguration().join)).")
  private var shapesJoin: StrokeStyle.Join?

  @Option("Set the line cap of the dashes (default: \(ShapesConfiguration().cap)).")
  private var shapesCap: StrokeStyle.Cap?

  @Option(
    "Set the fill rule of the rosette (default: \(ShapesConfiguration().fillRule.rawValue)).")
  private var shapesFillRule: FillRule?

  func apply(to shapes: inout ShapesConfiguration) {
    shapes.duration = shapesDuration ?? shapes.duration
    shapes.corners = shapesCorners ?? shapes.corners
    shapes.color = shapesColor ?? shapes.color
    shapes.strokeWidth = shapesWidth ?? shapes.strokeWidth
    shapes.dashes = shapesDashes ?? shapes.dashes
    shapes.join = shapesJoin ?? shapes.join
    shapes.cap = shapesCap ?? shapes.cap
    shapes.fillRule = shapesFillRule ?? shapes.fillRule
  }
}

extension StrokeStyle.Join: ExpressibleByArgument {}
extension StrokeStyle.Cap: ExpressibleByArgument {}
extension FillRule: ExpressibleByArgument {}

private func parseDashes(_ text: String) throws(InvalidValue) -> [Double] {
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
