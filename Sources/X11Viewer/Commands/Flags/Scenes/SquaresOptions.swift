import AnimCore
import ArgumentParser
import DemoScenes
import PlainText

/// The options of the squares.
struct SquaresOptions: ParsableArguments {
  @Option(
    "n", "Set the number of squares (default: \(SquaresConfiguration().count)).",
    in: 0...SquaresConfiguration.maximumCount)
  private var squaresCount: Int?

  @Option(
    "points", "Set the side of a square (default: 20, less in a small window).", in: 0.1...10_000,
    "points")
  private var squaresSize: Double?

  @Option(
    "colour,…", "Set one or more colours, separated by commas (default: a palette of five).",
    parsePalette)
  private var squaresColor: [Color]?

  @Option(
    "a|a..b|x,y",
    "Set the velocity in points per second: a speed or a range of speeds A..B in any direction, "
      + "or X,Y (default: \(describe(SquaresConfiguration().velocity))).", parseVectors)
  private var squaresVelocity: SquaresConfiguration.Vectors?

  @Option(
    "a|a..b|x,y",
    "Set the acceleration in points per second squared, in the same form as the velocity "
      + "(default: \(describe(SquaresConfiguration().acceleration))).", parseVectors)
  private var squaresAcceleration: SquaresConfiguration.Vectors?

  @Option("x,y", "Start all squares at this point (default: anywhere).", parsePosition)
  private var squaresPosition: Point?

  @Option(
    "a|a..b",
    withRange(
      "Move a square to a new position after this time (default: "
        + "\(describe(SquaresConfiguration().lifetime))).", "0.01", "1000000"),
    numberRange(in: 0.01...1_000_000, "seconds"))
  private var squaresLifetime: ClosedRange<Double>?

  @Option(
    "Let squares leave, bounce or wrap at the edge of the view (default: "
      + "\(SquaresConfiguration().edges)).")
  private var squaresEdges: SquaresConfiguration.Edges?

  @Option(
    "seconds",
    "Fade squares in and out for this time (default: \(plain(SquaresConfiguration().fade))).",
    in: 0...1_000_000, "seconds")
  private var squaresFade: Double?

  @Flag("Anti-alias squares that lie between pixels (default: yes).")
  private var squaresAntialias: Bool?

  func apply(to squares: inout SquaresConfiguration) {
    squares.count = squaresCount ?? squares.count
    squares.side = squaresSize ?? squares.side
    squares.palette = squaresColor ?? squares.palette
    squares.velocity = squaresVelocity ?? squares.velocity
    squares.acceleration = squaresAcceleration ?? squares.acceleration
    squares.position = squaresPosition ?? squares.position
    squares.lifetime = squaresLifetime ?? squares.lifetime
    squares.edges = squaresEdges ?? squares.edges
    squares.fade = squaresFade ?? squares.fade
    squares.isAntialiased = squaresAntialias ?? squares.isAntialiased
  }
}

extension SquaresConfiguration.Edges: ExpressibleByArgument {}

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
