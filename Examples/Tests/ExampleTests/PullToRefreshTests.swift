import AnimCore
import AnimWindow
import Testing

@testable import PullToRefresh

@Suite("The pull-to-refresh example")
struct PullToRefreshTests {
  private let pull = PullList(rows: 20, size: Size(width: 320, height: 400))

  private func send(_ phase: PointerEvent.Phase, _ y: Double, at time: Seconds) {
    pull.tree.update(to: time)
    pull.handle(
      PointerEvent(phase: phase, point: Point(x: 160, y: y), time: .seconds(time)))
  }

  private var offset: Double { pull.list.$position.presentation.y }

  /// Drags by a number of points in a tenth of a second, and releases immediately or after a rest.
  private func drag(_ way: Double, at start: Seconds, resting rest: Seconds = 0) {
    send(.pressed(.left), 200, at: start)
    for step in 1...10 {
      send(.moved, 200 + way * Double(step) / 10, at: start + Double(step) / 100)
    }
    send(.released(.left), 200 + way, at: start + 0.1 + rest)
  }

  @Test("resists beyond its edge, and springs back when it is released")
  func resistance() {
    send(.pressed(.left), 100, at: 1)
    send(.moved, 200, at: 1.1)
    #expect(abs(offset - RubberBand.standard.shown(100, over: 400)) < 1e-9)
    #expect(pull.list.position.x == 0 && pull.spinner.strokeEnd > 0.5)
    send(.released(.left), 200, at: 1.2)
    pull.tree.update(to: 9)
    #expect(offset == 0 && !pull.isRefreshing && pull.rows.count == 20)
  }

  @Test("stays pulled down until there is a new row, and then closes")
  func refresh() {
    drag(200, at: 1, resting: 0.1)
    #expect(pull.isRefreshing)
    pull.tree.update(to: 2.5)
    #expect(abs(offset - PullList.pull) < 0.5 && pull.rows.count == 20)
    #expect(pull.spinner.$rotation.presentation > .turns(0.5))
    pull.tree.update(to: 9)
    #expect(offset == 0 && !pull.isRefreshing && pull.rows.count == 21)
    let places = pull.rows.reversed().map(\.$position.presentation.y)
    #expect(places == (0..<21).map { PullList.rowHeight * Double($0) })
  }

  @Test("is flung to its end, not beyond, and can be caught on the way back without a jump")
  func fling() {
    drag(-80, at: 1)
    #expect(abs(pull.list.$position.velocity.dy - -800) < 1e-6)
    pull.tree.update(to: 6)
    #expect(abs(offset - (-80 - 800 * 0.4995)) < 1)
    for start in [10.0, 20] { drag(-160, at: start) }
    pull.tree.update(to: 29)
    let end = 400 - 20 * PullList.rowHeight
    #expect(offset == end)

    send(.pressed(.left), 300, at: 30)
    send(.moved, 200, at: 30.1)
    send(.released(.left), 200, at: 30.2)
    pull.tree.update(to: 30.25)
    let seen = offset
    #expect(seen < end - 5)
    send(.pressed(.left), 50, at: 30.25)
    #expect(offset == seen)
    send(.moved, 50.001, at: 30.26)
    #expect(abs(offset - seen) < 0.01)
  }

  @Test("is scrolled by the wheel, within its range")
  func wheel() {
    send(.scrolled(Vector(dx: 0, dy: 1)), 0, at: 1)
    pull.tree.update(to: 3)
    #expect(offset == -PullList.rowHeight)
    for _ in 0..<3 { send(.scrolled(Vector(dx: 0, dy: -1)), 0, at: 3) }
    pull.tree.update(to: 9)
    #expect(offset == 0)
  }
}
