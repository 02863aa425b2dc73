import CAnimRender
import OfflineRendering
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimationFormats
@testable import ImageFiles

@Suite("Drawing frames through C")
struct DrawingTests {
  /// Returns a frame as the program draws it.
  private func rendered(
    _ bytes: [UInt8], _ frame: Int, _ width: Int, _ height: Int
  ) throws -> RenderedFrame {
    let source = AnimationSource("a", bytes: bytes) { _, _ in nil }
    let file = try AnimationFile(source, FileConfiguration())
    let renderer = FrameRenderer(
      try RenderSource(file, file.scenes(), size: PixelSize(width: width, height: height)))
    return try renderer.render(.frame(Fraction(frame), rate: sceneRate), number: frame)
  }

  @Test(
    "pixels and hashes are those of the program",
    arguments: [
      "Corpus/gradients.json", "Corpus/masks.json", "SVGCorpus/paint.svg",
      "RasterCorpus/frames.gif", "RasterCorpus/lossless.webp", "RasterCorpus/frames.apng",
    ])
  func sameAsProgram(file: String) throws {
    let bytes = try FuzzerFiles.bytes(of: file)
    let handle = try Handle.opened(bytes)
    let properties = handle.properties
    let own = (Int(properties.width), Int(properties.height))
    for (width, height) in [own, (41, 23), (3, 3)] {
      let frame = min(3, Int(properties.frame_count) - 1)
      let expected = try rendered(bytes, frame, width, height)
      expectEqual(handle.hash(frame, width, height), "\(expected.hash)")
      expectEqual(handle.pixels(frame, width, height), expected.pixels.bytes)
      let words = expected.image.withPixels { Array($0) }
      let bgra = words.flatMap { word in [0, 8, 16, 24].map { UInt8(word >> $0 & 255) } }
      expectEqual(
        handle.pixels(frame, width, height, ANIMRENDER_BGRA8_PREMULTIPLIED), bgra)
      let rgba = words.flatMap { word in [16, 8, 0, 24].map { UInt8(word >> $0 & 255) } }
      expectEqual(
        handle.pixels(frame, width, height, ANIMRENDER_RGBA8_PREMULTIPLIED), rgba)
    }
  }

  @Test(
    "rows start at the stride, and bytes between them are unchanged",
    arguments: [ANIMRENDER_RGBA8, ANIMRENDER_RGBA8_PREMULTIPLIED, ANIMRENDER_BGRA8_PREMULTIPLIED])
  func stride(format: Int) throws {
    for bytes in [
      try FuzzerFiles.bytes(of: "Corpus/gradients.json"),
      try FuzzerFiles.bytes(of: "RasterCorpus/lossless.webp"),
    ] {
      let handle = try Handle.opened(bytes)
      let (width, height) = (Int(handle.properties.width), Int(handle.properties.height))
      let expected = try #require(handle.pixels(0, width, height, format))
      // An odd number of bytes, at an odd address. Nothing follows the last row.
      let stride = width * 4 + 7
      var buffer = [UInt8](repeating: 0xA5, count: 1 + stride * (height - 1) + width * 4)
      let status = buffer.withUnsafeMutableBytes { buffer in
        animrender_draw_frame(
          handle.pointer, 0, buffer.baseAddress! + 1, UInt32(width), UInt32(height), stride,
          CInt(format))
      }
      expectEqual(Int(status), ANIMRENDER_OK)
      var wanted = [UInt8](repeating: 0xA5, count: buffer.count)
      for row in 0..<height {
        let line = expected[row * width * 4..<(row + 1) * width * 4]
        wanted.replaceSubrange(1 + row * stride..<1 + row * stride + width * 4, with: line)
      }
      #expect(buffer == wanted)
    }
  }

  @Test("the image at a time is that of the frame, from its first nanosecond to its last")
  func times() throws {
    for bytes in [
      Array(TestAnimation().json.utf8), try FuzzerFiles.bytes(of: "RasterCorpus/frames.gif"),
    ] {
      let handle = try Handle.opened(bytes)
      var starts: [Int64] = []
      for frame in 0..<handle.properties.frame_count {
        var start: Int64 = -1
        expectEqual(
          Int(animrender_get_frame_time(handle.pointer, frame, &start)), ANIMRENDER_OK)
        starts.append(start)
      }
      expectEqual(starts.first, 0)
      #expect(starts == starts.sorted() && Set(starts).count == starts.count)
      for frame in [1, 3] {
        expectEqual(handle.pixels(at: starts[frame], 48, 12), handle.pixels(frame, 48, 12))
      }
      let duration = handle.properties.duration
      expectEqual(handle.pixels(at: duration + starts[2], 48, 12), handle.pixels(2, 48, 12))
      #expect(handle.pixels(at: .max, 48, 12) != nil)
    }
    let gif = try Handle.opened(FuzzerFiles.bytes(of: "RasterCorpus/frames.gif"))
    expectEqual(gif.pixels(at: 149_999_999, 12, 12), gif.pixels(1, 12, 12))
    expectEqual(gif.pixels(at: 150_000_000, 12, 12), gif.pixels(2, 12, 12))
  }

  @Test("a frame doesn't depend on frames and sizes before it")
  func order() throws {
    let bytes = try FuzzerFiles.bytes(of: "Corpus/trims.json")
    let (used, new) = (try Handle.opened(bytes), try Handle.opened(bytes))
    for (frame, side) in [(9, 40), (2, 17), (9, 17), (0, 64)] { _ = used.hash(frame, side, side) }
    expectEqual(used.hash(4, 40, 40), new.hash(4, 40, 40))
  }

  @Test("several threads draw copies at the same time")
  func threads() async throws {
    let bytes = try FuzzerFiles.bytes(of: "Corpus/text.json")
    let handle = try Handle.opened(bytes)
    let expected = (0..<8).map { handle.hash($0, 60, 60) }
    // A handle may be passed from thread to thread.
    struct Passed: @unchecked Sendable { let handle: Handle }
    let copies = try (0..<4).map { _ in Passed(handle: try handle.copy()) }
    await withTaskGroup(of: [String?].self) { group in
      for copy in copies {
        group.addTask { (0..<8).map { copy.handle.hash($0, 60, 60) } }
      }
      for await hashes in group { expectEqual(hashes, expected) }
    }
  }
}
