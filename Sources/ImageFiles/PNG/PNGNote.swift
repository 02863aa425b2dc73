import AnimCore
import LinuxSystem

/// The metadata of a PNG file before its pixels, which aren't decoded.
package struct PNGNote {
  package let size: PixelSize
  private let texts: [String: String]

  /// The text for a keyword, or `nil` if there is none.
  package subscript(_ keyword: String) -> String? { texts[keyword] }

  /// The number of bytes of the file that are searched for texts.
  private static let length = 4096

  /// Reads the start and the end of the regular file at `path`. Returns `nil` if it doesn't exist
  /// or isn't a complete PNG file. Decoding shows whether the pixels are intact.
  package init?(at path: String) {
    guard let (start, end) = FileBytes.ends(of: path, first: Self.length, last: Self.end.count),
      end == Self.end, start.starts(with: Self.signature)
    else { return nil }
    var size: PixelSize?
    var texts: [String: String] = [:]
    var rest = start.dropFirst(Self.signature.count)
    // Each chunk has its length, its type, its contents and a checksum.
    while rest.count >= 8 {
      let length = Self.number(rest)
      let type = rest.dropFirst(4).prefix(4)
      let content = rest.dropFirst(8).prefix(length)
      guard content.count == length, !type.elementsEqual("IDAT".utf8) else { break }
      if type.elementsEqual("IHDR".utf8), length >= 8 {
        size = PixelSize(width: Self.number(content), height: Self.number(content.dropFirst(4)))
      } else if type.elementsEqual("tEXt".utf8), let zero = content.firstIndex(of: 0) {
        texts[String(decoding: content[..<zero], as: UTF8.self)] = String(
          decoding: content[(zero + 1)...], as: UTF8.self)
      }
      rest = rest.dropFirst(8 + length + 4)
    }
    guard let size else { return nil }
    (self.size, self.texts) = (size, texts)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The last chunk, which is empty, with its checksum.
  private static let end: [UInt8] = [
    0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// Returns the number in the first four bytes, the most significant one first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
