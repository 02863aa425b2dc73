import AnimCore
import OptionValues

extension SquaresConfiguration: SceneSettings {
  package static let sceneName = "squares"
  package static var keyPaths: [WritableKeyPath<SceneConfiguration, Self> & Sendable] {
    [\.squares]
  }

  package static let options: [CommandOption<Self>] = [
    .wholeNumber(
      "squares-count", "n", "Set the number of squares (default: \(SquaresConfiguration().count)).",
      in: 0...SquaresConfiguration.maximumCount
    ) { $0.count = $1 },
    .number(
      "squares-size", "points",
      "Set the side of a square (default: 20, less in a small window).",
      in: 0.1...10_000, "points"
    ) { $0.side = $1 },
    .value(
      "squares-color", "colour,…",
      "Set one or more colours, separated by commas (default: a palette of five).",
      parsePalette
    ) { $0.palette = $1 },
    .value(
      "squares-velocity", "a|a..b|x,y",
      """
      Set the velocity in points per second: a speed or a range of speeds A..B in any direction, \
      or X,Y (default: \(describe(SquaresConfiguration().velocity))).
      """, parseVectors
    ) { $0.velocity = $1 },
    .value(
      "squares-acceleration", "a|a..b|x,y",
      """
      Set the acceleration in points per second squared, in the same form as the velocity \
      (default: \(describe(SquaresConfiguration().acceleration))).
      """, parseVectors
    ) { $0.acceleration = $1 },
    .value(
      "squares-position", "x,y",
      "Start all squares at this point (default: anywhere).", parsePosition
    ) { $0.position = $1 },
    .numbers(
      "squares-lifetime", "a|a..b",
      """
      Move a square to a new position after this time (default: \
      \(describe(SquaresConfiguration().lifetime))).
      """, in: 0.01...1_000_000, "seconds"
    ) { $0.lifetime = $1 },
    .choice(
      "squares-edges",
      "Let squares leave, bounce or wrap at the edge of the view (default: "
        + "\(SquaresConfiguration().edges))."
    ) { $0.edges = $1 },
    .number(
      "squares-fade", "seconds",
      "Fade squares in and out for this time (default: \(plain(SquaresConfiguration().fade))).",
      in: 0...1_000_000, "seconds"
    ) { $0.fade = $1 },
    .onOff(
      "squares-antialias", "Anti-alias squares that lie between pixels (default: yes)."
    ) { $0.isAntialiased = $1 },
  ]
}

extension SquaresConfiguration.Edges: OptionChoice {}

private let fastest = 1_000_000.0

private func parseVectors(
  _ text: String
) throws(InvalidValue) -> SquaresConfiguration.Vectors {
  if let range = parseRange(text, in: 0...fastest) { return .anyDirection(range) }
  if let (x, y) = parsePair(text), abs(x) <= fastest, abs(y) <= fastest {
    return .exactly(Vector(dx: x, dy: y))
  }
  throw InvalidValue(expected: "A or A..B from 0 to 1000000, or X,Y from -1000000 to 1000000")
}

private func parsePosition(_ text: String) throws(InvalidValue) -> Point {
  guard let (x, y) = parsePair(text), abs(x) <= Fixed.limit, abs(y) <= Fixed.limit else {
    throw InvalidValue(expected: "X,Y in points, from -\(Int(Fixed.limit)) to \(Int(Fixed.limit))")
  }
  return Point(x: x, y: y)
}

private func describe(_ vectors: SquaresConfiguration.Vectors) -> String {
  switch vectors {
  case .exactly(let vector): "\(plain(vector.dx)),\(plain(vector.dy))"
  case .anyDirection(let range): describe(range)
  }
}

private func describe(_ range: ClosedRange<Double>) -> String {
  "\(plain(range.lowerBound))..\(plain(range.upperBound))"
}
