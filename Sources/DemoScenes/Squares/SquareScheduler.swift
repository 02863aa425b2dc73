import AnimCore

/// Divides the writing of a frame's squares among threads.
final class SquareScheduler: ParallelWork {
  /// The number of entries of four per part: some hundred microseconds of work, so that waking a
  /// thread pays from two parts on, and no thread waits long for another.
  private static let part = 4096

  private let pool = WorkerPool(workers: min(availableProcessors(), 8))
  private var frame: SquareFrame?

  func write(_ frame: SquareFrame) {
    self.frame = frame
    pool.run(self, parts: (frame.lives.count + Self.part - 1) / Self.part)
    self.frame = nil
  }

  func run(part: Int, worker: Int) {
    guard let frame else { return }
    let first = part * Self.part
    frame.write(first..<min(first + Self.part, frame.lives.count))
  }
}
