import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Unusual animations")
struct UnusualAnimationTests {
  private let fixture = DialTree()

  @Test("keyframes at constant speed rest if all values are equal")
  func equalValues() throws {
    let timing = MediaTiming(duration: 4)
    for mode in [KeyframeAnimation<Double>.CalculationMode.paced, .cubicPaced] {
      try fixture.dial.$position.add(
        KeyframeAnimation(values: [5, 5, 5], calculationMode: mode, timing: timing))
      for time in [0.0, 1, 2, 3.5] {
        fixture.tree.update(to: time)
        #expect(fixture.dial.$position.presentation == 5 && fixture.dial.$position.velocity == 0)
      }
      fixture.tree.update(to: 0)
    }
  }

  @Test("keyframes at constant speed ignore key times, even mismatched ones")
  func ignoredKeyTimes() throws {
    try fixture.dial.$position.add(
      KeyframeAnimation(
        values: [0, 2, 8], calculationMode: .paced, keyTimes: [0, 0.9],
        timing: MediaTiming(duration: 1)))
    fixture.tree.update(to: 0.5)
    #expect(abs(fixture.dial.$position.presentation - 4) < 1e-9)
  }

  @Test("a cumulative series of angles counts turns in their direction")
  func turns() throws {
    try fixture.dial.$angle.add(
      KeyframeAnimation(
        values: [.degrees(350), .degrees(10)], timing: MediaTiming(duration: 1, repeatCount: 4),
        turning: .clockwise, isCumulative: true))
    for (time, degrees) in [(0.5, 360.0), (1, 370), (2.5, 400)] {
      fixture.tree.update(to: time)
      #expect(abs(fixture.dial.$angle.presentation.degrees - degrees) < 1e-9)
    }
  }

  @Test("a custom kind is any function of the progress")
  func ownKind() throws {
    struct Wobble: PropertyAnimation {
      var timing = MediaTiming(duration: 2)
      var isRemovedOnCompletion: Bool { true }

      func prepared(overriding curve: AnimationCurve?) -> PreparedAnimation<Double> {
        PreparedAnimation(curve: curve ?? .linear, isAdditive: true) { $0 * $0 * 8 }
      }
    }
    fixture.dial.$position.action = .immediate
    fixture.dial.position = 100
    try fixture.dial.$position.add(Wobble())
    fixture.tree.update(to: 1)
    expectEqual(fixture.dial.$position.presentation, 102)
    #expect(abs(fixture.dial.$position.velocity - 4) < 1e-6)
    try fixture.tree.animate(curve: .steps(2)) { try fixture.dial.$position.add(Wobble()) }
    fixture.tree.update(to: 1.5)
    expectEqual(fixture.dial.$position.presentation, 100)
  }

  @Test("a path can be added to the value underneath")
  func additivePath() throws {
    let layer = GraphicLayer()
    let tree = LayerTree(root: layer)
    layer.position = Point(x: 100, y: 50)
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(x: 10, y: 0))
    try layer.$position.add(
      PathAnimation(along: path, timing: MediaTiming(duration: 1), isAdditive: true),
      forKey: "shake")
    tree.update(to: 0.5)
    expectEqual(layer.$position.presentation, Point(x: 105, y: 50))
  }

  @Test(
    "with reduced motion, a fade keeps its duration, and a motion has none, even if added explicitly"
  )
  func reducedMotion() throws {
    fixture.tree.reducesMotion = true
    let timing = MediaTiming(duration: 2, fillMode: .forwards)
    try fixture.dial.$opacity.add(BasicAnimation(from: 0, to: 1, timing: timing))
    try fixture.dial.$position.add(
      BasicAnimation(from: 0, to: 1, timing: timing, isRemovedOnCompletion: false))
    fixture.tree.update(to: 0.5)
    expectEqual(fixture.dial.$opacity.presentation, 0.25)
    expectEqual(fixture.dial.$position.presentation, 1)
  }

  @Test("nested transactions don't enable disabled actions")
  func nestedWithoutActions() {
    fixture.tree.update(to: 1)
    fixture.tree.run(.withoutActions) {
      fixture.tree.animate(duration: 5) { fixture.dial.position = 3 }
    }
    #expect(fixture.dial.$position.presentation == 3 && !fixture.tree.hasRunningAnimations)
    fixture.tree.run(.withoutActions) {
      fixture.tree.run(Transaction(duration: 5, disablesActions: false)) {
        fixture.dial.position = 8
      }
    }
    #expect(fixture.dial.$position.presentation == 3 && fixture.tree.hasRunningAnimations)
  }

  @Test("an animation that ended on a backwards layer is shown as it was when time reverses")
  func turnedRound() throws {
    let dial = fixture.dial
    dial.setTiming(LayerTiming(speed: -1))
    try dial.$position.add(
      BasicAnimation(
        from: 0, to: 8, timing: MediaTiming(delay: -4, duration: 4, fillMode: .both),
        isRemovedOnCompletion: false))
    fixture.tree.update(to: 2)
    expectEqual(dial.$position.presentation, 4)
    fixture.tree.update(to: 6)
    expectEqual(dial.$position.presentation, 0)
    dial.setTiming(LayerTiming(beginTime: 6, speed: 1, timeOffset: -6))
    for (time, value) in [(8.0, 0.0), (9, 2), (11, 6), (12, 8), (14, 8)] {
      fixture.tree.update(to: time)
      expectEqual(dial.$position.presentation, value, "\(time)")
    }
  }
}

@Suite("Display of a tree that changes")
struct TreeChangeDisplayTests {
  private let fixture = DialTree()

  /// Returns whether a change needs display.
  private func needsDisplay(after change: () throws -> Void) rethrows -> Bool {
    fixture.tree.didDisplay()
    try change()
    return fixture.tree.needsDisplay
  }

  @Test("is needed when layers change their order, or leave")
  func layers() {
    let (root, second) = (fixture.tree.root, Layer())
    #expect(needsDisplay { root.addSublayer(second) })
    #expect(needsDisplay { root.insertSublayer(second, below: fixture.dial) })
    #expect(root.sublayers.first === second)
    #expect(needsDisplay { root.insertSublayer(second, above: fixture.dial) })
    #expect(root.sublayers.last === second)
    #expect(!needsDisplay { root.insertSublayer(second, above: second) })
    #expect(needsDisplay { second.removeFromSuperlayer() })
    #expect(!needsDisplay { second.removeFromSuperlayer() })
  }

  @Test("is needed when an animation is removed, unless it changed no image")
  func animations() throws {
    let timing = MediaTiming(duration: 8)
    try fixture.dial.$position.add(BasicAnimation(from: 1, to: 2, timing: timing))
    #expect(needsDisplay { fixture.dial.$position.removeAnimation() })
    try fixture.dial.$silent.add(BasicAnimation(from: 1, to: 2, timing: timing))
    #expect(!needsDisplay { fixture.dial.$silent.removeAnimation() })
    #expect(!needsDisplay { fixture.dial.silent = 3 })
  }

  @Test("a layer has the time of the tree that it moved to")
  func time() {
    let (first, second) = (LayerTree(root: Layer(), time: 3), LayerTree(root: Layer(), time: 70))
    let layer = Layer()
    first.root.addSublayer(layer)
    expectEqual(layer.time, 3)
    second.root.addSublayer(layer)
    expectEqual(layer.time, 70)
    layer.removeFromSuperlayer()
    expectEqual(layer.time, 0)
  }
}
