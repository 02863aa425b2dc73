/// Frames of 3840×2160 of the ten slowest Lottie files, on two threads and on one, in frames per
/// second of elapsed time.
func measureLargeFrames(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let size = configuration.amount(3840, smoke: 64)
  let heaviest = try configuration.lottieFiles()
    .compactMap { file in
      configuration.frameTime(file, size: size, frames: 2, rounds: 1, threads: 1).map { (file, $0) }
    }
    .sorted { $0.1 > $1.1 }
    .prefix(configuration.amount(10, smoke: 1))
    .map { $0.0 }
  guard !heaviest.isEmpty else { throw BenchError("no file was drawn") }
  let frames = configuration.amount(8, smoke: 1)
  var rates: [Int: [Double]] = [:]
  for _ in 0..<configuration.rounds {
    var times: [Int: Double] = [:]
    for file in heaviest {
      for threads in [1, 2] {
        guard
          let time = configuration.frameTime(
            file, size: size, frames: frames, rounds: configuration.amount(3, smoke: 1),
            threads: threads)
        else { throw BenchError("\(file) was drawn only once") }
        times[threads, default: 0] += time
      }
    }
    for (threads, time) in times {
      rates[threads, default: []].append(Double(heaviest.count) / max(time, 1e-9) * 1e3)
    }
  }
  return [
    try BenchResult(
      "frames of 3840×2160, two threads", "frames/s", rates[2] ?? [], beside: "one thread",
      rates[1] ?? [], goal: .ratioAtLeast(1.8))
  ]
}
