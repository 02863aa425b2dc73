import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Geometry")
struct GeometryTests {
  @Test("vectors and points have the usual arithmetic")
  func vectors() {
    var velocity = Vector(dx: 1, dy: -2)
    velocity += 2 * Vector(dx: 3, dy: 0.5)
    expectEqual(velocity, Vector(dx: 7, dy: -1))
    velocity -= Vector(dx: 1, dy: 1)
    velocity *= 0.5
    expectEqual(velocity, Vector(dx: 3, dy: -1))
    velocity /= 2
    #expect(-velocity == Vector(dx: -1.5, dy: 0.5) && velocity / 0.5 == Vector(dx: 3, dy: -1))
    var point = Point(x: 1, y: 1)
    point += velocity * 2
    expectEqual(point, Point(x: 4, y: 0))
    point -= velocity
    expectEqual(point, Point(x: 2.5, y: 0.5))
    expectEqual(Point.zero.distance(to: Point(x: 3, y: 4)), 5)
    expectEqual(2 * Size(width: 1, height: 3), Size(width: 2, height: 6))
  }

  @Test("angles have the usual arithmetic, and vectors have directions")
  func angles() {
    var angle = Angle.turns(0.25)
    angle += .turns(0.5)
    angle -= .turns(0.25)
    angle *= 3
    expectEqual(angle, .turns(1.5))
    angle /= 2
    #expect(angle == 0.5 * Angle.turns(1.5) && angle / 3 == .turns(0.25))
    expectEqual(Vector(dx: 0, dy: 2).direction, .turns(0.25))
    expectEqual(Vector(dx: -1, dy: -1).direction, .turns(-0.375))
    #expect(abs(Vector(length: 2, direction: .radians(1)).direction.radians - 1) < 1e-15)
  }

  @Test("a point on the edge between two adjacent rectangles is in only one of them")
  func contains() {
    let left = Rect(x: 0, y: 0, width: 10, height: 10)
    let right = left + Vector(dx: 10, dy: 0)
    for y in [0, 5, 9.999] {
      #expect(!left.contains(Point(x: 10, y: y)) && right.contains(Point(x: 10, y: y)))
    }
    #expect(left.contains(Point.zero) && !left.contains(Point(x: 0, y: 10)))
    #expect(!left.contains(Point(x: -0.001, y: 5)) && !left.contains(Point(x: .nan, y: 5)))
    #expect(!left.intersects(right) && !Rect.zero.contains(Point.zero))
  }

  @Test("rectangles are intersected, united and inset")
  func rectangles() {
    let a = Rect(x: 0, y: 0, width: 10, height: 10)
    let b = Rect(x: 6, y: -2, width: 10, height: 5)
    #expect(a.intersection(b) == Rect(x: 6, y: 0, width: 4, height: 3) && a.intersects(b))
    expectEqual(a.union(b), Rect(x: 0, y: -2, width: 16, height: 12))
    #expect(a.union(.zero) == a && Rect.zero.union(b) == b)
    expectEqual(a.intersection(b + Vector(dx: 9, dy: 0)), .zero)
    #expect(a.contains(Rect(x: 0, y: 5, width: 10, height: 5)) && !a.contains(b))
    #expect(!a.contains(Rect.zero) && Rect.zero.isEmpty && !a.isEmpty)
    expectEqual(a.inset(by: 2), Rect(x: 2, y: 2, width: 6, height: 6))
    expectEqual(a.inset(by: -1), Rect(x: -1, y: -1, width: 12, height: 12))
    expectEqual(a.inset(by: 9), Rect(x: 5, y: 5, width: 0, height: 0))
    expectEqual(Rect(center: a.center, size: Size(width: 4, height: 2)).minX, 3)
    #expect((a.width, a.height, a.midX, a.midY) == (10, 10, 5, 5))
  }
}
