import ImageFiles
import LinuxSystem

/// The positions of the frames in a Y4M video. Each frame consists of a line and the bytes of its
/// planes.
///
/// Usually all lines are equal, so the positions follow from the length of the file. Otherwise each
/// line is read.
struct Y4MFrameIndex: Sendable {
  private enum Lines {
    case regular(first: Range<Int>, stride: Int, count: Int)
    case listed([Range<Int>])
  }

  private let lines: Lines
  /// The data after the last complete frame.
  let rest: Rest

  enum Rest: Equatable {
    case nothing
    /// The start of another frame.
    case cutOff
    /// Bytes that aren't a frame.
    case ignored(Int)
  }

  /// The maximum number of frames with lines of different lengths, whose positions are stored.
  private static let maximumListed = 1_000_000

  /// Reads the index.
  /// - Parameters:
  ///   - start: The position of the first frame.
  ///   - frameBytes: The number of bytes of a frame after its line.
  /// - Returns: `nil` if there is no frame at the start.
  init?(_ bytes: any ByteSource, start: Int, frameBytes: Int) throws(InputError) {
    guard let line = try Self.line(bytes, at: start) else { return nil }
    if let regular = try Self.regular(bytes, start: start, line: line, frameBytes) {
      self = regular
      return
    }
    var (lines, next) = ([Range<Int>](), start)
    while lines.count < Self.maximumListed, let line = try Self.line(bytes, at: next) {
      let range = next..<next + line.count + 1
      guard range.upperBound + frameBytes <= bytes.count else {
        self.init(lines: .listed(lines), rest: .cutOff)
        return
      }
      lines.append(range)
      next = range.upperBound + frameBytes
    }
    let left = max(bytes.count - next, 0)
    self.init(lines: .listed(lines), rest: left > 0 ? .ignored(left) : .nothing)
  }

  private init(lines: Lines, rest: Rest) { (self.lines, self.rest) = (lines, rest) }

  /// Returns the positions if all lines seem to be as long as the first, or `nil` otherwise. Checks
  /// lines in the middle and at the end, and the data after them.
  private static func regular(
    _ bytes: any ByteSource, start: Int, line: [UInt8], _ frameBytes: Int
  ) throws(InputError) -> Y4MFrameIndex? {
    let stride = line.count + 1 + frameBytes
    let (count, left) = max(bytes.count - start, 0).quotientAndRemainder(dividingBy: stride)
    for frame in [count / 2, count - 1] where frame > 0 {
      guard try self.line(bytes, at: start + frame * stride)?.count == line.count else {
        return nil
      }
    }
    let expected = line + [UInt8(ascii: "\n")]
    let following = try bytes.read(
      at: start + count * stride, count: min(left, expected.count))
    guard following.isEmpty || expected.starts(with: following) else { return nil }
    return Y4MFrameIndex(
      lines: .regular(first: start..<start + line.count + 1, stride: stride, count: count),
      rest: left > 0 ? .cutOff : .nothing)
  }

  /// The number of complete frames.
  var count: Int {
    switch lines {
    case .regular(_, _, let count): count
    case .listed(let lines): lines.count
    }
  }

  /// Returns the range of a frame's line, including its line feed. The planes follow it.
  func line(of frame: Int) -> Range<Int> {
    switch lines {
    case .regular(let first, let stride, _):
      first.lowerBound + frame * stride..<first.upperBound + frame * stride
    case .listed(let lines): lines[frame]
    }
  }

  /// Returns the line of a frame at an offset without its line feed, or `nil` if no line of a frame
  /// starts there.
  private static func line(_ bytes: any ByteSource, at offset: Int) throws(InputError) -> [UInt8]? {
    // Most lines are short.
    for length in [64, Y4MHeader.longestLine] {
      let part = try bytes.read(at: offset, count: length)
      if let line = line(part[...]) { return isFrame(line) ? Array(line) : nil }
    }
    return nil
  }

  /// Returns the bytes before the next line feed, or `nil` if it is too far away.
  static func line(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    bytes.prefix(Y4MHeader.longestLine).firstIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] }
  }

  static func isFrame(_ line: ArraySlice<UInt8>) -> Bool {
    Y4MHeader.isFrame(String(decoding: line, as: UTF8.self))
  }
}
