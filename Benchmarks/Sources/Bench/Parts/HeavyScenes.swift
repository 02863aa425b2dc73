import Foundation

/// Scenes that take long to draw: a frame of a terminal recording on one thread, a frame of filters at 3840×2160 on two
/// threads, and the missed slots of a Lottie file with blurs at 1920×1080 and 60 Hz.
func measureHeavyScenes(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let recording = NSTemporaryDirectory() + "bench-terminal-\(getpid()).svg"
  defer { unlink(recording) }
  try terminalRecording().write(toFile: recording, atomically: true, encoding: .utf8)
  let folder = "\(configuration.scripts)/../Heavy"
  func time(_ file: String, size: Int, threads: Int? = nil) throws -> Double {
    guard
      let time = configuration.frameTime(
        file, size: size, frames: configuration.amount(30, smoke: 2),
        rounds: configuration.amount(3, smoke: 1), threads: threads)
    else { throw BenchError("\(file) was not drawn") }
    return time
  }
  var terminal: [Double] = []
  var filters: [Double] = []
  var missed: [Double] = []
  for _ in 0..<configuration.rounds {
    terminal.append(try time(recording, size: 1000))
    filters.append(
      try time("\(folder)/filters.svg", size: configuration.amount(3840, smoke: 64), threads: 2))
    missed.append(try configuration.missedSlots("\(folder)/blurs.json"))
  }
  return [
    try BenchResult(
      "terminal, 5000 glyphs, a frame", "ms of processor time", terminal, goal: .valueAtMost(4)),
    try BenchResult("filters at 3840×2160, a frame, two threads", "ms", filters),
    try BenchResult("missed slots, blurs at 1080p", "%", missed, goal: .valueAtMost(0)),
  ]
}

/// Returns an SVG as programs for recording terminals write it: nested images beside each other, one for each frame, of
/// 40 lines with 125 characters.
private func terminalRecording() -> String {
  let frames = 30
  let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789{}[]()/|=+-_$#@!")
  var seed: UInt64 = 1
  func line(_ y: Int) -> String {
    let text = (0..<125).map { _ in
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return characters[Int(seed >> 33) % characters.count]
    }
    return "<text y='\(y)'>\(String(text))</text>"
  }
  let images = (0..<frames).map { frame in
    "<svg x='\(frame * 1000)' width='1000' height='680'>"
      + (0..<40).map { line($0 * 17 + 14) }.joined() + "</svg>"
  }
  return """
    <svg xmlns='http://www.w3.org/2000/svg' width='1000' height='680'><style>
    @keyframes play { to { transform: translateX(\(-1000 * frames)px) } }
    g { animation: play 3s steps(\(frames)) infinite; font: 13px monospace; white-space: pre }
    </style><rect width='1000' height='680' fill='#111'/><g fill='#ddd'>\(images.joined())</g></svg>
    """
}

extension BenchConfiguration {
  /// Returns the percentage of slots that a window misses after its start.
  fileprivate func missedSlots(_ file: String) throws -> Double {
    let path = NSTemporaryDirectory() + "bench-missed-\(getpid()).csv"
    defer { unlink(path) }
    let child = try Child([
      viewer, file, "--geometry", "+0+0", "--size", "1920x1080", "--rate", "60", "--stats-csv",
      path,
    ])
    sleep(seconds: amount(8, smoke: 1))
    try child.stop()
    return try FrameTable(path, seconds: amount(6, smoke: 0.5)).missed
  }
}
