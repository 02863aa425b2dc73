import TestSupport
import Testing

@testable import AnimCore

@Suite("A likely mistake is noticed if")
struct LikelyMistakeTests {
  /// A bar that may read its height as it was set.
  private final class Bar: GraphicLayer {
    @Animatable var height = 0.0
    var readsModel = false

    override func drawContent(into list: inout DisplayList, transform: Transform) {
      // This is what reading `height` does in a debug build.
      if readsModel { $height.noteReading(in: self) }
      let rect = Rect(x: 0, y: 0, width: 4, height: $height.presentation)
      list.fill(Path(rect), .red, transform: transform)
    }
  }

  @Test("a layer draws a model value while its presentation value differs")
  func model() {
    let bar = Bar()
    let tree = LayerTree(root: bar)
    func draw() { _ = tree.image(size: Size(width: 4, height: 4)) }
    bar.readsModel = true
    draw()
    bar.height = 4
    bar.readsModel = false
    draw()
    // Reading a value that was set is correct elsewhere.
    bar.$height.noteReading(in: bar)
    expectEqual(tree.mistakes, [])
    bar.readsModel = true
    draw()
    expectEqual(tree.mistakes, [.drewModelValue])
  }

  @Test("a tree is animated before it is attached to a source whose time is far ahead")
  func attaching() {
    for (start, isAnimated, isMistaken) in [
      (0.05, true, false), (5, false, false), (5, true, true),
    ] {
      let bar = Bar()
      let tree = LayerTree(root: bar)
      let source = VirtualFrameSource(refreshRate: 60)
      source.advance(by: start)
      if isAnimated { bar.height = 4 }
      tree.attach(to: source)
      expectEqual(tree.mistakes, isMistaken ? [.animatedBeforeAttaching] : [])
    }
  }
}
