import AnimCore
import CTurboJPEG
import TestSupport
import Testing

@testable import AnimCodecs
@testable import AnimRaster

@Suite("Image orientation")
struct OrientationTests {
  /// EXIF data with an orientation behind another entry.
  private static func exif(_ orientation: Int, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      isLittle ? little(value, count) : big(value, count)
    }
    return Array((isLittle ? "II*\0" : "MM\0*").utf8) + number(8, 4) + number(2, 2)
      + number(0x0100, 2) + number(4, 2) + number(1, 4) + number(orientation + 1, 4)
      + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
      + number(0, 4)
  }

  /// Returns the stored pixel shown at a position of the oriented image. The comments quote TIFF
  /// 6.0: where row 0 and column 0 of the file are seen.
  private static func source(
    _ orientation: Int, _ x: Int, _ y: Int, in size: PixelSize
  ) -> (x: Int, y: Int) {
    let (right, bottom) = (size.width - 1, size.height - 1)
    return switch orientation {
    case 2: (right - x, y)  // top, right
    case 3: (right - x, bottom - y)  // bottom, right
    case 4: (x, bottom - y)  // bottom, left
    case 5: (y, x)  // left, top
    case 6: (y, bottom - x)  // right, top
    case 7: (right - y, bottom - x)  // right, bottom
    case 8: (right - y, x)  // left, bottom
    default: (x, y)
    }
  }

  @Test(
    "each of the eight orientations moves every pixel to its position, at any size",
    arguments: 1...8)
  func turns(orientation: Int) throws {
    let turn = try #require(Orientation(tag: orientation))
    for (width, height) in [(1, 1), (3, 2), (5, 1), (1, 7), (7, 16), (48, 32), (33, 8), (20, 24)] {
      let size = PixelSize(width: width, height: height)
      let words = (0..<UInt32(width * height)).map { $0 }
      var turned = words
      turn.turn(&turned, of: size)
      let shown = turn.size(of: size)
      let expected = (0..<shown.height).flatMap { y in
        (0..<shown.width).map { x in
          let position = Self.source(orientation, x, y, in: size)
          return words[position.y * width + position.x]
        }
      }
      expectEqual(turned, expected, "\(size)")
      guard width > 2, height > 1 else { continue }
      // A visible part of the image corresponds to the same part of the file.
      let area = turn.area(of: PixelRect(x0: 1, y0: 0, x1: 3, y1: 1), in: size)
      let seen = (area.y0..<area.y1).flatMap { y in
        (area.x0..<area.x1).map { turned[y * shown.width + $0] }
      }
      expectEqual(Set(seen), [1, 2], "\(size)")
    }
  }

  @Test("a PNG, with frames or without, is rotated according to its EXIF data, in both byte orders")
  func png() throws {
    for isLittle in [true, false] {
      let data = Self.exif(6, isLittle: isLittle)
      let still = TestPNG(2, 1).chunk("eXIf", data).image([red, green], width: 2)
      let animation = try RasterAnimation(still.finished)
      expectEqual(animation.index.size, PixelSize(width: 1, height: 2))
      try expectEqual(animation.pixels(of: 0), [red, green])
      let moving = TestPNG(2, 1).animation(frames: 2).control(0, 0, 2, 1)
        .image([red, green], width: 2).control(1, 0, 1, 1).frame([blue], width: 1)
        .chunk("eXIf", Self.exif(3, isLittle: isLittle))
      try expectEqual(RasterAnimation(moving.finished).images(), [[green, red], [blue, red]])
      try expectEqual(
        RasterAnimation(moving.finished).index.difference(0, 1),
        PixelRect(x0: 0, y0: 0, x1: 1, y1: 1))
    }
  }

  @Test("invalid data has no effect")
  func nonsense() throws {
    let data = Self.exif(6, isLittle: true)
    var wrong = (0..<data.count - 8).map { Array(data.prefix($0)) }
    for (offset, byte) in [(0, 0x4A), (4, 0xFF), (7, 0x7F), (24, 4), (26, 2), (30, 0), (30, 9)] {
      var bytes = data
      bytes[offset] = UInt8(byte)
      wrong.append(bytes)
    }
    for bytes in wrong { #expect(EXIFData.orientation(in: bytes) == nil, "\(bytes)") }
    #expect(EXIFData.orientation(in: data) == Orientation(tag: 6))
    let png = TestPNG(2, 1).chunk("eXIf", [1, 2]).image([red, green], width: 2)
    try expectEqual(RasterAnimation(png.finished).index.orientation, .upright)
  }

  @Test("the first EXIF data of a JPEG applies")
  func jpeg() throws {
    let bytes = TestJPEG.bytes(
      width: 16, height: 8, CInt(TJPF_GRAY.rawValue), [UInt8](repeating: 9, count: 128))
    func segment(_ content: [UInt8]) -> [UInt8] {
      [0xFF, 0xE1] + big(content.count + 2, 2) + content
    }
    let camera = segment(Array("Exif\0\0".utf8) + Self.exif(8, isLittle: false))
    let others = segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8))
    let animation = try RasterAnimation(
      Array(bytes[..<2]) + others + camera
        + segment(Array("Exif\0\0".utf8) + Self.exif(3, isLittle: true)) + bytes[2...])
    expectEqual(animation.index.size, PixelSize(width: 8, height: 16))
    try expectEqual(animation.pixels(of: 0), [UInt32](repeating: 0xFF09_0909, count: 128))
    expectEqual(animation.messages, [])
  }
}

