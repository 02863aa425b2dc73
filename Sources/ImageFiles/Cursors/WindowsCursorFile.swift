import AnimCore

// Windows cursors: a list of images in different sizes, as bitmaps of 32 bits per pixel, which all programs read. An
// animated cursor is a RIFF file of the form `ACON` with a cursor for each frame. All numbers are little-endian.
extension CursorEncoder {
  private static let headerLength = 6
  private static let entryLength = 16
  private static let bitmapHeaderLength = 40

  /// Returns a cursor with the frame of each size that is shown at a time, in units.
  func icon(at time: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendHalves(0, 2, series.count)
    var offset = Self.headerLength + Self.entryLength * series.count
    let bitmaps = series.map { Self.bitmap($0.frame(at: time).straightWords, $0.size.pixels) }
    for (series, bitmap) in zip(series, bitmaps) {
      let size = series.size
      // A side of 256 is stored as 0.
      bytes += [
        UInt8(truncatingIfNeeded: size.pixels.width), UInt8(truncatingIfNeeded: size.pixels.height),
        0, 0,
      ]
      bytes.appendHalves(size.hotX, size.hotY)
      bytes.appendWords(bitmap.count, offset)
      offset += bitmap.count
    }
    return bytes + bitmaps.joined()
  }

  /// Returns a BITMAPINFOHEADER with twice the height, the pixels from the bottom, and a mask of 1 bit per pixel in
  /// which 1 is transparent.
  ///
  /// - Parameter pixels: Words 0xAARRGGBB with straight alpha, row by row.
  private static func bitmap(_ pixels: [UInt32], _ size: PixelSize) -> [UInt8] {
    // Rows of the mask are padded to 4 bytes.
    let stride = (size.width + 31) / 32 * 4
    var bytes: [UInt8] = []
    let length = 4 * pixels.count + stride * size.height
    bytes.reserveCapacity(bitmapHeaderLength + length)
    bytes.appendWords(bitmapHeaderLength, size.width, 2 * size.height)
    bytes.appendHalves(1, 32)
    bytes.appendWords(0, length, 0, 0, 0, 0)
    let rows = (0..<size.height).reversed()
    for y in rows {
      for word in pixels[y * size.width..<(y + 1) * size.width] { bytes.appendWords(Int(word)) }
    }
    for y in rows {
      var row = [UInt8](repeating: 0, count: stride)
      for x in 0..<size.width where pixels[y * size.width + x] >> 24 == 0 {
        row[x / 8] |= 0x80 >> UInt8(x % 8)
      }
      bytes += row
    }
    return bytes
  }

  /// The animated cursor.
  var animation: [UInt8] {
    // A frame is a cursor with all sizes, so it ends when the image of any size changes.
    let starts = Set(series.flatMap { $0.frames.map { $0.start } }).sorted()
    let end = series.map { $0.endUnit }.max() ?? 1
    let rates = starts.durations(until: end)
    var header: [UInt8] = []
    // The sizes are those of the frames, and the flag announces cursors instead of bitmaps.
    header.appendWords(36, starts.count, starts.count, 0, 0, 0, 0, rates.first ?? 1, 1)
    var list = Array("fram".utf8)
    for start in starts { list.append(chunk: "icon", icon(at: start)) }
    var content = Array("ACON".utf8)
    content.append(chunk: "anih", header)
    if Set(rates).count > 1 {
      var data: [UInt8] = []
      for rate in rates { data.appendWords(rate) }
      content.append(chunk: "rate", data)
    }
    content.append(chunk: "LIST", list)
    var bytes: [UInt8] = []
    bytes.append(chunk: "RIFF", content)
    return bytes
  }
}

extension [UInt8] {
  /// Appends a chunk: its type, which is four letters, its length, and its data, padded to an even length.
  fileprivate mutating func append(chunk type: String, _ data: [UInt8]) {
    self += type.utf8
    appendWords(data.count)
    self += data
    if data.count % 2 == 1 { append(0) }
  }
}
