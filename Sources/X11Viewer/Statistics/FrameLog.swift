import AnimCore
import FramePacing
import LinuxSystem
import OfflineRendering
import Synchronization

/// Writes every frame as a row of comma-separated values (RFC 4180), while frames go on.
///
/// Rows are collected in a buffer of fixed size, so that most frames need no system call, and none
/// an allocation. If writing fails, as on a full disk, frames go on, and ``finish()`` throws the
/// error.
final class FrameLog: FrameObserver {
  private let rows: Mutex<Rows>

  /// Makes sure that `path` can be written; see ``OutputFile/init(path:)``.
  init(path: String) throws(OutputError) {
    rows = Mutex(Rows(file: try OutputFile(path: path)))
  }

  func didPublish(_ frame: FrameRecord, interval: Int64?) {
    rows.withLock { $0.append(frame, interval: interval) }
  }

  /// Makes the file appear. Call it once, after the last frame.
  ///
  /// - Throws: the first error that any write met.
  func finish() throws(OutputError) {
    let failure = rows.withLock { $0.finish() }
    if let failure { throw failure }
  }
}

/// The rows that are not written yet.
private struct Rows {
  private let file: OutputFile
  private var buffer: [UInt8] = []
  private var failure: OutputError?

  private static let capacity = 1 << 16
  /// The longest row in bytes: nine 64-bit numbers, each with its sign and a comma or the line
  /// feed.
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

  /// - Returns: the first error that any write met.
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
