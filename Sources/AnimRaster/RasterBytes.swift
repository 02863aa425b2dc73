/// The bytes of a file, of which any can be read, on any thread. Embedded Swift has values of a protocol's type only of
/// classes.
package protocol RasterBytes: AnyObject, Sendable {
  /// How many bytes there are.
  var count: Int { get }

  /// Copies bytes from an offset on, and returns how many: fewer than there is room for only at the end,
  /// or where the file cannot be read.
  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// The bytes of a file that is in memory.
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

/// Reads a file from its beginning to its end, through a window, so that the memory does not depend on the
/// size of the file.
struct ByteReader {
  private let bytes: any RasterBytes
  private var window: [UInt8]
  /// Which bytes of the file are in the window.
  private var range: Range<Int>
  /// Where the next byte is read.
  private(set) var offset = 0
  let count: Int

  private static let windowLength = 1 << 16

  init(_ bytes: any RasterBytes) {
    self.bytes = bytes
    count = bytes.count
    window = [UInt8](repeating: 0, count: min(max(count, 1), Self.windowLength))
    range = 0..<0
  }

  /// How many bytes follow.
  var remaining: Int { count - offset }

  /// The next byte; nil at the end.
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

  /// The next bytes; nil if there are fewer.
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

  /// Goes on so many bytes later, or at the end; false if that comes first.
  @discardableResult
  mutating func skip(_ count: Int) -> Bool {
    let isWhole = count <= remaining
    offset += min(count, remaining)
    return isWhole
  }

  /// Goes to an offset, which is at most ``count``.
  mutating func move(to offset: Int) { self.offset = min(offset, count) }
}

// Numbers of several bytes.
extension Collection<UInt8> {
  var littleEndian: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
  var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}
