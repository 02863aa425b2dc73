import AnimCodecs
import Glibc
import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles

@Suite("PNG")
struct PNGTests {
  /// Returns an image in which no two nearby pixels are equal.
  private func testImage(width: Int, height: Int) -> PixelImage {
    let image = PixelImage(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width {
        image[x, y] =
          0xFF00_0000
          | UInt32(truncatingIfNeeded: x &* 2_654_435 &+ y &* 40_503 &+ x * y) & 0xFF_FFFF
      }
    }
    return image
  }

  @Test(
    "a decoded image equals the encoded one",
    arguments: [(1, 1), (3, 7), (257, 33), (1, 900), (40_000, 3), (700, 300)])
  func roundTrip(width: Int, height: Int) throws {
    let image = testImage(width: width, height: height)
    try expectEqual(PNG.decode(PNG.encode(image)), image)
  }

  @Test("channels keep their order")
  func channelOrder() throws {
    let image = PixelImage(size: PixelSize(width: 3, height: 1))
    image[0, 0] = 0xFFFF_0000
    image[1, 0] = 0xFF00_FF00
    image[2, 0] = 0xFF00_00FF
    let bytes = try PNG.encode(image)
    let decoded = try PNG.decode(bytes)
    expectEqual(decoded, image)
    // The header: 8 bits a sample, colour type 2 (RGB without alpha).
    expectEqual(Array(bytes[24...25]), [8, 2])
  }

  @Test("an image that may be transparent keeps its alpha, with straight colours in the file")
  func alpha() throws {
    let image = PixelImage(size: PixelSize(width: 5, height: 1), isOpaque: false)
    let words: [UInt32] = [0, 0xFF12_3456, 0x8080_0000, 0x0101_0001, 0x4001_3F20]
    for (x, word) in words.enumerated() { image[x, 0] = word }
    let bytes = try PNG.encode(image)
    // The header: 8 bits a sample, colour type 6 (RGB with alpha).
    expectEqual(Array(bytes[24...25]), [8, 6])
    let decoded = try PNG.decode(bytes)
    #expect(!decoded.isOpaque)
    expectEqual(decoded, image)
  }

  @Test("every premultiplied word survives a round trip through straight colours")
  func premultiplied() {
    for alpha in 0..<256 as Range<UInt32> {
      for channel in 0...alpha {
        let word = alpha << 24 | channel << 16 | (alpha - channel) << 8 | channel / 2
        let color = Color(premultipliedARGB: word)
        expectEqual(color.premultipliedARGB, (alpha == 0 ? 0 : word))
      }
    }
    expectEqual(
      Color(premultipliedARGB: 0x10FF_0000).red, 255, "a colour above its alpha is clamped")
  }

  @Test(
    "pixels in a file have the straight colours of their premultiplied words", arguments: [1, 3])
  func straightPixels(step: Int) {
    // The step sets which pixels are next to each other: some are converted four at a time.
    let words: [UInt32] = stride(from: 0, to: 1 << 16, by: step).map { (index: UInt32) in
      let channel = index & 0xFF
      return (index >> 8) << 24 | channel << 16 | (255 - channel) << 8 | 7
    }
    let image = PixelImage(size: PixelSize(width: words.count, height: 1), isOpaque: false)
    image.withMutablePixels { pixels in
      for (index, word) in words.enumerated() { pixels[index] = word }
    }
    let bytes = StraightPixels(image).bytes
    let expected = words.flatMap { word in
      let color = Color(premultipliedARGB: word)
      return [color.red, color.green, color.blue, color.alpha]
    }
    expectEqual(bytes, expected)
  }

  @Test("the byte above the colours of an opaque image doesn't matter")
  func unusedByte() throws {
    let image = testImage(width: 5, height: 5)
    let other = testImage(width: 5, height: 5)
    other.withMutablePixels { for index in $0.indices { $0[index] &= 0xFF_FFFF } }
    try expectEqual(PNG.encode(image), PNG.encode(other))
  }

  @Test("the same image results in the same bytes, without a date or text")
  func reproducible() throws {
    let bytes = try PNG.encode(testImage(width: 64, height: 64))
    try expectEqual(PNG.encode(testImage(width: 64, height: 64)), bytes)
    let chunks = try #require(chunkTypes(bytes))
    expectEqual(chunks.first, "IHDR")
    expectEqual(chunks.last, "IEND")
    #expect(Set(chunks).isSubset(of: ["IHDR", "sRGB", "gAMA", "cHRM", "IDAT", "IEND"]))
  }

