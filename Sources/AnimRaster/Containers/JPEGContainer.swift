import AnimCore

/// JPEG (ITU-T T.81): a still, of which the size is read here, and the pixels by libjpeg-turbo.
enum JPEGContainer {
  static func index(of bytes: any RasterBytes) throws(RasterError) -> RasterIndex {
    var reader = ByteReader(bytes)
    var problems = ProblemList()
    reader.move(to: 2)
    while let size = try size(&reader, &problems) {
      guard size != .zero else { continue }
      try size.check()
      let isCutOff = !hasEnd(bytes, after: reader.offset)
      if isCutOff { problems.addCutOff() }
      let frame = RasterFrame(
        area: RasterArea(x: 0, y: 0, width: size.width, height: size.height),
        delay: FrameDelay(milliseconds: 0), disposal: .keep, blend: .replace, isOpaque: true,
        isCutOff: isCutOff, bytes: 0..<reader.count)
      return RasterIndex(
        format: .jpeg, size: size, frames: [frame], plays: 1, loopCount: nil,
        problems: problems.problems, shared: [], isAnimation: false)
    }
    throw .damaged("a JPEG without a picture")
  }

  /// Whether the end of a picture stands after an offset. Mostly it is the last thing in a file, so that it is looked
  /// for backwards.
  private static func hasEnd(_ bytes: any RasterBytes, after start: Int) -> Bool {
    var window = [UInt8](repeating: 0, count: 1 << 12)
    var end = bytes.count
    // The last byte of a window is looked at twice, as the first of a marker.
    while end - start >= 2 {
      let first = max(start, end - window.count)
      let isFound = window.withUnsafeMutableBytes { window in
        let part = UnsafeMutableRawBufferPointer(rebasing: window[..<(end - first)])
        let filled = part.prefix(bytes.copy(from: first, into: part))
        return zip(filled, filled.dropFirst()).contains { $0 == (0xFF, 0xD9) }
      }
      if isFound { return true }
      end = first + 1
    }
    return false
  }

  /// Reads a segment.
  ///
  /// - Returns: the size that it says; zero if it says none, and nil if there are no more.
  private static func size(
    _ reader: inout ByteReader, _ problems: inout ProblemList
  ) throws(RasterError) -> PixelSize? {
    var marker = reader.byte()
    // Fill bytes may stand before a marker, and damaged files have others.
    while let byte = marker, byte != 0xFF { marker = reader.byte() }
    while marker == 0xFF { marker = reader.byte() }
    guard let marker else { return nil }
    switch marker {
    // Restarts, the start, and 0 have no length.
    case 0x00, 0x01, 0xD0...0xD8: return .zero
    case 0xD9, 0xDA: return nil
    default: break
    }
    guard let length = reader.bytes(2)?.bigEndian, length >= 2 else { return nil }
    // Frames, but for tables and arithmetic conditioning among their numbers.
    if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
      guard let head = reader.bytes(5) else { return nil }
      return PixelSize(width: head[3...].bigEndian, height: head[1..<3].bigEndian)
    }
    if marker == 0xE2, let start = reader.bytes(min(length - 2, 11)) {
      if start.elementsEqual("ICC_PROFILE".utf8) {
        problems.add(.approximated, "its colour profile is ignored")
      }
      return reader.skip(length - 2 - start.count) ? .zero : nil
    }
    return reader.skip(length - 2) ? .zero : nil
  }
}
