import CLinux
import Glibc

/// Owns an open, writable file descriptor.
package final class FileDescriptor {
  /// The errno of a failed system call.
  package struct Failure: Error {
    package var code: Int32
  }

  /// The number of the descriptor, negative once closed.
  package private(set) var number: Int32

  /// Takes ownership of the result of a system call, or throws that call's errno.
  package init(owning result: Int32) throws(Failure) {
    number = result
    if result < 0 { throw Failure(code: errno) }
  }

  /// Creates a file in memory, which is freed when its last descriptor is closed.
  package static func inMemory(_ name: String) throws(Failure) -> FileDescriptor {
    try FileDescriptor(owning: clinux_memory_file(name))
  }

  deinit {
    if number >= 0 { _ = Glibc.close(number) }
  }

  package func write(_ bytes: RawSpan) throws(Failure) {
    try Self.write(bytes, to: number)
  }

  /// Writes all bytes, in multiple calls if necessary. Waits even if the descriptor is
  /// non-blocking.
  package static func write(_ bytes: RawSpan, to number: Int32) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.extracting(droppingFirst: count)
      } else if errno == EAGAIN {
        var room = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, -1)
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
  }

  /// Flushes written data to the disk.
  package func synchronize() throws(Failure) {
    while fsync(number) != 0 {
      if errno != EINTR { throw Failure(code: errno) }
    }
  }

  /// Closes the descriptor. Throws an error if an earlier write fails only now, which can happen on
  /// network file systems.
  package func close() throws(Failure) {
    let result = Glibc.close(number)
    number = -1
    // Linux releases the descriptor even if a signal interrupts the call.
    if result != 0, errno != EINTR { throw Failure(code: errno) }
  }
}
