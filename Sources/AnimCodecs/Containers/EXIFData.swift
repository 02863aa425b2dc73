import AnimGraphics

/// A reader for the orientation in the EXIF data of cameras (CIPA DC-008), which is a TIFF file
/// inside another file.
enum EXIFData {
  /// The maximum number of bytes to read, which is the size of a JPEG segment.
  static let longest = 1 << 16

  /// Returns the orientation, or `nil` if it is missing or invalid.
  static func orientation(in bytes: some RandomAccessCollection<UInt8>) -> Orientation? {
    let bytes = Array(bytes.prefix(longest))
    let isLittle = bytes.starts(with: Array("II*\0".utf8))
    guard isLittle || bytes.starts(with: Array("MM\0*".utf8)) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      let part = bytes[offset..<offset + count]
      return isLittle ? part.littleEndian : part.bigEndian
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let start = directory + 2 + entry * entryLength
      guard let tag = number(start, 2) else { return nil }
      guard tag == orientationTag else { continue }
      guard number(start + 2, 2) == shortType, number(start + 4, 4) == 1 else { return nil }
      return number(start + 8, 2).flatMap(Orientation.init(tag:))
    }
    return nil
  }

  private static let entryLength = 12
  private static let orientationTag = 0x0112
  /// The type of 16-bit numbers.
  private static let shortType = 3
}
