import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Sequences of files")
struct SequenceSinkTests {
  @Test("threads pass some files on to be finished, and finish the others themselves")
  func order() throws {
    let directory = try ScratchDirectory()
    let files = try FrameSequence(pattern: directory / "%d.png")
    let sink = SequenceSink(files, unfinished: UnfinishedFiles())
    let prepare = sink.preparation()
    let image = PixelImage(size: PixelSize(width: 5, height: 3))
    let products = try (1...6).map { number in
      try prepare(
        RenderedFrame(
          number: number, instant: .played(0), image: image, cost: 0, stopwatch: Stopwatch()))
    }
    expectEqual(directory.allNames, ["5.png", "6.png"])
    try sink.take(products[0])
    expectEqual(directory.allNames, ["1.png", "5.png", "6.png"])
    // There is room for one more.
    let last = try prepare(
      RenderedFrame(
        number: 7, instant: .played(0), image: image, cost: 0, stopwatch: Stopwatch()))
    #expect(!directory.allNames.contains("7.png"))
    for product in products.dropFirst() + [last] { try sink.take(product) }
    expectEqual(directory.allNames.count, 7)
    for number in 1...7 { try expectEqual(loadImage(at: files.path(of: number)), image) }
  }

  @Test("incomplete output is removed")
  func unfinished() throws {
    let directory = try ScratchDirectory()
    let sink = SequenceSink(
      try FrameSequence(pattern: directory / "%d.png"), unfinished: UnfinishedFiles())
    let image = PixelImage(size: PixelSize(width: 5, height: 3))
    _ = try sink.preparation()(
      RenderedFrame(
        number: 1, instant: .played(0), image: image, cost: 0, stopwatch: Stopwatch()))
    #expect(directory.allNames.isEmpty)
  }
}
