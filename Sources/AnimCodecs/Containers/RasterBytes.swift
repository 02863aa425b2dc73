/// The bytes of a file, with thread-safe random access. Only classes can conform, because Embedded Swift supports
/// protocol types only for classes.
package protocol RasterBytes: AnyObject, Sendable {
  /// The number of bytes.
  var count: Int { get }

  /// Copies bytes starting at an offset, and returns their number. It is less than the size of the
  /// buffer only at the end, or if the file can't be read.
  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// The bytes of a file in memory.
package final class BytesInMemory: RasterBytes {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = bytes.dropFirst(offset).prefix(buffer.count)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<part.count]).copyBytes(from: part)
    return part.count
  }
}

/// Reads a file from start to end through a window, so that memory use doesn't depend on the size of the file.
struct ByteReader {
  private let bytes: any RasterBytes
  private var window: [UInt8]
  /// The range of the file in the window.
  private var range: Range<Int>
  /// The offset of the next byte.
  private(set) var offset = 0
  let count: Int

  private static let windowLength = 1 << 16

  init(_ bytes: any RasterBytes) {
    self.bytes = bytes
    count = bytes.count
    window = [UInt8](repeating: 0, count: min(max(count, 1), Self.windowLength))
    range = 0..<0
  }

  /// The number of remaining bytes.
  var remaining: Int { count - offset }

  /// Returns the next byte, or `nil` at the end of the data.
  mutating func byte() -> UInt8? {
    if !range.contains(offset) {
      guard offset < count else { return nil }
      let filled = window.withUnsafeMutableBytes { [bytes, offset] in
        bytes.copy(from: offset, into: $0)
      }
      guard filled > 0 else { return nil }
      range = offset..<offset + min(filled, window.count)
    }
    defer { offset += 1 }
    return window[offset - range.lowerBound]
  }

  /// Returns the next bytes, or `nil` if there are fewer.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count <= remaining else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      guard let next = byte() else { return nil }
      result.append(next)
    }
    return result
  }

  /// Skips bytes. Returns `false` if there are fewer, and moves to the end.
  @discardableResult
  mutating func skip(_ count: Int) -> Bool {
    let isWhole = count <= remaining
    offset += min(count, remaining)
    return isWhole
  }

  /// Moves to an offset, or to the end if the offset exceeds ``count``.
  mutating func move(to offset: Int) { self.offset = min(offset, count) }
}

// Big-endian and little-endian numbers.
extension Collection<UInt8> {
  package var littleEndian: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
  package var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}