  @Test("an incompressible image, in many blocks, is at most slightly larger than its pixels")
  func noise() throws {
    var random = SeededGenerator(seed: 1)
    for isOpaque in [true, false] {
      let size = PixelSize(width: 500, height: 400)
      let image = PixelImage(size: size, isOpaque: isOpaque)
      image.withMutablePixels { pixels in
        for index in pixels.indices {
          pixels[index] = Color(argb: UInt32(truncatingIfNeeded: random.next())).premultipliedARGB
          if isOpaque { pixels[index] |= 0xFF00_0000 }
        }
      }
      let pixels = StraightPixels(image)
      for level in 1...2 {
        let bytes = try PNG.encode(image, compression: level)
        try expectEqual(StraightPixels(PNG.decode(bytes)), pixels)
        #expect(bytes.count < size.width * size.height * (isOpaque ? 3 : 4) * 1_001 / 1_000)
      }
    }
  }

  @Test("an image has the same bytes wherever it is in memory", arguments: [1, 2])
  func addresses(level: Int) throws {
    // Rows that repeat the first one from its first byte.
    let image = testImage(width: 9, height: 9)
    for y in 1..<9 { for x in 0..<9 { image[x, y] = image[x, 0] } }
    let bytes = try PNG.encode(image, compression: level)
    // These blocks are kept, but never accessed. They only move later allocations.
    var kept: [UnsafeMutableRawPointer?] = []
    defer { for pointer in kept { free(pointer) } }
    var differences = 0
    for _ in 0..<8_000 {
      kept.append(malloc(1 << 16))
      differences += try PNG.encode(image, compression: level) == bytes ? 0 : 1
    }
    expectEqual(differences, 0)
  }

  @Test("the quick levels create files almost as small as the next ones")
  func quickLevels() throws {
    let image = PixelImage(size: PixelSize(width: 400, height: 300), isOpaque: false)
    for y in 0..<300 {
      for x in 0..<400 where (x - 200) * (x - 200) + (y - 150) * (y - 150) < 14_000 {
        image[x, y] = 0xFF00_4060 + UInt32(y / 40)
      }
    }
    let sizes = try (1...3).map { try PNG.encode(image, compression: $0).count }
    #expect(sizes[0] < sizes[2] * 5 / 4 && sizes[1] < sizes[2] * 5 / 4, "\(sizes)")
  }

  @Test("rows aren't filtered")
  func noFilter() throws {
    let image = testImage(width: 16, height: 16)
    let pixels = StraightPixels(image)
    // Without compression, the file has the rows as they are, each after the number of its filter.
    let bytes = try PNG.encode(image, compression: 0)
    var rows: [UInt8] = []
    for (index, byte) in pixels.bytes.enumerated() {
      if index % (16 * 4) == 0 { rows.append(0) }
      if index % 4 != 3 { rows.append(byte) }
    }
    #expect(bytes.contains(rows))
  }

  @Test("an image without pixels is rejected")
  func emptyImage() {
    #expect(throws: PNGCodingError.cannotEncode(reason: "it has 0 by 4 pixels")) {
      try PNG.encode(PixelImage(size: PixelSize(width: 0, height: 4)))
    }
  }

  @Test("invalid and truncated files are rejected with a sentence")
  func damagedFiles() throws {
    let whole = try PNG.encode(testImage(width: 40, height: 40))
    for bytes in [[], Array("GIF89a, honestly".utf8), Array(whole.prefix(whole.count / 2))] {
      let error = #expect(throws: PNGCodingError.self) { try PNG.decode(bytes) }
      expectEqual(error?.description.hasPrefix("invalid PNG: "), true)
    }
  }

  @Test("a header of a huge image is rejected without allocating memory")
  func hugeClaim() throws {
    var bytes = try PNG.encode(testImage(width: 1, height: 1))
    bytes.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    bytes.replaceSubrange(29..<33, with: crc32(bytes[12..<29]))
    #expect(throws: PNGCodingError.cannotDecode(reason: "it is too large")) {
      try PNG.decode(bytes)
    }
  }

  @Test("a header that claims more data than the file has doesn't use memory")
  func forgedClaim() throws {
    var bytes = try PNG.encode(testImage(width: 1, height: 1))
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
    bytes.replaceSubrange(29..<33, with: crc32(bytes[12..<29]))
    let before = try ProcessRecord(pid: getpid()).memory()
    #expect(throws: PNGCodingError.self) { try PNG.decode(bytes) }
    #expect(try ProcessRecord(pid: getpid()).memory() - before < 50_000)
  }

  private func chunkTypes(_ bytes: [UInt8]) -> [String]? {
    var types: [String] = []
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: bytes[position + 4..<position + 8], as: UTF8.self))
      position += 12 + length
    }
    return position == bytes.count ? types : nil
  }

  /// Returns the checksum at the end of a chunk (PNG specification, annex D), most significant byte
  /// first.
  private func crc32(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    let sum = ~crc
    return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sum >> $0) }
  }
}
