import AnimCodecs

/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2).
struct ISOBox {
  /// Four characters.
  let kind: String
  /// The position of its content in the file.
  let content: Range<Int>
}

/// Reads the boxes of a file. Their number is limited, because each costs a read.
struct ISOBoxReader {
  private let bytes: any RasterBytes
  private var boxCount = 0

  private static let maximumBoxes = 1 << 16
  /// The maximum size of a box that is read as a whole, in bytes.
  private static let maximumContent = 4 << 20

  init(_ bytes: any RasterBytes) { self.bytes = bytes }

  var fileRange: Range<Int> { 0..<bytes.count }

  /// Returns the boxes in a range. The last one may extend beyond it, and then ends with it.
  mutating func boxes(in range: Range<Int>) throws(RasterError) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var position = range.lowerBound
    while range.upperBound - position >= 8, let start = bytes.bytes(at: position, 8) {
      boxCount += 1
      guard boxCount <= Self.maximumBoxes else {
        throw .damaged("an AVIF with more than \(Self.maximumBoxes) boxes (limit of this program)")
      }
      var length = start[..<4].bigEndian
      var header = 8
      if length == 1 {
        guard range.upperBound - position >= 16,
          let large = bytes.bytes(at: position + 8, 8), large[0] == 0
        else { break }
        (length, header) = (large.bigEndian, 16)
      } else if length == 0 {
        length = range.upperBound - position
      }
      guard length >= header else { break }
      let end = position + min(length, range.upperBound - position)
      boxes.append(
        ISOBox(
          kind: String(decoding: start[4...], as: Unicode.ASCII.self),
          content: min(position + header, end)..<end))
      position = end
    }
    return boxes
  }

  /// Returns the boxes in a box.
  mutating func boxes(in box: ISOBox) throws(RasterError) -> [ISOBox] {
    try boxes(in: box.content)
  }

  /// Returns the boxes in a full box, which follow its version and flags.
  mutating func boxes(inFull box: ISOBox) throws(RasterError) -> [ISOBox] {
    try boxes(in: min(box.content.lowerBound + 4, box.content.upperBound)..<box.content.upperBound)
  }

  /// Returns the content of a box.
  func fields(of box: ISOBox) throws(RasterError) -> ISOFields {
    guard box.content.count <= Self.maximumContent else {
      throw .damaged(
        "a box \"\(box.kind.printable)\" of more than \(Self.maximumContent) bytes (limit of this "
          + "program)")
    }
    return ISOFields(bytes.bytes(at: box.content.lowerBound, box.content.count) ?? [])
  }

  /// Returns the content of a full box, without its version and flags.
  func fullFields(
    of box: ISOBox
  ) throws(RasterError) -> (version: Int, flags: Int, fields: ISOFields) {
    var fields = try fields(of: box)
    guard let start = fields.number(4) else {
      throw .damaged("a box \"\(box.kind.printable)\" that is too short")
    }
    return (start >> 24, start & 0xFF_FFFF, fields)
  }
}

extension Collection<ISOBox> {
  func first(_ kind: String) -> ISOBox? { first { $0.kind == kind } }
}

extension String {
  /// The text with everything but printable ASCII replaced by question marks.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { 0x20..<0x7F ~= $0.value ? $0 : "?" }))
  }
}

/// Consecutive big-endian numbers and texts. Reading beyond the end returns `nil`.
struct ISOFields {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - position }

  /// Returns a number, or `nil` if it has more than eight bytes or doesn't fit into an `Int`.
  mutating func number(_ length: Int) -> Int? {
    guard length <= remaining, length <= 8 else { return nil }
    if length == 8, bytes[position] > 0x7F { return nil }
    defer { position += length }
    return bytes[position..<position + length].bigEndian
  }

  /// Returns a signed number of four bytes.
  mutating func signedNumber() -> Int? {
    number(4).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  /// Returns four characters.
  mutating func kind() -> String? {
    guard remaining >= 4 else { return nil }
    defer { position += 4 }
    return String(decoding: bytes[position..<position + 4], as: Unicode.ASCII.self)
  }

  /// Returns the text up to a zero byte, or up to the end.
  mutating func text() -> String {
    let end = bytes[position...].firstIndex(of: 0) ?? bytes.endIndex
    defer { position = min(end + 1, bytes.count) }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  mutating func skip(_ count: Int) { position += min(count, remaining) }
}
