import TestSupport
import Testing

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("Trapezoids of polygons")
struct TrapezoidSweepTests {
  /// Returns the upper edge, the lower edge, and the left and right end of the upper edge of each
  /// trapezoid of polygons.
  private func trapezoids(_ polygons: [[(Double, Double)]], _ rule: FillRule) -> [[Double]] {
    let bounds = PixelRect(x0: 0, y0: 0, x1: 100, y1: 100)
    var sweep = TrapezoidSweep()
    sweep.begin(bounds, in: bounds)
    for polygon in polygons {
      let points = polygon.map { FixedPoint(x: Fixed($0.0), y: Fixed($0.1)) }
      for (start, end) in zip(points, points.dropFirst() + points.prefix(1)) {
        sweep.add(start, end)
      }
    }
    var found: [[Double]] = []
    sweep.finish(rule) { batch in
      found += batch.map {
        [$0.top.pixels, $0.bottom.pixels, $0.left.upper.x.pixels, $0.right.upper.x.pixels]
      }
    }
    return found
  }

  private func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> [(Double, Double)] {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
  }

  @Test("are found from top to bottom and from left to right, in any order of the polygons")
  func order() {
    let boxes = [box(60, 10, 20, 30), box(10, 10, 20, 30), box(40, 10, 5, 20)]
    let expected: [[Double]] = [[10, 30, 40, 45], [10, 40, 10, 30], [10, 40, 60, 80]]
    expectEqual(trapezoids(boxes, .nonzero), expected)
    expectEqual(trapezoids(boxes.reversed(), .nonzero), expected)
  }

  @Test("follow the fill rule where polygons overlap")
  func rules() {
    let polygons = [box(10, 10, 40, 40), box(20, 20, 20, 20)]
    expectEqual(trapezoids(polygons, .nonzero), [[10, 50, 10, 50]])
    expectEqual(
      trapezoids(polygons, .evenOdd).sorted { $0.lexicographicallyPrecedes($1) },
      [[10, 20, 10, 50], [20, 40, 10, 20], [20, 40, 40, 50], [40, 50, 10, 50]])
  }
}
