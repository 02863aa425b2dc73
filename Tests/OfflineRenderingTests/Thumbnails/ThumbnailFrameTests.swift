import Synchronization
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import OfflineRendering

/// A hundred frames, drawn by a closure that is given their number.
private final class FrameScene: Scene {
  private var frame = 0.0
  private let drawFrame: @Sendable (Int, inout DisplayList) -> Void

  init(_ drawFrame: @escaping @Sendable (Int, inout DisplayList) -> Void) {
    self.drawFrame = drawFrame
  }

  var playback: Playback? = Playback(FrameTimes(rate: RefreshRate(hertz: 25), count: 100))

  func layout(in size: Size) {}
  func update(to time: Seconds) { frame = time * 25 }
  func show(frame: Double) { self.frame = frame }
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) { drawFrame(Int(frame), &list) }
}

@Suite("The frame that represents an animation")
struct TellingFrameTests {
  /// Returns the number of the frame that is chosen.
  private func choice(
    _ draw: @escaping @Sendable (Int, inout DisplayList) -> Void
  ) throws -> Int {
    try ThumbnailFrame.number(
      in: RenderSource(size: PixelSize(width: 64, height: 64), background: .clear) {
        FrameScene(draw)
      })
  }

  private static let square = Rect(x: 16, y: 16, width: 32, height: 32)

  @Test("it is the first if the animation is complete from the start")
  func whole() throws {
    try expectEqual(choice { _, list in list.fill(Self.square, .white) }, 0)
    // The square turns grey and back, like something that breathes.
    try expectEqual(
      choice { frame, list in
        list.fill(Self.square, Color(white: frame == 54 ? 1 : 0.95))
      }, 0)
  }

  @Test("it is after an empty start, and before an empty end")
  func emptyStart() throws {
    let frame = try choice { frame, list in
      if (30..<80).contains(frame) { list.fill(Self.square, .white) }
    }
    expectEqual(frame, 36)
  }

  @Test("it contains all elements")
  func incoming() throws {
    let frame = try choice { frame, list in
      for index in 0..<8 where frame >= index * 10 {
        list.fill(Rect(x: Double(index) * 8, y: 8, width: 4, height: 48), .white)
      }
    }
    expectEqual(frame, 72)
  }

  @Test("an element that fades in is completely visible")
  func fading() throws {
    let frame = try choice { frame, list in
      list.fill(Self.square, Color(rgb: 0xFF0000).withOpacity(Double(frame) / 50))
    }
    expectEqual(frame, 45)
  }

  @Test("a plain background is little content, but more than none")
  func background() throws {
    let all = Rect(x: 0, y: 0, width: 64, height: 64)
    try expectEqual(
      choice { frame, list in
        list.fill(all, Color(rgb: 0x00FF00))
        if frame > 50 { list.fill(Rect(x: 30, y: 30, width: 4, height: 4), .black) }
      }, 54)
    try expectEqual(choice { frame, list in if frame > 50 { list.fill(all, .black) } }, 54)
  }

  @Test("every pixel counts, with each of its neighbours, even at the edges")
  func content() {
    let size = PixelSize(width: 4, height: 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let image = PixelImage(size: size, isOpaque: false)
        image.withMutablePixels { $0.update(repeating: 0) }
        image[x, y] = 0x8040_2010
        let beside = [x > 0, x < size.width - 1, y > 0, y < size.height - 1].count { $0 }
        let expected = beside * (0x80 + 0x40 + 0x20 + 0x10) * 256 + 0x80
        expectEqual(ThumbnailFrame.content(of: image), expected, "\(x), \(y)")
      }
    }
  }

  @Test("it is the first of an animation without any content")
  func nothing() throws {
    try expectEqual(choice { _, _ in }, 0)
  }

  @Test("frames are examined from the first to the last, each once")
  func numbers() {
    expectEqual(ThumbnailFrame.numbers(in: 0...99), [0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99])
    expectEqual(ThumbnailFrame.numbers(in: 5...5), [5])
    expectEqual(ThumbnailFrame.numbers(in: 5...8), [5, 6, 7, 8])
    expectEqual(ThumbnailFrame.numbers(in: 0...999_999_999).last, 999_999_999)
  }

  @Test("few frames are examined if they are expensive")
  func work() throws {
    for (letters, looks) in [(1000, 12), (200_000, 2), (400_000, 1)] {
      let count = Counter()
      _ = try choice { _, list in
        count.value.withLock { $0 += 1 }
        let budget = WorkBudget()
        list.withBudget(budget) { _ in budget.spend(letters, on: .letter) }
      }
      expectEqual(count.value.withLock { $0 }, looks, "\(letters) letters")
    }
  }
}

private final class Counter: Sendable {
  let value = Mutex(0)
}
