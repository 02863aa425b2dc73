import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Gestures and properties")
struct GestureTests {
  /// Returns a dial halfway from 0 to 10 at 10 per second, with other animations on top.
  private static func moving() throws -> DialTree {
    let fixture = DialTree()
    fixture.tree.animate(duration: 1, curve: .linear) { fixture.dial.position = 10 }
    fixture.tree.update(to: 0.5)
    expectEqual(fixture.dial.$position.presentation, 5)
    return fixture
  }

  @Test("a single call stops a value at its position on the screen, whatever moves it")
  func stop() throws {
    let fixture = try Self.moving()
    let shake = BasicAnimation(
      from: 1, to: 1, timing: MediaTiming(duration: 9), isAdditive: true)
    try fixture.dial.$position.add(shake, forKey: "shake", completion: fixture.note("shake"))
    fixture.dial.$position.stop()
    expectEqual(fixture.log, ["shake replaced"])
    expectEqual(fixture.dial.position, 6)
    for time in [0.5, 0.75, 3] {
      fixture.tree.update(to: time)
      expectEqual(fixture.dial.$position.presentation, 6)
    }
    #expect(!fixture.tree.hasRunningAnimations)
  }

  @Test(
    "a jump is visible immediately, even to the target of a running animation, and needs no transaction"
  )
  func jump() throws {
    for target in [10.0, 7, 5] {
      let fixture = try Self.moving()
      fixture.tree.didDisplay()
      fixture.dial.$position.jump(to: target)
      #expect(fixture.dial.position == target && fixture.dial.$position.presentation == target)
      #expect(fixture.tree.needsDisplay && !fixture.tree.hasRunningAnimations)
      fixture.tree.didDisplay()
      fixture.dial.$position.jump(to: target)
      #expect(!fixture.tree.needsDisplay)
    }
    let alone = Dial()
    alone.$position.jump(to: 3)
    expectEqual(alone.position, 3)
  }

  @Test(
    "a velocity is that of the value, whatever the distance and the curve, at rest and in motion")
  func velocity() throws {
    for target in [5.0, 5.001, 10, -100] {
      for curve in [AnimationCurve.snappy, .spring(Spring(initialVelocity: 9)), .easeInEaseOut] {
        for isMoving in [true, false] {
          let fixture = try Self.moving()
          if !isMoving { fixture.dial.$position.stop() }
          fixture.dial.$position.animate(to: target, velocity: 300, curve: curve)
          #expect(fixture.dial.position == target && fixture.dial.$position.presentation == 5)
          expectEqual(fixture.dial.$position.velocity, 300)
          #expect(abs(fixture.measuredVelocity(at: 0.5 + 2e-6) - 300) < 0.05)
          #expect(fixture.dial.$position.presentation > 5)
          fixture.tree.update(to: 9)
          expectEqual(fixture.dial.$position.presentation, target)
        }
      }
    }
  }

  @Test(
    "without a velocity, the motion keeps the current one, unless a spring at rest has its own")
  func present() throws {
    let fixture = try Self.moving()
    fixture.dial.$position.animate(to: 0, curve: .easeOut)
    expectEqual(fixture.dial.$position.velocity, 10)
    let rested = DialTree()
    rested.dial.$position.animate(to: 10, curve: .spring(Spring(initialVelocity: 2)))
    expectEqual(rested.dial.$position.velocity, 20)
  }

  @Test("a point has a vector as its velocity, and so does an explicit animation")
  func vectors() throws {
    let fixture = DialTree()
    let velocity = Vector(dx: 30, dy: -40)
    fixture.dial.$place.animate(to: .zero, velocity: velocity)
    expectEqual(fixture.dial.$place.velocity, velocity)
    fixture.tree.update(to: 0.1)
    let place = fixture.dial.$place.presentation
    #expect(place.x > 0.5 && abs(place.y * 30 + place.x * 40) < 1e-9)
    try fixture.dial.$position.add(
      BasicAnimation(from: 2, to: 2, velocity: 50, curve: .spring(.standard)))
    expectEqual(fixture.dial.$position.velocity, 50)
  }

