import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import ImageFiles

@Suite("Y4M frames as pixels")
struct Y4MDecoderTests {
  private func header(
    _ size: PixelSize, _ tag: String, range: String = "LIMITED"
  ) throws -> Y4MHeader {
    try Y4MHeader(
      "YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip A1:1 C\(tag) XCOLORRANGE=\(range)")
  }

  /// Returns an image, encoded and decoded, as words 0xFFRRGGBB.
  private func roundTrip(_ image: PixelImage, _ sampling: Y4MSampling) throws -> [UInt32] {
    let frame = Y4MEncoder(size: image.size, sampling: sampling).encode(StraightPixels(image))
    let suffix = sampling.depth > 8 ? "p\(sampling.depth)" : sampling.chroma == .full ? "" : "jpeg"
    let header = try header(
      image.size, sampling.chroma.rawValue + suffix, range: sampling.range.rawValue.uppercased())
    return Y4MDecoder(header).decode(frame.dropFirst(6))
  }

  private static let samplings: [Y4MSampling] = Y4MSampling.Chroma.allCases.flatMap { chroma in
    Y4MSampling.Range.allCases.flatMap { range in
      [8, 10].map { Y4MSampling(chroma: chroma, depth: $0, range: range) }
    }
  }

  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  @Test("black, white and grey are decoded as the nearest levels of the video")
  func greys() throws {
    for sampling in Self.samplings {
      let image = PixelImage(size: PixelSize(width: 256, height: 2))
      for x in 0..<256 {
        let word = 0xFF00_0000 | UInt32(x) << 16 | UInt32(x) << 8 | UInt32(x)
        (image[x, 0], image[x, 1]) = (word, word)
      }
      let words = try roundTrip(image, sampling)
      // Of 256 greys, the limited range of 8 bits has 220.
      let tolerance = sampling.depth == 8 && sampling.range == .limited ? 1 : 0
      for x in 0..<256 {
        #expect(Self.difference(words[x], image[x, 0]) <= tolerance, "\(sampling), \(x)")
        let channels = [0, 8, 16].map { words[x] >> $0 & 255 }
        expectEqual(Set(channels).count, 1, "\(sampling), \(x) has a colour")
      }
      #expect(words[0] == 0xFF00_0000 && words[255] == 0xFFFF_FFFF)
    }
  }

  @Test(
    "every colour is decoded approximately, and exactly with ten bits, if each pixel has its own samples"
  )
  func colors() throws {
    for sampling in Self.samplings where sampling.chroma == .full {
      let image = PixelImage(size: PixelSize(width: 64, height: 64))
      for y in 0..<64 {
        for x in 0..<64 {
          let (red, green) = (UInt32(x * 4 + y % 4), UInt32(y * 4 + x % 4))
          image[x, y] = 0xFF00_0000 | red << 16 | green << 8 | UInt32((x * 37 + y * 91) & 255)
        }
      }
      let words = try roundTrip(image, sampling)
      var most = 0
      for y in 0..<64 {
        for x in 0..<64 { most = max(most, Self.difference(words[y * 64 + x], image[x, y])) }
      }
      let limit = sampling.depth == 10 ? 1 : sampling.range == .full ? 2 : 3
      #expect(most <= limit, "\(sampling): \(most)")
    }
  }

  @Test("a uniform area has its colour, even if pixels share samples")
  func areas() throws {
    for size in [PixelSize(width: 6, height: 4), PixelSize(width: 5, height: 3)] {
      let image = PixelImage(size: size)
      image.withMutablePixels { for index in $0.indices { $0[index] = 0xFF30_90C0 } }
      for sampling in Self.samplings {
        let words = try roundTrip(image, sampling)
        expectEqual(Set(words).count, 1, "\(sampling)")
        #expect(Self.difference(words[0], 0xFF30_90C0) <= 2, "\(sampling)")
      }
    }
  }

