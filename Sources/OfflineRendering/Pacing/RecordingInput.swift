import Glibc

/// Reads bytes from a file or standard input, in order, through a buffer of fixed size.
package final class RecordingInput {
  /// The path that means standard input.
  static let standardInput = "-"

  let path: String
  private let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The part of `buffer` that has not been consumed.
  private var rest = 0..<0

  package init(path: String) throws(RecordingError) {
    self.path = path
    do throws(FileDescriptor.Failure) {
      let number =
        path == Self.standardInput
        ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      descriptor = try FileDescriptor(owning: number)
    } catch {
      throw .cannotRead(path: path, code: error.code)
    }
  }

  /// Reads up to the next line feed, and returns the text without it; nil if there is none within
  /// `limit` bytes or before the end.
  func line(limit: Int) throws(RecordingError) -> String? {
    var line: [UInt8] = []
    while line.count < limit {
      guard try fill() else { return nil }
      let byte = buffer[rest.lowerBound]
      rest.removeFirst()
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Whether there is nothing left to read.
  func isAtEnd() throws(RecordingError) -> Bool { try !fill() }

  /// Fills `bytes`. Returns false if the input ends first.
  func read(into bytes: inout [UInt8]) throws(RecordingError) -> Bool {
    var filled = 0
    while filled < bytes.count {
      guard try fill() else { return false }
      let count = min(rest.count, bytes.count - filled)
      bytes.replaceSubrange(
        filled..<filled + count, with: buffer[rest.lowerBound..<rest.lowerBound + count])
      rest.removeFirst(count)
      filled += count
    }
    return true
  }

  /// Skips bytes. Returns false if the input ends first.
  func skip(_ count: Int) throws(RecordingError) -> Bool {
    var left = count
    while left > 0 {
      guard try fill() else { return false }
      let part = min(rest.count, left)
      rest.removeFirst(part)
      left -= part
    }
    return true
  }

  /// Makes sure that there is a byte in the buffer. Returns false at the end.
  private func fill() throws(RecordingError) -> Bool {
    while rest.isEmpty {
      let count = Glibc.read(descriptor.number, &buffer, buffer.count)
      if count == 0 { return false }
      if count > 0 {
        rest = 0..<count
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw .cannotRead(path: path, code: errno)
      }
    }
    return true
  }
}

/// Why a recording cannot be analysed.
package enum RecordingError: Error, Hashable {
  /// The file cannot be opened or read; `code` is the errno.
  case cannotRead(path: String, code: Int32)
  case notY4M(path: String)
  /// It is y4m of an unsupported kind; `detail` says which.
  case unsupported(path: String, detail: String)
  /// No frame shows the pattern.
  case noPattern(path: String)

  package var exitStatus: ExitStatus {
    switch self {
    case .cannotRead: .noInput
    case .notY4M, .unsupported, .noPattern: .differs
    }
  }
}

extension RecordingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotRead(let path, let code):
      "\(Self.name(path)): cannot be read: \(strerror(code).map { String(cString: $0) } ?? "\(code)")"
    case .notY4M(let path):
      "\(Self.name(path)): not a y4m recording; make one with ffmpeg "
        + "-r 120 -pix_fmt yuv420p -f yuv4mpegpipe"
    case .unsupported(let path, let detail):
      "\(Self.name(path)): y4m with \(detail) is not supported; make another with ffmpeg "
        + "-r 120 -pix_fmt yuv420p"
    case .noPattern(let path):
      "\(Self.name(path)): no frame shows the pattern; record a window of "
        + "the scene 'pacing', all of it in sight and its modules two pixels wide or more"
    }
  }

  private static func name(_ path: String) -> String {
    path == RecordingInput.standardInput ? "standard input" : path
  }
}
