import AnimCore
import Glibc

/// Waits for the loop's five sources of events at once.
struct Poller {
  private var descriptors: (pollfd, pollfd, pollfd, pollfd, pollfd)

  /// What there is to read. The timer has nothing to say but that the sleep is over.
  struct Ready {
    var connection = false
    var requests = false
    var clockSteps = false
    var changes = false
  }

  /// A descriptor of −1 is never ready (poll(2)).
  init(timer: Int32, connection: Int32, requests: Int32, clockSteps: Int32) {
    let readable = Int16(POLLIN)
    descriptors = (
      pollfd(fd: timer, events: readable, revents: 0),
      pollfd(fd: connection, events: readable, revents: 0),
      pollfd(fd: requests, events: readable, revents: 0),
      pollfd(fd: clockSteps, events: readable, revents: 0),
      pollfd(fd: -1, events: readable, revents: 0)
    )
  }

  /// What can be read when something that is shown has changed; −1 for nothing.
  var changes: Int32 {
    get { descriptors.4.fd }
    set { descriptors.4.fd = newValue }
  }

  /// Sleeps until something happens. An interruption by a signal is ignored.
  ///
  /// - Parameter listening: whether what the server sends is to end the sleep. Its end does anyway.
  mutating func wait(listening: Bool) -> Ready { poll(listening: listening, timeout: -1) }

  /// What has happened already, but for what the server sends.
  mutating func look() -> Ready { poll(listening: false, timeout: 0) }

  private mutating func poll(listening: Bool, timeout: Int32) -> Ready {
    descriptors.1.events = listening ? Int16(POLLIN) : 0
    let count = withUnsafeMutablePointer(to: &descriptors) { tuple in
      tuple.withMemoryRebound(to: pollfd.self, capacity: 5) { Glibc.poll($0, 5, timeout) }
    }
    guard count > 0 else { return Ready() }
    // A connection that was hung up is ready too: reading from it shows that it is lost.
    return Ready(
      connection: descriptors.1.revents != 0, requests: descriptors.2.revents != 0,
      clockSteps: descriptors.3.revents != 0, changes: descriptors.4.revents != 0)
  }
}
