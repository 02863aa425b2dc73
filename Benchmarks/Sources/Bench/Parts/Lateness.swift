import Foundation

/// The lateness of wake-ups at 60 Hz, compared with a minimal program and SDL2.
func measureLateness(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var ours: [Lateness] = []
  var bare: [Lateness] = []
  var sdl: [Lateness] = []
  for _ in 0..<configuration.rounds {
    ours.append(try configuration.viewerLateness())
    bare.append(
      ifMeasured: try configuration.peerLateness(
        ["timer_loop", "60", "\(configuration.latenessFrames)"], skipping: 0))
    sdl.append(
      ifMeasured: try configuration.peerLateness(
        [
          "sdl_squares", "full", "1280", "720", "60", "20", "60",
          configuration.amount("4", smoke: "0.5"),
        ], skipping: 2))
  }
  return [
    try BenchResult(
      "wake-up lateness p50", "µs", ours.map(\.middle), beside: "bare timerfd loop",
      bare.map(\.middle), goal: .ratioAtMost(1.1)),
    try BenchResult(
      "wake-up lateness p99", "µs", ours.map(\.high), beside: "bare timerfd loop",
      bare.map(\.high), goal: .ratioAtMost(1.1)),
    try BenchResult(
      "wake-up lateness p50", "µs", ours.map(\.middle), beside: "SDL_Delay", sdl.map(\.middle)),
    try BenchResult(
      "wake-up lateness p99", "µs", ours.map(\.high), beside: "SDL_Delay", sdl.map(\.high)),
  ]
}

/// The percentiles of a run, in microseconds.
private struct Lateness {
  var middle: Double
  var high: Double
}

/// The required part of the viewer's statistics.
private struct Statistics: Decodable {
  var nanoseconds: [String: [String: Double]]
}

extension BenchConfiguration {
  fileprivate var latenessFrames: Int { amount(240, smoke: 30) }

  fileprivate func viewerLateness() throws -> Lateness {
    let path = NSTemporaryDirectory() + "bench-statistics-\(getpid()).json"
    defer { unlink(path) }
    try Child.run([
      viewer, "--scene", "squares", "--size", "1280x720", "--rate", "60", "--stop-after",
      "\(latenessFrames)", "--stats-json", path,
    ])
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let lateness = try JSONDecoder().decode(Statistics.self, from: data).nanoseconds["lateness"]
    guard let middle = lateness?["p50"], let high = lateness?["p99"] else {
      throw BenchError("the viewer's statistics have no lateness")
    }
    return Lateness(middle: middle / 1e3, high: high / 1e3)
  }

  /// - Parameter skipping: The number of values that the peer prints before the latenesses.
  fileprivate func peerLateness(_ words: [String], skipping: Int) throws -> Lateness? {
    guard !missing.contains(words[0]) else { return nil }
    let numbers = try Child.run([peer(words[0])] + words.dropFirst()).text.numbers
    let values = Array(numbers.dropFirst(skipping))
    guard let middle = percentile(0.5, of: values), let high = percentile(0.99, of: values) else {
      throw BenchError("\(words[0]) said nothing")
    }
    return Lateness(middle: middle / 1e3, high: high / 1e3)
  }
}
