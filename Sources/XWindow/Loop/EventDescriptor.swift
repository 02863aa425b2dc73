import AnimCore
import CLinux
import Glibc

/// An eventfd: a descriptor that one thread makes readable, and another polls.
package final class EventDescriptor: Sendable {
  package let fileDescriptor: Int32

  package init() throws(SystemError) {
    fileDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard fileDescriptor >= 0 else { throw SystemError(call: "eventfd") }
  }

  deinit { close(fileDescriptor) }

  /// Makes it readable.
  package func signal() { eventfd_write(fileDescriptor, 1) }

  /// Makes it unreadable until the next signal.
  package func clear() {
    var count: eventfd_t = 0
    eventfd_read(fileDescriptor, &count)
  }
}
