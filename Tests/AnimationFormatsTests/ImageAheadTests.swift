import AnimCore
import Synchronization
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Images that are read before they are shown")
struct ImageAheadTests {
  /// Ten images, each lasting a tenth of a second, with one pixel that contains the image's number.
  /// The fifth can't be read.
  private final class Reader: ImageReader {
    let times = FrameTimes(rate: RefreshRate(hertz: 10), count: 10)
    let size = PixelSize(width: 1, height: 1)
    let reads = Mutex([Int]())
    /// The number of steps in which jumps are prepared.
    let parts = Mutex(3)

    func image(of frame: Int) throws(Failure) -> Image {
      reads.withLock { $0.append(frame) }
      if frame == 5 { throw Failure("nothing", status: .differs) }
      guard let image = Image(size: size, straight: [0xFF00_0000 | UInt32(frame)]) else {
        throw Failure("no memory", status: .differs)
      }
      return image
    }

    func prepareJumps() -> Bool {
      parts.withLock { parts in
        parts -= 1
        return parts > 0
      }
    }
  }

  /// Work that is done when a frame waits for it or the test requests it.
  private final class ManualWork: BackgroundWork {
    let work = Mutex([@Sendable () -> Void]())
    let isHeld = Mutex(false)
    let passed = Mutex(0)
    let asked = Mutex(0)

    var timeout: Int {
      if !isHeld.withLock({ $0 }) { finish() }
      return 0
    }

    func run(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0.append(work) } }
    func passOver() { passed.withLock { $0 += 1 } }
    func requestFrame() { asked.withLock { $0 += 1 } }

    func finish() {
      let all = work.withLock { work in
        defer { work = [] }
        return work
      }
      for work in all { work() }
    }
  }

  private let reader = Reader()
  private let work = ManualWork()

  private func scene(_ mode: PlaybackMode = .forward) -> ImageScene {
    let scene = ImageScene(
      reader, of: "video", Playback(reader.times, mode: mode, hasSubframes: false), fit: .contain)
    scene.layout(in: Size(width: 1, height: 1))
    let source = FrameSource()
    source.background = work
    scene.start(on: source)
    return scene
  }

  /// Shows a frame, and returns which were read for it, and which before the next.
  private func show(_ scene: ImageScene, at time: Seconds) -> [[Int]] {
    scene.update(to: time)
    var list = DisplayList(size: reader.size)
    reader.reads.withLock { $0 = [] }
    scene.draw(into: &list)
    let shown = reader.reads.withLock { $0 }
    work.finish()
    return [shown, Array(reader.reads.withLock { $0 }.dropFirst(shown.count))]
  }

  @Test("played in any order and across the seam, each image is read once, before it is shown")
  func playing() {
    let scene = scene()
    expectEqual(show(scene, at: 0), [[0], [1]])
    for frame in 1..<9 { expectEqual(show(scene, at: Seconds(frame) / 10), [[], [frame + 1]]) }
    expectEqual(show(scene, at: 0.9), [[], [0]])
    expectEqual(show(scene, at: 1), [[], [1]])
    // Images that have been read are kept until they are shown.
    expectEqual(show(scene, at: 1.05), [[], []])
    let reversed = self.scene(.reverse)
    expectEqual(show(reversed, at: 0), [[9], [8]])
    expectEqual(show(reversed, at: 0.1), [[], [7]])
  }

  @Test("after a jump, the shown image is read first, and then the following ones")
  func jumps() {
    let scene = scene()
    expectEqual(show(scene, at: 0), [[0], [1]])
    expectEqual(show(scene, at: 0.7), [[7], [8]])
    scene.update(to: 0.2)
    var list = DisplayList(size: reader.size)
    scene.draw(into: &list)
    // Images that haven't been started aren't read any more.
    expectEqual(show(scene, at: 0.4), [[4], [5]])
  }

  /// Returns the number in the image that a scene shows, or `nil` if it shows none.
  private func number(_ scene: ImageScene, at time: Seconds) -> Int? {
    scene.update(to: time)
    let rendering = PixelImage(size: reader.size, isOpaque: false)
    var list = DisplayList(size: reader.size, background: .clear)
    scene.draw(into: &list)
    Rasterizer(threads: 1).paint(list, into: rendering)
    return rendering[0, 0] == 0 ? nil : Int(rendering[0, 0] & 0xFF)
  }

  @Test(
    "while an image takes long to read, the last one stays, and a frame is requested when it is available"
  )
  func late() {
    let scene = scene()
    expectEqual(number(scene, at: 0.1), 1)
    work.finish()
    work.isHeld.withLock { $0 = true }
    // The next image was read before, and the one after it isn't read.
    expectEqual(number(scene, at: 0.2), 2)
    for _ in 0..<3 { expectEqual(number(scene, at: 0.7), 2) }
    expectEqual(work.passed.withLock { $0 }, 1)
    expectEqual(work.asked.withLock { $0 }, 0)
    work.finish()
    expectEqual(work.asked.withLock { $0 }, 1)
    expectEqual(number(scene, at: 0.7), 7)
    // Outdated work doesn't request a frame.
    expectEqual(number(scene, at: 0.3), 7)
    expectEqual(number(scene, at: 0.7), 7)
    work.finish()
    expectEqual(work.asked.withLock { $0 }, 1)
    expectEqual(number(self.scene(), at: 0), nil)
  }

  @Test("an image that can't be read fails when it is shown, as without reading ahead")
  func failure() {
    let scene = scene()
    expectEqual(show(scene, at: 0.4), [[4], [5]])
    #expect(scene.omission == nil)
    expectEqual(show(scene, at: 0.5), [[], [6]])
    expectEqual(scene.omission?.frame, 5)
  }

  @Test("if nothing waits for frames, images are read only when they are shown")
  func offline() {
    let scene = ImageScene(
      reader, of: "video", Playback(reader.times, hasSubframes: false), fit: .contain)
    expectEqual(show(scene, at: 0.1), [[1], []])
    expectEqual(show(scene, at: 0.2), [[2], []])
  }

  @Test("jumps are prepared in parts after the first image, while it is shown")
  func preparing() {
    var scene: ImageScene? = scene()
    let parts = { [reader] in reader.parts.withLock { $0 } }
    work.finish()
    expectEqual(parts(), 3)
    for (time, left) in [(0, 2), (0.1, 1), (0.2, 0), (0.3, 0)] {
      if let scene { _ = show(scene, at: time) }
      expectEqual(parts(), left)
      work.isHeld.withLock { $0 = true }
    }
    work.isHeld.withLock { $0 = false }
    reader.parts.withLock { $0 = 9 }
    scene = self.scene()
    if let scene { _ = show(scene, at: 0) }
    scene = nil
    work.finish()
    work.finish()
    expectEqual(parts(), 8)
  }

  @Test("an image that the thread is reading is waited for")
  func threads() throws {
    let ahead = ImageAhead(reader, on: ThreadWork())
    for _ in 0..<50 {
      for frame in [0, 1, 2, 3, 4, 6] {
        ahead.read(frame)
        let image = try #require(ahead.image(of: frame)).get()
        expectEqual(image, (try reader.image(of: frame)))
      }
    }
  }

  private struct ThreadWork: BackgroundWork {
    let thread = SerialThread()
    let timeout = Int.max / 2

    func run(_ work: @escaping @Sendable () -> Void) { thread.run(work) }
  }
}
