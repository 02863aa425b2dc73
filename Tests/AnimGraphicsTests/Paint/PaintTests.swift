import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Paints")
struct PaintTests {
  static let red = Color(rgb: 0xFF_0000)

  /// Returns the words of a paint in one row.
  static func row(
    _ paint: Paint, _ transform: Transform = .identity, x: Int = 0, y: Int = 0, count: Int
  ) -> [UInt32] {
    row(PaintSource(paint, transform, tables: GradientTables()), x: x, y: y, count: count)
  }

  private static func row(_ source: PaintSource, x: Int, y: Int, count: Int) -> [UInt32] {
    let room = max(count, 4)
    var words = [UInt32](repeating: 0xDEAD_BEEF, count: room + 1)
    words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      switch source.kind {
      case .solid(let source): source.row(y).fill(base, x: x, count: count)
      case .linear(let source): source.row(y).fill(base, x: x, count: count)
      case .radial(let source): source.row(y).fill(base, x: x, count: count)
      case .spread(let source): source.row(y).fill(base, x: x, count: count)
      case .image(let source): source.row(y).fill(base, x: x, count: count)
      }
    }
    expectEqual(words.last, 0xDEAD_BEEF)
    return Array(words.prefix(count))
  }

  /// Returns the colour of the stops at a position, by definition and in floating point.
  static func word(_ stops: GradientStops, at t: Double) -> SIMD4<Double> {
    func value<Stop>(
      _ stops: [Stop], _ position: (Stop) -> Double, _ value: (Stop) -> SIMD4<Double>
    ) -> SIMD4<Double> {
      guard let first = stops.first, let last = stops.last else { return SIMD4(repeating: 1) }
      if t < position(first) { return value(first) }
      for (a, b) in zip(stops, stops.dropFirst()) where position(a) <= t && t < position(b) {
        let part = (t - position(a)) / (position(b) - position(a))
        return value(a) + (value(b) - value(a)) * part
      }
      return value(last)
    }
    let color = value(stops.colors, \.position) {
      SIMD4(
        Double($0.color.red), Double($0.color.green), Double($0.color.blue),
        Double($0.color.alpha) / 255)
    }
    let alpha = color.w * value(stops.alphas, \.position) { SIMD4(repeating: $0.alpha) }.w
    return SIMD4(color.x, color.y, color.z, 255) * alpha
  }

  static func channels(_ word: UInt32) -> SIMD4<Double> {
    SIMD4(
      Double(word >> 16 & 0xFF), Double(word >> 8 & 0xFF), Double(word & 0xFF),
      Double(word >> 24))
  }

  static func distance(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double {
    let difference = a - b
    return max(difference.max(), -difference.min())
  }

  static let stops = GradientStops(
    [
      .init(at: 0.1, Color(argb: 0xFFFF_4000)), .init(at: 0.4, Color(argb: 0x8000_FF20)),
      .init(at: 0.9, Color(argb: 0xFF10_20FF)),
    ],
    alphas: [.init(at: 0, 1), .init(at: 0.5, 0.2), .init(at: 1, 0.8)])

  @Test("channels go from 0 to 1, and are clamped to that")
  func channels() {
    expectEqual(Color(red: 1.0, green: 0, blue: 0), .red)
    expectEqual(Color(red: 0.5, green: -1, blue: 2, alpha: .nan), Color(argb: 0x0080_00FF))
    #expect(Color(white: 1) == .white && Color(white: 0.5) == .gray)
    expectEqual(Color(red8: 0, green8: 255, blue8: 255), .cyan)
  }

  @Test("the largest sizes give grids of tiles, which need no memory")
  func largestGrid() {
    let grid = TileGrid(size: PixelSize(width: .max, height: .max))
    #expect(grid.columns == .max / 8 + 1 && grid.rows == grid.columns)
    expectEqual(TileGrid(size: PixelSize(width: 17, height: 16)).columns, 3)
    expectEqual(TileGrid(size: PixelSize(width: 17, height: 16)).rows, 2)
  }

  @Test("a colour is premultiplied, rounded to nearest")
  func colors() {
    for alpha in 0...255 {
      for channel in [0, 1, 100, 127, 128, 254, 255] {
        let color = Color(
          red8: UInt8(channel), green8: 255, blue8: UInt8(255 - channel), alpha8: UInt8(alpha))
        let source = PaintSource(.color(color), .identity, tables: GradientTables())
        let exact = SIMD4(Double(channel), 255, Double(255 - channel), 255) * Double(alpha) / 255
        guard let word = source.solid else { continue }
        #expect(Self.distance(Self.channels(word), exact) <= 0.5)
        expectEqual(source.isOpaque, (alpha == 255))
      }
    }
  }

  @Test("a linear gradient has the colour of its position, within the steps of its table")
  func linear() {
    var random = RandomPaths(seed: 3)
    for _ in 0..<20 {
      let start = random.point(-50...150)
      let end = random.point(-50...150)
      let transform = Transform(
        a: random.number(0.5...2), b: random.number(-1...1), c: random.number(-1...1),
        d: random.number(0.5...2), tx: random.number(-40...40), ty: 3)
      guard let inverse = transform.inverse else { continue }
      let paint = Paint.gradient(
        Gradient(.linear(start: start, end: end), stops: Self.stops))
      for y in [-20, 0, 77] {
        let words = Self.row(paint, transform, x: -30, y: y, count: 150)
        for (index, word) in words.enumerated() {
          let point = inverse.apply(to: Point(x: Double(index - 30) + 0.5, y: Double(y) + 0.5))
          let displacement = end - start
          let from = point - start
          let t =
            (from.dx * displacement.dx + from.dy * displacement.dy)
            / (displacement.dx * displacement.dx + displacement.dy * displacement.dy)
          let exact = Self.word(Self.stops, at: t)
          #expect(Self.distance(Self.channels(word), exact) < 1.5)
        }
      }
    }
  }

  @Test("a radial gradient has the colour of the circle through a pixel")
  func radial() {
    var random = RandomPaths(seed: 4)
    for index in 0..<20 {
      let center = random.point()
      let radius = random.number(20...80)
      let off = [0, 0.5, 0.95][index % 3] * radius
      let focus =
        center + Vector(length: off, direction: Angle(radians: random.number(0...6)))
      let transform = Transform(
        a: random.number(0.5...2), b: 0.3, c: random.number(-1...1), d: 1, tx: -20, ty: 8)
      guard let inverse = transform.inverse else { continue }
      let paint = Paint.gradient(
        Gradient(.radial(center: center, radius: radius, focus: focus), stops: Self.stops))
      for y in [-20, 31, 90] {
        let words = Self.row(paint, transform, x: -10, y: y, count: 130)
        for (index, word) in words.enumerated() {
          let point = inverse.apply(to: Point(x: Double(index - 10) + 0.5, y: Double(y) + 0.5))
          // Finds the circle about focus + t·(center − focus) with radius t·r that contains the
          // point, by bisection: larger circles contain the smaller ones.
          var low = 0.0
          var high = 1000.0
          for _ in 0..<80 {
            let t = (low + high) / 2
            let middle = focus + (center - focus) * t
            if (point - middle).length < t * radius { high = t } else { low = t }
          }
          let exact = Self.word(Self.stops, at: low)
          #expect(Self.distance(Self.channels(word), exact) < 1.5)
        }
      }
    }
  }

  @Test("a colour between two representable ones is the mean of each block of 8 by 8 pixels")
  func dithering() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<100 {
      let color = Color(argb: UInt32.random(in: 0...(.max), using: &random))
      let alpha = Double.random(in: 0...1, using: &random)
      let stops = GradientStops([.init(at: 0, color)], alphas: [.init(at: 0, alpha)])
      let geometry: Gradient.Geometry =
        Bool.random(using: &random)
        ? .linear(start: .zero, end: Point(x: 0, y: 9))
        : .radial(center: .zero, radius: 9, focus: Point(x: 3, y: 0))
      let paint = Paint.gradient(Gradient(geometry, stops: stops))
      let x = Int.random(in: -20...20, using: &random)
      let y = Int.random(in: -20...20, using: &random)
      let words = (y..<y + 8).flatMap { Self.row(paint, x: x, y: $0, count: 8) }
      let pixels = words.map { Self.channels($0) }
      let exact = Self.word(stops, at: 0)
      let mean = pixels.reduce(.zero, +) / 64
      #expect(Self.distance(mean, exact) <= 1.0 / 64)
      for pixel in pixels {
        #expect(Self.distance(pixel, exact) < 1)
        #expect(max(pixel.x, pixel.y, pixel.z) <= pixel.w)
      }
      if exact == exact.rounded(.down) { expectEqual(Set(pixels), [exact]) }
    }
  }

  @Test("the pattern of a gradient contains each threshold once, and all kinds of them in any part")
  func pattern() {
    func thresholds(_ x: Range<Int>, _ y: Range<Int>) -> [Int] {
      y.flatMap { y in x.map { x in Int(OrderedDither.threshold(x, y)) } }.sorted()
    }
    expectEqual(thresholds(-8..<0, 16..<24), (0..<64).map { $0 * 4 + 2 })
    expectEqual((0..<4).map { OrderedDither.threshold($0, 0) }, [2, 194, 50, 242])
    expectEqual((0..<4).map { OrderedDither.threshold(0, $0) }, [2, 130, 34, 162])
    for size in [2, 4] {
      for (x, y) in [(0, 0), (size, 0), (0, size), (8 - size, 8 - size)] {
        let part = thresholds(x..<x + size, y..<y + size)
        expectEqual(part.map { $0 * size * size / 256 }, Array(0..<size * size))
      }
    }
  }

  @Test("a focus beyond the radius is moved to 255/256 of it")
  func farFocus() {
    func row(_ distance: Double) -> [UInt32] {
      let geometry = Gradient.Geometry.radial(
        center: Point(x: 70, y: 20), radius: 64, focus: Point(x: 70 + distance, y: 20))
      return Self.row(.gradient(Gradient(geometry, stops: Self.stops)), y: 9, count: 150)
    }
    let nearest = row(64 * 255.0 / 256)
    expectEqual(row(64), nearest)
    expectEqual(row(200), nearest)
    #expect(row(50) != nearest)
  }

  @Test("a word depends only on its column and row, not on the start of a run")
  func runs() throws {
    let image = try #require(
      Image(
        size: PixelSize(width: 3, height: 2),
        straight: [1, 2, 3, 4, 5, 6].map { $0 * 0x2A17 | 0x7F00_0000 }))
    let transform = Transform(a: 0.9, b: 0.2, c: -0.3, d: 1.4, tx: 11, ty: -5)
    let paints: [Paint] = [
      .gradient(Gradient(.linear(start: .zero, end: Point(x: 70, y: 31)), stops: Self.stops)),
      .gradient(
        Gradient(
          .radial(center: Point(x: 30, y: 9), radius: 40, focus: Point(x: 12, y: 0)),
          stops: Self.stops)),
      .image(ImagePaint(image, transform: Transform(scale: 9))),
      .image(ImagePaint(image, sampling: .nearest, transform: Transform(scale: 9))),
      .color(Color(argb: 0x8012_3456)),
    ]
    for paint in paints {
      let whole = Self.row(paint, transform, x: -9, y: 13, count: 90)
      for start in 0..<20 {
        let part = Self.row(paint, transform, x: start - 9, y: 13, count: 61 - start)
        expectEqual(part, Array(whole[start..<61]))
      }
    }
  }

  @Test("a pixel has the same word alone and in a row, inside a gradient, beyond it, and across")
  func rowsOfGradients() {
    let start = Point(x: 40.3, y: 2)
    for length in [0.01, 3, 20, 200, 1e9, 1e-40, 1e-60] {
      let end = start + Vector(dx: length, dy: 0)
      for geometry in [
        Gradient.Geometry.linear(start: start, end: end), .linear(start: end, end: start),
        .radial(center: start, radius: length, focus: start),
        .radial(center: start, radius: length, focus: start + Vector(dx: length / 3, dy: 0)),
      ] {
        for transform in [
          Transform.identity, Transform(scale: -1.7), Transform(rotation: .degrees(30)),
        ] {
          let source = PaintSource(
            .gradient(Gradient(geometry, stops: Self.stops)), transform, tables: GradientTables())
          for y in [-30, 0, 2, 9] {
            for (x, count) in [(-9, 130), (30, 14), (0, 1), (38, 5), (60, 40), (-80, 60)] {
              let alone = (x..<x + count).map { Self.row(source, x: $0, y: y, count: 1) }
              expectEqual(Self.row(source, x: x, y: y, count: count), alone.flatMap { $0 })
            }
          }
        }
      }
    }
  }

  @Test("stops out of order move to the previous stop, and stops out of range to the ends")
  func badStops() {
    func words(_ positions: [Double]) -> [UInt32] {
      let colors: [UInt32] = [0xFF00_0000, 0xFF80_8080, 0xFFFF_FFFF]
      let stops = zip(positions, colors).map { GradientStops.ColorStop(at: $0, Color(argb: $1)) }
      return Self.row(
        .gradient(
          Gradient(
            .linear(start: .zero, end: Point(x: 100, y: 0)), stops: GradientStops(stops))),
        count: 100)
    }
    expectEqual(words([-3, 0.5, 9]), words([0, 0.5, 1]))
    expectEqual(words([0, 0.7, 0.2]), words([0, 0.7, 0.7]))
    expectEqual(words([0, .nan, 1]), words([0, 0, 1]))
    expectEqual(words([.nan, .infinity, .nan]), words([0, 1, 1]))
    let start = GradientStops([.init(at: 0, .black), .init(at: 0, .white), .init(at: 1, Self.red)])
    let table = GradientTables().table(for: start)
    expectEqual(withExtendedLifetime(table) { table.colors[0] }, 0xFF00_FF00_FF00_FF00)
    let hard = words([0.5, 0.5, 0.5])
    expectEqual(Set(hard), [0xFF00_0000, 0xFFFF_FFFF])
    #expect(hard[49] == 0xFF00_0000 && hard[50] == 0xFFFF_FFFF)
  }

  @Test(
    "a gradient without extent has its last colour; one without stops or inverse paints nothing")
  func degenerate() {
    let stops = GradientStops(
      [.init(at: 0, .white), .init(at: 0.4, Self.red)], alphas: [.init(at: 0, 0.5)])
    for geometry in [
      Gradient.Geometry.linear(start: Point(x: 4, y: 4), end: Point(x: 4, y: 4)),
      .radial(center: .zero, radius: 0, focus: .zero),
      .radial(center: .zero, radius: -4, focus: .zero),
      .radial(center: .zero, radius: .nan, focus: .zero),
      .linear(start: .zero, end: Point(x: .nan, y: 0)),
    ] {
      #expect(
        Self.row(.gradient(Gradient(geometry, stops: stops)), count: 3)
          == [0x8080_0000, 0x8080_0000, 0x8080_0000])
      expectEqual(Self.row(.gradient(Gradient(geometry, stops: GradientStops([]))), count: 1), [0])
    }
    let linear = Gradient(.linear(start: .zero, end: Point(x: 9, y: 0)), stops: stops)
    for scale in [0, .nan, .infinity] {
      expectEqual(Self.row(.gradient(linear), Transform(scale: scale), count: 2), [0, 0])
    }
    // With a focus on or beyond the circle, or with distant points, any colour is acceptable, but
    // nothing may trap.
    for focus in [10, 10.0001, 1e9, 1e300] {
      for scale in [1e-12, 1, 1e12] {
        let radial = Gradient(
          .radial(center: .zero, radius: 10, focus: Point(x: focus, y: 0)), stops: stops)
        _ = Self.row(.gradient(radial), Transform(scale: scale), x: -500_000, count: 9)
      }
    }
  }

  @Test("a table is reused for equal stops, and recomputed for others")
  func tables() {
    let tables = GradientTables()
    let first = tables.table(for: Self.stops)
    #expect(tables.table(for: Self.stops) === first)
    for index in 0..<100 {
      let stops = GradientStops([.init(at: 0, Color(rgb: UInt32(index)))])
      expectEqual(tables.table(for: stops).colors[512], 0xFF00_0000_0000_0000 | UInt64(index) << 8)
    }
    // The first table is still in use here, so its memory wasn't reused.
    expectEqual(first.colors[1023], tables.table(for: Self.stops).colors[1023])
  }
}
