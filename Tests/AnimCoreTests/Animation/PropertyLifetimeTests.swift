import AnimCore
import Synchronization
import Testing

@Suite("A property whose layer is released on another thread")
@MainActor
struct PropertyLifetimeTests {
  private final class Owner {
    let dial = Dial()
    private let tree: LayerTree

    init() {
      tree = LayerTree(root: dial)
      tree.animate(duration: 1) {
        dial.position = 8
        dial.angle = .degrees(9)
      }
      tree.update(to: 0.5)
    }
  }

  @MainActor
  private final class Holder {
    private let owner = Owner()
    var position: Animatable<Double> { owner.dial.$position }
  }

  /// Says when the other thread may release.
  private final class Gate: Sendable {
    let isOpen = Atomic(false)
  }

  @Test("shows its value until then, and its model value afterwards")
  func used() async {
    for _ in 0..<50 {
      var holder: Holder? = Holder()
      guard let position = holder?.position else { return }
      let gate = Gate()
      let release = Task.detached { [holder] in
        while !gate.isOpen.load(ordering: .acquiring) { await Task.yield() }
        _ = holder
      }
      holder = nil
      gate.isOpen.store(true, ordering: .releasing)
      for _ in 0..<500 {
        let value = position.presentation
        #expect(value == 4 || value == 8)
        let velocity = position.velocity
        #expect(velocity == 8 || velocity == 0)
        if !position.isAnimating { #expect(position.animation() == nil) }
      }
      await release.value
    }
  }

  @Test("has its model value, can't be animated, and belongs to no other tree")
  func afterwards() async {
    var holder: Holder? = Holder()
    guard let position = holder?.position else { return }
    let release = Task.detached { [holder] in _ = holder }
    holder = nil
    await release.value
    // The task may be released a little later than it ends.
    for _ in 0..<10_000 where position.isAnimating { await Task.yield() }
    #expect(!position.isAnimating && position.presentation == 8 && position.velocity == 0)
    #expect(throws: AnimationError.layerWithoutTree) { try position.add(BasicAnimation(to: 1)) }
    position.removeAnimation()
    #expect(position.animation() == nil)
  }
}
