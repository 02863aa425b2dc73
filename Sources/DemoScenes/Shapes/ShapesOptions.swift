import AnimCore
import OptionValues

extension ShapesConfiguration: SceneSettings {
  package static let sceneName = "shapes"
  package static var keyPaths: [WritableKeyPath<SceneConfiguration, Self> & Sendable] { [\.shapes] }

  package static let options: [CommandOption<Self>] = [
    .number(
      "shapes-duration", "seconds",
      "Set the duration of a lap of the arrow (default: "
        + "\(plain(ShapesConfiguration().duration))).",
      in: 0.001...1_000_000, "seconds"
    ) { $0.duration = $1 },
    .wholeNumber(
      "shapes-corners", "n",
      """
      Set the number of corners of the rosette (default: \(ShapesConfiguration().corners)).
      """, in: 3...99
    ) { $0.corners = $1 },
    .color("shapes-color", "the rosette", default: "#ff6b57") { $0.color = $1 },
    .number(
      "shapes-width", "percent",
      """
      Set the line width, in percent of the shorter side of the view (default: \
      \(plain(ShapesConfiguration().strokeWidth))).
      """, in: 0...100, "percent"
    ) { $0.strokeWidth = $1 },
    .value(
      "shapes-dashes", "percent,…",
      """
      Set the dashes and gaps of the circle, in percent of the shorter side of the view; 0 draws \
      a solid line (default: \(ShapesConfiguration().dashes.map(plain).joined(separator: ","))).
      """, parseDashes
    ) { $0.dashes = $1 },
    .choice(
      "shapes-join",
      "Set the line join of the rosette (default: \(ShapesConfiguration().join))."
    ) { $0.join = $1 },
    .choice(
      "shapes-cap", "Set the line cap of the dashes (default: \(ShapesConfiguration().cap))."
    ) { $0.cap = $1 },
    .choice(
      "shapes-fill-rule",
      """
      Set the fill rule of the rosette (default: \(ShapesConfiguration().fillRule.rawValue)).
      """
    ) { $0.fillRule = $1 },
  ]
}

extension StrokeStyle.Join: OptionChoice {}
extension StrokeStyle.Cap: OptionChoice {}
extension FillRule: OptionChoice {}

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
