import AnimCodecs
import AnimCore

/// The images in an Xcursor file, the cursor format of the X Window System (Xcursor(3)). All numbers are little-endian.
struct XcursorContainer {
  private let bytes: any RasterBytes

  /// The type of a chunk that contains an image, as ``littleEndian`` returns it, which is negative if `Int` has 32 bits.
  private static let image = Int(truncatingIfNeeded: 0xFFFD_0002 as UInt32)
  /// The limits of libXcursor for entries of the table and for a side of an image.
  private static let maximumEntries = 0x10000
  private static let maximumSide = 0x7FFF

  init(_ bytes: any RasterBytes) { self.bytes = bytes }

  /// Returns the frames in the order of the table.
  func frames(_ problems: inout DiagnosticList) throws(RasterError) -> [CursorFrame] {
    guard let header = bytes.bytes(at: 4, 12) else {
      throw .damaged("the file is truncated")
    }
    let (start, count) = (header[..<4].littleEndian, header[8...].littleEndian)
    guard start >= 16, count <= Self.maximumEntries else {
      throw .damaged("a header that isn't one of Xcursor")
    }
    var frames: [CursorFrame] = []
    for index in 0..<count {
      guard let entry = bytes.bytes(at: start + 12 * index, 12) else {
        problems.addCutOff()
        break
      }
      guard entry[..<4].littleEndian == Self.image else { continue }
      guard let frame = frame(entry[4..<8].littleEndian, at: entry[8...].littleEndian) else {
        problems.add(
          .imageSkipped, .notDrawn, "image \(frames.count + 1) isn't shown, because it is damaged")
        continue
      }
      frames.append(frame)
    }
    return frames
  }

  /// Returns the image of a nominal size in a chunk, or `nil` if it violates the format.
  private func frame(_ nominalSize: Int, at offset: Int) -> CursorFrame? {
    guard let chunk = bytes.bytes(at: offset, 36) else { return nil }
    let words = (0..<9).map { chunk[4 * $0..<4 * $0 + 4].littleEndian }
    let (width, height, x, y) = (words[4], words[5], words[6], words[7])
    guard words[1] == Self.image, words[2] == nominalSize, (1...Self.maximumSide).contains(width),
      (1...Self.maximumSide).contains(height), x <= width, y <= height,
      width * height * 4 <= bytes.count - offset - chunk.count
    else { return nil }
    return CursorFrame(
      nominalSize: nominalSize, size: PixelSize(width: width, height: height), hotSpot: (x, y),
      delay: FrameDelay(milliseconds: words[8]), pixels: .words(at: offset + chunk.count))
  }
}
