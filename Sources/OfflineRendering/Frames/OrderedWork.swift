import AnimCore
import LinuxSystem

/// Work in numbered pieces, which several threads do in any order, and whose results are delivered
/// in order.
struct OrderedWork<Product: Sendable>: Sendable {
  /// Does the piece with this number.
  typealias Worker = (Int) throws(Failure) -> Product

  /// The number of pieces, which are numbered from 0.
  let count: Int
  /// The number of threads that do the work.
  let jobs: Int
  /// The number of pieces that may be in progress, or finished but not delivered, because they take memory.
  let room: Int
  /// Makes a worker; called once on each thread.
  let makeWorker: @Sendable () -> Worker

  /// - Parameters:
  ///   - room: The value of ``room``, or `nil` for three pieces per thread.
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
    /// The next piece to do.
    var next = 0
    /// The next piece to deliver.
    var nextDelivered = 0
    /// Finished pieces, by number modulo ``room``.
    var finished: [Result<Product, Failure>?]
    var running: Int

    /// The next piece; nil if it may not begin yet, and .some(nil) if there are no more.
    mutating func take() -> Int?? {
      guard next < count else { return .some(nil) }
      guard next < nextDelivered + room else { return nil }
      next += 1
      return next - 1
    }

    mutating func finish(_ number: Int, _ result: Result<Product, Failure>) {
      finished[number % room] = result
      // Pieces after a failure are no longer wanted.
      if case .failure = result { count = min(count, number + 1) }
    }

    /// The next piece in order; nil if it is not finished.
    mutating func deliver() -> Result<Product, Failure>? {
      let index = nextDelivered % room
      guard let result = finished[index] else { return nil }
      finished[index] = nil
      nextDelivered += 1
      return result
    }
  }

  /// Does the work, and delivers the results in order, on the calling thread. All other threads
  /// have ended when it returns or throws.
  ///
  /// - Throws: the error of the first piece that fails, or of `consume`.
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
        // If the system provides no more threads, fewer do the work.
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
