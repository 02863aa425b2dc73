import Foundation

/// A GIF of 1280×720 at 25 frames per second as a wallpaper of 1920×1080: its share of a processor, compared with mpv in a
/// window of that size, and its private memory.
func measureWallpaper(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  guard !configuration.missing.contains("ffmpeg") else { return [] }
  let gif = NSTemporaryDirectory() + "bench-wallpaper-\(getpid()).gif"
  defer { unlink(gif) }
  _ = try Child.run([
    "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25", "-frames:v",
    "\(configuration.amount(50, smoke: 2))", "-y", gif,
  ])
  let server = try Server(screen: "1920x1080")
  let seconds = configuration.amount(10.0, smoke: 0.5)
  /// Returns the change of the statistics of a program while it plays.
  func use(_ command: [String]) throws -> (share: Double, memory: Double) {
    let child = try Child(command, environment: ["DISPLAY": server.display])
    sleep(seconds: configuration.amount(3, smoke: 0.5))
    let before = try ProcessUsage(of: child.identifier)
    sleep(seconds: seconds)
    let after = try ProcessUsage(of: child.identifier)
    try child.stop()
    return (
      (after.processorSeconds - before.processorSeconds) / seconds * 100,
      Double(after.privateBytes) / 1e6
    )
  }
  var ours: [(share: Double, memory: Double)] = []
  var theirs: [Double] = []
  let mpv = ["mpv", "--no-config", "--really-quiet", "--loop", "--vo=x11", "--fs", gif]
  for _ in 0..<configuration.rounds {
    ours.append(try use([configuration.viewer, gif, "--wallpaper"]))
    if isInstalled("mpv") { theirs.append(try use(mpv).share) }
  }
  return [
    try BenchResult(
      "a 720p GIF as wallpaper of 1080p", "% of a processor", ours.map(\.share), beside: "mpv",
      theirs, goal: .valueAtMost(2)),
    try BenchResult("its private memory", "MB", ours.map(\.memory), goal: .valueAtMost(40)),
  ]
}
