import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Animated images in a layer")
struct AnimatedImageTests {
  /// A bar that is as long as the time.
  private struct Bar: AnimatedImage {
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

  @Test("are shown at the layer's time, and the tree keeps moving until they no longer change")
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
    layer.animatedImage = nil
    #expect(!tree.hasRunningAnimations)
    expectEqual(length(tree), 0)
  }

  @Test("are shown one after the other, each for its own duration, as often as they are played")
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
      // Nothing runs between two images.
      #expect(!tree.hasRunningAnimations && tree.nextEventTime.map { $0 > time } ?? (time > 3.5))
    }
    #expect(ImageSequence([], playback: Playback(times)) == nil)
    // If there are more frames than images, the last image is shown.
    let short = try #require(ImageSequence([images[0]], playback: Playback(times)))
    expectEqual(short.duration, .infinity)
    layer.animatedImage = short
    tree.update(to: 1.7)
    _ = tree.image(size: Size(width: 1, height: 1))
  }

  /// An image that is red and blue by turns, a second and a half each.
  private struct Blinker: AnimatedImage {
    let size = Size(width: 2, height: 2)
    var duration: Seconds = .infinity

    func draw(at time: Seconds, into list: inout DisplayList, transform: Transform) {
      let isRed = Int(min(time, duration) / 1.5) % 2 == 0
      list.fill(Path(Rect(origin: .zero, size: size)), isRed ? .red : .blue, transform: transform)
    }

    func nextChange(after time: Seconds) -> Seconds? {
      let next = ((time / 1.5).rounded(.down) + 1) * 1.5
      return next <= duration ? next : nil
    }
  }

  @Test("that change occasionally are drawn at each change, and the tree sleeps in between")
  func sleep() {
    let layer = ImageLayer(Blinker(duration: 6))
    layer.setTiming(LayerTiming(beginTime: 1, speed: 2))
    let tree = LayerTree(root: layer)
    let source = VirtualFrameSource(refreshRate: 60)
    var drawn: [Double] = []
    tree.attach(to: source, for: layer) { _, frame in
      drawn.append(frame.targetTimestamp.seconds)
    }
    source.advance(to: .seconds(9))
    let changes: [Double] = [1.75, 2.5, 3.25, 4]
    expectEqual(drawn.count, 5)
    for (time, change) in zip(drawn.dropFirst(), changes) {
      #expect(time >= change && time < change + 1.0 / 59)
    }
    #expect(source.demand == .nothing && tree.nextEventTime == nil)
  }

  @Test(
    "that change occasionally are correct at each time, in either direction and after jumps of time"
  )
  func jumps() {
    var random = SeededGenerator(seed: 0x5EE9)
    let layer = ImageLayer(Blinker())
    let root = Layer()
    root.addSublayer(layer)
    let tree = LayerTree(root: root)
    for _ in 0..<400 {
      tree.didDisplay()
      let before = tree.image(size: layer.rect.size)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        layer.setTiming(
          LayerTiming(
            beginTime: Double.random(in: 0..<9, using: &random),
            speed: [-1, 0, 0.5, 1, 3].randomElement(using: &random) ?? 1))
      case 1 where layer.isPaused: layer.resume()
      case 1: layer.pause()
      case 2:
        layer.removeFromSuperlayer()
        root.addSublayer(layer)
      case 3: tree.update(to: Double.random(in: 0..<20, using: &random))
      default: tree.update(to: tree.time + Double.random(in: 0..<2, using: &random))
      }
      let after = tree.image(size: layer.rect.size)
      #expect(tree.needsDisplay || after == before)
      guard layer.timing.speed > 0, layer.time >= 0 else { continue }
      let next = Blinker().nextChange(after: layer.time).flatMap { layer.convertTime($0, to: nil) }
      #expect(!tree.hasRunningAnimations)
      #expect(abs((tree.nextEventTime ?? -1) - (next ?? -1)) < 1e-9)
    }
    layer.removeFromSuperlayer()
    #expect(tree.nextEventTime == nil)
  }
}
