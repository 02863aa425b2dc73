import AnimCore
import ArgumentParser
import DemoScenes

/// The flags of the squares scene.
struct SquaresFlags: ParsableArguments {
  @Option(
    name: .customLong("squares-count"), parsing: .unconditional,
    help: ArgumentHelp(
      "How many squares move (default: \(SquaresConfiguration().count)).", valueName: "n"),
    transform: wholeNumber(in: 0...SquaresConfiguration.maximumCount))
  var count: Int?

  @Option(
    name: .customLong("squares-size"), parsing: .unconditional,
    help: ArgumentHelp(
      "The side of a square (default: 20, or less in a small window).", valueName: "points"),
    transform: number(in: 0.1...10_000, "points"))
  var size: Double?

  @Option(
    name: .customLong("squares-color"), parsing: .unconditional,
    help: ArgumentHelp(
      "The palette: one colour, or several separated by commas (default: a palette of five).",
      valueName: "color,…"),
    transform: parsePalette)
  var palette: [Color]?

  @Option(
    name: .customLong("squares-velocity"), parsing: .unconditional,
    help: ArgumentHelp(
      "The velocity in points per second: a speed or a range of speeds A..B in any direction, or "
        + "exactly X,Y (default: \(describe(SquaresConfiguration().velocity))).",
      valueName: "a|a..b|x,y"),
    transform: parseVectors)
  var velocity: SquaresConfiguration.Vectors?

  @Option(
    name: .customLong("squares-acceleration"), parsing: .unconditional,
    help: ArgumentHelp(
      "The acceleration in points per second squared, written like the velocity "
        + "(default: \(describe(SquaresConfiguration().acceleration))).",
      valueName: "a|a..b|x,y"),
    transform: parseVectors)
  var acceleration: SquaresConfiguration.Vectors?

  @Option(
    name: .customLong("squares-position"), parsing: .unconditional,
    help: ArgumentHelp(
      "Where the centre of every square starts, in points (default: anywhere).", valueName: "x,y"),
    transform: parsePosition)
  var position: Point?

  @Option(
    name: .customLong("squares-lifetime"), parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds until a square is recycled at another place "
        + "(default: \(describe(SquaresConfiguration().lifetime))).", valueName: "a|a..b"),
    transform: numberRange(in: 0.01...1_000_000, "seconds"))
  var lifetime: ClosedRange<Seconds>?

  @Option(
    name: .customLong("squares-edges"), parsing: .unconditional,
    help: "What squares do at the edge of the view. (default: \(SquaresConfiguration().edges))")
  var edges: SquaresConfiguration.Edges?

  @Option(
    name: .customLong("squares-fade"), parsing: .unconditional,
    help: ArgumentHelp(
      "How long a square takes to fade in and out (default: \(plain(SquaresConfiguration().fade))).",
      valueName: "seconds"),
    transform: number(in: 0...1_000_000, "seconds"))
  var fade: Seconds?

  @Flag(
    name: .customLong("squares-antialias"), inversion: .prefixedNo,
    help: "Smooth the edges of squares that lie between pixels (default: yes).")
  var antialias: Bool?

  /// - Parameter seed: the seed of everything that is random.
  func configuration(seed: UInt64) -> SquaresConfiguration {
    var configuration = SquaresConfiguration()
    configuration.seed = seed
    configuration.count = count ?? configuration.count
    configuration.side = size
    configuration.palette = palette ?? SquaresConfiguration.defaultPalette
    configuration.velocity = velocity ?? configuration.velocity
    configuration.acceleration = acceleration ?? configuration.acceleration
    configuration.position = position
    configuration.lifetime = lifetime ?? configuration.lifetime
    configuration.edges = edges ?? configuration.edges
    configuration.fade = fade ?? configuration.fade
    configuration.isAntialiased = antialias ?? configuration.isAntialiased
    return configuration
  }
}

extension SquaresConfiguration.Edges: ExpressibleByArgument {}

private let fastest = 1_000_000.0

private func parseVectors(_ text: String) throws -> SquaresConfiguration.Vectors {
  if let range = parseRange(text, in: 0...fastest) { return .anyDirection(range) }
  if let (x, y) = parsePair(text), abs(x) <= fastest, abs(y) <= fastest {
    return .exactly(Vector(dx: x, dy: y))
  }
  throw InvalidValue(expected: "A or A..B from 0 to 1000000, or X,Y from -1000000 to 1000000")
}

private func parsePosition(_ text: String) throws -> Point {
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