  @Test(
    "colours are positioned between pixels as specified by the video",
    arguments: [
      // The red of four pixels beside each other, of two samples: no colour, and much.
      ("420jpeg", [128, 152, 200, 224]), ("420mpeg2", [128, 176, 224, 224]),
      ("422", [128, 176, 224, 224]), ("420paldv", [128, 176, 224, 224]),
      ("444", [128, 224, 224, 224]),
    ])
  func siting(tag: String, expected: [Int]) throws {
    let size = PixelSize(width: 4, height: 1)
    let header = try header(size, tag, range: "FULL")
    let colors = header.samples.colorCount
    var red = [UInt8](repeating: 224, count: colors)
    red[0] = 128
    let frame = [UInt8](repeating: 0, count: 4) + [UInt8](repeating: 128, count: colors) + red
    let words = Y4MDecoder(header).decode(frame[...])
    // Of Cr alone, red is 1.402 times as much as it is above the middle.
    let expected = expected.map { Int((Double($0 - 128) * 1.402).rounded()) }
    expectEqual(words.map { Int($0 >> 16 & 255) }, expected)
  }

  @Test("grey videos, and samples with many bits, are read too")
  func kinds() throws {
    let one = PixelSize(width: 1, height: 1)
    func pixel(_ tag: String, _ bytes: [UInt8], range: String = "FULL") throws -> UInt32 {
      let header = try header(one, tag, range: range)
      expectEqual(header.frameBytes, bytes.count)
      return Y4MDecoder(header).decode(bytes[...])[0]
    }
    try expectEqual(pixel("mono", [77]), 0xFF4D_4D4D)
    try expectEqual(pixel("mono16", [0xFF, 0xFF]), 0xFFFF_FFFF)
    try expectEqual(pixel("mono", [16], range: "LIMITED"), 0xFF00_0000)
    try expectEqual(pixel("444p16", [0xFF, 0xFF, 0, 0x80, 0, 0x80]), 0xFFFF_FFFF)
    try expectEqual(pixel("422p12", [0xFF, 0x0F, 0, 8, 0, 8]), 0xFFFF_FFFF)
    try expectEqual(pixel("411", [128, 128, 128]), 0xFF80_8080)
    // Samples that exceed the number of bits.
    try expectEqual(pixel("444p10", [0xFF, 0xFF, 0, 2, 0, 2]), 0xFFFF_FFFF)
  }

  @Test("first lines are read, or rejected with the reason")
  func headers() throws {
    let header = try Y4MHeader("YUV4MPEG2 W6 H4 F30000:1001 It A128:117 C420mpeg2 XYSCSS=420MPEG2")
    expectEqual(header.size, PixelSize(width: 6, height: 4))
    expectEqual(header.rate, RefreshRate(numerator: 30_000, denominator: 1001))
    #expect(!header.isProgressive && header.pixelAspect == "128:117" && !header.hasFullRange)
    expectEqual(header.frameBytes, 24 + 2 * 6)
    let plain = try Y4MHeader("YUV4MPEG2 W6 H4 F25:1")
    #expect(plain.isProgressive && plain.pixelAspect == nil && plain.colors.tag == "420")
    for line in ["", "YUV4MPEG W6 H4 F25:1", "YUV4MPEG2 W0 H4 F25:1", "YUV4MPEG2 W6 F25:1"] {
      #expect(throws: Y4MHeaderError.notY4M) { try Y4MHeader(line) }
    }
    for (fields, reason) in [
      ("W6 H4 F25", "no frame rate from 0.001 to 1000 Hz"),
      ("W6 H4 F0:0", "no frame rate from 0.001 to 1000 Hz"),
      ("W6 H4 F25:1 C444alpha", "the colours C444alpha"),
      ("W6 H4 F25:1 C420p17", "the colours C420p17"), ("W6 H4 F25:1 Cmono7", "the colours Cmono7"),
      ("W6 H4 F25:1 C", "the colours C"),
      ("W99999999 H99999999 F25:1", "frames of 99999999 by 99999999 pixels"),
      ("W9223372036854775807 H2 F25:1", "frames of 9223372036854775807 by 2 pixels"),
    ] {
      #expect(throws: Y4MHeaderError.unsupported(reason)) {
        try Y4MHeader("YUV4MPEG2 \(fields)")
      }
    }
  }
}
