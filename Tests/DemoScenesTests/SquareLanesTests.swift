import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes

/// Squares are computed in groups of four. Each must be the same as if it were computed alone.
@Suite("Squares computed in groups")
struct SquareLanesTests {
  private static let view = Size(width: 300, height: 200)

  private static let cases:
    [(name: String, change: @Sendable (inout SquaresConfiguration) -> Void)] = [
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
      ("a fixed position", { $0.position = Point(x: 12.3, y: 45.6) }),
      ("squares larger than the view", { $0.side = 500 }),
      ("squares of a given side", { $0.side = 31 }),
    ]

  @Test(
    "a square is identical in a group and alone",
    arguments: cases.indices)
  func agreement(number: Int) {
    var configuration = SquaresConfiguration()
    Self.cases[number].change(&configuration)
    let scene = SquaresScene(configuration: configuration)
    scene.layout(in: Self.view)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let time = Double.random(in: -1...60, using: &generator)
      scene.update(to: time)
      var list = DisplayList(size: PixelSize(width: 300, height: 200), scale: 1.25)
      scene.draw(into: &list)
      var expected = DisplayList(size: PixelSize(width: 300, height: 200), scale: 1.25)
      expected.fillSquares(
        count: configuration.count, side: configuration.side(in: Self.view),
        isAligned: !configuration.isAntialiased
      ) { Self.square($0, at: time, configuration) }
      expectEqual(list, expected, "\(Self.cases[number].name) at \(time)")
    }
  }

  /// Returns the definition, in plain arithmetic.
  private static func square(
    _ index: Int, at time: Seconds, _ configuration: SquaresConfiguration, in view: Size = view
  ) -> (Point, Color) {
    let life = SquareLife(at: time, of: index, configuration: configuration)
    let age = time - life.birth
    let side = configuration.side(in: view)
    func position(
      _ length: Double, _ fraction: Double, _ fixed: Double?, _ v: Double, _ a: Double
    ) -> Double {
      let start = fixed ?? side / 2 + fraction * max(0, length - side)
      let free = start + v * age + a * (age * age / 2)
      let half = side / 2
      switch configuration.edges {
      case .none: return free
      case .bounce:
        let span = length - side
        guard span > 0 else { return length / 2 }
        let phase = modulo(free - half, 2 * span)
        return half + min(phase, 2 * span - phase)
      case .wrap: return modulo(free + half, length + side) - half
      }
    }
    let center = Point(
      x: position(
        view.width, life.start.x, configuration.position?.x, life.velocity.dx, life.acceleration.dx),
      y: position(
        view.height, life.start.y, configuration.position?.y, life.velocity.dy, life.acceleration.dy
      ))
    let opacity = configuration.fade > 0 ? min(age, life.end - time) / configuration.fade : 1
    return (center, life.color.withOpacity(opacity))
  }

  private static func modulo(_ value: Double, _ divisor: Double) -> Double {
    let remainder = value.truncatingRemainder(dividingBy: divisor)
    return remainder < 0 ? remainder + divisor : remainder
  }

  @Test("the same is true with any options, in any part of any image", arguments: 0..<150)
  func agreementAnyhow(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) + 500)
    let configuration = Self.configuration(&generator)
    let scene = SquaresScene(configuration: configuration)
    let view = Size(
      width: .random(in: 1...3_000, using: &generator),
      height: .random(in: 1...2_000, using: &generator))
    scene.layout(in: view)
    let origin = Point(
      x: .random(in: -200...200, using: &generator), y: .random(in: -200...200, using: &generator))
    let scale = [1, 1, 2, 1.25, .random(in: 0.1...4, using: &generator)].randomElement(
      using: &generator)!
    var time = 0.0
    for frame in 0..<12 {
      // Consecutive frames, in which most squares continue their lives.
      time = frame % 4 == 0 ? .random(in: 0...30, using: &generator) : time + 1 / 144
      scene.update(to: time)
      var list = DisplayList(size: PixelSize(width: 300, height: 200), scale: scale)
      var expected = list
      list.withView(Rect(origin: origin, size: view)) { scene.draw(into: &$0) }
      expected.withView(Rect(origin: origin, size: view)) {
        $0.fillSquares(
          count: configuration.count, side: configuration.side(in: view),
          isAligned: !configuration.isAntialiased
        ) { Self.square($0, at: time, configuration, in: view) }
      }
      expectEqual(list, expected, "\(configuration) at \(time)")
    }
  }

  @Test("ties between two results are rounded identically", arguments: [false, true])
  func middles(isAligned: Bool) {
    var configuration = SquaresConfiguration()
    configuration.count = 8
    configuration.side = 2
    configuration.isAntialiased = !isAligned
    configuration.velocity = .exactly(.zero)
    configuration.acceleration = .exactly(.zero)
    configuration.lifetime = 10...10
    for edges in SquaresConfiguration.Edges.allCases {
      configuration.edges = edges
      for pixel in [-3.0, -1, 0, 1, 2, 100] {
        for step in -9...9 {
          // Near whole pixels and near the middle between them.
          for middle in [0, 0.5] {
            let position = pixel + middle + Double(step) / 8192
            configuration.position = Point(x: position, y: 150 - position)
            let scene = SquaresScene(configuration: configuration)
            scene.layout(in: Self.view)
            scene.update(to: 1)
            var list = DisplayList(size: PixelSize(width: 300, height: 200))
            var expected = list
            // In the first frame, the lives of all squares start.
            scene.draw(into: &list)
            list = expected
            scene.draw(into: &list)
            expected.fillSquares(count: 8, side: 2, isAligned: isAligned) {
              Self.square($0, at: 1, configuration)
            }
            expectEqual(list, expected, "\(edges), \(position)")
          }
        }
      }
    }
  }

  @Test("the same is true if an alpha is halfway between two values")
  func middleAlphas() {
    var configuration = SquaresConfiguration()
    configuration.lifetime = 10...10
    configuration.fade = 2
    for alpha in stride(from: UInt32(1), to: 256, by: 2) {
      configuration.palette = [Color(argb: alpha << 24)]
      let scene = SquaresScene(configuration: configuration)
      scene.layout(in: Self.view)
      scene.update(to: 1)
      var list = DisplayList(size: PixelSize(width: 300, height: 200))
      // In the first frame, the lives of all squares start.
      for _ in 0..<2 { scene.draw(into: &list) }
      #expect(list.squares.argb.allSatisfy { $0 >> 24 == (alpha + 1) / 2 })
    }
  }

  @Test("the same is true if several threads compute them")
  func manySquares() {
    var configuration = SquaresConfiguration()
    configuration.count = 40_001
    configuration.side = 2
    let scene = SquaresScene(configuration: configuration)
    scene.layout(in: Self.view)
    for time in [3, 3.01] {
      scene.update(to: time)
      var list = DisplayList(size: PixelSize(width: 300, height: 200))
      var expected = list
      scene.draw(into: &list)
      expected.fillSquares(count: configuration.count, side: 2) {
        Self.square($0, at: time, configuration)
      }
      expectEqual(list, expected)
    }
  }

  private static func configuration(_ generator: inout SeededGenerator) -> SquaresConfiguration {
    var configuration = SquaresConfiguration()
    configuration.count = .random(in: 0...3_000, using: &generator)
    configuration.seed = generator.next()
    configuration.side = [2, 20, 0.3, .random(in: 0.01...400, using: &generator)].randomElement(
      using: &generator)!
    configuration.edges = SquaresConfiguration.Edges.allCases.randomElement(using: &generator)!
    configuration.isAntialiased = Bool.random(using: &generator)
    configuration.velocity = motion(&generator, up: 200)
    configuration.acceleration = motion(&generator, up: 50)
    let shortest = Double.random(in: 0.01...5, using: &generator)
    configuration.lifetime = shortest...shortest * .random(in: 1...3, using: &generator)
    configuration.fade = [0, 0.25, .random(in: 0...10, using: &generator)].randomElement(
      using: &generator)!
    if Bool.random(using: &generator) {
      configuration.palette = (0..<3).map { _ in generator.color() }
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      configuration.position = Point(
        x: .random(in: -100...900, using: &generator), y: .random(in: -100...900, using: &generator)
      )
    }
    return configuration
  }

  private static func motion(
    _ generator: inout SeededGenerator, up most: Double
  ) -> SquaresConfiguration.Vectors {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .exactly(.zero)
    case 1: return .exactly(Vector(dx: .random(in: -most...most, using: &generator), dy: most))
    case 2: return .anyDirection(most * 1e4...most * 1e6)
    default: return .anyDirection(most / 3...most)
    }
  }
}
