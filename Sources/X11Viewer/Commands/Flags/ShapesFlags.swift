import AnimCore
import ArgumentParser

/// The flags of the scene of shapes.
struct ShapesFlags: ParsableArguments {
  @Option(
    name: .customLong("shapes-duration"), parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds in which the arrow goes once round its track.", valueName: "seconds"),
    transform: number(in: 0.001...1_000_000, "seconds"))
  var duration = ShapesConfiguration().duration

  @Option(
    name: .customLong("shapes-corners"), parsing: .unconditional,
    help: ArgumentHelp("Corners of the rosette.", valueName: "count"),
    transform: wholeNumber(in: 3...99))
  var corners = ShapesConfiguration().corners

  @Option(
    name: .customLong("shapes-color"), parsing: .unconditional,
    help: ArgumentHelp("The rosette's colour.", valueName: "color"), transform: parseColor)
  var color = ShapesConfiguration().color

  @Option(
    name: .customLong("shapes-width"), parsing: .unconditional,
    help: ArgumentHelp("Width of the lines, in percent of the view.", valueName: "percent"),
    transform: number(in: 0...100, "percent"))
  var strokeWidth = ShapesConfiguration().strokeWidth

  @Option(
    name: .customLong("shapes-dashes"), parsing: .unconditional,
    help: ArgumentHelp(
      "Dashes and gaps of the circle in turn, in percent of the view; 0 for a solid line.",
      valueName: "length,…"),
    transform: parseDashes)
  var dashes = ShapesConfiguration().dashes

  @Option(
    name: .customLong("shapes-join"), parsing: .unconditional, help: "The corners of the rosette.")
  var join = ShapesConfiguration().join

  @Option(name: .customLong("shapes-cap"), parsing: .unconditional, help: "The ends of the dashes.")
  var cap = ShapesConfiguration().cap

  @Option(
    name: .customLong("shapes-fill-rule"), parsing: .unconditional,
    help: "What is inside of the rosette, which crosses itself.")
  var fillRule = ShapesConfiguration().fillRule

  var configuration: ShapesConfiguration {
    var configuration = ShapesConfiguration()
    configuration.duration = duration
    configuration.corners = corners
    configuration.color = color
    configuration.strokeWidth = strokeWidth
    configuration.dashes = dashes
    configuration.join = join
    configuration.cap = cap
    configuration.fillRule = fillRule
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
