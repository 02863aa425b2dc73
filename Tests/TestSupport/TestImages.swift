/// Small image files, written without the libraries that read them.
package enum TestImages {
  /// Returns a GIF whose frames have a single red pixel in the upper left corner.
  ///
  /// - Parameter note: Text after the end of the file, which has no effect.
  package static func gif(
    width: Int, height: Int, frames: Int = 1, note: String = ""
  ) -> [UInt8] {
    func half(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    return Array("GIF89a".utf8) + half(width) + half(height) + [0x80, 0, 0, 255, 0, 0, 0, 255, 0]
      + Array(repeatElement(frame, count: frames).joined()) + [0x3B] + Array(note.utf8)
  }

  /// Returns a PNG of red pixels.
  package static func png(width: Int, height: Int) -> [UInt8] {
    let row = [0] + Array(repeatElement([255, 0, 0] as [UInt8], count: width).joined())
    let rows = Array(repeatElement(row, count: height).joined())
    // Adler-32.
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in rows {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return png(
      width: width, height: height, data: [0x78, 1] + Archives.deflate(rows) + word(b << 16 | a))
  }

  /// Returns a PNG without valid pixels.
  package static func brokenPNG(width: Int, height: Int) -> [UInt8] {
    png(width: width, height: height, data: [0xFF, 0xFF])
  }

  /// - Parameter data: The compressed rows.
  private static func png(width: Int, height: Int, data: [UInt8]) -> [UInt8] {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let checked = Array(type.utf8) + content
      return word(UInt32(content.count)) + checked + word(Archives.crc(checked))
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", word(UInt32(width)) + word(UInt32(height)) + [8, 2, 0, 0, 0])
      + chunk("IDAT", data) + chunk("IEND", [])
  }

  /// Returns a big-endian number.
  private static func word(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
