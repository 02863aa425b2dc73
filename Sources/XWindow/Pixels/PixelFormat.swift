import CX11

/// The layout of a visual's pixels in an image: the depth, the bits of the channels, and the row
/// alignment.
package struct PixelFormat: Hashable {
  /// The number of significant bits in a pixel.
  package var depth: Int
  /// The number of bits per pixel in an image: 8, 16, 24 or 32.
  package var bitsPerPixel: Int
  /// The alignment of rows, in bits.
  var rowAlignment: Int
  /// Whether the most significant byte of a pixel comes first.
  var isBigEndian: Bool
  /// The adjacent bits of each channel within a pixel.
  package var redMask: UInt32
  package var greenMask: UInt32
  package var blueMask: UInt32

  var bytesPerPixel: Int { bitsPerPixel / 8 }

  /// Returns the offset from one row of `width` pixels to the next, in bytes.
  package func bytesPerRow(width: Int) -> Int {
    (width * bitsPerPixel + rowAlignment - 1) / rowAlignment * rowAlignment / 8
  }

  /// Whether a pixel is a 32-bit word of this machine with 0x00RRGGBB, or 0xFFRRGGBB if the depth
  /// includes alpha. The rasteriser writes this format, so it can paint into the image directly.
  package var isNative: Bool {
    bitsPerPixel == 32 && isBigEndian == (1.bigEndian == 1)
      && redMask == 0xFF_0000 && greenMask == 0xFF00 && blueMask == 0xFF
  }

  /// The bits of the depth that no channel uses. They are alpha and must stay opaque.
  fileprivate var opaqueBits: UInt32 {
    let all = depth >= 32 ? UInt32.max : (1 << UInt32(depth)) - 1
    return all & ~(redMask | greenMask | blueMask)
  }
}

