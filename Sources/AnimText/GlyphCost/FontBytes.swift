/// Big-endian data of a font. Every read is bounds-checked.
struct FontBytes: @unchecked Sendable {
  /// The data, which doesn't change while the font is open.
  private let bytes: UnsafeRawBufferPointer

  /// - Parameter bytes: The memory to read, which must outlive this value.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// Returns the byte at an offset, or `nil` beyond the end.
  @inline(__always)
  func byte(_ offset: Int) -> Int? {
    offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
  }

  /// Returns the big-endian number of 1 to 4 bytes at an offset, or `nil` beyond the end.
  func number(_ offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    var number = 0
    for index in offset..<offset + size { number = number << 8 | Int(bytes[index]) }
    return number
  }

  func word(_ offset: Int) -> Int? { number(offset, size: 2) }
  func signedWord(_ offset: Int) -> Int? { word(offset).map { Int(Int16(truncatingIfNeeded: $0)) } }
  func long(_ offset: Int) -> Int? { number(offset, size: 4) }

  /// Returns the slice with the given length, or `nil` if it extends beyond the end.
  func part(_ offset: Int, count: Int) -> FontBytes? {
    guard offset >= 0, count >= 0, count <= bytes.count, offset <= bytes.count - count else {
      return nil
    }
    return FontBytes(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
  }

  /// Returns everything from an offset to the end, or `nil` if the offset is beyond the end.
  func suffix(from offset: Int) -> FontBytes? { part(offset, count: bytes.count - offset) }

  /// Returns a table of a face, or `nil` if the font doesn't have it.
  ///
  /// - Parameters:
  ///   - tag: The tag of the table.
  ///   - face: The index of the face in a collection.
  func table(_ tag: FontTag, face: Int) -> FontBytes? {
    var directory = 0
    if long(0) == 0x7474_6366 {  // ttcf
      guard let offset = long(12 + 4 * face) else { return nil }
      directory = offset
    }
    guard let count = word(directory + 4) else { return nil }
    for index in 0..<count {
      let entry = directory + 12 + 16 * index
      guard let name = long(entry), let offset = long(entry + 8), let length = long(entry + 12)
      else { return nil }
      // FreeType skips empty tables and tables that extend beyond the file.
      if name == Int(tag.value), length > 0, let table = part(offset, count: length) {
        return table
      }
    }
    return nil
  }
}
