import Glibc

/// Waits for the seven event sources of the loop at the same time.
package struct Poller {
  private var descriptors: (pollfd, pollfd, pollfd, pollfd, pollfd, pollfd, pollfd)

  /// The readable sources. The timer and the connection aren't included, because they only end the
  /// wait, and their events are read in any case.
  package struct Ready {
    package var requests = false
    package var clockSteps = false
    package var changes = false
    package var background = false
    package var continuations = false

    /// Whether a source other than the process's signals is readable.
    package var isForClient: Bool { clockSteps || changes || background }

    package init(
      requests: Bool = false, clockSteps: Bool = false, changes: Bool = false,
      background: Bool = false, continuations: Bool = false
    ) {
      self.requests = requests
      self.clockSteps = clockSteps
      self.changes = changes
      self.background = background
      self.continuations = continuations
    }
  }

  /// Creates a poller. A descriptor of −1 is ignored (poll(2)).
  package init(timer: Int32, connection: Int32, continuations: Int32 = -1) {
    let readable = Int16(POLLIN)
    descriptors = (
      pollfd(fd: timer, events: readable, revents: 0),
      pollfd(fd: connection, events: readable, revents: 0),
      pollfd(fd: -1, events: readable, revents: 0),
      pollfd(fd: -1, events: readable, revents: 0),
      pollfd(fd: -1, events: readable, revents: 0),
      pollfd(fd: -1, events: readable, revents: 0),
      pollfd(fd: continuations, events: readable, revents: 0)
    )
  }

  /// A descriptor that becomes readable when the process is requested to end, or −1.
  package var requests: Int32 {
    get { descriptors.2.fd }
    set { descriptors.2.fd = newValue }
  }

  /// A descriptor that becomes readable when the time of day is set, or −1.
  package var clockSteps: Int32 {
    get { descriptors.3.fd }
    set { descriptors.3.fd = newValue }
  }

  /// A descriptor that becomes readable when a shown file changes, or −1.
  package var changes: Int32 {
    get { descriptors.4.fd }
    set { descriptors.4.fd = newValue }
  }

  /// A descriptor that becomes readable when a thread has done some of its work, or −1.
  package var background: Int32 {
    get { descriptors.5.fd }
    set { descriptors.5.fd = newValue }
  }

  /// Waits until an event arrives. Interruptions by signals are ignored.
  ///
  /// - Parameter listening: Whether events from the server end the wait. A lost connection always
  ///   does.
  package mutating func wait(listening: Bool) -> Ready { poll(listening: listening, timeout: -1) }

  /// Returns the sources that are currently readable, except for events from the server.
  package mutating func look() -> Ready { poll(listening: false, timeout: 0) }

  private mutating func poll(listening: Bool, timeout: Int32) -> Ready {
    descriptors.1.events = listening ? Int16(POLLIN) : 0
    let count = withUnsafeMutablePointer(to: &descriptors) { tuple in
      tuple.withMemoryRebound(to: pollfd.self, capacity: 7) { Glibc.poll($0, 7, timeout) }
    }
    guard count > 0 else { return Ready() }
    return Ready(
      requests: descriptors.2.revents != 0, clockSteps: descriptors.3.revents != 0,
      changes: descriptors.4.revents != 0, background: descriptors.5.revents != 0,
      continuations: descriptors.6.revents != 0)
  }
}
