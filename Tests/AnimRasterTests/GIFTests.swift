import AnimCore
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("GIF")
struct GIFTests {
  private func frames(_ gif: TestGIF) throws -> [[UInt32]] {
    try RasterAnimation(gif.finished).images()
  }

  /// Returns the result of LZW decoding for some codes, with 0xEE for missing bytes.
  private func decode(_ codes: [UInt8], size: Int, count: Int) -> (bytes: [UInt8], count: Int) {
    let decoder = LZWDecoder()
    let input = codes + [UInt8](repeating: 0xFF, count: LZWDecoder.inputSlack)
    var output = [UInt8](repeating: 0xEE, count: count + LZWDecoder.outputSlack)
    let decoded = input.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { output in
        decoder.decode(
          input.baseAddress!, codeCount: codes.count, minimumSize: size, into: output.baseAddress!,
          wanted: count)
      }
    }
    return (Array(output[..<decoded]), decoded)
  }

  @Test("LZW decodes what was encoded, for each code size, with full tables cleared or kept")
  func roundTrip() {
    var random = SeededGenerator(seed: 1)
    for size in 1...8 {
      for clears in [true, false] {
        for count in [0, 1, 2, 3, 7, 100, 20_000] {
          // Few different bytes give long strings, and strings of their own beginnings.
          let most = Bool.random(using: &random) ? 1 : (1 << size) - 1
          let bytes = (0..<count).map { _ in UInt8.random(in: 0...UInt8(most), using: &random) }
          let codes = TestLZW.encode(bytes, size: size, clears: clears)
          expectEqual(decode(codes, size: size, count: count).bytes, bytes, "\(size) \(count)")
          expectEqual(
            decode(codes, size: size, count: count / 2).bytes, Array(bytes[..<(count / 2)]))
        }
      }
    }
  }

  @Test("truncated or undefined codes end the pixels")
  func damaged() {
    let bytes = [UInt8](repeating: 1, count: 100)
    let codes = TestLZW.encode(bytes, size: 2)
    for count in 0..<codes.count {
      let part = decode(Array(codes[..<count]), size: 2, count: 100)
      #expect(part.bytes == Array(bytes[..<part.count]) && part.count < 100)
    }
    func stream(_ codes: [Int]) -> [UInt8] {
      var bits = TestBits()
      for code in codes { bits.add(code, 3) }
      return bits.bytes
    }
    expectEqual(decode(stream([4, 1, 7, 1]), size: 2, count: 9).bytes, [1])
    expectEqual(decode(stream([4, 6, 1]), size: 2, count: 9).bytes, [])
    expectEqual(decode(stream([1, 2, 5, 3]), size: 2, count: 9).bytes, [1, 2])
    expectEqual(decode(stream([4, 1, 6, 5]), size: 2, count: 9).bytes, [1, 1, 1])
  }

  @Test(
    "the rows of an interlaced image are every eighth, those in between, and so on",
    arguments: 1...20)
  func interlace(height: Int) throws {
    let rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
      Array(stride(from: $0, to: height, by: $1))
    }
    expectEqual((0..<height).map { FrameDecoder.interlacedRow($0, of: height) }, rows)
    let colors = [red, green, blue, black]
    let bitmap = try frames(
      TestGIF(1, height).image(0, 0, 1, height, rows.map { UInt8($0 % 4) }, interlaced: true))
    expectEqual(bitmap, [(0..<height).map { colors[$0 % 4] }])
  }

  @Test("a palette has up to 256 colours, according to three bits of its flags")
  func palettes() throws {
    for bits in 0..<8 {
      let count = 2 << bits
      let colors: [UInt8] = (0..<count).flatMap { [UInt8($0), UInt8(7), UInt8(255 - $0)] }
      let size = max(bits + 1, 2)
      let last = UInt8(count - 1)
      let descriptor: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80 | UInt8(bits)]
      let codes = TestGIF.blocks(TestLZW.encode([last], size: size))
      let gif = TestGIF(1, 1, colors: []).adding(descriptor).adding(colors).adding([UInt8(size)])
        .adding(codes)
      let color: UInt32 = black | UInt32(last) << 16 | 0x700 | UInt32(255 - last)
      try expectEqual(frames(gif), [[color]], "\(bits)")
    }
  }

  @Test("only the loop extension sets the loop count, and not that of a buffer")
  func buffer() throws {
    let blocks: [UInt8] = [3, 1, 4, 0, 5, 2, 9, 0, 0, 0, 0]
    let gif = TestGIF(1, 1).adding([0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + blocks)
      .image(0, 0, 1, 1, [0])
    try expectEqual(RasterAnimation(gif.finished).index.loopCount, 4)
  }

  @Test(
    "in an interlaced image higher than the canvas, all rows are read to find those on the canvas")
  func interlacedBeyond() throws {
    let rows = [0, 8, 4, 2, 6, 10, 1, 3, 5, 7, 9, 11]
    let indexes = rows.map { UInt8($0 % 4) }
    let images = try frames(
      TestGIF(1, 6).image(0, 0, 1, 6, [3, 3, 3, 3, 3, 3])
        .image(0, 1, 1, 12, indexes, interlaced: true))
    expectEqual(images[1], [black, red, green, blue, black, red])
  }

  @Test("both versions are read, with colours of the file or of the image")
  func colors() throws {
    try expectEqual(
      frames(TestGIF(2, 1, version: "87a").image(0, 0, 2, 1, [0, 2])), [[red, blue]])
    let own: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0]
    #expect(
      try frames(TestGIF(2, 1, colors: []).image(0, 0, 2, 1, [0, 2], colors: own))
        == [[0xFF01_0203, 0xFF07_0809]])
    // Without a colour, an index is black.
    try expectEqual(frames(TestGIF(2, 1).image(0, 0, 2, 1, [1, 7], size: 3)), [[green, black]])
  }

  @Test(
    "a canvas is initially transparent, whatever its background colour, and a colour can be transparent"
  )
  func transparency() throws {
    try expectEqual(frames(TestGIF(3, 1).image(1, 0, 1, 1, [0])), [[0, red, 0]])
    let gif = TestGIF(2, 1).image(0, 0, 2, 1, [0, 1]).control(transparent: 3).image(
      0, 0, 2, 1, [3, 2])
    try expectEqual(frames(gif), [[red, green], [red, blue]])
  }

  @Test(
    "a frame is kept (0, 1, 5 to 7), cleared (2), or undone (3, 4) before the next one",
    arguments: 0...7)
  func disposal(number: Int) throws {
    let gif = TestGIF(3, 1).image(0, 0, 3, 1, [0, 0, 0])
      .control(disposal: number).image(0, 0, 2, 1, [1, 1])
      .control().image(2, 0, 1, 1, [2])
    let before: [UInt32] =
      switch number {
      case 2: [0, 0]
      case 3, 4: [red, red]
      default: [green, green]
      }
    try expectEqual(frames(gif), [[red, red, red], [green, green, red], before + [blue]])
  }

  @Test("if the first frame is disposed to the previous one, the canvas is empty")
  func undoneFirst() throws {
    let gif = TestGIF(2, 1).control(disposal: 3).image(0, 0, 2, 1, [0, 0]).image(0, 0, 1, 1, [1])
    try expectEqual(frames(gif), [[red, red], [green, 0]])
  }

  @Test(
    "the canvas grows to contain the first frame, and later ones are clipped, which is reported")
  func beyondScreen() throws {
    let animation = try RasterAnimation(
      TestGIF(2, 1).image(1, 0, 2, 2, [0, 1, 2, 3]).control(transparent: 0)
        .image(2, 1, 2, 1, [1, 0]).image(5, 5, 1, 1, [0]).finished)
    expectEqual(animation.index.size, PixelSize(width: 3, height: 2))
    try expectEqual(
      animation.images(),
      [
        [0, red, green, 0, blue, black], [0, red, green, 0, blue, green],
        [0, red, green, 0, blue, green],
      ])
    expectEqual(
      animation.messages,
      [
        "the first image is larger than the canvas of 2x1, which grows",
        "images are clipped to the canvas",
      ])
  }

  @Test("a screen without pixels is rejected, as is a file without an image")
  func refused() throws {
    for (bytes, reason) in [
      (TestGIF(0, 0).image(0, 0, 1, 1, [0]).finished, "a GIF of 0x0 pixels"),
      (TestGIF(3, 0).image(0, 0, 1, 1, [0]).finished, "a GIF of 3x0 pixels"),
      (TestGIF(1, 1).finished, "a GIF without an image"),
      (Array(TestGIF(1, 1).bytes.prefix(12)), "a GIF that ends before its size"),
      (Array(TestGIF(1, 1).bytes.prefix(20)), "a GIF that ends before its first image"),
    ] {
      let error = #expect(throws: RasterError.self) { try RasterAnimation(bytes) }
      expectEqual(error?.description, reason)
    }
    #expect(throws: RasterError.tooLarge(width: 65_535, height: 65_535, limit: 48_000_000)) {
      try RasterAnimation(TestGIF(65_535, 65_535).image(0, 0, 1, 1, [0]).finished)
    }
    let large = TestGIF(4_000, 4_000).image(0, 0, 1, 1, [0])
    try expectEqual(RasterAnimation(large.finished).index.frames.count, 1)
    #expect(throws: RasterError.tooLarge(width: 4_000, height: 4_000, limit: 10_000_000)) {
      try RasterAnimation(large.image(0, 0, 1, 1, [0]).finished)
    }
  }

  @Test(
    "a loop count of n means n repetitions after the first, 0 is forever, and without one it plays once"
  )
  func loops() throws {
    func plays(_ gif: TestGIF) throws -> Int? {
      try RasterAnimation(gif.image(0, 0, 1, 1, [0]).finished).index.plays
    }
    try expectEqual(plays(TestGIF(1, 1)), 1)
    #expect(try plays(TestGIF(1, 1).loops(0)) == nil)
    try expectEqual(plays(TestGIF(1, 1).loops(3)), 4)
    try expectEqual(plays(TestGIF(1, 1).loops(3, "ANIMEXTS1.0")), 4)
    try expectEqual(plays(TestGIF(1, 1).loops(3, "NOTHING 1.0")), 1)
  }

  @Test(
    "each image is a separate frame, with the delay and colours of only the control block before it"
  )
  func controls() throws {
    let animation = try RasterAnimation(
      TestGIF(1, 1).control(delay: 5).control(delay: 7, disposal: 2, transparent: 1)
        .image(0, 0, 1, 1, [1]).image(0, 0, 1, 1, [1]).finished)
    expectEqual(animation.index.frames.map(\.delay.seconds), [Fraction(7) / 100, 0])
    try expectEqual(animation.images(), [[0], [green]])
  }

  @Test("extensions, padding and data after the end are skipped")
  func extensions() throws {
    let animation = try RasterAnimation(
      TestGIF(1, 1).adding([0x21, 0xFE, 2, 65, 66, 0]).adding([0x21, 0x99, 0])
        .adding([0x21, 0x01, 1, 0, 0]).adding([0]).image(0, 0, 1, 1, [2]).finished + [1, 2, 3])
    try expectEqual(animation.images(), [[blue]])
    expectEqual(
      animation.messages, ["plain text is not drawn", "3 bytes after the end are ignored"])
  }

  @Test("the decoded part of a truncated image is shown")
  func cutOff() throws {
    let whole = TestGIF(4, 1).image(0, 0, 4, 1, [0, 1, 2, 0])
    let image = try RasterAnimation(Array(whole.bytes.dropLast(3)))
    try expectEqual(image.images(), [[red, 0, 0, 0]])
    expectEqual(image.messages, ["the file is truncated"])
  }

  @Test("frames whose codes end early are truncated, although all blocks exist")
  func shortCodes() throws {
    let gif = TestGIF(4, 2).image(0, 0, 4, 2, [0, 1, 2, 0, 1, 1, 1, 1])
      .image(0, 0, 4, 2, [0, 1, 2]).image(1, 0, 2, 2, [0, 0, 0, 0]).image(0, 0, 4, 2, [])
    expectEqual(try RasterAnimation(gif.finished).truncatedFrames(), [1, 3])
  }

  @Test("strings are counted as they are decoded")
  func counts() {
    var random = SeededGenerator(seed: 7)
    let decoder = LZWDecoder()
    for size in [0, 2, 8, 11] {
      for _ in 0..<200 {
        let codes =
          (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
          + [UInt8](repeating: 0, count: 8)
        for wanted in [1, 40, 5000] {
          var output = [UInt8](repeating: 0, count: wanted + LZWDecoder.outputSlack)
          let decoded = output.withUnsafeMutableBytes { output in
            codes.withUnsafeBytes {
              decoder.decode(
                $0.baseAddress!, codeCount: 64, minimumSize: size, into: output.baseAddress!,
                wanted: wanted)
            }
          }
          let counted = codes.withUnsafeBytes {
            decoder.count($0.baseAddress!, codeCount: 64, minimumSize: size, wanted: wanted)
          }
          expectEqual(counted, decoded)
        }
      }
    }
  }
}
