import TestSupport
import Testing

@testable import AnimCore

@Suite("Waiting for animations in tasks")
@MainActor
struct AwaitingTests {
  nonisolated private final class Card: Layer {
    @Animatable var x = 0.0
  }

  private let card = Card()
  private let tree: LayerTree

  init() { tree = LayerTree(root: card) }

  /// Lets tasks of the main actor run until one has started an animation.
  private func start() async {
    while !tree.hasRunningAnimations { await Task.yield() }
  }

  @Test("a task resumes in the update in which all animations of a transaction have ended")
  func transactions() async {
    let (tree, card) = (tree, card)
    let task = Task { @MainActor in
      let set = await tree.animateAndWait(duration: 1) {
        card.x = 8
        return "set"
      }
      return "\(set), went on at \(tree.time)"
    }
    await start()
    tree.update(to: 0.5)
    await Task.yield()
    tree.update(to: 2)
    expectEqual(await task.value, "set, went on at 2.0")
    // Nothing moves, so there is nothing to wait for.
    await tree.runAndWait(.withoutActions) { card.x = 3 }
    expectEqual(card.x, 3)
  }

  @Test("an animation and a group return how they ended, or throw the reason why they can't start")
  func animations() async throws {
    let (tree, card) = (tree, card)
    let basic = BasicAnimation(from: 0.0, to: 1, timing: MediaTiming(duration: 1))
    let endings: [(AnimationCompletionReason, (Seconds) -> Void)] = [
      (.finished, { tree.update(to: $0 + 2) }), (.removed, { _ in card.removeAllAnimations() }),
    ]
    for (ending, end) in endings {
      let task = Task { @MainActor in try await card.$x.addAndWait(basic) }
      await start()
      end(tree.time)
      expectEqual(try await task.value, ending)
      let group = Task { @MainActor in
        var group = AnimationGroup(timing: MediaTiming(duration: 1))
        group.add(basic, to: card.$x)
        return try await card.addAndWait(group)
      }
      await start()
      end(tree.time)
      expectEqual(try await group.value, ending)
    }
    await #expect(throws: AnimationError.noEndpoints) {
      try await card.$x.addAndWait(BasicAnimation<Double>())
    }
    await #expect(throws: AnimationError.layerWithoutTree) {
      try await Card().addAndWait(AnimationGroup())
    }
  }

  @Test("the tasks of a tree continue when it ends or is released")
  func ended() async throws {
    for invalidates in [true, false] {
      var tree: LayerTree? = LayerTree(root: Card())
      weak var weakTree = tree
      let card = try #require(tree?.root as? Card)
      let task = Task { @MainActor in
        try await card.$x.addAndWait(BasicAnimation(to: 1, timing: MediaTiming(duration: 1)))
      }
      while weakTree?.hasRunningAnimations == false { await Task.yield() }
      if invalidates { tree?.invalidate() }
      tree = nil
      expectEqual(try await task.value, .removed)
    }
  }
}

private actor Stage {
  private final class Card: Layer {
    @Animatable var x = 0.0
  }

  private let card = Card()
  private lazy var tree = LayerTree(root: card)
  private(set) var isDone = false

  func move() async {
    await tree.animateAndWait(duration: 1) { card.x = 5 }
    isDone = true
  }

  func advance() -> Bool {
    guard tree.hasRunningAnimations else { return false }
    tree.update(to: 2)
    return true
  }
}

@Suite("Waiting for animations on an actor")
struct ActorAwaitingTests {
  @Test("works on any actor")
  func anyActor() async {
    let stage = Stage()
    async let move: Void = stage.move()
    while await !stage.advance() { await Task.yield() }
    await move
    #expect(await stage.isDone)
  }
}
