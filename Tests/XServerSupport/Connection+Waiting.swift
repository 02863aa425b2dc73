import CX11
import Foundation
import TestSupport
import XWindow

package struct MissingEvent: Error, CustomStringConvertible {
  package let description = "an event did not come in time"

  package init() {}
}

extension Connection {
  /// Passes events to `handle` until one satisfies `condition`, and returns that.
  @discardableResult
  package func wait(
    within seconds: Double = 20, _ handle: (Event) -> Void = { _ in },
    until condition: (Event) -> Bool
  ) throws -> Event {
    let deadline = Deadline(seconds)
    while true {
      exchange()
      var handled = false
      while let event = nextEvent() {
        handle(event)
        if condition(event) { return event }
        handled = true
      }
      // Handling an event can make requests, which haven't been sent yet.
      if !handled { try sleep(deadline) }
    }
  }

  /// Passes events to `handle` until `condition` is true.
  package func wait(
    within seconds: Double = 20, _ handle: (Event) -> Void = { _ in },
    until condition: @autoclosure () -> Bool
  ) throws {
    let deadline = Deadline(seconds)
    while true {
      exchange()
      var handled = false
      while let event = nextEvent() {
        handle(event)
        handled = true
      }
      if condition() { return }
      // Handling an event can make requests, which haven't been sent yet.
      if !handled { try sleep(deadline) }
    }
  }

  /// The number of requests so far. A round trip is at least one.
  package var requestCount: UInt { display.map(XNextRequest) ?? 0 }

  /// Passes all events caused by earlier requests to `handle`.
  package func settle(_ handle: (Event) -> Void = { _ in }) {
    synchronize()
    while let event = nextEvent() { handle(event) }
  }

  private func sleep(_ deadline: Deadline) throws {
    var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard !isLost, poll(&descriptor, 1, deadline.milliseconds) > 0 else { throw MissingEvent() }
  }
}
