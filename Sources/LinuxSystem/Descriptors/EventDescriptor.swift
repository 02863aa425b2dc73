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

  /// Makes the descriptor readable.
  package func signal() { eventfd_write(fileDescriptor, 1) }

  /// Makes the descriptor unreadable until the next signal.
  package func clear() {
    var count: eventfd_t = 0
    eventfd_read(fileDescriptor, &count)
  }
}

/// Waits until `descriptor` is readable or its other end is closed. Returns `false` if an instant
/// of ``MonotonicClock`` passes first. Without a deadline, waits forever.
package func waitUntilReadable(_ descriptor: Int32, untilNanoseconds deadline: Int64?) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while true {
    var span: Int32 = -1
    if let deadline {
      let now = MonotonicClock.nanoseconds
      guard deadline > now else { return false }
      span = Int32(min((deadline - now - 1) / 1_000_000 + 1, 60_000))
    }
    switch poll(&request, 1, span) {
    case 1...: return true
    case 0: continue
    default: if errno != EINTR { return false }
    }
  }
}
