import TestSupport
import Testing

@testable import AnimCore

@Suite("The timing of a paused layer")
struct PausedTimingTests {
  @Test("is replaced by a new one, which ends the pause")
  func replaced() {
    let tree = LayerTree(root: Layer())
    let layer = tree.root
    layer.setTiming(LayerTiming(speed: 2))
    layer.pause()
    tree.update(to: 1)
    let timing = LayerTiming(beginTime: 1, speed: 3)
    layer.setTiming(timing)
    #expect(!layer.isPaused)
    layer.resume()
    expectEqual(layer.timing, timing)
    tree.update(to: 3)
    expectEqual(layer.time, 6)
  }

  @Test("a layer whose speed is already 0 is not paused, and resuming it has no effect")
  func still() {
    let tree = LayerTree(root: Layer())
    let layer = tree.root
    let timing = LayerTiming(speed: 0, timeOffset: 5)
    layer.setTiming(timing)
    layer.pause()
    #expect(!layer.isPaused)
    layer.resume()
    expectEqual(layer.timing, timing)
  }

  @Test("stops once, and resumes at its previous speed, however often that is called")
  func twice() {
    let tree = LayerTree(root: Layer())
    let layer = tree.root
    layer.setTiming(LayerTiming(speed: 2, timeOffset: 1))
    tree.update(to: 2)
    layer.pause()
    tree.update(to: 3)
    layer.pause()
    expectEqual(layer.time, 5)
    layer.resume()
    layer.resume()
    tree.update(to: 4)
    expectEqual(layer.time, 7)
  }
}
