import AnimCore
import Glibc
import LinuxSystem
import OfflineRendering
import Synchronization
import XWindow

/// Ends the process when a signal or a deadline demands it, even while Xlib, a pipe or a large
/// frame keeps the main thread busy.
///
/// Xlib waits forever for a server that is stopped, unreachable or grabbed by another client, so
/// the signals are received by a thread that never calls it. While the loop runs, that thread asks
/// it to end. If there is no loop, or no response, the thread writes the reports and ends the
/// process.
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
  /// Reports stops of the process, to the loop alone.
  let continuations: ContinuationWatcher
  private let state: Mutex<State>

  /// Makes a watchdog that does not watch yet; see ``start(timeout:duration:)``.
  init(
    _ policy: EndPolicy, _ signals: consuming Signals, _ continuations: ContinuationWatcher
  ) throws(SystemError) {
    requests = try EventDescriptor()
    self.continuations = continuations
    state = Mutex(State(policy: policy))
    self.signals = signals
  }

  /// Watches the process from now on. Call it before anything else, since threads inherit the mask
  /// of blocked signals.
  ///
  /// - Parameters:
  ///   - timeout: the value of `--timeout`, after which to give up.
  ///   - duration: the value of `--duration`, which ends a run that never reaches its loop.
  static func start(
    timeout: Seconds? = nil, duration: Seconds? = nil
  ) throws(SystemError) -> Watchdog {
    let policy = EndPolicy(start: .now, timeout: timeout, duration: duration)
    let watchdog = try Watchdog(policy, try Signals.make(), try ContinuationWatcher.make())
    try startThread { watchdog.watch() }
    return watchdog
  }
}

// For the main thread.
extension Watchdog {
  /// Readable when ``takeRequest()`` has something to return.
  var fileDescriptor: Int32 { requests.fileDescriptor }

  /// Sets the function that writes the reports before the process is ended. It is called on another
  /// thread, perhaps while the main thread is writing the same reports, and returns the exit status
  /// of a run that ends with nothing worse.
  func beforeEnding(_ write: @escaping @Sendable () -> ExitStatus) {
    state.withLock { $0.writeReports = write }
  }

  /// Says what the main thread waits for from now on.
  func wait(for wait: Wait) { state.withLock { $0.wait = wait } }

  /// Records the start of the loop, which from now on responds to requests, and ends at `end` at
  /// the latest.
  func beginLoop(until end: Timestamp?) { state.withLock { $0.policy.beginLoop(until: end) } }

  /// The loop has ended.
  func endLoop() { state.withLock { $0.policy.endLoop() } }

  /// The signal that asks the loop to end; given only once. Taking it is the response: the loop then
  /// has ten seconds to end.
  func takeRequest() -> Int32? {
    requests.clear()
    return state.withLock { $0.policy.takeRequest(at: .now) }
  }
}

// The thread.
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
  /// - Returns: the status that it returned, or ``ExitStatus/writingFailed`` if it takes too long.
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
  /// The reason, in a sentence, for an end that the user did not ask for.
  fileprivate func message(waitingFor wait: Watchdog.Wait) -> String? {
    switch (self, wait) {
    case (.signal, _), (.duration, _): nil
    case (.timeout, _): "--timeout expired"
    case (.noAnswer, .server): "the X server does not answer; --duration expired"
    case (.noAnswer, .files): "what is to be shown has not been read; --duration expired"
    }
  }
}
