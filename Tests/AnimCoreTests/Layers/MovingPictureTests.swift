import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Pictures that move, in a layer")
struct MovingPictureTests {
  /// A bar that is as long as the time.
  private struct Bar: MovingPicture {
    let size = Size(width: 8, height: 1)
    let duration: Seconds = 6

    func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
      list.fill(Path(Rect(x: 0, y: 0, width: time, height: 1)), .red, transform: transform)
    }
  }

  private func length(_ tree: LayerTree) -> Int {
    let image = tree.image(size: Size(width: 8, height: 1), background: .white)
    return (0..<8).filter { image[$0, 0] == 0xFFFF_0000 }.count
  }

  @Test("are shown at the layer's time, and the tree moves until they stay as they are")
  func time() {
    let layer = ImageLayer(Bar())
    let tree = LayerTree(root: layer)
    tree.update(to: 0)
    layer.setTiming(LayerTiming(beginTime: 1, speed: 2))
    let table: [(time: Seconds, length: Int, moves: Bool)] = [
      (0, 0, false), (1.5, 1, true), (3, 4, true), (3.9, 5, true), (4.5, 7, false), (2, 2, true),
    ]
    for (time, length, moves) in table {
      tree.update(to: time)
      expectEqual(self.length(tree), length)
      expectEqual(tree.hasRunningAnimations, moves)
    }
    layer.picture = nil
    #expect(!tree.hasRunningAnimations)
    expectEqual(length(tree), 0)
  }

  @Test("are images one after the other, each for its own time, as often as they are played")
  func sequence() throws {
    let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]
    let images = colors.compactMap {
      Image(size: PixelSize(width: 1, height: 1), straight: [$0])
    }
    let times = try #require(FrameTimes(durations: [1, 2, 1], ticksPerSecond: 2))
    let once = try #require(ImageSequence(images, playback: Playback(times, repetitions: 2)))
    let layer = ImageLayer(once)
    let tree = LayerTree(root: layer)
    for (time, index) in [(0, 0), (0.6, 1), (1.4, 1), (1.6, 2), (2.1, 0), (3.9, 2), (99, 2)] {
      tree.update(to: time)
      let pixel = tree.image(size: Size(width: 1, height: 1), background: .white)[0, 0]
      expectEqual(pixel, colors[index])
      expectEqual(tree.hasRunningAnimations, time < 4)
    }
    #expect(ImageSequence([], playback: Playback(times)) == nil)
    // More frames than images show the last one.
    let short = try #require(ImageSequence([images[0]], playback: Playback(times)))
    expectEqual(short.duration, .infinity)
    layer.picture = short
    tree.update(to: 1.7)
    _ = tree.image(size: Size(width: 1, height: 1))
  }
}
