import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Strokes")
struct StrokerTests {
  static func outline(
    _ path: Path, _ style: StrokeStyle, _ transform: Transform = .identity
  ) -> LineBuffer {
    var stroker = Stroker()
    var lines = LineBuffer()
    stroker.stroke(path, style, transform, into: &lines)
    return lines
  }

  /// Returns the first point at which a round stroke differs from the area within half its width of
  /// the path.
  static func mismatch(
    _ path: Path, _ style: StrokeStyle, _ random: inout RandomPaths, points: Int
  ) -> String? {
    let lines = outline(path, style)
    let sampled = SampledPath(path)
    for _ in 0..<points {
      let point = random.point(-30...130)
      let distance = sampled.distance(to: point) - style.width / 2
      if abs(distance) < 0.07 { continue }
      let winding = lines.winding(around: point)
      if (winding != 0) != (distance < 0) {
        return "\(point) is \(distance) off the edge, but wound round \(winding) times"
      }
    }
    return nil
  }

  @Test(
    "a stroke with round caps and joins is everything within half its width of the path",
    arguments: [0.8, 3, 12, 40, 90])
  func round(width: Double) {
    var random = RandomPaths(seed: 7 + UInt64(width))
    let style = StrokeStyle(width: width, cap: .round, join: .round)
    for _ in 0..<8 {
      let path = random.path(contours: 2, segments: 3)
      #expect(Self.mismatch(path, style, &random, points: 40) == nil, "\(path)")
    }
  }

  @Test("the stroke of a mirrored path is the mirrored stroke, even if it is wider than long")
  func mirrored() {
    var random = RandomPaths(seed: 67)
    let style = StrokeStyle(width: 60, cap: .butt, join: .miter)
    for _ in 0..<60 {
      let path = random.path(contours: 1, segments: 3)
      let lines = Self.outline(path, style)
      let mirrored = Self.outline(path.transformed(by: Transform(scaleX: -1, y: 1)), style)
      for _ in 0..<60 {
        let point = random.point(-30...130)
        let winding = lines.winding(around: point)
        expectEqual(mirrored.winding(around: Point(x: -point.x, y: point.y)), winding)
      }
    }
  }

  @Test("a stroke has no holes where a curve is tighter than its width")
  func sharp() {
    var random = RandomPaths(seed: 61)
    let style = StrokeStyle(width: 30, cap: .round, join: .round)
    var circle = Path()
    circle.addCircle(center: Point(x: 50, y: 50), radius: 6)
    // Curves with a cusp, nearly a cusp and a loop, and one that returns the way it came.
    var paths = [circle]
    for control in [(100.0, 0.0), (99, 1), (150, -50), (60, 40)] {
      var path = Path()
      path.move(to: Point(x: 0, y: 20))
      path.addCurve(
        to: Point(x: 100, y: 20), control1: Point(x: control.0, y: 90),
        control2: Point(x: control.1, y: 90))
      paths.append(path)
    }
    for control in [(90.0, 90.0), (90, -20), (200, 50)] {
      var path = Path()
      path.move(to: Point(x: 20, y: 50))
      path.addCurve(
        to: Point(x: 30, y: 50), control1: Point(x: control.0, y: 50),
        control2: Point(x: control.1, y: 50))
      paths.append(path)
    }
    for path in paths {
      #expect(Self.mismatch(path, style, &random, points: 300) == nil, "\(path)")
    }
  }

  @Test("fine polygons, straight or round, are stroked without holes")
  func fine() {
    var random = RandomPaths(seed: 67)
    for (radius, width) in [(5.0, 24.0), (30, 4), (30, 59)] {
      var path = Path()
      for index in 0..<500 {
        path.addLine(
          to: Point(x: 50, y: 50)
            + Vector(length: radius, direction: .turns(Double(index) / 500)))
      }
      path.close()
      for join in [StrokeStyle.Join.miter, .round, .bevel] {
        let style = StrokeStyle(width: width, cap: .butt, join: join)
        #expect(Self.mismatch(path, style, &random, points: 150) == nil)
      }
    }
  }

