/// Divides the writing of a frame's squares among threads.
final class SquareScheduler: ParallelWork {
  /// How many entries of four a part has: some hundred microseconds of work, so that it pays to wake
  /// a thread where there are two, and so that no thread waits long for another.
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