@Suite("CMYK and progressive JPEGs")
struct JPEGColorTests {
  @Test("CMYK inks absorb their part of the light")
  func inks() throws {
    // 0 to 255, where 255 means no ink.
    let colors: [([UInt8], UInt32)] = [
      ([255, 255, 255, 255], 0xFFFF_FFFF), ([255, 255, 255, 0], 0xFF00_0000),
      ([0, 255, 255, 255], 0xFF00_FFFF), ([200, 100, 50, 128], 0xFF64_3219),
    ]
    for (inks, word) in colors {
      let pixels = (0..<64).flatMap { _ in inks }
      let bytes = TestJPEG.bytes(width: 8, height: 8, CInt(TJPF_CMYK.rawValue), pixels)
      let shown = try RasterAnimation(bytes).pixels(of: 0)
      for shift: UInt32 in [0, 8, 16, 24] {
        let (a, b) = (Int(shown[0] >> shift & 255), Int(word >> shift & 255))
        #expect(abs(a - b) <= 2, "\(inks): \(shown[0])")
      }
      expectEqual(shown.count, 64)
    }
  }

  @Test("a file may have 40 passes")
  func manyPasses() throws {
    let bytes = TestJPEG.bytes(
      width: 8, height: 8, CInt(TJPF_RGB.rawValue), [UInt8](repeating: 0, count: 192))
    // Passes count even after the end of the image, where a decoder doesn't read them.
    func file(_ passes: Int) throws -> RasterAnimation {
      try RasterAnimation(
        bytes
          + [UInt8](repeating: 0, count: 2 * (passes - 1)).enumerated().map {
            $0.offset % 2 == 0 ? 0xFF : 0xDA
          })
    }
    try expectEqual(file(40).pixels(of: 0).count, 64)
    let error = #expect(throws: RasterError.self) { try file(41).pixels(of: 0) }
    #expect(
      error.map { "\($0)" }?.contains("more than 40 passes") == true, "\(error.debugDescription)")
  }

  @Test("a progressive image has a lower pixel limit, because its coefficients are all in memory")
  func passes() throws {
    var bytes = TestJPEG.bytes(
      width: 8, height: 8, CInt(TJPF_RGB.rawValue), [UInt8](repeating: 0, count: 192))
    let start = try #require((2..<bytes.count).first { bytes[$0 - 2..<$0] == [0xFF, 0xC0] })
    bytes.replaceSubrange(start + 3..<start + 7, with: big(6_000, 2) + big(8_000, 2))
    try expectEqual(RasterAnimation(bytes).index.size, PixelSize(width: 8_000, height: 6_000))
    bytes[start - 1] = 0xC2
    #expect(throws: RasterError.tooLarge(width: 8_000, height: 6_000, limit: 39_587_628)) {
      try RasterAnimation(bytes)
    }
  }
}

enum TestJPEG {
  /// Returns a JPEG of the best quality, with colours at full resolution.
  static func bytes(width: Int, height: Int, _ format: CInt, _ pixels: [UInt8]) -> [UInt8] {
    var (data, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    let encoder = tjInitCompress()
    tjCompress2(
      encoder, pixels, CInt(width), 0, CInt(height), format, &data, &count,
      CInt((format == CInt(TJPF_GRAY.rawValue) ? TJSAMP_GRAY : TJSAMP_444).rawValue), 100, 0)
    defer {
      tjFree(data)
      tjDestroy(encoder)
    }
    return Array(UnsafeBufferPointer(start: data, count: Int(count)))
  }
}
