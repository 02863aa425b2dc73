import AnimCore

// The format of the X Window System (Xcursor(3)): a header, a table and a chunk for each frame. All numbers are
// little-endian.
extension CursorEncoder {
  private static let headerLength = 16
  private static let entryLength = 12
  private static let chunkHeaderLength = 36
  /// The type of a chunk that contains an image.
  private static let image = 0xFFFD_0002

  /// The file.
  var xcursor: [UInt8] {
    let count = series.reduce(0) { $0 + $1.frames.count }
    var bytes = Array("Xcur".utf8)
    bytes.appendWords(Self.headerLength, 0x10000, count)
    var offset = Self.headerLength + Self.entryLength * count
    for series in series {
      let length = Self.chunkHeaderLength + 4 * series.size.pixels.width * series.size.pixels.height
      for _ in series.frames {
        bytes.appendWords(Self.image, series.size.nominal, offset)
        offset += length
      }
    }
    bytes.reserveCapacity(offset)
    for series in series {
      let size = series.size
      let durations = series.frames.map { $0.start }.durations(until: series.endUnit)
      for (frame, duration) in zip(series.frames, durations) {
        bytes.appendWords(
          Self.chunkHeaderLength, Self.image, size.nominal, 1, size.pixels.width,
          size.pixels.height, size.hotX, size.hotY, duration)
        for word in frame.straightWords {
          bytes.appendWords(Int(Color(argb: word).premultipliedARGB))
        }
      }
    }
    return bytes
  }
}
