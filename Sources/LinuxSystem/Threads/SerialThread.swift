/// A thread that does one piece of work after the other. It is started for the first one, and ends after
/// the last if nobody can give it another.
package final class SerialThread: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isStarted = false
    var isEnded = false
  }

  private let monitor = Monitor(State())

  package init() {}

  deinit { monitor.change { $0.isEnded = true } }

  /// Does some work after all that was given before; never, if no thread can be started.
  package func run(_ work: @escaping @Sendable () -> Void) {
    let isFirst = monitor.change { state in
      state.work.append(work)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    try? startThread { [monitor] in
      while let work = Self.next(monitor) { work() }
    }
  }

  /// The next piece of work, for which it waits; nil if there will be none.
  private static func next(_ monitor: Monitor<State>) -> (@Sendable () -> Void)? {
    monitor.wait { state -> (@Sendable () -> Void)?? in
      if !state.work.isEmpty { return state.work.removeFirst() }
      return state.isEnded ? .some(nil) : nil
    }
  }
}
