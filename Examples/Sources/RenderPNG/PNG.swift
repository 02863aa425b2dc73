import AnimCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A picture as a PNG file (ISO/IEC 15948) without compression, which needs no library.
func encodePNG(_ picture: PixelImage) -> [UInt8] {
  let (width, height) = (picture.size.width, picture.size.height)
  var rows: [UInt8] = []
  for y in 0..<height {
    rows.append(0)  // No filter.
    for x in 0..<width {
      let color = Color(premultipliedARGB: picture[x, y])
      rows += [color.red, color.green, color.blue, color.alpha]
    }
  }
  // Eight bits per channel, red, green, blue and alpha.
  let header = UInt32(width).bytes + UInt32(height).bytes + [8, 6, 0, 0, 0]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
    + chunk("IDAT", zlibStream(rows)) + chunk("IEND", [])
}

private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + data
  var sum: UInt32 = .max
  for byte in body {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
  return UInt32(data.count).bytes + body + (~sum).bytes
}

/// A zlib stream (RFC 1950) of blocks that are not compressed.
private func zlibStream(_ data: [UInt8]) -> [UInt8] {
  var stream: [UInt8] = [0x78, 0x01]
  var (a, b): (UInt32, UInt32) = (1, 0)
  var start = 0
  repeat {
    let block = data[start..<min(start + 65535, data.count)]
    start = block.endIndex
    let length = UInt16(block.count)
    stream.append(start == data.count ? 1 : 0)
    for half in [length, ~length] { stream += [UInt8(half & 0xFF), UInt8(half >> 8)] }
    stream += block
  } while start < data.count
  for byte in data {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  return stream + (b << 16 | a).bytes
}

extension UInt32 {
  /// Most significant byte first.
  fileprivate var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(self >> $0 & 0xFF) } }
}

enum StandardOutput {
  static func write(_ bytes: [UInt8]) {
    for byte in bytes { putchar(Int32(byte)) }
    fflush(nil)
  }
}
