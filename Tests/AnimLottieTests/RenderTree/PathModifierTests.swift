import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Path modifiers")
struct PathModifierTests {
  private func polygon(_ points: [SIMD2<Double>], isClosed: Bool = true) -> Path {
    Path([PathContour(points.map { .init($0) }, isClosed: isClosed)])
  }

  private var square: Path { polygon([[0, 0], [10, 0], [10, 10], [0, 10]]) }

  private func points(_ path: Path) -> [SIMD2<Double>] {
    path.contours.flatMap { $0.vertices.map(\.point) }
  }

  private func expectNear(
    _ a: [SIMD2<Double>], _ b: [SIMD2<Double>], within limit: Double = 1e-9,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(a.count == b.count, "\(a)", sourceLocation: sourceLocation)
    for (a, b) in zip(a, b) {
      #expect((a - b).length <= limit, "\(a) \(b)", sourceLocation: sourceLocation)
    }
  }

  @Test("a path converted to contours and back is the same path")
  func contours() {
    var path = square
    path.addCircle(center: Point(x: 30, y: 30), radius: 4)
    path.append(polygon([[0, 0], [3, 4], [5, 0]], isClosed: false))
    expectEqual(Path(path.contours), path)
    expectEqual(path.contours.map(\.vertices.count), [4, 4, 3])
    expectEqual(path.contours.map(\.sideCount), [4, 4, 2])
  }

  @Test(
    "rounding starts at the radius from a corner, at most in the middle of a side, and excludes open ends"
  )
  func roundCorners() {
    let rounded = square.roundingCorners(radius: 2)
    expectNear(
      points(rounded),
      [[0, 2], [2, 0], [8, 0], [10, 2], [10, 8], [8, 10], [2, 10], [0, 8]])
    #expect(abs((rounded.part(from: 0, to: 3.1).bounds?.minX ?? 1) - 0) < 1e-9)
    expectNear(
      points(square.roundingCorners(radius: 99)),
      [[0, 5], [5, 0], [5, 0], [10, 5], [10, 5], [5, 10], [5, 10]])
    let open = polygon([[0, 0], [10, 0], [10, 10]], isClosed: false)
    expectNear(
      points(open.roundingCorners(radius: 3)), [[0, 0], [7, 0], [10, 3], [10, 10]])
    expectEqual(square.roundingCorners(radius: 0), square)
    expectEqual(square.roundingCorners(radius: -3), square)
  }

  @Test("pucker moves vertices to the centre and handles away from it")
  func pucker() {
    expectNear(points(square.puckered(percent: 100)), Array(repeating: [5, 5], count: 4))
    let half = square.puckered(percent: 50)
    expectNear(points(half), [[2.5, 2.5], [7.5, 2.5], [7.5, 7.5], [2.5, 7.5]])
    expectEqual(half.contours[0].vertices[0].handleOut, [-2.5, -2.5])
    expectEqual(square.puckered(percent: 0), square)
  }

  @Test("the centre of a pucker is that of the path's bounds, wherever its vertices are")
  func puckerCenter() {
    let house = polygon([[0, 0], [10, 0], [10, 8], [5, 20], [0, 8]])
    expectNear(
      points(house.puckered(percent: 100)), Array(repeating: [5, 10], count: 5))
    // Curves count as far as they go.
    let bow = Path([
      PathContour(
        [.init([0, 0]), .init([12, 0], in: [12, 16]), .init([6, -2])], isClosed: true)
    ])
    let bounds = bow.bounds ?? Rect(x: 0, y: 0, width: 0, height: 0)
    #expect(bounds.maxY > 3)
    expectNear(
      points(bow.puckered(percent: 100)),
      Array(repeating: [bounds.center.x, bounds.center.y], count: 3), within: 1e-6)
  }

  @Test("zigzag creates peaks on alternate sides, and the vertices are peaks too")
  func zigZag() throws {
    let line = polygon([[0, 0], [12, 0]], isClosed: false)
    let zigZag = try line.zigZagged(amplitude: 2, frequency: 3, isSmooth: false)
    // As in lottie-web, the other end is treated as the neighbour of an end, which gives no
    // direction.
    expectNear(points(zigZag), [[-2, 0], [3, -2], [6, 2], [9, -2], [10, 0]])
    let smooth = try line.zigZagged(amplitude: 2, frequency: 3, isSmooth: true)
    expectNear(points(smooth), points(zigZag))
    expectEqual(smooth.contours[0].vertices[1].handleIn, [1.5, -2])
    expectEqual(smooth.contours[0].vertices[1].handleOut, [4.5, -2])
    try expectEqual(
      points(square.zigZagged(amplitude: 1, frequency: 2.4, isSmooth: false)).count, 12)
    try expectEqual(square.zigZagged(amplitude: 0, frequency: 5, isSmooth: false), square)
  }

  @Test("an offset moves the sides of a clockwise outline outwards, with the requested joins")
  func offset() throws {
    let miter = try square.offset(by: 1, join: .miter, miterLimit: 100)
    expectEqual(miter.bounds, Rect(x: -1, y: -1, width: 12, height: 12))
    #expect(abs(miter.area - 144) < 1e-6)
    #expect(try abs(square.offset(by: 1, join: .bevel, miterLimit: 100).area - 142) < 1e-6)
    #expect(try abs(square.offset(by: 1, join: .miter, miterLimit: 0.5).area - 142) < 1e-6)
    let round = try square.offset(by: 1, join: .round, miterLimit: 100).area
    #expect(round > 142.5 && round < 144)
    #expect(try abs(square.offset(by: -1, join: .miter, miterLimit: 100).area - 64) < 1)
    let line = polygon([[0, 0], [10, 0]], isClosed: false)
    #expect(try abs(line.offset(by: 2, join: .bevel, miterLimit: 4).area - 40) < 1e-6)
    try expectEqual(square.offset(by: 0, join: .miter, miterLimit: 4), square)
  }

