import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Trim paths and path modifiers")
struct OutlineRuleTests {
  private var square: Path {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 10, height: 10))
    return path
  }

  @Test("is the entire path after full turns, rounded to a ten thousandth")
  func trims() {
    #expect(Trim(1, 2).isWhole && Trim(0, 1).isWhole && !Trim(0.5, 1.5).isWhole)
    #expect(Trim(1, 1.5).start == 0 && Trim(1, 1.5).end == 0.5)
    #expect(Trim(0.75, 0.25).start == 0.25 && Trim(0.75, 0.25).end == 0.75)
    #expect(Trim(0.5, 0.5).isEmpty)
    func trim(_ start: Double, _ end: Double, _ offset: Double) -> [Double] {
      let trim = TrimModifier(
        start: .constant(start), end: .constant(end), offset: .constant(offset),
        isSequential: false
      ).trim(at: EvaluationTime(0))
      return [trim.start, trim.end]
    }
    expectEqual(trim(0, 100.0 / 3, 0), [0, 0.3333])
    expectEqual(trim(0, 100, 120), [0.3333, 1.3333])
    #expect(trim(0, 50, -90) == [0.75, 1.25] && trim(0, 50, -450) == [0.75, 1.25])
    #expect(trim(0, 50, 720) == [0, 0.5] && trim(-50, 150, 0) == [0, 1])
  }

  @Test("a trim that passes the start of a closed contour results in one piece")
  func closedTrim() {
    var closed = Path()
    Trim(0.875, 1.125).append(PathMeasure(square), to: &closed)
    #expect(closed.contours.count == 1 && abs(closed.length - 10) < 1e-9)
    var both = square
    both.addRect(Rect(x: 20, y: 0, width: 10, height: 10))
    var two = Path()
    Trim(0.875, 1.125).append(PathMeasure(both), to: &two)
    #expect(two.contours.count == 2 && abs(two.length - 20) < 1e-9)
  }

  @Test("has the nearest integral number of peaks, with handles in proportion to each side")
  func zigZag() throws {
    func count(_ frequency: Double) throws -> Int {
      try square.zigZagged(amplitude: 1, frequency: frequency, isSmooth: false).contours[0].vertices
        .count
    }
    expectEqual(try [2.4, 2.5, 2.6].map(count), [4 * 3, 4 * 4, 4 * 4])
    var triangle = Path()
    triangle.move(to: Point(x: 0, y: 0))
    triangle.addLine(to: Point(x: 30, y: 0))
    triangle.addLine(to: Point(x: 30, y: 6))
    let smooth = try triangle.zigZagged(amplitude: 1, frequency: 1, isSmooth: true)
    let corner = smooth.contours[0].vertices[2]
    #expect(abs((corner.handleIn - corner.point).length - 7.5) < 1e-9)
    #expect(abs((corner.handleOut - corner.point).length - 1.5) < 1e-9)
  }

  @Test("is mitred up to the limit, which is a multiple of the amount")
  func miterLimit() throws {
    func reach(_ limit: Double) throws -> Double {
      let offset = try square.offset(by: 2, join: .miter, miterLimit: limit)
      return offset.contours[0].vertices.map { $0.point.sum() }.min() ?? 0
    }
    // The miter is √2 times the amount from the corner.
    #expect(try abs(reach(1.42) + 4) < 1e-6 && abs(reach(1.41) + 2) < 1e-6)
  }

  @Test(
    "has handles that pucker moves in the opposite direction to vertices, each about the middle")
  func pucker() {
    var circle = Path()
    circle.addCircle(center: .zero, radius: 8)
    let before = circle.contours[0].vertices
    let after = circle.puckered(percent: 50).contours[0].vertices
    for (a, b) in zip(before, after) {
      #expect((b.point - a.point * 0.5).length < 1e-9)
      #expect((b.handleIn - a.handleIn * 1.5).length < 1e-9)
      #expect((b.handleOut - a.handleOut * 1.5).length < 1e-9)
    }
  }
}
