import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("A file as an image of a layer")
struct RasterImageTests {
  /// Red for two tenths of a second, and green without a delay, which is a tenth.
  private func file() -> [UInt8] {
    TestGIF(2, 1).loops(2).control(delay: 20).image(0, 0, 2, 1, [0, 0])
      .control(delay: 0).image(0, 0, 2, 1, [1, 1]).finished
  }

  private func color(_ tree: LayerTree) -> UInt32 {
    tree.image(size: Size(width: 2, height: 1))[0, 0]
  }

  @Test("shows each frame for its own duration, in an endless loop, and the tree sleeps in between")
  func frames() throws {
    let bitmap = try RasterImage(file())
    let layer = ImageLayer(bitmap)
    #expect(layer.rect == Rect(x: 0, y: 0, width: 2, height: 1) && bitmap.frameCount == 2)
    expectEqual(bitmap.duration, .infinity)
    let tree = LayerTree(root: layer)
    let table: [(time: Seconds, seen: UInt32, next: Seconds)] = [
      (0, red, 0.2), (0.25, green, 0.3), (0.35, red, 0.5), (300.2, green, 300.3),
    ]
    for (time, seen, next) in table {
      tree.update(to: time)
      expectEqual(color(tree), seen)
      #expect(!tree.hasRunningAnimations && abs((tree.nextEventTime ?? 0) - next) < 1e-9)
    }
    #expect(bitmap.error == nil)
  }

  @Test("ends with its last frame after the loop count in the file, on request")
  func loops() throws {
    let bitmap = try RasterImage(file(), obeysLoopCount: true)
    #expect(abs(bitmap.duration - 0.3 * Double(bitmap.playback.repetitions ?? 0)) < 1e-9)
    let tree = LayerTree(root: ImageLayer(bitmap))
    tree.update(to: 9)
    #expect(color(tree) == green && tree.nextEventTime == nil)
    tree.update(to: 0.1)
    #expect(color(tree) == red && tree.nextEventTime != nil)
  }

  @Test("draws nothing for a corrupt frame, and reports the reason")
  func damaged() throws {
    #expect(throws: RasterError.unknownFormat) { try RasterImage([1, 2, 3]) }
    let whole = try RasterImage(TestPNG(1, 1).image([red], width: 1).finished)
    #expect(color(LayerTree(root: ImageLayer(whole))) == red && whole.duration == 0)
    let damaged = try RasterImage(TestPNG(1, 1).chunk("IDAT", [1, 2, 3]).finished)
    let tree = LayerTree(root: ImageLayer(damaged))
    #expect(color(tree) == 0 && damaged.error != nil && whole.error == nil)
  }
}
