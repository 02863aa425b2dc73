import AnimCore
import LinuxSystem

/// Numbered work items that several threads execute in any order. The results are delivered in order.
struct OrderedWork<Product: Sendable>: Sendable {
  /// Executes the item with this number.
  typealias Worker = (Int) throws(Failure) -> Product

  /// The number of items, which are numbered from 0.
  let count: Int
  /// The number of threads.
  let jobs: Int
  /// The maximum number of items that are in progress or waiting for delivery, because they use memory.
  let room: Int
  /// Creates a worker. Called once on each thread.
  let makeWorker: @Sendable () -> Worker

  /// - Parameters:
  ///   - room: The value of ``room``, or `nil` for three items per thread.
  init(
    count: Int, jobs: Int, room: Int? = nil, makeWorker: @escaping @Sendable () -> Worker
  ) {
    self.count = count
    self.jobs = max(1, min(jobs, count))
    self.room = max(1, room ?? self.jobs * 3)
    self.makeWorker = makeWorker
  }

  private struct State {
    var count: Int
    /// See ``OrderedWork/room``.
    var room: Int
    /// The next item to execute.
    var next = 0
    /// The next item to deliver.
    var nextDelivered = 0
    /// The finished items, by number modulo ``room``.
    var finished: [Result<Product, Failure>?]
    var running: Int

    /// Returns the next item, or `nil` if it must wait, or `.some(nil)` if all items have been
    /// started.
    mutating func take() -> Int?? {
      guard next < count else { return .some(nil) }
      guard next < nextDelivered + room else { return nil }
      next += 1
      return next - 1
    }

    mutating func finish(_ number: Int, _ result: Result<Product, Failure>) {
      finished[number % room] = result
      // Skip all items after a failure.
      if case .failure = result { count = min(count, number + 1) }
    }

    /// Returns the result of the next item, or `nil` if it isn't finished.
    mutating func deliver() -> Result<Product, Failure>? {
      let index = nextDelivered % room
      guard let result = finished[index] else { return nil }
      finished[index] = nil
      nextDelivered += 1
      return result
    }
  }

  /// Executes the items, and delivers the results in order on the calling thread. All other threads have ended when
  /// this returns or throws.
  ///
  /// - Throws: The error of the first item that fails, or of `consume`.
  func run(_ consume: (Int, Product) throws(Failure) -> Void) throws(Failure) {
    guard count > 0 else { return }
    let monitor = Monitor(
      State(count: count, room: room, finished: Array(repeating: nil, count: room), running: 0))
    do throws(Failure) {
      try startThreads(jobs, monitor)
      for number in 0..<count {
        let result = monitor.wait { $0.deliver() }
        try consume(number, try result.get())
      }
    } catch {
      monitor.change { $0.count = 0 }
      waitForThreads(monitor)
      throw error
    }
    waitForThreads(monitor)
  }

  private func startThreads(_ jobs: Int, _ monitor: Monitor<State>) throws(Failure) {
    for job in 0..<jobs {
      monitor.change { $0.running += 1 }
      do throws(SystemError) {
        try startThread { work(monitor) }
      } catch {
        monitor.change { $0.running -= 1 }
        // If the system provides no more threads, use fewer.
        guard job > 0 else { throw Failure(error) }
        return
      }
    }
  }

  private func waitForThreads(_ monitor: Monitor<State>) {
    monitor.wait { $0.running == 0 ? () : nil }
  }

  private func work(_ monitor: Monitor<State>) {
    let worker = makeWorker()
    while let number = monitor.wait({ $0.take() }) {
      let result: Result<Product, Failure>
      do throws(Failure) {
        result = .success(try worker(number))
      } catch {
        result = .failure(error)
      }
      monitor.change { $0.finish(number, result) }
    }
    monitor.change { $0.running -= 1 }
  }
}
