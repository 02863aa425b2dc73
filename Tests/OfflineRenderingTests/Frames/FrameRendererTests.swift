import Synchronization
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering

/// A bar that is as wide as the number of seconds.
private final class BarScene: Scene {
  private var time: Seconds = 0

  func layout(in size: Size) {}
  func update(to time: Seconds) { self.time = time }
  func start(on source: FrameSource) {}
  func draw(into list: inout DisplayList) {
    list.fill(Rect(x: 0, y: 0, width: time, height: 4), Color(rgb: 0xFF0000))
  }
}

/// Keeps the frames that it receives, and may fail.
private final class RecordingSink: FrameSink {
  var taken: [Int] = []
  var widths: [Int] = []
  var isFinished = false
  private let failing: Int?

  init(failing: Int? = nil) { self.failing = failing }

  func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> (Int, Int) {
    { [failing] frame throws(Failure) in
      if frame.number == failing { throw Failure("frame \(frame.number)", status: .writingFailed) }
      let image = frame.image
      return (frame.number, (0..<image.size.width).count { image[$0, 2] != 0xFF00_0000 })
    }
  }

  func take(_ product: (Int, Int)) {
    taken.append(product.0)
    widths.append(product.1)
  }

  func finish() { isFinished = true }
}

@Suite("Rendering frames")
struct FrameRendererTests {
  private let source: RenderSource

  init() throws {
    source = try RenderSource(size: PixelSize(width: 40, height: 4), background: .black) {
      BarScene()
    }
  }

  /// Returns frames 3 to 32, which last a second each.
  private func frames() throws -> VideoFrames {
    try VideoFrames(
      video: Video(start: .zero, rate: RefreshRate(hertz: 1)), numbers: FrameNumbers(3..<33),
      total: nil, offset: 0, pastEnd: .error)
  }

  @Test("frames come in order, each with its image, however many are drawn in parallel")
  func order() throws {
    for jobs in [nil, 1, 2, 5] {
      let sink = RecordingSink()
      if let jobs {
        try FrameRenderer.render(frames(), of: source, jobs: jobs, into: sink)
      } else {
        try FrameRenderer(source).render(frames(), into: sink)
      }
      expectEqual(sink.taken, Array(3..<33))
      expectEqual(sink.widths, sink.taken)
      #expect(sink.isFinished)
    }
  }

  @Test("after a failure, frames before it are used, none after it, and no output appears")
  func failure() throws {
    for jobs in [nil, 1, 3] {
      let sink = RecordingSink(failing: 10)
      #expect(throws: Failure.self) {
        if let jobs {
          try FrameRenderer.render(frames(), of: source, jobs: jobs, into: sink)
        } else {
          try FrameRenderer(source).render(frames(), into: sink)
        }
      }
      expectEqual(sink.taken, Array(3..<10))
      #expect(!sink.isFinished)
    }
  }

  @Test("two sinks receive the same frames, and an absent one receives none")
  func pairs() throws {
    let (first, second) = (RecordingSink(), RecordingSink())
    let (wanted, unwanted) = (Optional(second), RecordingSink?.none)
    try FrameRenderer.render(
      frames(), of: source, jobs: 2, into: first.and(unwanted).and(wanted))
    for sink in [first, second] {
      expectEqual(sink.taken, Array(3..<33))
      #expect(sink.isFinished)
    }
  }

  @Test("an image has the requested size, or otherwise the scene's, within the limit")
  func sizes() throws {
    try expectEqual(RenderSource(background: .black) { BarScene() }.size, defaultImageSize)
    let size = PixelSize(width: 16_384, height: 8_193)
    #expect(throws: ImageSizeError(size: size)) {
      try RenderSource(size: size, background: .black) { BarScene() }
    }
  }
}