  @Test("caps and joins of polylines are rectangles, squares, triangles and miters")
  func polylines() {
    var random = RandomPaths(seed: 71)
    for join in [StrokeStyle.Join.miter, .bevel] {
      for cap in [StrokeStyle.Cap.butt, .square] {
        for limit in [1, 1.5, 4, 50] {
          let style = StrokeStyle(width: 14, cap: cap, join: join, miterLimit: limit)
          for _ in 0..<4 {
            let path = random.path(contours: 1, segments: 3, curves: false)
            let lines = Self.outline(path, style)
            let oracle = PolylineOracle(SampledPath(path), style)
            for _ in 0..<120 {
              let point = random.point(-30...130)
              if lines.distance(to: point) < 1e-6 { continue }
              let isInside = lines.winding(around: point) != 0
              expectEqual(isInside, oracle.contains(point), "\(point) of \(style) on \(path)")
            }
          }
        }
      }
    }
  }

  @Test("a stroke is stroked in its own space and then transformed")
  func transformed() {
    var random = RandomPaths(seed: 73)
    let transform = Transform(a: 2, b: 0.4, c: -0.3, d: -0.2, tx: 5, ty: 40)
    guard let inverse = transform.inverse else { return }
    for _ in 0..<10 {
      let path = random.path(contours: 1)
      let style = StrokeStyle(width: 9, cap: .round, join: .round)
      let lines = Self.outline(path, style, transform)
      let sampled = SampledPath(path)
      for _ in 0..<60 {
        let point = random.point()
        let distance = sampled.distance(to: point) - 4.5
        // A tolerance of 1/16 pixel in the transformed space.
        let device = transform.apply(to: point)
        #expect((inverse.apply(to: device) - point).length < 1e-9)
        if lines.distance(to: device) < 0.07 { continue }
        expectEqual((lines.winding(around: device) != 0), (distance < 0))
      }
    }
  }

  @Test("a contour without length is drawn as its caps")
  func dots() {
    var paths: [Path] = []
    for element in [Path.Element.close, .line(.zero), .quadratic(control: .zero, end: .zero)] {
      var path = Path()
      path.move(to: .zero)
      path.append(element)
      paths.append(path)
    }
    for path in paths {
      let disc = Self.outline(path, StrokeStyle(width: 10, cap: .round))
      #expect(disc.winding(around: Point(x: 3.4, y: -3.4)) != 0)
      expectEqual(disc.winding(around: Point(x: 3.7, y: 3.7)), 0)
      let square = Self.outline(path, StrokeStyle(width: 10, cap: .square))
      #expect(square.winding(around: Point(x: -4.9, y: 4.9)) != 0)
      expectEqual(square.winding(around: Point(x: -5.1, y: 0)), 0)
      #expect(Self.outline(path, StrokeStyle(width: 10, cap: .butt)).ends.isEmpty)
    }
    var move = Path()
    move.move(to: .zero)
    #expect(Self.outline(move, StrokeStyle(width: 10, cap: .round)).ends.isEmpty)
  }

  @Test("strokes without width or area result in no lines")
  func degenerate() {
    var path = Path()
    path.addCircle(center: .zero, radius: 10)
    for width in [0, -1, .nan, .infinity, -.infinity, 1e19] {
      #expect(Self.outline(path, StrokeStyle(width: width)).points.isEmpty)
    }
    for scale in [0, .nan, .infinity, 1e19] {
      let style = StrokeStyle(width: 3)
      #expect(Self.outline(path, style, Transform(scale: scale)).points.isEmpty)
    }
    var far = Path()
    far.addStar(center: .zero, outerRadius: 9e17, innerRadius: -9e17, points: 9)
    far.addCircle(center: Point(x: 1e17, y: 0), radius: 9e17)
    for width in [1e-300, 1, 1e18] {
      for join in [StrokeStyle.Join.miter, .round] {
        let style = StrokeStyle(width: width, cap: .round, join: join, miterLimit: .infinity)
        let lines = Self.outline(far, style, Transform(scale: 1e18))
        #expect(lines.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        #expect(lines.points.count < 1_000_000)
      }
    }
  }

  @Test("a miter is drawn up to its limit and not beyond")
  func miterLimit() {
    var path = Path()
    path.move(to: Point(x: -10, y: 0))
    path.addLine(to: .zero)
    path.addLine(to: Point(x: 0, y: 10))
    // At a right angle the miter is √2 times as long as the line is wide.
    let tip = Point(x: 0.98, y: -0.98)
    func hasTip(_ limit: Double) -> Bool {
      let style = StrokeStyle(width: 2, join: .miter, miterLimit: limit)
      return Self.outline(path, style).winding(around: tip) != 0
    }
    #expect(hasTip(1.415) && hasTip(.infinity))
    #expect(!hasTip(1.413) && !hasTip(0) && !hasTip(-5) && !hasTip(.nan))
  }
}
