@testable import AnimCore

/// A timer whose time advances during sleeps and on request of a test.
final class VirtualTimer: SlotTimer, @unchecked Sendable {
  var now: Timestamp
  private(set) var deadlines: [Timestamp] = []
  private var isCancelled = false

  init(now: Timestamp = .seconds(1000)) { self.now = now }

  func sleep(until instant: Timestamp) -> Bool {
    defer { isCancelled = false }
    guard !isCancelled else { return false }
    deadlines.append(instant)
    now = max(now, instant)
    return true
  }

  func cancel() { isCancelled = true }
}
