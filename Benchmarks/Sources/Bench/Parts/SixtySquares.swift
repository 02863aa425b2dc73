/// 60 squares of 20 px at 60 Hz: the cost of a frame for the client, and for client and server
/// together. Compared with an SDL2 program that draws the same on its window surface, and with a
/// bare loop, which shows the remaining potential.
func measureSixtySquares(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var ours: [FrameCost] = []
  var large: [FrameCost] = []
  var full: [FrameCost] = []
  var rects: [FrameCost] = []
  var bare: [FrameCost] = []
  for _ in 0..<configuration.rounds {
    ours.append(try configuration.viewerCost(size: "1280x720"))
    full.append(ifMeasured: try configuration.surfaceCost("full"))
    bare.append(ifMeasured: try configuration.bareCost())
    rects.append(ifMeasured: try configuration.surfaceCost("rects"))
    large.append(try configuration.viewerCost(size: "3840x2160"))
  }
  let client = ours.map(\.client)
  let both = ours.map(\.both)
  return [
    try BenchResult(
      "60 squares, client", "µs/frame", client, beside: "SDL2 surface", full.map(\.client)),
    try BenchResult(
      "60 squares, client+server", "µs/frame", both, beside: "SDL2 surface", full.map(\.both)),
    try BenchResult(
      "60 squares, client", "µs/frame", client, beside: "bare MIT-SHM loop", bare.map(\.client),
      goal: .ratioAtMost(1.2)),
    try BenchResult(
      "60 squares, client+server", "µs/frame", both, beside: "bare MIT-SHM loop", bare.map(\.both),
      goal: .ratioAtMost(1.4)),
    try BenchResult(
      "60 squares, client", "µs/frame", client, beside: "SDL2 changed rects", rects.map(\.client)),
    try BenchResult(
      "60 squares, client+server", "µs/frame", both, beside: "SDL2 changed rects",
      rects.map(\.both)),
    try BenchResult(
      "60 squares at 4K, client", "µs/frame", large.map(\.client), beside: "ours at 720p", client,
      goal: .ratioAtMost(2)),
    try BenchResult(
      "60 squares at 4K, client+server", "µs/frame", large.map(\.both), beside: "ours at 720p",
      both, goal: .ratioAtMost(2)),
  ]
}

/// The processor time of one frame, in microseconds.
private struct FrameCost {
  var client: Double
  var server: Double
  var both: Double { client + server }
}

extension BenchConfiguration {
  private static let rate = 60.0
  private var frames: Int { amount(240, smoke: 60) }
  /// The interval in which processor time is counted, in seconds after the start.
  private var window: (start: Double, end: Double) {
    amount((start: 0.7, end: 3.7), smoke: (start: 0.3, end: 0.7))
  }

  fileprivate func viewerCost(size: String) throws -> FrameCost {
    try cost(of: [
      viewer, "--scene", "squares", "--size", size, "--rate", "60", "--stop-after", "\(frames)",
    ]) { _, wall in Double(frames) / wall }
  }

  fileprivate func surfaceCost(_ way: String) throws -> FrameCost? {
    try with("sdl_squares") { try peerCost([peer("sdl_squares"), way]) }
  }

  fileprivate func bareCost() throws -> FrameCost? {
    try with("shm_squares") { try peerCost([peer("shm_squares")]) }
  }

  private func peerCost(_ command: [String]) throws -> FrameCost {
    let seconds = Double(frames) / Self.rate
    return try cost(of: command + ["1280", "720", "60", "20", "60", "\(seconds)"]) { text, _ in
      let numbers = text.numbers
      guard numbers.count >= 2 else { throw BenchError("\(command[0]) said nothing") }
      return numbers[0] / numbers[1]
    }
  }

  /// - Parameter rate: Returns the actual frames per second, from the program's output and its
  ///   running time in seconds.
  private func cost(
    of arguments: [String], rate: (String, Double) throws -> Double
  ) throws -> FrameCost {
    let clock = ContinuousClock()
    let child = try Child(arguments)
    sleep(seconds: window.start)
    let start = clock.now
    let client = try ProcessUsage(of: child.identifier).processorSeconds
    let serverTime = try server.processorSeconds
    sleep(seconds: window.end - window.start)
    let seconds = (clock.now - start).seconds
    let clientSpan = try ProcessUsage(of: child.identifier).processorSeconds - client
    let serverSpan = try server.processorSeconds - serverTime
    let result = try child.finish()
    let frames = try rate(result.text, result.wallSeconds) * seconds
    guard isSmokeRun || frames > Self.rate * seconds * 0.9 else {
      throw BenchError("\(arguments[0]) did not keep to \(Self.rate) frames per second")
    }
    return FrameCost(client: clientSpan / frames * 1e6, server: serverSpan / frames * 1e6)
  }
}
