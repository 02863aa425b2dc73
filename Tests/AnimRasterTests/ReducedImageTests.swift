import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("Images with too many pixels")
struct ReducedImageTests {
  /// Returns the image in a file, decoded at a reduced size.
  private func reduced(_ bytes: [UInt8], to canvas: PixelSize) throws -> [UInt32] {
    let index = try RasterAnimation.index(of: BytesInMemory(bytes))
    var frame = index.frames[0]
    frame.area = RasterArea(x: 0, y: 0, width: canvas.width, height: canvas.height)
    let small = RasterIndex(
      format: index.format, canvas: canvas, storedCanvas: index.canvas,
      orientation: index.orientation, frames: [frame], plays: 1, loopCount: nil, problems: [],
      shared: index.shared, isAnimation: false)
    var store = FrameStore(small, BytesInMemory(bytes), budget: 0)
    return try store.image(of: 0)
  }

  /// Returns the mean of the pixels in boxes of 2 by 2, weighted by alpha, from the definition.
  private func means(_ words: [UInt32], width: Int) -> [UInt32] {
    let height = words.count / width
    var result: [UInt32] = []
    for top in stride(from: 0, to: height, by: 2) {
      for left in stride(from: 0, to: width, by: 2) {
        var box: [UInt32] = []
        for y in top..<min(top + 2, height) {
          for x in left..<min(left + 2, width) { box.append(words[y * width + x]) }
        }
        let alpha = box.reduce(0) { $0 + $1 >> 24 }
        func channel(_ shift: UInt32) -> UInt32 {
          let sum = box.reduce(0) { $0 + ($1 >> shift & 255) * ($1 >> 24) }
          return alpha == 0 ? 0 : ((sum + alpha / 2) / alpha) << shift
        }
        let count = UInt32(box.count)
        result.append(
          ((alpha + count / 2) / count) << 24 | channel(16) | channel(8) | channel(0))
      }
    }
    return result
  }

  /// Returns pixels of all kinds, some of them transparent.
  private func words(_ count: Int) -> [UInt32] {
    var state: UInt32 = 7
    return (0..<count).map { index in
      state = state &* 1_664_525 &+ 1_013_904_223
      return index % 5 == 0 ? state & 0xFF_FFFF : state
    }
  }

  /// Returns the rows of each pass of an interlaced image, one after the other.
  private func interlaced(_ words: [UInt32], width: Int) -> [UInt8] {
    let height = words.count / width
    var rows: [UInt8] = []
    for (x, y, dx, dy) in [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ] where x < width {
      for row in stride(from: y, to: height, by: dy) {
        rows.append(0)
        for column in stride(from: x, to: width, by: dx) {
          let word = words[row * width + column]
          rows += [16, 8, 0, 24].map { UInt8(word >> $0 & 255) }
        }
      }
    }
    return rows
  }

  @Test("a reduced PNG has the means of its pixels, interlaced or not", arguments: [8, 9, 13])
  func boxes(width: Int) throws {
    let words = words(width * 11)
    let size = PixelSize(width: (width + 1) / 2, height: 6)
    let plain = TestPNG(width, 11).image(words, width: width).finished
    try expectEqual(reduced(plain, to: size), means(words, width: width))
    let passes = TestPNG(width, 11, interlaced: true)
      .chunk("IDAT", TestPNG.compressed(interlaced(words, width: width))).finished
    try expectEqual(RasterAnimation(passes).pixels(of: 0), words)
    try expectEqual(reduced(passes, to: size), means(words, width: width))
  }

  @Test("a truncated, reduced PNG has the rows before its end")
  func cutOff() throws {
    let words = [UInt32](repeating: red, count: 64 * 64)
    // Stored blocks end with the file.
    let png = TestPNG(64, 64).image(self.words(64 * 64), width: 64)
    let whole = try reduced(png.finished, to: PixelSize(width: 32, height: 32))
    let part = try reduced(Array(png.bytes.dropLast(8000)), to: PixelSize(width: 32, height: 32))
    expectEqual(Array(part.prefix(32 * 8)), Array(whole.prefix(32 * 8)))
    #expect(part.last == 0 && words.count == whole.count * 4)
  }