  @Test("a deceleration starts with the velocity, and ends at the projected value")
  func decelerate() throws {
    for deceleration in [Deceleration.normal, .fast, Deceleration(friction: 4)] {
      let fixture = try Self.moving()
      fixture.dial.$position.decelerate(velocity: -200, by: deceleration)
      expectEqual(fixture.dial.position, deceleration.projection(of: 5, velocity: -200))
      #expect(abs(fixture.dial.$position.velocity - -200) < 1e-9)
      #expect(
        abs(fixture.measuredVelocity(at: 0.6) + 200 * exponential(-deceleration.friction / 10))
          < 0.01)
      let end = try #require(fixture.tree.animationsEnd)
      #expect(abs(end - 0.5 - deceleration.duration) < 1e-9)
      fixture.tree.update(to: end)
      expectEqual(fixture.dial.$position.presentation, fixture.dial.position)
      expectEqual(fixture.dial.$position.velocity, 0)
    }
    let fixture = try Self.moving()
    fixture.dial.$position.decelerate()
    #expect(abs(fixture.dial.$position.velocity - 10) < 1e-9)
  }

  @Test("with reduced motion, a gesture sets the final value immediately")
  func withoutMotion() throws {
    for change in 0..<3 {
      let fixture = try Self.moving()
      fixture.dial.$position.stop()
      let fling = {
        fixture.dial.$position.animate(to: 7, velocity: 300)
        expectEqual(fixture.dial.$position.presentation, 7)
        fixture.dial.$position.decelerate(velocity: 100)
      }
      switch change {
      case 0:
        fixture.tree.reducesMotion = true
        fling()
      case 1: fixture.tree.run(.withoutActions, changes: fling)
      default:
        fixture.dial.removeFromSuperlayer()
        fixture.tree.root.addSublayer(fixture.dial)
        fling()
      }
      expectEqual(fixture.dial.position, Deceleration.normal.projection(of: 7, velocity: 100))
      expectEqual(fixture.dial.$position.presentation, fixture.dial.position)
      #expect(!fixture.tree.hasRunningAnimations)
    }
  }

  @Test(
    "an angle is released in the direction of its velocity, even if it otherwise rotates clockwise")
  func angle() {
    let fixture = DialTree()
    fixture.dial.$angle.decelerate(velocity: .radians(-3))
    #expect(fixture.dial.angle.radians < -1)
    fixture.tree.update(to: 0.1)
    #expect(fixture.dial.$angle.presentation.radians < -0.1)
  }

  @Test("a fling works in a layer whose time runs backwards")
  func reversed() {
    let fixture = DialTree(time: 1)
    fixture.dial.setTiming(LayerTiming(beginTime: 1, speed: -1))
    fixture.dial.$position.animate(to: 0, velocity: 100)
    fixture.tree.update(to: 1.01)
    #expect(fixture.dial.$position.presentation > 0.5)
    fixture.dial.$position.animate(to: 50)
    let before = fixture.dial.$position.presentation
    fixture.tree.update(to: 1.02)
    #expect(fixture.dial.$position.presentation > before + 0.5)
  }
}

@Suite("A drag")
struct DragTests {
  @Test(
    "grabs a moving value at its visible position, keeps its distance, and releases it at its velocity"
  )
  func drag() {
    let fixture = DialTree()
    fixture.tree.animate(duration: 1, curve: .linear) { fixture.dial.place = Point(x: 10, y: 20) }
    fixture.tree.update(to: 0.5)
    var drag = Drag(fixture.dial.$place, from: Point(x: 7, y: 7), at: .seconds(100))
    #expect(fixture.dial.place == Point(x: 5, y: 10) && !fixture.tree.hasRunningAnimations)
    expectEqual(drag.velocity(at: .seconds(100)), .zero)
    for step in 1...9 {
      let way = Vector(dx: 3, dy: -1) * Double(step)
      drag.move(to: Point(x: 7, y: 7) + way, at: .seconds(100 + Double(step) / 100))
      #expect(fixture.dial.$place.presentation.distance(to: Point(x: 5, y: 10) + way) < 1e-9)
    }
    for time in [100.09, 100.12] {
      let velocity = drag.velocity(at: .seconds(time))
      #expect(abs(velocity.dx - 300) < 1e-6 && abs(velocity.dy + 100) < 1e-6)
    }
    // If the pointer rests before it is released, nothing is flung.
    expectEqual(drag.velocity(at: .seconds(100.14)), .zero)
  }

  @Test("resists beyond its range, and can be caught there without a jump")
  func resistance() {
    let fixture = DialTree()
    let band = RubberBand.standard
    var drag = Drag(
      fixture.dial.$position, from: 20, at: .seconds(1), in: -50...0, over: 200)
    for (finger, place) in [
      (0.0, -20), (-60, -50 + band.shown(-30, over: 200)), (320, band.shown(300, over: 200)),
    ] {
      drag.move(to: finger, at: .seconds(2))
      #expect(abs(fixture.dial.$position.presentation - place) < 1e-9)
    }
    let far = fixture.dial.position
    fixture.dial.$position.animate(to: 0)
    fixture.tree.update(to: 0.1)
    let seen = fixture.dial.$position.presentation
    #expect(seen > 1 && seen < far)
    drag = Drag(fixture.dial.$position, from: 9, at: .seconds(3), in: -50...0, over: 200)
    drag.move(to: 9, at: .seconds(3))
    #expect(abs(fixture.dial.position - seen) < 1e-9)
    // Farther out than any finger could pull it.
    fixture.dial.$position.jump(to: 900)
    drag = Drag(fixture.dial.$position, from: 9, at: .seconds(4), in: -50...0, over: 200)
    expectEqual(fixture.dial.position, 900)
    drag.move(to: 9, at: .seconds(4))
    #expect(abs(fixture.dial.position - 198) < 1e-9)
  }