extension PixelFormat {
  /// Creates the image format of `visual` at `depth`, or returns `nil` if the server has no image
  /// format for the depth, or one with less than a byte per pixel.
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

/// Converts rows of 0xFFRRGGBB words to the pixels of a server, and back.
///
/// A channel that doesn't have eight bits is scaled and rounded to the nearest value. Black remains
/// black, white remains white, and converting a colour there and back a second time changes
/// nothing.
package struct PixelPacker {
  let format: PixelFormat
  /// The bits within a pixel for each value of the channel.
  private let red: [UInt32]
  private let green: [UInt32]
  private let blue: [UInt32]

  package init(_ format: PixelFormat) {
    self.format = format
    red = Self.table(format.redMask)
    green = Self.table(format.greenMask)
    blue = Self.table(format.blueMask)
  }

  /// Returns the pixel for a colour 0xRRGGBB. Higher bits are ignored.
  package func pixel(_ rgb: UInt32) -> UInt32 {
    red[Int(rgb >> 16 & 0xFF)] | green[Int(rgb >> 8 & 0xFF)] | blue[Int(rgb & 0xFF)]
      | format.opaqueBits
  }

  /// Returns the colour of a pixel, as 0xFFRRGGBB.
  func color(_ pixel: UInt32) -> UInt32 {
    0xFF00_0000 | Self.channel(pixel, format.redMask) << 16
      | Self.channel(pixel, format.greenMask) << 8 | Self.channel(pixel, format.blueMask)
  }

  /// Writes the pixels of `colors` to `bytes`, which must have room for them.
  func pack(_ colors: UnsafeBufferPointer<UInt32>, into bytes: UnsafeMutableRawPointer) {
    switch format.bytesPerPixel {
    case 4:
      for (index, color) in colors.enumerated() {
        let pixel = pixel(color)
        bytes.storeBytes(
          of: format.isBigEndian ? pixel.bigEndian : pixel.littleEndian, toByteOffset: index * 4,
          as: UInt32.self)
      }
    case 2:
      for (index, color) in colors.enumerated() {
        let pixel = UInt16(truncatingIfNeeded: pixel(color))
        bytes.storeBytes(
          of: format.isBigEndian ? pixel.bigEndian : pixel.littleEndian, toByteOffset: index * 2,
          as: UInt16.self)
      }
    case let size:
      for (index, color) in colors.enumerated() {
        let pixel = pixel(color)
        for byte in 0..<size {
          bytes.storeBytes(
            of: UInt8(truncatingIfNeeded: pixel >> shift(byte, of: size)),
            toByteOffset: index * size + byte, as: UInt8.self)
        }
      }
    }
  }

  /// Reads enough pixels from `bytes` to fill `colors`.
  func unpack(_ bytes: UnsafeRawPointer, into colors: UnsafeMutableBufferPointer<UInt32>) {
    let size = format.bytesPerPixel
    for index in colors.indices {
      var pixel: UInt32 = 0
      for byte in 0..<size {
        let value = bytes.load(fromByteOffset: index * size + byte, as: UInt8.self)
        pixel |= UInt32(value) << shift(byte, of: size)
      }
      colors[index] = color(pixel)
    }
  }

  /// Returns the left shift of the byte with this offset in a pixel of `size` bytes.
  private func shift(_ byte: Int, of size: Int) -> UInt32 {
    UInt32(8 * (format.isBigEndian ? size - 1 - byte : byte))
  }

  private static func table(_ mask: UInt32) -> [UInt32] {
    let (shift, limit) = position(mask)
    return (0...255).map { (($0 * limit + 127) / 255) << shift }
  }

  private static func channel(_ pixel: UInt32, _ mask: UInt32) -> UInt32 {
    let (shift, limit) = position(mask)
    return limit == 0 ? 0 : ((pixel & mask) >> shift * 255 + limit / 2) / limit
  }

  /// Returns the lowest bit of a channel, and its maximum value.
  private static func position(_ mask: UInt32) -> (shift: UInt32, limit: UInt32) {
    guard mask != 0 else { return (0, 0) }
    let shift = UInt32(mask.trailingZeroBitCount)
    return (shift, mask >> shift)
  }
}

/// The visual to draw with. Its pixels are colours, rather than indices into a palette.
struct TrueColorVisual {
  let visual: UnsafeMutablePointer<Visual>
  let format: PixelFormat
  /// Whether the screen's default colormap can be used. Otherwise, the window needs a colormap for
  /// the visual.
  let isDefault: Bool
}

extension TrueColorVisual {
  /// Returns the default visual of the screen if it is a TrueColor visual, which makes a colormap
  /// unnecessary, or otherwise another TrueColor visual.
  static func best(on display: XDisplay) throws(WindowError) -> TrueColorVisual {
    let screen = XDefaultScreen(display)
    var pattern = XVisualInfo()
    pattern.screen = screen
    pattern.class = TrueColor
    var count: Int32 = 0
    let list = XGetVisualInfo(display, Int(VisualScreenMask | VisualClassMask), &pattern, &count)
    defer { if let list { XFree(list) } }
    let usual = XDefaultVisual(display, screen)
    let choices = UnsafeBufferPointer(start: list, count: Int(count)).compactMap {
      info -> TrueColorVisual? in
      info.visual.flatMap { visual in
        PixelFormat(of: visual.pointee, depth: Int(info.depth), on: display).map {
          TrueColorVisual(visual: visual, format: $0, isDefault: visual == usual)
        }
      }
    }
    guard let best = choices.max(by: { $0.rank < $1.rank }) else {
      throw .noTrueColorVisual(depth: Int(XDefaultDepth(display, screen)))
    }
    return best
  }

  /// Returns a visual with the pixels of the rasteriser, including alpha, or `nil` if the screen doesn't support it.
  static func transparent(on display: XDisplay) -> TrueColorVisual? {
    var info = XVisualInfo()
    guard XMatchVisualInfo(display, XDefaultScreen(display), 32, TrueColor, &info) != 0,
      let visual = info.visual,
      let format = PixelFormat(of: visual.pointee, depth: 32, on: display), format.isNative,
      let picture = XRenderFindVisualFormat(display, visual), picture.pointee.direct.alphaMask != 0
    else { return nil }
    return TrueColorVisual(visual: visual, format: format, isDefault: false)
  }

  /// The preference, where higher is better. Depth 32 comes last, because a compositor uses its
  /// spare bits as alpha.
  private var rank: Int { isDefault ? 100 : format.depth == 32 ? 1 : format.depth }
}
