import Testing

@testable import AnimCore

/// Squares are worked on by fours; each must come out as it does by itself.
@Suite("Squares side by side")
struct SquareLanesTests {
  private static let view = Size(width: 300, height: 200)

  private static let cases: [(name: String, change: @Sendable (inout SquareOptions) -> Void)] = [
    ("the default", { _ in }),
    ("a count that is no multiple of four", { $0.count = 61 }),
    ("wrapping", { $0.edges = .wrap }),
    ("no edges", { $0.edges = .none }),
    ("fast ones, which come round many times", { $0.velocity = .anyDirection(5_000...9_000) }),
    ("whole pixels", { $0.isAntialiased = false }),
    ("no fading", { $0.fade = 0 }),
    ("fading that outlasts a life", { $0.fade = 10 }),
    (
      "translucent colours",
      { $0.palette = [Color(argb: 0x80_12_34_56), Color(argb: 0x01_FF_00_FF)] }
    ),
    ("a fixed place", { $0.position = Point(x: 12.3, y: 45.6) }),
    ("squares larger than the view", { $0.side = 500 }),
  ]

  @Test("a square is where it is by itself, in the same colour, to the last bit", arguments: 0..<11)
  func agreement(number: Int) {
    var options = SquareOptions()
    Self.cases[number].change(&options)
    let scene = SquaresScene(options: options)
    scene.layout(in: Self.view)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let time = Double.random(in: -1...60, using: &generator)
      scene.update(to: time)
      var list = DisplayList(size: PixelSize(width: 300, height: 200), scale: 1.25)
      scene.draw(into: &list)
      var expected = DisplayList(size: PixelSize(width: 300, height: 200), scale: 1.25)
      expected.fillSquares(
        count: options.count, side: options.side, isAligned: !options.isAntialiased
      ) { Self.square($0, at: time, options) }
      #expect(list == expected, "\(Self.cases[number].name) at \(time)")
    }
  }

  /// The definition, in plain words of arithmetic.
  private static func square(
    _ index: Int, at time: Seconds, _ options: SquareOptions
  ) -> (Point, Color) {
    let life = SquareLife(at: time, of: index, options: options)
    let age = time - life.birth
    func position(
      _ length: Double, _ fraction: Double, _ fixed: Double?, _ v: Double, _ a: Double
    ) -> Double {
      let start = fixed ?? options.side / 2 + fraction * max(0, length - options.side)
      let free = start + v * age + a * (age * age / 2)
      let half = options.side / 2
      switch options.edges {
      case .none: return free
      case .bounce:
        let span = length - options.side
        guard span > 0 else { return length / 2 }
        let phase = modulo(free - half, 2 * span)
        return half + min(phase, 2 * span - phase)
      case .wrap: return modulo(free + half, length + options.side) - half
      }
    }
    let center = Point(
      x: position(
        view.width, life.start.x, options.position?.x, life.velocity.dx, life.acceleration.dx),
      y: position(
        view.height, life.start.y, options.position?.y, life.velocity.dy, life.acceleration.dy))
    let opacity = options.fade > 0 ? min(age, life.end - time) / options.fade : 1
    return (center, life.color.faded(to: opacity))
  }

  private static func modulo(_ value: Double, _ divisor: Double) -> Double {
    let remainder = value.truncatingRemainder(dividingBy: divisor)
    return remainder < 0 ? remainder + divisor : remainder
  }

  @Test("coordinates are rounded to the grid by fours as they are one by one")
  func rounding() {
    var generator = SeededGenerator(seed: 5)
    var values: [Double] = [
      0, -0.0, .nan, .infinity, -.infinity, 1e300, -1e300, Fixed.limit, -Fixed.limit,
      Fixed.limit.nextUp, 0.5 / 4096, -0.5 / 4096, 1.5 / 4096, -1.5 / 4096, 2.5 / 4096,
      -2.5 / 4096, (0.5 / 4096).nextDown, (-0.5 / 4096).nextUp, .leastNonzeroMagnitude,
    ]
    for _ in 0..<10_000 {
      values.append(Double.random(in: -300_000...300_000, using: &generator))
      values.append(Double(Int.random(in: -100_000...100_000, using: &generator)) / 8192)
    }
    for value in values {
      #expect(
        Fixed.raw(Lanes(value, 1, -1, value)) == [
          Fixed(value).raw, 4096, -4096, Fixed(value).raw,
        ])
    }
  }
}
