import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Paths")
struct PathTests {
  @Test(
    "a contour without a move starts at the start of the previous contour, or at its first point")
  func implicitMoves() {
    var path = Path()
    path.addLine(to: Point(x: 1, y: 2))
    path.addLine(to: Point(x: 3, y: 2))
    path.close()
    path.close()
    path.addLine(to: Point(x: 9, y: 9))
    expectEqual(
      Array(path.elements),
      [
        .move(Point(x: 1, y: 2)), .line(Point(x: 3, y: 2)), .close, .move(Point(x: 1, y: 2)),
        .line(Point(x: 9, y: 9)),
      ])
    expectEqual(path.currentPoint, Point(x: 9, y: 9))
  }

  @Test("only the last of several consecutive moves counts")
  func moves() {
    var path = Path()
    path.move(to: Point(x: 1, y: 1))
    path.move(to: Point(x: 2, y: 2))
    expectEqual(Array(path.elements), [.move(Point(x: 2, y: 2))])
  }

  @Test(
    "a coordinate that is NaN or out of range empties the path and is reported",
    arguments: [Double.nan, .infinity, -.infinity, 1.1e18, -1e300])
  func outOfRange(value: Double) {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(x: 1, y: 1))
    path.addCurve(to: .zero, control1: Point(x: 1, y: value), control2: .zero)
    #expect(path.isEmpty)
    expectEqual(path.error, .outOfRange(element: 2))
    #expect(throws: PathError.outOfRange(element: 2)) { try path.validate() }
    path.addLine(to: .zero)
    #expect(path.isEmpty && path.error == .outOfRange(element: 2))
    #expect(path.bounds == nil && path.length == 0 && !path.contains(.zero))
    var whole = Path()
    whole.addRect(Rect(x: 0, y: 0, width: 1, height: 1))
    whole.append(path)
    expectEqual(whole.error, .outOfRange(element: 2))
    path.removeAll()
    #expect(path.error == nil)
  }

  @Test("more points than the limit empty the path and are reported")
  func tooMany() {
    var path = Path()
    for index in 0...Path.maximumPointCount {
      path.addLine(to: Point(x: Double(index), y: 0))
      if path.error != nil { break }
    }
    #expect(path.error == .tooManyPoints && path.isEmpty)
    expectEqual(
      "\(PathError.tooManyPoints)", "path: too many points; use at most 4194304")
  }

  @Test("a transform moves every point")
  func transforms() {
    var random = RandomPaths(seed: 3)
    let path = random.path()
    let transform = Transform(a: 0.5, b: 2, c: -1, d: 0.25, tx: 7, ty: -3)
    let moved = SampledPath(path.transformed(by: transform), samples: 10)
    let sampled = SampledPath(path, samples: 10)
    for (a, b) in zip(moved.contours, sampled.contours) {
      for (p, q) in zip(a.points, b.points) {
        #expect((transform.apply(to: q) - p).length < 1e-9)
      }
    }
  }

  @Test("a reversed path has opposite winding numbers, and keeps its starts and length")
  func reversed() {
    var random = RandomPaths(seed: 11)
    for _ in 0..<30 {
      let path = random.path()
      let reversed = path.reversed()
      #expect(abs(path.length - reversed.length) < 1e-6)
      expectEqual(reversed.reversed().length, path.length)
      for _ in 0..<20 {
        let point = random.point()
        expectEqual(path.winding(around: point), -reversed.winding(around: point))
      }
      for (a, b) in zip(SampledPath(path).contours, SampledPath(reversed).contours) {
        expectEqual(a.isClosed, b.isClosed)
        expectEqual(b.points.first, (a.isClosed ? a.points.first : a.points.last))
      }
    }
  }

  @Test("bounds enclose the outline and touch it on every side")
  func bounds() throws {
    var random = RandomPaths(seed: 5)
    for _ in 0..<40 {
      let path = random.path()
      let bounds = try #require(path.bounds)
      let points = SampledPath(path, samples: 2000).contours.flatMap(\.points)
      let xs = points.map(\.x)
      let ys = points.map(\.y)
      let sides = [
        (xs.min() ?? 0) - bounds.minX, bounds.maxX - (xs.max() ?? 0),
        (ys.min() ?? 0) - bounds.minY, bounds.maxY - (ys.max() ?? 0),
      ]
      for side in sides { #expect(side > -1e-9 && side < 1e-3) }
    }
  }

  @Test("a point is inside if a fine polygon winds around it")
  func hits() {
    var random = RandomPaths(seed: 9)
    for _ in 0..<30 {
      let path = random.path(contours: 3)
      var lines = LineBuffer()
      path.flatten(.identity, tolerance: 1e-4, into: &lines)
      for _ in 0..<40 {
        let point = random.point()
        if lines.distance(to: point) < 1e-3 { continue }
        let winding = lines.winding(around: point)
        expectEqual(path.winding(around: point), winding)
        expectEqual(path.contains(point), (winding != 0))
        expectEqual(path.contains(point, .evenOdd), (winding % 2 != 0))
      }
    }
  }

  @Test("a point at the height of a corner is counted once")
  func level() {
    var diamond = Path()
    diamond.addPolygon(center: .zero, radius: 8, corners: 4)
    var flag = Path()
    for (x, y) in [(0.0, 0.0), (8, 4), (0, 8), (4, 4)] { flag.addLine(to: Point(x: x, y: y)) }
    flag.close()
    expectEqual(diamond.winding(around: .zero), 1)
    expectEqual(diamond.winding(around: Point(x: -9, y: 0)), 0)
    expectEqual(flag.winding(around: Point(x: 6, y: 4)), 1)
    for x in [-1.0, 3, 9] { expectEqual(flag.winding(around: Point(x: x, y: 4)), 0) }
    for y in [0.0, 8] { expectEqual(flag.winding(around: Point(x: -1, y: y)), 0) }
  }

  @Test("a hit test ends, whatever the curve")
  func degenerateHits() {
    let far = 1e15
    for x in [0.0, 1, far, far + 1] {
      for end in [Point(x: x, y: x), Point(x: x + 1, y: x), Point(x: x, y: x + 1)] {
        var path = Path()
        path.move(to: Point(x: x, y: x))
        path.addCurve(to: end, control1: Point(x: x, y: x), control2: end)
        path.addCurve(to: Point(x: x, y: x), control1: end, control2: Point(x: x, y: x))
        _ = path.contains(Point(x: x, y: x))
        expectEqual(path.winding(around: Point(x: x - 2, y: x + 3)), 0)
      }
    }
  }
}
