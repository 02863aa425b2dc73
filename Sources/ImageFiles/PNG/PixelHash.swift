import AnimCore

/// The SHA-256 of an image: of its width and height as 32-bit numbers, most significant byte
/// first, followed by its pixels as in ``StraightPixels``.
///
/// It doesn't depend on the file that the image is in: neither on its compression, nor on
/// whether it has an alpha channel that is 255 everywhere.
package struct PixelHash: Hashable, Sendable {
  private let words: [UInt8]

  package init(_ pixels: StraightPixels) {
    var hash = SHA256()
    let header = [pixels.size.width, pixels.size.height].flatMap { number in
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }
    hash.update(header)
    hash.update(pixels.bytes)
    words = hash.digest()
  }

  /// Parses 64 lower-case hexadecimal digits. Returns `nil` for other text.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.compactMap(Self.value)
    guard digits.count == SHA256.size * 2, text.utf8.count == digits.count else { return nil }
    words = (0..<SHA256.size).map { digits[$0 * 2] << 4 | digits[$0 * 2 + 1] }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension PixelHash: CustomStringConvertible {
  /// 64 hexadecimal digits, in lower case.
  package var description: String { SHA256.text(words) }
}