  @Test(
    "a PNG with up to 200 million pixels is reduced to 50 million",
    arguments: [
      (10_000, 6_000, 5_000, 3_000), (20_000, 10_000, 10_000, 5_000),
      (14_143, 14_141, 4_715, 4_714),
      (8_000, 6_250, 8_000, 6_250),
    ])
  func sizes(width: Int, height: Int, smallWidth: Int, smallHeight: Int) throws {
    let index = try RasterAnimation(
      TestPNG(width, height).image([red], width: 1).finished
    ).index
    expectEqual(index.size, PixelSize(width: smallWidth, height: smallHeight))
    expectEqual(index.storedSize, PixelSize(width: width, height: height))
    expectEqual(
      index.problems.map(\.message),
      width == smallWidth
        ? []
        : [
          "its \(width)x\(height) pixels are reduced to \(smallWidth)x\(smallHeight) (limit of this program)"
        ])
  }

  @Test("an interlaced PNG is reduced further, because its sums take memory")
  func interlacedSize() throws {
    let png = TestPNG(10_000, 6_000, interlaced: true).image([red], width: 1).finished
    try expectEqual(RasterAnimation(png).index.size, PixelSize(width: 3_334, height: 2_000))
  }

  @Test(
    "a PNG with more than 200 million pixels is rejected, and so is an animation with 60 million")
  func refusedPNG() throws {
    #expect(throws: RasterError.tooLarge(width: 20_001, height: 10_000, limit: 200_000_000)) {
      try RasterAnimation(TestPNG(20_001, 10_000).image([red], width: 1).finished)
    }
    #expect(throws: RasterError.tooLarge(width: 10_000, height: 6_000, limit: 50_000_000)) {
      try RasterAnimation(
        TestPNG(10_000, 6_000).animation(frames: 1).control(0, 0, 10_000, 6_000)
          .image([red], width: 1).finished)
    }
  }

  /// Returns a JPEG whose header has another size, and another marker for its kind of frame.
  private func jpeg(_ width: Int, _ height: Int, frame: UInt8 = 0xC0) throws -> [UInt8] {
    var bytes = try FuzzerFiles.bytes(of: "RasterCorpus/still.jpg")
    let start = try #require(
      bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) })
    bytes[start + 1] = frame
    bytes.replaceSubrange(start + 5..<start + 9, with: big(height, 2) + big(width, 2))
    return bytes
  }

  @Test(
    "a JPEG with up to 200 million pixels is reduced by eighths",
    arguments: [
      (8_000, 6_250, 0xC0, 8_000, 6_250), (8_160, 6_144, 0xC0, 7_140, 5_376),
      (16_320, 12_240, 0xC0, 8_160, 6_120), (20_000, 10_000, 0xC0, 10_000, 5_000),
    ] as [(Int, Int, UInt8, Int, Int)])
  func jpegSizes(
    width: Int, height: Int, frame: UInt8, smallWidth: Int, smallHeight: Int
  ) throws {
    let index = try RasterAnimation(jpeg(width, height, frame: frame)).index
    expectEqual(index.size, PixelSize(width: smallWidth, height: smallHeight))
    expectEqual(index.storedSize, PixelSize(width: width, height: height))
  }

  @Test("a progressive JPEG is reduced until its coefficients fit into memory, or rejected")
  func progressive() throws {
    let size = try RasterAnimation(jpeg(6_000, 6_000, frame: 0xC2)).index.size
    #expect(size.width < 6_000 && size.width == size.height)
    #expect(throws: RasterError.self) { try RasterAnimation(jpeg(14_000, 14_000, frame: 0xC2)) }
    #expect(throws: RasterError.tooLarge(width: 20_001, height: 10_000, limit: 200_000_000)) {
      try RasterAnimation(jpeg(20_001, 10_000))
    }
  }

  @Test("a reduced JPEG shows the same image as the original", arguments: 1...7)
  func jpegImage(eighths: Int) throws {
    let bytes = try FuzzerFiles.bytes(of: "RasterCorpus/still.jpg")
    let whole = try RasterAnimation(bytes)
    let size = whole.index.size
    let small = PixelSize(
      width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
    func mean(_ words: [UInt32]) -> SIMD3<Double> {
      words.reduce(.zero) {
        $0 + SIMD3(Double($1 >> 16 & 255), Double($1 >> 8 & 255), Double($1 & 255))
      } / Double(words.count)
    }
    let words = try reduced(bytes, to: small)
    expectEqual(words.count, small.width * small.height)
    let difference = mean(words) - mean(try whole.pixels(of: 0))
    #expect((difference * difference).max() < 400)
  }
}