  @Test("the miter limit of an offset is a ratio to the width, like that of a stroke")
  func offsetMiterLimit() throws {
    for amount in [0.5, 1, 10, 100] {
      // A miter at a right angle is √2 times the width.
      let side = 10 + 2 * amount
      let sharp = try square.offset(by: amount, join: .miter, miterLimit: 1.5).area
      #expect(abs(sharp - side * side) < 1e-6)
      let cut = try square.offset(by: amount, join: .miter, miterLimit: 1.4).area
      #expect(abs(cut - (side * side - 2 * amount * amount)) < 1e-6)
    }
  }

  @Test("an offset curve keeps its distance")
  func offsetCircle() throws {
    var circle = Path()
    circle.addCircle(center: .zero, radius: 10)
    let larger = try circle.offset(by: 5, join: .miter, miterLimit: 4)
    for index in 0..<16 {
      let angle = Angle(turns: Double(index) / 16)
      let direction = SIMD2(angle.cosine, angle.sine)
      #expect(larger.contains(Point(direction * 14.98)))
      #expect(!larger.contains(Point(direction * 15.02)))
    }
  }

  @Test("a round join is an arc, and the ends of a line are half turns")
  func roundJoin() throws {
    let line = polygon([[0, 0], [10, 0]], isClosed: false)
    let round = try line.offset(by: 2, join: .round, miterLimit: 4)
    #expect(abs(round.area - (40 + 4 * .pi)) < 0.01)
    for index in 0...8 {
      let angle = Angle(turns: Double(index) / 16 - 0.25)
      let direction = SIMD2(angle.cosine, angle.sine)
      #expect(round.contains(Point(SIMD2(10, 0) + direction * 1.995)))
      #expect(!round.contains(Point(SIMD2(10, 0) + direction * 2.005)))
    }
    #expect(
      try abs(square.offset(by: 1, join: .round, miterLimit: 100).area - (140 + .pi)) < 0.01)
  }

  @Test("a twist leaves the farthest points in place, and rotates those near the centre")
  func twist() throws {
    let path = polygon([[-10, 0], [10, 0]], isClosed: false)
    let twisted = try points(path.twisted(degrees: 90, center: .zero))
    expectNear([twisted[0], twisted[8]], [[-10, 0], [10, 0]])
    expectNear([twisted[4]], [.zero])
    // Halfway out, half of the angle is left.
    let cosine = 0.5.squareRoot()
    expectNear([twisted[6]], [[5 * cosine, 5 * cosine]], within: 1e-9)
  }

  @Test("merging subtracts from the first path, and leaves a single path unchanged")
  func merge() {
    let other = polygon([[5, 0], [15, 0], [15, 10], [5, 10]])
    #expect(abs(Path.merged([square, other], mode: .add).area - 150) < 1e-6)
    expectNear(
      points(.merged([square, other], mode: .subtract)), [[0, 0], [5, 0], [5, 10], [0, 10]])
    #expect(abs(Path.merged([square, other], mode: .intersect).area - 50) < 1e-6)
    #expect(abs(Path.merged([square, other], mode: .exclude).area - 100) < 1e-6)
    expectEqual(Path.merged([square, other], mode: .normal).contours.count, 2)
    expectEqual(Path.merged([square], mode: .intersect), square)
    #expect(Path.merged([], mode: .intersect).isEmpty)
  }

  @Test("hostile numbers and paths take little time, and result in a path or an error")
  func hostile() throws {
    var generator = SeededGenerator(seed: 0x0FF5E7)
    let numbers = [0, 1, -3, 100, 1e9, -1e18, 1e300, .infinity, -.infinity, .nan]
    let contour = PathContour(
      (0..<3000).map { _ in
        func point() -> SIMD2<Double> { SIMD2(generator.unit(), generator.unit()) * 100 }
        return .init(point(), in: point(), out: point())
      }, isClosed: true)
    let paths = [
      Path([contour]), Path(), polygon([[1, 1]]), polygon([[1, 1]], isClosed: false),
      polygon([[1, 1], [1, 1], [1, 1]]), polygon([[-1e18, 1e18], [1e18, -1e18]]),
    ]
    for path in paths {
      for number in numbers {
        _ = path.roundingCorners(radius: number)
        _ = path.puckered(percent: number)
        _ = try? path.zigZagged(amplitude: 3, frequency: number, isSmooth: true)
        _ = try? path.zigZagged(amplitude: number, frequency: 3, isSmooth: false)
        _ = try? path.twisted(degrees: number, center: SIMD2(number, 0))
      }
      for number in path == paths[0] ? [3, .nan] : numbers {
        _ = try? path.offset(by: number, join: .round, miterLimit: number)
        _ = try? path.offset(by: number, join: .miter, miterLimit: number)
      }
    }
    var broken = Path()
    broken.move(to: Point(x: .nan, y: 0))
    expectEqual(broken.puckered(percent: 3).error, broken.error)
    expectEqual(Path.merged([broken, square], mode: .add).error, broken.error)
  }
}
