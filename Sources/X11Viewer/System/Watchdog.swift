import AnimCore
import Glibc
import LinuxSystem
import OfflineRendering
import Synchronization
import XWindow

/// Ends the process when a signal or a deadline demands it, even while Xlib, a pipe or a large
/// frame blocks the main thread.
///
/// Xlib waits forever for a server that is stopped, unreachable or grabbed by another client.
/// Signals are therefore received by a thread that never calls Xlib. While the loop is running,
/// this thread requests the loop to end. If there is no loop or no response, the thread writes the
/// reports and ends the process.
final class Watchdog: Sendable {
  private struct State {
    var policy: EndPolicy
    /// The event that the main thread waits for before the loop starts.
    var wait = Wait.server
    var writeReports: @Sendable () -> ExitStatus = { .success }
  }

  /// The event that the main thread waits for before the loop starts.
  enum Wait {
    case server
    case files
  }

  private let signals: Signals
  private let requests: EventDescriptor
  /// Reports stops of the process to the loop.
  let continuations: ContinuationWatcher
  private let state: Mutex<State>

  /// Creates an inactive watchdog; see ``start(timeout:duration:)``.
  init(
    _ policy: EndPolicy, _ signals: consuming Signals, _ continuations: ContinuationWatcher
  ) throws(SystemError) {
    requests = try EventDescriptor()
    self.continuations = continuations
    state = Mutex(State(policy: policy))
    self.signals = signals
  }

  /// Starts watching the process. Call this first, because threads inherit the signal mask.
  ///
  /// - Parameters:
  ///   - timeout: The value of `--timeout`.
  ///   - duration: The value of `--duration`, which ends a run that never reaches its loop.
  static func start(
    timeout: Seconds? = nil, duration: Seconds? = nil
  ) throws(SystemError) -> Watchdog {
    let policy = EndPolicy(start: .now, timeout: timeout, duration: duration)
    let watchdog = try Watchdog(policy, try Signals.make(), try ContinuationWatcher.make())
    try startThread { watchdog.watch() }
    return watchdog
  }
}

// Functions for the main thread.
extension Watchdog {
  /// A descriptor that is readable when ``takeRequest()`` has a result.
  var fileDescriptor: Int32 { requests.fileDescriptor }

  /// Sets the function that writes the reports before the process is ended. It is called on another
  /// thread, possibly while the main thread is writing the same reports, and returns the exit
  /// status of an otherwise successful run.
  func beforeExit(_ write: @escaping @Sendable () -> ExitStatus) {
    state.withLock { $0.writeReports = write }
  }

  /// Sets the event that the main thread waits for from now on.
  func wait(for wait: Wait) { state.withLock { $0.wait = wait } }

  /// Records the start of the loop, which handles requests from now on and ends no later than
  /// `end`.
  func beginLoop(until end: Timestamp?) { state.withLock { $0.policy.beginLoop(until: end) } }

  /// Records the end of the loop.
  func endLoop() { state.withLock { $0.policy.endLoop() } }

  /// Returns the signal that requests the loop to end, only once. This counts as the response,
  /// after which the loop has ten seconds to end.
  func takeRequest() -> Int32? {
    requests.clear()
    return state.withLock { $0.policy.takeRequest(at: .now) }
  }
}

// The watchdog thread.
extension Watchdog {
  private func watch() {
    while true {
      let deadline = state.withLock { $0.policy.deadline }
      if waitUntilReadable(signals.fileDescriptor, until: deadline) {
        while let signal = signals.next() { receive(signal) }
      }
      // A deadline may have moved in the meantime.
      if let ending = state.withLock({ $0.policy.ending(at: .now) }) { end(by: ending) }
    }
  }

  private func receive(_ signal: Int32) {
    state.withLock { $0.policy.receive(signal, at: .now) }
    requests.signal()
  }

  private func end(by ending: EndPolicy.Ending) -> Never {
    let (write, wait) = state.withLock { ($0.writeReports, $0.wait) }
    let status = Self.run(within: Self.grace) {
      if let message = ending.message(waitingFor: wait) { StandardError.report(message) }
      return write()
    }
    switch ending {
    case .signal(let signal): Signals.die(of: signal)
    case .timeout: _exit(ExitStatus.timedOut.rawValue)
    case .noAnswer: _exit((wait == .server ? ExitStatus.unavailable : .noInput).rawValue)
    case .duration: _exit(status.rawValue)
    }
  }

  /// The maximum time for reports if the main thread is stuck, in seconds. A busy machine can need
  /// a second for a small file.
  private static let grace: Seconds = 5

  /// Runs `work` on a separate thread, which is abandoned after `limit` seconds: a terminal or a
  /// pipe may accept nothing, and the main thread may hold a lock that `work` waits for.
  ///
  /// - Returns: The status that it returned, or ``ExitStatus/writingFailed`` if it takes too long.
  private static func run(
    within limit: Seconds, _ work: @escaping @Sendable () -> ExitStatus
  ) -> ExitStatus {
    let result = WorkResult()
    do throws(SystemError) {
      let isDone = try EventDescriptor()
      try startThread {
        let status = work()
        result.status.withLock { $0 = status }
        isDone.signal()
      }
      _ = waitUntilReadable(isDone.fileDescriptor, until: .now + limit)
    } catch {
      StandardError.report(error)
    }
    return result.status.withLock { $0 }
  }
}

/// The result of work on another thread.
private final class WorkResult: Sendable {
  let status = Mutex(ExitStatus.writingFailed)
}

extension EndPolicy.Ending {
  /// Returns the reason, in a sentence, for an end that the user didn't request.
  fileprivate func message(waitingFor wait: Watchdog.Wait) -> String? {
    switch (self, wait) {
    case (.signal, _), (.duration, _): nil
    case (.timeout, _): "--timeout expired"
    case (.noAnswer, .server): "the X server does not respond; --duration expired"
    case (.noAnswer, .files): "the file was not read in time; --duration expired"
    }
  }
}
