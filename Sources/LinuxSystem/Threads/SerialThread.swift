/// A thread that executes work items in order. It starts with the first item and, once this object
/// is released, ends after the last item.
package final class SerialThread: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    /// The number of the current thread. A new thread replaces a thread that is abandoned.
    var number = 0
    var isStarted = false
    var isBusy = false
    /// The number of threads that were passed over and are still running.
    var passedOver = 0
    var isEnded = false

    /// Returns the number of the thread to start, or `nil` if it has already been started.
    mutating func start() -> Int? {
      guard !isStarted else { return nil }
      isStarted = true
      return number
    }
  }

  private let monitor = Monitor(State())

  /// The maximum number of threads that are passed over at a time, because each keeps its data in
  /// memory.
  private static let maximumPassedOver = 32

  /// Starts a thread; see ``startThread(_:)``.
  private let startThread: @Sendable (@escaping @Sendable () -> Void) throws(SystemError) -> Void

  /// - Parameter startThread: A function that runs its argument on a new thread.
  package init(
    startThread: @escaping @Sendable (@escaping @Sendable () -> Void) throws(SystemError) -> Void =
      LinuxSystem.startThread
  ) {
    self.startThread = startThread
  }

  deinit { monitor.change { $0.isEnded = true } }

  /// Enqueues work. If no thread can be started, the work waits for the next call that starts one.
  package func run(_ work: @escaping @Sendable () -> Void) {
    let number: Int? = monitor.change { state in
      state.work.append(work)
      return state.start()
    }
    if let number { start(number) }
  }

  /// Stops other work from waiting for the current or next work item, which continues in the
  /// background. For a disk that may not respond.
  package func passOver() {
    let (number, next): (Int?, (@Sendable () -> Void)?) = monitor.change { state in
      guard state.passedOver < Self.maximumPassedOver, state.isBusy || !state.work.isEmpty else {
        return (nil, nil)
      }
      state.passedOver += 1
      guard state.isBusy else { return (nil, state.work.removeFirst()) }
      state.number += 1
      (state.isBusy, state.isStarted) = (false, false)
      return (state.work.isEmpty ? nil : state.start(), nil)
    }
    if let number { start(number) }
    // The item was enqueued, but the thread hasn't started it.
    guard let next else { return }
    do throws(SystemError) {
      try startThread { [monitor] in
        next()
        monitor.change { $0.passedOver -= 1 }
      }
    } catch {
      monitor.change { state in
        state.work.insert(next, at: 0)
        state.passedOver -= 1
      }
    }
  }

  private func start(_ number: Int) {
    do throws(SystemError) {
      try startThread { [monitor] in
        while let work = Self.next(monitor, number) { work() }
      }
    } catch {
      monitor.change { $0.isStarted = false }
    }
  }

  /// Waits for the next work item of a thread, or returns `nil` if no more will follow.
  private static func next(_ monitor: Monitor<State>, _ number: Int) -> (@Sendable () -> Void)? {
    monitor.wait { state -> (@Sendable () -> Void)?? in
      guard state.number == number else {
        state.passedOver -= 1
        return .some(nil)
      }
      state.isBusy = !state.work.isEmpty
      if state.isBusy { return state.work.removeFirst() }
      return state.isEnded ? .some(nil) : nil
    }
  }
}
