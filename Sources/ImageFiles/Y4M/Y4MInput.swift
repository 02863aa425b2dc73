import Glibc
import LinuxSystem

/// Reads bytes from a file or standard input, in order, through a buffer of fixed size.
package final class Y4MInput {
  /// The path of standard input.
  private static let standardInput = "-"

  /// The name of the file for messages.
  package let name: String
  private let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The part of `buffer` that hasn't been consumed.
  private var rest = 0..<0

  /// Opens a file.
  /// - Parameter path: The path of the file, or `-` for standard input.
  package init(path: String) throws(Y4MError) {
    name = path == Self.standardInput ? "standard input" : path
    do throws(FileDescriptor.Failure) {
      let number =
        path == Self.standardInput
        ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        : FileSystem.openToRead(path)
      descriptor = try FileDescriptor(owning: number)
    } catch {
      throw .cannotRead(InputError(path: name, code: error.code))
    }
  }

  /// Reads the next line and returns it without the line feed, or returns `nil` if there is no line
  /// feed within `limit` bytes or before the end.
  func line(limit: Int) throws(Y4MError) -> String? {
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

  /// Returns whether the input has ended.
  func isAtEnd() throws(Y4MError) -> Bool { try !fill() }

  /// Fills `bytes`. Returns `false` if the input ends first.
  func read(into bytes: inout [UInt8]) throws(Y4MError) -> Bool {
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

  /// Skips bytes. Returns `false` if the input ends first.
  func skip(_ count: Int) throws(Y4MError) -> Bool {
    var left = count
    while left > 0 {
      guard try fill() else { return false }
      let part = min(rest.count, left)
      rest.removeFirst(part)
      left -= part
    }
    return true
  }

  /// Ensures that there is a byte in the buffer. Returns `false` at the end.
  private func fill() throws(Y4MError) -> Bool {
    while rest.isEmpty {
      let count = Glibc.read(descriptor.number, &buffer, buffer.count)
      if count == 0 { return false }
      if count > 0 {
        rest = 0..<count
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw .cannotRead(InputError(path: name, code: errno))
      }
    }
    return true
  }
}

/// The reason why a video can't be read.
package enum Y4MError: Error, Hashable {
  case cannotRead(InputError)
  case notY4M(name: String)
  /// A Y4M file of an unsupported kind, described by `detail`.
  case unsupported(name: String, detail: String)

  package var exitStatus: ExitStatus {
    switch self {
    case .cannotRead: .noInput
    case .notY4M, .unsupported: .differs
    }
  }
}

extension Y4MError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotRead(let error): "\(error)"
    case .notY4M(let name):
      "\(name): not a y4m recording; create one with ffmpeg "
        + "-r 120 -pix_fmt yuv420p -f yuv4mpegpipe"
    case .unsupported(let name, let detail):
      "\(name): y4m with \(detail) is not supported; create another with ffmpeg "
        + "-r 120 -pix_fmt yuv420p"
    }
  }
}
