import CX11

/// The layout of a visual's pixels in an image: the depth, the place of the channels, and the rows.
package struct PixelFormat: Hashable {
  /// The number of significant bits in a pixel.
  package var depth: Int
  /// The number of bits that a pixel takes in an image: 8, 16, 24 or 32.
  package var bitsPerPixel: Int
  /// Every row starts at a multiple of this many bits.
  var rowAlignment: Int
  /// Whether the most significant byte of a pixel comes first.
  var isBigEndian: Bool
  /// The bits of each channel within a pixel, adjacent.
  package var redMask: UInt32
  package var greenMask: UInt32
  package var blueMask: UInt32

  var bytesPerPixel: Int { bitsPerPixel / 8 }

  /// The bytes from one row of `width` pixels to the next.
  package func bytesPerRow(width: Int) -> Int {
    (width * bitsPerPixel + rowAlignment - 1) / rowAlignment * rowAlignment / 8
  }

  /// Whether a pixel is a 32-bit word of this machine with 0x00RRGGBB, or 0xFFRRGGBB if the depth
  /// has room for alpha. This is what the rasteriser writes, so that it can paint into the image.
  package var isNative: Bool {
    bitsPerPixel == 32 && isBigEndian == (1.bigEndian == 1)
      && redMask == 0xFF_0000 && greenMask == 0xFF00 && blueMask == 0xFF
  }

  /// The bits of the depth that no channel uses: alpha, which must stay opaque.
  var opaqueBits: UInt32 {
    let all = depth >= 32 ? UInt32.max : (1 << UInt32(depth)) - 1
    return all & ~(redMask | greenMask | blueMask)
  }
}

extension PixelFormat {
  /// The format of the images of `visual` at `depth`; nil if the server has no image format for the
  /// depth, or one with less than a byte per pixel.
  init?(of visual: Visual, depth: Int, on display: XDisplay) {
    var count: Int32 = 0
    guard let formats = XListPixmapFormats(display, &count) else { return nil }
    defer { XFree(formats) }
    let all = UnsafeBufferPointer(start: formats, count: Int(count))
    guard let format = all.first(where: { $0.depth == Int32(depth) }),
      [8, 16, 24, 32].contains(format.bits_per_pixel)
    else { return nil }
    self.init(
      depth: depth, bitsPerPixel: Int(format.bits_per_pixel),
      rowAlignment: Int(format.scanline_pad), isBigEndian: XImageByteOrder(display) == MSBFirst,
      redMask: UInt32(truncatingIfNeeded: visual.red_mask),
      greenMask: UInt32(truncatingIfNeeded: visual.green_mask),
      blueMask: UInt32(truncatingIfNeeded: visual.blue_mask))
  }
}
