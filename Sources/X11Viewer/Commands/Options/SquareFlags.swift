import AnimCore
import ArgumentParser

/// The flags of the squares scene.
struct SquareFlags: ParsableArguments {
  @Option(
    name: .customLong("squares-count"), parsing: .unconditional, help: "How many squares move.",
    transform: wholeNumber(in: 0...SquareOptions.maximumCount))
  var count = SquareOptions().count

  @Option(
    name: .customLong("squares-size"), parsing: .unconditional,
    help: "The side of a square in points.",
    transform: number(in: 0.1...10_000, "points"))
  var size = SquareOptions().side

  @Option(
    name: .customLong("squares-color"),
    parsing: .unconditional,
    help: ArgumentHelp("One colour, or several separated by commas.", valueName: "color,…"),
    transform: parsePalette)
  var palette = SquareOptions.defaultPalette

  @Option(
    name: .customLong("squares-velocity"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Speed in points per second, A..B in any direction, or X,Y for exactly this velocity.",
      valueName: "a..b|x,y"),
    transform: parseMotion)
  var velocity = SquareOptions().velocity

  @Option(
    name: .customLong("squares-acceleration"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Acceleration in points per second squared, A..B in any direction, or X,Y.",
      valueName: "a..b|x,y"),
    transform: parseMotion)
  var acceleration = SquareOptions().acceleration

  @Option(
    name: .customLong("squares-position"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where every square's centre begins, in points (default: anywhere).", valueName: "x,y"),
    transform: parsePosition)
  var position: Point?

  @Option(
    name: .customLong("squares-lifetime"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds until a square is recycled at another place.", valueName: "a..b"),
    transform: numberRange(in: 0.01...1_000_000, "seconds"))
  var lifetime = SquareOptions().lifetime

  @Option(
    name: .customLong("squares-edges"), parsing: .unconditional,
    help: "What happens at the border of the view.")
  var edges = SquareOptions().edges

  @Option(
    name: .customLong("squares-fade"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds in which a square appears after its birth and vanishes before its end.",
      valueName: "seconds"),
    transform: number(in: 0...1_000_000, "seconds"))
  var fade = SquareOptions().fade

  @Option(
    name: .customLong("squares-antialias"), parsing: .unconditional,
    help: "Whether edges between pixels are smoothed.")
  var antialias = Switch.on

  /// - Parameter seed: decides everything that is random.
  func options(seed: UInt64) -> SquareOptions {
    var options = SquareOptions()
    options.count = count
    options.side = size
    options.palette = palette
    options.velocity = velocity
    options.acceleration = acceleration
    options.position = position
    options.lifetime = lifetime
    options.seed = seed
    options.edges = edges
    options.fade = fade
    options.isAntialiased = antialias == .on
    return options
  }
}

extension SquareOptions.Edges: ExpressibleByArgument {}

/// A flag's value that is on or off.
enum Switch: String, CaseIterable, ExpressibleByArgument {
  case on
  case off
}

private let fastest = 1_000_000.0

private func parseMotion(_ text: String) throws -> SquareOptions.Motion {
  if let range = parseRange(text, in: 0...fastest) { return .anyDirection(range) }
  if let (x, y) = parsePair(text), abs(x) <= fastest, abs(y) <= fastest {
    return .exactly(Vector(dx: x, dy: y))
  }
  throw InvalidValue(expected: "A..B from 0 to 1000000, or X,Y within ±1000000")
}

private func parsePosition(_ text: String) throws -> Point {
  guard let (x, y) = parsePair(text), abs(x) <= Fixed.limit, abs(y) <= Fixed.limit else {
    throw InvalidValue(expected: "X,Y in points, within ±\(Int(Fixed.limit))")
  }
  return Point(x: x, y: y)
}
