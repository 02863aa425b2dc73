import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Flattening")
struct FlatteningTests {
  @Test("lines are at most 1/16 of a pixel from their curve, at any scale")
  func error() {
    var random = RandomPaths(seed: 21)
    var worst = 0.0
    for index in 0..<60 {
      let path = random.path(contours: 1, segments: 3)
      let scale = Transform(scale: [0.02, 0.3, 1, 7][index % 4])
      var lines = LineBuffer()
      path.flatten(scale, into: &lines)
      let curves = SampledPath(path.transformed(by: scale), samples: 600)
      for contour in curves.contours {
        for point in contour.points { worst = max(worst, lines.distance(to: point)) }
      }
    }
    #expect(worst <= 1.0 / 16)
    // A much smaller deviation would be a waste of lines.
    #expect(worst > 1.0 / 40)
  }

  @Test("every contour with an area is a polygon")
  func polygons() {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 2, height: 1))
    path.move(to: Point(x: 5, y: 5))
    path.addLine(to: Point(x: 6, y: 5))
    path.move(to: Point(x: 7, y: 7))
    path.addCircle(center: .zero, radius: 4)
    var lines = LineBuffer()
    path.flatten(.identity, into: &lines)
    expectEqual(lines.ends.count, 2)
    expectEqual(lines.ends.first, 4)
    expectEqual(lines.ends.last, lines.points.count)
  }

  @Test("a full buffer stays full until it is emptied")
  func staysFull() {
    var circle = Path()
    circle.addCircle(center: .zero, radius: 10)
    var lines = LineBuffer()
    lines.limit = 100
    for _ in 0..<20 { circle.flatten(.identity, into: &lines) }
    #expect(lines.isFull)
    #expect(lines.points.count <= 100)
    #expect(lines.work >= 100)
    let count = lines.points.count
    var square = Path()
    square.addRect(Rect(x: 0, y: 0, width: 1, height: 1))
    square.flatten(.identity, into: &lines)
    expectEqual(lines.points.count, count)
    lines.removeAll()
    square.flatten(.identity, into: &lines)
    expectEqual(lines.points.count, 4)
  }

  @Test("paths that can't be drawn result in no lines")
  func degenerate() {
    var path = Path()
    path.addCircle(center: .zero, radius: 4)
    var lines = LineBuffer()
    for value in [Double.nan, .infinity, 1e19] {
      path.flatten(Transform(a: value, b: 0, c: 0, d: 1, tx: 0, ty: 0), into: &lines)
      path.flatten(Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: value), into: &lines)
    }
    #expect(lines.points.isEmpty)
    Path().flatten(.identity, into: &lines)
    #expect(lines.ends.isEmpty)
  }

  @Test("enormous curves have a bounded number of lines")
  func huge() {
    var path = Path()
    path.addCircle(center: .zero, radius: 1e18)
    var lines = LineBuffer()
    path.flatten(Transform(scale: 1e18), into: &lines)
    #expect(lines.points.count <= 4 * Flattening.maximumPieces + 1)
    #expect(lines.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
  }

  @Test("a full buffer contains only complete polygons")
  func full() {
    var circle = Path()
    circle.addCircle(center: .zero, radius: 1e18)
    var lines = LineBuffer()
    let before = LineBuffer.maximumPointCount / (4 * Flattening.maximumPieces + 1)
    for _ in 0..<before + 3 { circle.flatten(Transform(scale: 1e18), into: &lines) }
    #expect(lines.points.count <= LineBuffer.maximumPointCount)
    expectEqual(lines.ends.last, lines.points.count)
  }
}
