import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Paths grown and shrunk")
struct PathExpansionTests {
  private func circle(_ radius: Double, isHole: Bool = false) -> Path {
    var path = Path()
    path.addCircle(center: Point(x: 50, y: 40), radius: radius)
    return isHole ? path.reversed() : path
  }

  private func square(_ x: Double, _ y: Double, _ side: Double) -> Path {
    var path = Path()
    path.addRect(Rect(x: x, y: y, width: side, height: side))
    return path
  }

  @Test(
    "a circle's radius changes by the distance, in either direction of the contour",
    arguments: [-140.0, -5, 0, 5, 146, 147, 148, 1000])
  func circles(distance: Double) {
    for path in [circle(147), circle(147, isHole: true)] {
      let result = path.expanded(by: distance)
      #expect(result.error == nil)
      let radius = 147 + distance
      #expect(abs(result.area.magnitude - .pi * radius * radius) < 7 * radius * 0.1 + 0.5)
      #expect(abs((result.bounds?.width ?? 0) - 2 * radius) < 0.5)
    }
  }

  @Test("nothing remains of an area that is shrunk by more than its width")
  func vanishing() {
    for distance in [-147.0, -147.1, -1000, -1e12] {
      expectEqual(circle(147).expanded(by: distance).area, 0)
    }
    expectEqual(square(0, 0, 10).expanded(by: -5).area, 0)
  }

  @Test("corners stay sharp, and sides keep their distance")
  func corners() {
    #expect(abs(square(0, 0, 10).expanded(by: 3).area - 256) < 1e-3)
    #expect(abs(square(0, 0, 10).expanded(by: -3).area - 16) < 1e-3)
    // An L, whose inner corner moves, too.
    let bent = square(0, 0, 20).subtracting(square(10, 10, 20))
    #expect(abs(bent.expanded(by: 2).area - (24 * 24 - 100)) < 1e-2)
    #expect(abs(bent.expanded(by: -2).area - (16 * 16 - 100)) < 1e-2)
    #expect(abs(bent.expanded(by: 9).area - (38 * 38 - 100)) < 1e-2)
    #expect(abs(bent.expanded(by: 11).area - (42 * 42 - 100)) < 1e-2)
    expectEqual(bent.expanded(by: -5.1).area, 0)
  }

  @Test("holes shrink as the area around them grows, until they are closed")
  func holes() {
    let ring = square(0, 0, 40).subtracting(square(15, 15, 10))
    #expect(abs(ring.expanded(by: 2).area - (44 * 44 - 36)) < 1e-2)
    #expect(abs(ring.expanded(by: 5).area - 50 * 50) < 1e-2)
    #expect(abs(ring.expanded(by: 30).area - 100 * 100) < 1e-2)
    #expect(abs(ring.expanded(by: -2).area - (36 * 36 - 14 * 14)) < 1e-2)
    expectEqual(ring.expanded(by: -8).area, 0)
    let round = square(0, 0, 400).subtracting(circle(35))
    #expect(abs(round.expanded(by: 20).area - (440 * 440 - .pi * 225)) < 8)
    #expect(abs(round.expanded(by: 35).area - 470 * 470) < 8)
  }

  @Test("adjacent areas are joined, and areas with a narrow connection are separated")
  func topology() {
    var two = square(0, 0, 10)
    two.append(square(14, 0, 10))
    #expect(abs(two.expanded(by: 3).area - 30 * 16) < 1e-2)
    let bell = square(0, 0, 10).union(square(20, 0, 10)).union(
      {
        var bar = Path()
        bar.addRect(Rect(x: 5, y: 4, width: 20, height: 2))
        return bar
      }())
    #expect(abs(bell.expanded(by: -2).area - 72) < 1e-2)
    expectEqual(bell.expanded(by: -2).contours.count, 2)
  }

  @Test("no numbers cause crashes or hangs")
  func hostile() {
    for number in [1e300, -1e300, 1e18, .infinity, .nan, 1e-300, -1e-9] {
      _ = circle(20).expanded(by: number)
      _ = square(1e17, -1e17, 5).expanded(by: number)
      _ = Path().expanded(by: number)
    }
  }
}
