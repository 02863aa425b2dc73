/// Converts rows of 0xFFRRGGBB words to the pixels of a server, and back.
///
/// A channel that does not have eight bits is scaled and rounded to the nearest value, so that
/// black stays black, white stays white, and a colour does not change any more once it was
/// converted there and back.
package struct PixelPacker {
  let format: PixelFormat
  /// For each value of the channel, its bits within a pixel.
  private let red: [UInt32]
  private let green: [UInt32]
  private let blue: [UInt32]

  package init(_ format: PixelFormat) {
    self.format = format
    red = Self.table(format.redMask)
    green = Self.table(format.greenMask)
    blue = Self.table(format.blueMask)
  }

  /// The pixel of a colour given as 0xRRGGBB; higher bits are ignored.
  package func pixel(_ rgb: UInt32) -> UInt32 {
    red[Int(rgb >> 16 & 0xFF)] | green[Int(rgb >> 8 & 0xFF)] | blue[Int(rgb & 0xFF)]
      | format.opaqueBits
  }

  /// The colour of a pixel, as 0xFFRRGGBB.
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

  /// Reads as many pixels from `bytes` as there is room for in `colors`.
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

  /// How far to the left the byte with this offset is shifted in a pixel of `size` bytes.
  private func shift(_ byte: Int, of size: Int) -> UInt32 {
    UInt32(8 * (format.isBigEndian ? size - 1 - byte : byte))
  }

  private static func table(_ mask: UInt32) -> [UInt32] {
    let (shift, limit) = place(mask)
    return (0...255).map { (($0 * limit + 127) / 255) << shift }
  }

  private static func channel(_ pixel: UInt32, _ mask: UInt32) -> UInt32 {
    let (shift, limit) = place(mask)
    return limit == 0 ? 0 : ((pixel & mask) >> shift * 255 + limit / 2) / limit
  }

  /// The lowest bit of a channel, and its largest value.
  private static func place(_ mask: UInt32) -> (shift: UInt32, limit: UInt32) {
    guard mask != 0 else { return (0, 0) }
    let shift = UInt32(mask.trailingZeroBitCount)
    return (shift, mask >> shift)
  }
}
