extension BenchConfiguration {
  /// Returns the mean time of evenly spaced frames of a file in milliseconds, or `nil` if the file can't be drawn.
  ///
  /// - Parameters:
  ///   - size: The longer side of a frame in pixels.
  ///   - rounds: The number of times that each frame is drawn. The least time counts.
  ///   - threads: The number of threads, to measure elapsed time, or `nil` for processor time on one thread.
  func frameTime(
    _ file: String, size: Int, frames: Int, rounds: Int, threads: Int? = nil
  ) -> Double? {
    let command = [animationFrames, "\(size)", "\(frames)", "\(rounds)", file]
    guard let text = try? Child.run(command + (threads.map { ["\($0)"] } ?? [])).text,
      let numbers = text.split(separator: "\n").last.map({ String($0).numbers }),
      numbers.count == frames + 1
    else { return nil }
    // The first number is the time for loading.
    return numbers.dropFirst().reduce(0, +) / Double(frames)
  }
}
