import AnimCore
import AnimWindow
import Testing

@testable import FlungCard

@Suite("The example of a card to fling")
struct FlungCardTests {
  private let table = CardTable(size: Size(width: 640, height: 480))

  init() { table.tree.update(to: 0) }

  private func send(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, at time: Seconds) {
    table.tree.update(to: time)
    table.handle(
      PointerEvent(phase: phase, point: Point(x: x, y: y), time: .seconds(time)))
  }

  private var place: Point { table.card.$position.presentation }

  /// Drags the card from the centre by 10 points per hundredth of a second, and releases it.
  private func fling(_ direction: Vector, at start: Seconds) -> Seconds {
    let origin = place
    send(.pressed(.left), origin.x, origin.y, at: start)
    for step in 1...6 {
      let point = origin + direction * (10 * Double(step))
      send(.moved, point.x, point.y, at: start + Double(step) / 100)
      #expect(place.distance(to: point) < 1e-9)
    }
    let end = origin + direction * 60
    send(.released(.left), end.x, end.y, at: start + 0.06)
    return start + 0.06
  }

  @Test("it continues at the velocity of the drag, and comes to rest on the table")
  func flung() {
    let start = fling(Vector(dx: 0.3, dy: 0.1), at: 1)
    let velocity = table.card.$position.velocity
    #expect(abs(velocity.dx - 300) < 1e-6 && abs(velocity.dy - 100) < 1e-6)
    table.tree.update(to: start + 10)
    #expect(!table.tree.hasRunningAnimations)
    #expect(abs(place.x - (320 + 18 + 300 * 0.499)) < 0.1)
  }

  @Test("it comes back when it is flung over the edge")
  func overTheEdge() {
    let start = fling(Vector(dx: 1, dy: 0), at: 1)
    var farthest = 0.0
    for frame in 1...600 {
      table.tree.update(to: start + Double(frame) / 60)
      farthest = max(farthest, place.x)
    }
    #expect(farthest > 580 && place == Point(x: 580, y: 240))
  }

  @Test("it can be caught at its current position, even next to its target, but not elsewhere")
  func caught() {
    let start = fling(Vector(dx: -0.4, dy: 0), at: 1)
    table.tree.update(to: start + 0.2)
    let (seen, goal) = (place, table.card.position)
    #expect(seen.distance(to: goal) > 100)
    send(.pressed(.left), goal.x - 55, goal.y, at: start + 0.2)
    #expect(table.card.position == goal)
    send(.pressed(.left), seen.x + 5, seen.y + 5, at: start + 0.2)
    #expect(table.card.position == seen)
    send(.released(.left), seen.x + 5, seen.y + 5, at: start + 0.5)
    table.tree.update(to: start + 9)
    #expect(place == seen)
  }
}
