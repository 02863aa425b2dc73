import AnimCore
import CLinux
import Glibc

/// Waits for the loop's six sources of events at once.
package struct Poller {
  private var descriptors: (pollfd, pollfd, pollfd, pollfd, pollfd, pollfd)

  /// Which sources can be read. Neither the timer nor the connection is among them: they only end
  /// the sleep, and events are read in any case.
  package struct Ready {
    package var requests = false
    package var clockSteps = false
    package var changes = false
    package var background = false

    package init(
      requests: Bool = false, clockSteps: Bool = false, changes: Bool = false,
      background: Bool = false
    ) {
      self.requests = requests
      self.clockSteps = clockSteps
      self.changes = changes
      self.background = background
    }
  }

  /// A descriptor of −1 is never ready (poll(2)).
  package init(timer: Int32, connection: Int32, requests: Int32, clockSteps: Int32) {
    let readable = Int16(POLLIN)
    descriptors = (
      pollfd(fd: timer, events: readable, revents: 0),
      pollfd(fd: connection, events: readable, revents: 0),
      pollfd(fd: requests, events: readable, revents: 0),
      pollfd(fd: clockSteps, events: readable, revents: 0),
      pollfd(fd: -1, events: readable, revents: 0),
      pollfd(fd: -1, events: readable, revents: 0)
    )
  }

  /// A descriptor that becomes readable when a shown file has changed; −1 for none.
  package var changes: Int32 {
    get { descriptors.4.fd }
    set { descriptors.4.fd = newValue }
  }

  /// A descriptor that becomes readable when a thread has done some of its work; −1 for none.
  package var background: Int32 {
    get { descriptors.5.fd }
    set { descriptors.5.fd = newValue }
  }

  /// Sleeps until something happens. Interruptions by signals are ignored.
  ///
  /// - Parameter listening: whether events from the server end the sleep. A lost connection always
  ///   does.
  package mutating func wait(listening: Bool) -> Ready { poll(listening: listening, timeout: -1) }

  /// What has already happened, except for events from the server.
  package mutating func look() -> Ready { poll(listening: false, timeout: 0) }

  private mutating func poll(listening: Bool, timeout: Int32) -> Ready {
    descriptors.1.events = listening ? Int16(POLLIN) : 0
    let count = withUnsafeMutablePointer(to: &descriptors) { tuple in
      tuple.withMemoryRebound(to: pollfd.self, capacity: 6) { Glibc.poll($0, 6, timeout) }
    }
    guard count > 0 else { return Ready() }
    return Ready(
      requests: descriptors.2.revents != 0, clockSteps: descriptors.3.revents != 0,
      changes: descriptors.4.revents != 0, background: descriptors.5.revents != 0)
  }
}

/// Sleeps until `descriptor` can be read or was closed by the other end. Returns false if that has
/// not happened by `deadline`; without one, it waits forever.
package func waitUntilReadable(_ descriptor: Int32, until deadline: Timestamp?) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while true {
    var span: Int32 = -1
    if let deadline {
      let rest = ((deadline - .now) * 1_000).rounded(.up)
      guard rest > 0 else { return false }
      span = Int32(min(rest, 60_000))
    }
    switch poll(&request, 1, span) {
    case 1...: return true
    case 0: continue
    default: if errno != EINTR { return false }
    }
  }
}

/// A timerfd on CLOCK_MONOTONIC, armed for one absolute instant at a time.
///
/// timerfd is not subject to timer slack, which the time-outs of poll and nanosleep are
/// (prctl(2), PR_SET_TIMERSLACK), and an absolute deadline cannot drift.
package struct Timer: ~Copyable {
  package let fileDescriptor: Int32
  private var armed: Timestamp?

  private init(fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  package static func make() throws(SystemError) -> Timer {
    let descriptor = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "timerfd_create") }
    return Timer(fileDescriptor: descriptor)
  }

  deinit { close(fileDescriptor) }

  /// Arms the timer for `deadline`. If that is in the past, it expires at once; nil disarms it.
  /// Makes no system call if nothing changes.
  ///
  /// The count of a timer that has expired is not read, which saves a call in each frame: the
  /// descriptor stays readable until the timer is armed for another instant, which starts the
  /// count from zero (timerfd_create(2), on read).
  package mutating func arm(at deadline: Timestamp?) {
    guard deadline != armed else { return }
    armed = deadline
    // Zero would disarm the timer, so an instant before the clock's zero becomes its first
    // nanosecond.
    let nanoseconds = deadline.map { max(1, $0.nanoseconds) } ?? 0
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    timerfd_settime(fileDescriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}

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
