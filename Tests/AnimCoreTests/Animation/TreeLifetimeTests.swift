import AnimCore
import TestSupport
import Testing

@Suite("The end of a tree")
struct TreeLifetimeTests {
  /// Models a program on the main actor: its completions use the actor's state.
  @MainActor
  private final class Owner {
    let dial = Dial()
    private(set) lazy var tree = LayerTree(root: dial)
    private lazy var animator = PropertyAnimator(tree: tree) { [dial] in dial.opacity = 1 }
    private let source = VirtualFrameSource()

    func start() throws {
      tree.attach(to: source, for: self) { _, _ in MainActor.assertIsolated() }
      source.pump()
      tree.animate(duration: 1) {
        dial.position = 8
      } completion: {
        MainActor.assertIsolated()
      }
      try dial.$angle.add(BasicAnimation(to: .degrees(9))) { _ in MainActor.assertIsolated() }
      animator.addCompletion { _ in MainActor.assertIsolated() }
      animator.startAnimation()
    }
  }

  @Test("calls no completion on the thread that happens to release its owner")
  func releasedElsewhere() async {
    await #expect(processExitsWith: .success) {
      // The test isn't on the main actor, and so releases the owner on another thread.
      func use() async throws {
        let owner = await Owner()
        try await owner.start()
      }
      try await use()
    }
  }

  @Test("calls no completion of an owner that is being deallocated")
  func unowned() {
    final class Owner {
      let dial = Dial()
      lazy var tree = LayerTree(root: dial)
      var ends = 0

      func start() {
        tree.animate {
          dial.position = 8
        } completion: { [unowned self] in
          ends += 1
        }
      }
    }
    var owner: Owner? = Owner()
    owner?.start()
    weak let gone = owner
    owner = nil
    #expect(gone == nil)
  }

  @Test("releases the captures of its completions, although the layers live on")
  func captures() throws {
    let dial = Dial()
    var captured: Dial? = Dial()
    weak let seen = captured
    var tree: LayerTree? = LayerTree(root: dial)
    tree?.animate { [captured] in
      dial.position = 8
      _ = captured
    } completion: { [captured] in
      _ = captured
    }
    try dial.$angle.add(
      BasicAnimation(to: .degrees(9)), completion: { [captured] _ in _ = captured })
    // Even a completion that captures its own layer doesn't keep it alive.
    try dial.$place.add(
      BasicAnimation(to: Point(x: 1, y: 1)), completion: { [dial] _ in _ = dial })
    captured = nil
    #expect(seen != nil)
    tree = nil
    #expect(seen == nil)
    #expect(dial.$position.presentation == 8 && dial.tree == nil && dial.animationKeys.isEmpty)
  }

  @Test("can be requested, even in a callback, and takes effect immediately")
  func invalidated() throws {
    let fixture = DialTree()
    let (tree, dial) = (fixture.tree, fixture.dial)
    let source = VirtualFrameSource()
    tree.attach(to: source)
    try dial.$angle.add(BasicAnimation(to: .degrees(9)), completion: fixture.note("angle"))
    tree.animate(duration: 1) {
      tree.animate(duration: 1) {
        dial.position = 8
      } completion: {
        fixture.log.append("inner")
        tree.invalidate()
        tree.animate {
        } completion: {
          fixture.log.append("late")
        }
      }
    } completion: {
      fixture.log.append("outer")
    }
    let animator = PropertyAnimator(tree: tree, duration: 1) { dial.opacity = 1 }
    animator.addCompletion { fixture.log.append("\($0)") }
    animator.startAnimation()
    source.advance(by: 9)
    expectEqual(fixture.log, ["angle finished", "inner"])
    #expect(dial.tree == nil && dial.$opacity.presentation == 1)
    #expect(source.demand == .nothing && tree.nextEventTime == nil)
    dial.position = 3
    expectEqual(dial.$position.presentation, 3)
    #expect(LayerTree(root: tree.root).root.tree !== tree)
  }

  @Test("all completions can be called beforehand")
  func toldBefore() throws {
    let fixture = DialTree()
    let (tree, dial) = (fixture.tree, fixture.dial)
    tree.animate {
      dial.position = 8
    } completion: {
      fixture.log.append("changes")
    }
    try dial.$angle.add(BasicAnimation(to: .degrees(9)), completion: fixture.note("angle"))
    let other = Dial()
    dial.addSublayer(other)
    try other.$angle.add(BasicAnimation(to: .degrees(9)), completion: fixture.note("other"))
    tree.removeAllAnimations()
    expectEqual(fixture.log, ["changes", "angle removed", "other removed"])
    #expect(!tree.hasRunningAnimations && dial.$position.presentation == 8)
  }
}