  @Test(
    "if the view has no room to scroll, the column stays in place and resists in both directions")
  func column() {
    let fixture = DialTree()
    let range = Rect(x: 0, y: -100, width: 0, height: 100)
    var drag = Drag(
      fixture.dial.$place, from: Point(x: 3, y: 50), at: .seconds(1), in: range,
      over: Size(width: 0, height: 300))
    drag.move(to: Point(x: 90, y: 10), at: .seconds(1.01))
    expectEqual(fixture.dial.place, Point(x: 0, y: -40))
    drag.move(to: Point(x: 90, y: 90), at: .seconds(1.02))
    #expect(fixture.dial.place.x == 0)
    #expect(abs(fixture.dial.place.y - RubberBand.standard.shown(40, over: 300)) < 1e-9)
  }
}

@Suite("The physics of gestures")
struct GesturePhysicsTests {
  @Test("a deceleration solves v′ = −kv, by UIScrollView's rate per millisecond")
  func deceleration() {
    #expect(abs(Deceleration.normal.friction - 2.002002670673) < 1e-9)
    #expect(abs(Deceleration.fast.friction - 10.050335853501) < 1e-9)
    #expect(abs(Deceleration.normal.duration - 3.450422) < 1e-6)
    // The result of WWDC 2018, session 803, for 1,000 points per second.
    #expect(abs(Deceleration.normal.displacement(from: 1000) - 499) < 0.1)
    #expect(abs(Deceleration.fast.displacement(from: 1000) - 99) < 0.5)
    var (x, v) = (0.0, 1000.0)
    let step = 1e-5
    for _ in 0..<Int(Deceleration.fast.duration / step) {
      x += (v - Deceleration.fast.friction * v * step / 2) * step
      v *=
        1 - Deceleration.fast.friction * step + (Deceleration.fast.friction * step)
        * (Deceleration.fast.friction * step) / 2
    }
    #expect(abs(x - Deceleration.fast.displacement(from: 1000)) < 0.001)
    for rate in [0, 1, 2, -1, Double.nan, .infinity] {
      #expect(Deceleration(rate: rate).duration.isFinite)
    }
  }

  @Test("a rubber band follows less and less, never beyond the view, and can be caught anywhere")
  func rubberBand() {
    let band = RubberBand.standard
    var last = 0.0
    for pull in stride(from: 1.0, through: 2000, by: 7) {
      let shown = band.shown(pull, over: 300)
      #expect(shown > last && shown < 300 && shown < pull)
      expectEqual(band.shown(-pull, over: 300), -shown)
      #expect(abs(band.distance(showing: shown, over: 300) - pull) < 1e-6)
      last = shown
    }
    // 100 · 0.55 / (100 · 0.55 / 300 + 1)
    #expect(abs(band.shown(100, over: 300) - 46.478873239436616) < 1e-12)
    let values = [
      (50.0, 50.0), (200, 100 + band.shown(100, over: 300)), (-9, band.shown(-9, over: 300)),
    ]
    for (position, seen) in values {
      expectEqual(band.position(position, in: 0...100, over: 300), seen)
    }
    #expect(band.shown(.infinity, over: 300) == 300 && band.shown(5, over: 0) == 0)
    expectEqual(band.distance(showing: 300, over: 300), .infinity)
  }

  @Test("the velocity of a drag is that of its last tenth of a second, and zero after a pause")
  func tracker() {
    var tracker = VelocityTracker<Point>()
    expectEqual(tracker.velocity, .zero)
    // Slow at first, then 500 to the right and 250 up, at instants that scatter.
    var generator = SeededGenerator(seed: 7)
    var x = 0.0
    var time: Seconds = 0
    for index in 0..<60 {
      let step = Double.random(in: 0.004...0.012, using: &generator)
      time += step
      x += step * (index < 30 ? 10 : 500)
      tracker.add(Point(x: x, y: -x / 2), at: time)
    }
    #expect(abs(tracker.velocity.dx - 500) < 1e-6 && abs(tracker.velocity.dy + 250) < 1e-6)
    tracker.add(Point(x: x, y: -x / 2), at: time + 0.05)
    expectEqual(tracker.velocity, .zero)
    tracker.add(Point(x: x + 1, y: 0), at: time + 0.05)
    expectEqual(tracker.velocity, .zero)
    tracker.add(Point(x: x + 2, y: 0), at: time + 0.06)
    #expect(abs(tracker.velocity.dx - 100) < 1e-6)
    tracker.add(.zero, at: .nan)
    tracker.add(.zero, at: 0)
    expectEqual(tracker.velocity, .zero)
  }
}
