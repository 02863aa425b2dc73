import AnimCore
import FramePacing
import LinuxSystem
import OfflineRendering
import PacingStatistics
import Synchronization

/// Writes every frame as a row of comma-separated values (RFC 4180) while the animation runs.
///
/// Rows are collected in a fixed-size buffer, so most frames need no system call, and none
/// allocates memory. If writing fails, for example on a full disk, the animation continues, and
/// ``finish()`` throws the error.
final class FrameLog: FrameObserver {
  private let rows: Mutex<Rows>

  /// Checks that `path` is writable; see ``OutputFile/init(path:)``.
  init(path: String) throws(OutputError) {
    rows = Mutex(Rows(file: try OutputFile(path: path)))
  }

  func didPublish(_ frame: FrameRecord, interval: Int64?) {
    rows.withLock { $0.append(frame, interval: interval) }
  }

  /// Makes the file visible. Call this once, after the last frame.
  ///
  /// - Throws: The first error of any write.
  func finish() throws(OutputError) {
    let failure = rows.withLock { $0.finish() }
    if let failure { throw failure }
  }
}

/// The rows that haven't been written.
private struct Rows {
  private let file: OutputFile
  private var buffer: [UInt8] = []
  private var failure: OutputError?

  private static let capacity = 1 << 16
  /// The maximum length of a row in bytes: nine 64-bit numbers, each with a sign and a comma or
  /// line feed.
  private static let longestRow = 9 * 21

  init(file: OutputFile) {
    self.file = file
    buffer.reserveCapacity(Self.capacity)
    let names = ["slot", "published_ns"] + Measure.allCases.map(\.column) + ["missed"]
    buffer += names.joined(separator: ",").utf8
    buffer.append(UInt8(ascii: "\n"))
  }

  mutating func append(_ frame: FrameRecord, interval: Int64?) {
    guard failure == nil else { return }
    if buffer.count + Self.longestRow > Self.capacity { flush() }
    append(Int64(frame.slot), end: ",")
    append(frame.published.nanoseconds, end: ",")
    append(interval, end: ",")
    append(frame.lateness, end: ",")
    append(frame.drawing, end: ",")
    append(frame.publishing, end: ",")
    append(frame.completion, end: ",")
    append(frame.phaseError, end: ",")
    append(Int64(frame.missed), end: "\n")
  }

  /// - Returns: The first error of any write.
  mutating func finish() -> OutputError? {
    flush()
    guard failure == nil else { return failure }
    do throws(OutputError) {
      try file.finish()
      return nil
    } catch {
      return error
    }
  }

  private mutating func flush() {
    guard failure == nil else { return }
    do throws(OutputError) {
      try file.write(buffer)
    } catch {
      failure = error
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Appends the digits of a number, or nothing if it is unknown.
  private mutating func append(_ value: Int64?, end: Unicode.Scalar) {
    if let value {
      if value < 0 { buffer.append(UInt8(ascii: "-")) }
      let digits = value.magnitude
      var unit: UInt64 = 1
      while digits / unit >= 10 { unit *= 10 }
      while unit > 0 {
        buffer.append(UInt8(ascii: "0") + UInt8(digits / unit % 10))
        unit /= 10
      }
    }
    buffer.append(UInt8(ascii: end))
  }
}

extension Measure {
  fileprivate var column: String {
    switch self {
    case .frameTime: "frame_time_ns"
    case .lateness: "lateness_ns"
    case .drawing: "drawing_ns"
    case .publishing: "publishing_ns"
    case .completion: "completion_ns"
    case .phaseError: "phase_error_ns"
    }
  }
}
