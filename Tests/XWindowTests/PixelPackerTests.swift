import TestSupport
import Testing

@testable import XWindow

struct PixelPackerTests {
  static let formats = [
    PixelFormat(depth: 24, 32, 0xFF_0000, 0xFF00, 0xFF),
    PixelFormat(depth: 24, 32, 0xFF, 0xFF00, 0xFF_0000),
    PixelFormat(depth: 24, 24, 0xFF_0000, 0xFF00, 0xFF),
    PixelFormat(depth: 24, 24, 0xFF_0000, 0xFF00, 0xFF, isBigEndian: true),
    PixelFormat(depth: 24, 32, 0xFF_0000, 0xFF00, 0xFF, isBigEndian: true),
    PixelFormat(depth: 30, 32, 0x3FF0_0000, 0xF_FC00, 0x3FF),
    PixelFormat(depth: 32, 32, 0xFF_0000, 0xFF00, 0xFF),
    PixelFormat(depth: 16, 16, 0xF800, 0x7E0, 0x1F),
    PixelFormat(depth: 16, 16, 0x1F, 0x7E0, 0xF800, isBigEndian: true),
    PixelFormat(depth: 15, 16, 0x7C00, 0x3E0, 0x1F),
    PixelFormat(depth: 8, 8, 0x7, 0x38, 0xC0),
  ]

  @Test("black and white are preserved in every format", arguments: formats)
  func extremes(format: PixelFormat) {
    let packer = PixelPacker(format)
    expectEqual(packer.color(packer.pixel(0x00_0000)), 0xFF00_0000)
    expectEqual(packer.color(packer.pixel(0xFF_FFFF)), 0xFFFF_FFFF)
  }

  @Test("packing and unpacking a row loses no more than the format requires", arguments: formats)
  func roundTrip(format: PixelFormat) {
    let packer = PixelPacker(format)
    let colors: [UInt32] = (0..<509).map { UInt32($0 * 33_007 & 0xFF_FFFF) | 0xFF00_0000 }
    let once = roundTrip(colors, packer)
    expectEqual(roundTrip(once, packer), once)
    for (color, back) in zip(colors, once) {
      for (shift, mask) in [(16, format.redMask), (8, format.greenMask), (0, format.blueMask)] {
        let step = 255.0 / Double(mask >> UInt32(mask.trailingZeroBitCount))
        let error = abs(Double(color >> shift & 0xFF) - Double(back >> shift & 0xFF))
        // Half a step of the coarser scale, plus the rounding to eight bits on the way back.
        #expect(error <= (step > 1 ? step / 2 + 0.5 : 0))
      }
    }
  }

  @Test("the bytes are those of the format")
  func bytes() {
    expectEqual(packed(0xFF12_3456, Self.formats[0]), [0x56, 0x34, 0x12, 0])
    expectEqual(packed(0xFF12_3456, Self.formats[1]), [0x12, 0x34, 0x56, 0])
    expectEqual(packed(0xFF12_3456, Self.formats[2]), [0x56, 0x34, 0x12])
    expectEqual(packed(0xFF12_3456, Self.formats[3]), [0x12, 0x34, 0x56])
    expectEqual(packed(0xFF12_3456, Self.formats[4]), [0, 0x12, 0x34, 0x56])
    // Full red, then full blue, in 5 bits each, the first at the top.
    expectEqual(packed(0xFFFF_0000, Self.formats[7]), [0x00, 0xF8])
    expectEqual(packed(0xFFFF_0000, Self.formats[8]), [0x00, 0x1F])
    // The spare bits of depth 32 are alpha.
    expectEqual(packed(0xFF12_3456, Self.formats[6]), [0x56, 0x34, 0x12, 0xFF])
  }

  @Test("rows are padded as the server requires")
  func padding() {
    let format = PixelFormat(depth: 16, 16, 0xF800, 0x7E0, 0x1F)
    expectEqual(format.bytesPerRow(width: 3), 8)
    expectEqual(format.bytesPerRow(width: 4), 8)
    expectEqual(PixelFormat(depth: 24, 24, 0xFF_0000, 0xFF00, 0xFF).bytesPerRow(width: 3), 12)
  }

  @Test("only the rasteriser's own format is native")
  func native() {
    expectEqual(Self.formats.map(\.isNative).filter { $0 }.count, 2)
    #expect(Self.formats[0].isNative)
    #expect(Self.formats[6].isNative)
  }

  private func packed(_ color: UInt32, _ format: PixelFormat) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: format.bytesPerPixel)
    bytes.withUnsafeMutableBytes { bytes in
      withUnsafePointer(to: color) { color in
        guard let base = bytes.baseAddress else { return }
        PixelPacker(format).pack(UnsafeBufferPointer(start: color, count: 1), into: base)
      }
    }
    return bytes
  }

  private func roundTrip(_ colors: [UInt32], _ packer: PixelPacker) -> [UInt32] {
    var bytes = [UInt8](repeating: 0, count: colors.count * packer.format.bytesPerPixel)
    var result = colors
    bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      colors.withUnsafeBufferPointer { packer.pack($0, into: base) }
      result.withUnsafeMutableBufferPointer { packer.unpack(UnsafeRawPointer(base), into: $0) }
    }
    return result
  }
}

extension PixelFormat {
  init(
    depth: Int, _ bitsPerPixel: Int, _ red: UInt32, _ green: UInt32, _ blue: UInt32,
    isBigEndian: Bool = false
  ) {
    self.init(
      depth: depth, bitsPerPixel: bitsPerPixel, rowAlignment: 32, isBigEndian: isBigEndian,
      redMask: red, greenMask: green, blueMask: blue)
  }
}
