import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Paths by length")
struct PathMeasureTests {
  @Test("the length equals that of a fine polygon")
  func lengths() {
    var random = RandomPaths(seed: 41)
    for _ in 0..<40 {
      let path = random.path()
      let dense = SampledPath(path, samples: 4000).length
      #expect(abs(path.length / dense - 1) < 1e-6)
    }
  }

  @Test("the length of a curve with a cusp is the sum of its two sides")
  func cusp() {
    var path = Path()
    // Like y = (x/50)^(2/3): the derivative is zero in the middle.
    path.move(to: Point(x: 0, y: 0))
    path.addCurve(
      to: Point(x: 100, y: 0), control1: Point(x: 100, y: 100), control2: Point(x: 0, y: 100))
    let dense = SampledPath(path, samples: 200_000).length
    #expect(abs(path.length / dense - 1) < 1e-7)
    let retraced = {
      var path = Path()
      path.move(to: .zero)
      path.addCurve(to: .zero, control1: Point(x: 90, y: 0), control2: Point(x: 90, y: 0))
      return path
    }()
    #expect(abs(retraced.length - 2 * 67.5) < 1e-6)
  }

  @Test("a position by length agrees with dense sampling, and its tangent points along the path")
  func positions() throws {
    var random = RandomPaths(seed: 43)
    for _ in 0..<20 {
      let path = random.path(contours: 1)
      let measure = PathMeasure(path)
      let points = SampledPath(path, samples: 3000).contours[0].points
      var travelled = 0.0
      var next = random.number(0...40)
      for (a, b) in zip(points, points.dropFirst()) {
        travelled += (b - a).length
        guard travelled >= next else { continue }
        let position = try #require(measure.position(at: travelled))
        #expect((position.point - b).length < 1e-3)
        let displacement = b - a
        let along =
          (displacement.dx * position.tangent.dx + displacement.dy * position.tangent.dy)
          / displacement.length
        #expect(along > 0.999 && abs(position.tangent.length - 1) < 1e-12)
        next = travelled + random.number(5...40)
      }
    }
  }

  @Test("a curve whose handles are at its ends still leaves and arrives in its own direction")
  func withoutHandles() throws {
    var path = Path()
    path.move(to: .zero)
    path.addCurve(
      to: Point(x: 90, y: 30), control1: .zero, control2: Point(x: 90, y: 30))
    path.move(to: .zero)
    path.addCurve(
      to: Point(x: 90, y: 30), control1: Point(x: 30, y: 10), control2: Point(x: 90, y: 30))
    let measure = PathMeasure(path)
    let slope = Vector(dx: 3, dy: 1).length
    for distance in [0, path.length / 2 * (1 - 1e-12), path.length] {
      let tangent = try #require(measure.position(at: distance)).tangent
      #expect(abs(tangent.dx - 3 / slope) < 1e-9 && abs(tangent.dy - 1 / slope) < 1e-9)
    }
  }

  @Test("distances outside a path are clamped to its ends")
  func clamped() {
    var path = Path()
    path.move(to: Point(x: 1, y: 0))
    path.addLine(to: Point(x: 3, y: 0))
    path.move(to: Point(x: 8, y: 0))
    path.addLine(to: Point(x: 8, y: 5))
    let measure = PathMeasure(path)
    expectEqual(measure.length, 7)
    expectEqual(measure.position(at: -4)?.point, Point(x: 1, y: 0))
    expectEqual(measure.position(at: .nan)?.point, Point(x: 1, y: 0))
    expectEqual(measure.position(at: 2)?.point, Point(x: 3, y: 0))
    expectEqual(measure.position(at: 3)?.point, Point(x: 8, y: 1))
    expectEqual(measure.position(at: .infinity)?.point, Point(x: 8, y: 5))
    #expect(PathMeasure(Path()).position(at: 0) == nil)
  }

  @Test("a part has the requested length and lies on the path")
  func parts() {
    var random = RandomPaths(seed: 47)
    for _ in 0..<30 {
      let path = random.path()
      let length = path.length
      let start = random.number(0...length)
      let end = random.number(start...length)
      let part = path.part(from: start, to: end)
      #expect(abs(part.length - (end - start)) < 1e-6 * length)
      let whole = SampledPath(path)
      for contour in SampledPath(part, samples: 5).contours {
        for point in contour.points { #expect(whole.distance(to: point) < 0.02) }
      }
      // The part and the rest add up to the whole.
      let before = path.part(from: 0, to: start).length
      let after = path.part(from: end, to: length).length
      #expect(abs(before + part.length + after - length) < 1e-6 * length)
    }
  }

  @Test("a complete closed contour stays closed, and a part may extend past its start")
  func closedParts() throws {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 10, height: 10))
    let measure = PathMeasure(path)
    let contour = try #require(measure.contours.first)
    expectEqual(path.part(from: 0, to: 40), path.part(from: -5, to: 99))
    expectEqual(Array(path.part(from: 0, to: 40).elements).last, .close)
    var part = Path()
    measure.appendPart(of: contour, from: 35, to: 45, to: &part)
    expectEqual(
      Array(part.elements),
      [
        .move(Point(x: 5, y: 0)), .line(Point(x: 10, y: 0)), .line(Point(x: 10, y: 5)),
      ])
    part.removeAll()
    // At most once round.
    measure.appendPart(of: contour, from: 35, to: 350, to: &part)
    #expect(abs(part.length - 40) < 1e-9)
    part.removeAll()
    measure.appendPart(of: contour, from: 12, to: 12, to: &part)
    measure.appendPart(of: contour, from: 12, to: 3, to: &part)
    measure.appendPart(of: contour, from: .nan, to: .nan, to: &part)
    #expect(part.isEmpty)
  }

  @Test("a reused measure gives the same results as a new one")
  func reused() {
    var random = RandomPaths(seed: 53)
    var measure = PathMeasure()
    for _ in 0..<5 {
      let path = random.path()
      measure.measure(path)
      expectEqual(measure.length, PathMeasure(path).length)
      expectEqual(measure.position(at: 30), PathMeasure(path).position(at: 30))
    }
  }
}
