import AnimGraphics

/// Encodes uncompressed PNG files without a library (PNG specification, third edition; RFC 1950 and RFC 1951).
enum StoredPNG {
  static func encode(_ image: PixelImage) throws(PNGError) -> [UInt8] {
    let (width, height) = try image.fileSize()
    let channels = image.isOpaque ? 3 : 4
    let pixels = image.channels(hasAlpha: channels == 4)
    let rowLength = Int(width) * channels
    var rows: [UInt8] = []
    rows.reserveCapacity((rowLength + 1) * Int(height))
    for y in 0..<Int(height) {
      // The filter of the row: none.
      rows.append(0)
      rows += pixels[y * rowLength..<(y + 1) * rowLength]
    }
    // Eight bits per channel, RGB or RGBA, and the only defined methods for compression, filters and interlacing.
    let kind: [UInt8] = [8, channels == 3 ? 2 : 6, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", bytes(of: width) + bytes(of: height) + kind, to: &file)
    // The rendering intent of sRGB: perceptual.
    append("sRGB", [0], to: &file)
    append("IDAT", stored(rows), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Appends a chunk: its length, type, data and checksum.
  private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    let content = Array(type.utf8) + data
    file += bytes(of: UInt32(data.count)) + content + bytes(of: checksum(content))
  }

  /// Returns data in the zlib format without compression, in blocks of at most 65,535 bytes.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(data.count + data.count / 10_000 + 16)
    var start = 0
    repeat {
      let count = min(data.count - start, 65_535)
      let isLast = start + count == data.count
      let length = UInt16(count)
      stream.append(isLast ? 1 : 0)
      for half in [length, ~length] { stream += [UInt8(half & 0xFF), UInt8(half >> 8)] }
      stream += data[start..<start + count]
      start += count
    } while start < data.count
    // Adler-32.
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + bytes(of: b << 16 | a)
  }

  /// Returns the bytes of a number, most significant byte first.
  private static func bytes(of number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns the CRC-32 of annex D of the PNG specification.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1
    }
  }
}
