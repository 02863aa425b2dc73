import AnimCore
import Glibc

/// Writes the durations of frames into a WebP that ffmpeg has encoded, because frames in a pipe
/// only have a rate.
///
/// ffmpeg receives a frame for each millisecond. libwebp merges equal consecutive frames into one,
/// whose duration in milliseconds is their number.
struct WebPFrameTimes {
  /// The rate at which ffmpeg receives the frames.
  static let rate = RefreshRate(hertz: 1000)

  /// The duration of each frame, in milliseconds.
  private let durations: [Int]

  /// - Parameter times: The frame times, which are rounded without changing the total duration.
  init(_ times: FrameTimes) {
    var end = 0
    durations = (1...max(Int(times.count), 1)).map { number in
      // A frame without duration wouldn't be shown.
      let next = max((times.begin(of: Fraction(number)) * 1000).rounded, end + 1)
      defer { end = next }
      return next - end
    }
  }

  /// Writes the times into a file (RFC 9649, 2.7.1).
  ///
  /// - Returns: `false` if the file has other frames, or can't be read or written.
  func write(to descriptor: Int32) -> Bool {
    // The first chunk follows the header of the file. If there is only one frame, it is that of a
    // still image.
    var (offset, frame) = (12, 0)
    while let chunk = read(Self.chunkStart, at: offset, descriptor) {
      let length = chunk[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      if chunk.starts(with: "ANMF".utf8) {
        let position = offset + Self.chunkStart + 12
        guard frame < durations.count, let stored = read(3, at: position, descriptor) else {
          return false
        }
        let count = stored.reversed().reduce(0) { $0 << 8 | Int($1) }
        let isLast = read(Self.chunkStart, at: offset + Self.size(length), descriptor) == nil
        let end = isLast ? durations.count : frame + count
        guard end <= durations.count else { return false }
        let duration = min(durations[frame..<end].reduce(0, +), Self.longestDuration)
        let bytes = (0..<3).map { UInt8(truncatingIfNeeded: duration >> ($0 * 8)) }
        guard pwrite(descriptor, bytes, bytes.count, off_t(position)) == bytes.count else {
          return false
        }
        frame = end
      }
      offset += Self.size(length)
    }
    return frame == durations.count || frame == 0
  }

  private static let chunkStart = 8
  private static let longestDuration = 0xFF_FFFF

  /// Returns the number of bytes from a chunk to the next, which starts at an even offset.
  private static func size(_ length: Int) -> Int { chunkStart + length + length % 2 }

  private func read(_ count: Int, at offset: Int, _ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
  }
}
