import Foundation

/// The cost of a frame of a running scene in system calls and heap allocations, and whether
/// anything wakes the viewer while nothing moves.
func measureSteadyState(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let calls = try configuration.with("strace") { try configuration.systemCalls(scenes) } ?? []
  let allocations =
    try configuration.with("count_allocations.so") { try configuration.allocations(scenes) } ?? []
  var results: [BenchResult] = []
  for (scene, count) in zip(scenes, calls) {
    results.append(
      try BenchResult("system calls, \(scene.name)", "per frame", [count], goal: .valueAtMost(8)))
  }
  for (scene, count) in zip(scenes, allocations) {
    results.append(
      try BenchResult(
        "heap allocations, \(scene.name)", "per frame", [count.program],
        goal: scene.isSteady ? .valueAtMost(startUpNoise) : nil))
    results.append(
      try BenchResult("… in the X libraries, \(scene.name)", "per frame", [count.libraries]))
  }
  results.append(
    try BenchResult(
      "wake-ups in \(configuration.idleSeconds) s, nothing moves", "",
      [Double(try configuration.idleWakeUps())],
      goal: .valueAtMost(0)))
  return results
}

/// The number of allocations at start-up varies by a few, which amounts to hundredths per frame. An
/// allocation in every frame amounts to 1.
private let startUpNoise = 0.05

private struct SteadyScene {
  var name: String
  var arguments: [String]
  /// Whether all frames are alike. A ticking clock creates new animations every second.
  var isSteady = true
}

/// The fan opens slowly enough to still be moving at the end.
private let scenes = [
  SteadyScene(
    name: "all scenes", arguments: ["tiled", "--fan-duration", "1000", "--clock-motion", "sweep"]),
  SteadyScene(name: "fan", arguments: ["fan", "--fan-duration", "1000"]),
  SteadyScene(name: "squares", arguments: ["squares"]),
  SteadyScene(name: "sweeping clock", arguments: ["clock", "--clock-motion", "sweep"]),
  SteadyScene(
    name: "clock that ticks", arguments: ["tiled", "--fan-duration", "1000"], isSteady: false),
  SteadyScene(name: "squares on a free timer", arguments: ["squares", "--timing", "timer"]),
]

extension BenchConfiguration {
  /// The numbers of frames of the two runs that are compared, which excludes start-up.
  private var frames: (few: Int, many: Int) {
    amount((few: 150, many: 450), smoke: (few: 5, many: 15))
  }

  fileprivate var idleSeconds: Int { amount(10, smoke: 1) }

  private func start(
    _ scene: SteadyScene, frames: Int, under wrapper: [String] = [],
    environment: [String: String] = [:]
  ) throws -> Child {
    try Child(
      wrapper + [viewer, "--scene"] + scene.arguments
        // The counting library writes its report to a folder that the sandbox would block.
        + ["--size", "1280x720", "--stop-after", "\(frames)", "--no-sandbox"],
      environment: environment)
  }

  private func path(_ index: Int) -> String {
    NSTemporaryDirectory() + "bench-count-\(getpid())-\(index)"
  }

  /// Returns the numbers in a report that a run wrote to ``path(_:)``, per frame of the steady
  /// state.
  private func perFrame(
    _ scenes: [SteadyScene], _ counts: (Int) throws -> [[Double]]
  ) throws -> [[Double]] {
    let few = try counts(self.frames.few)
    let many = try counts(self.frames.many)
    let frames = Double(self.frames.many - self.frames.few)
    return zip(few, many).map { zip($0, $1).map { ($1 - $0) / frames } }
  }

  private func read(_ index: Int) throws -> String {
    defer { unlink(path(index)) }
    return try String(contentsOfFile: path(index), encoding: .utf8)
  }

  fileprivate func systemCalls(_ scenes: [SteadyScene]) throws -> [Double] {
    try perFrame(scenes) { frames in
      try scenes.indices.map { index in
        // Run them sequentially, because a frame that waits for a processor needs more calls.
        try start(
          scenes[index], frames: frames,
          under: ["strace", "-f", "-c", "-U", "calls", "-o", path(index)]
        ).finish()
        // The numbers are in one column, and the last line is the total.
        guard let total = try read(index).numbers.last else { throw BenchError("no system calls") }
        return [total]
      }
    }.map { $0[0] }
  }

  fileprivate func allocations(
    _ scenes: [SteadyScene]
  ) throws -> [(program: Double, libraries: Double)] {
    try perFrame(scenes) { frames in
      let children = try scenes.indices.map { index in
        try start(
          scenes[index], frames: frames,
          environment: [
            "LD_PRELOAD": peer("count_allocations.so"), "ALLOCATIONS_FILE": path(index),
          ])
      }
      for child in children { try child.finish() }
      return try scenes.indices.map { index in
        let numbers = try read(index).numbers
        guard numbers.count == 2 else { throw BenchError("no allocations were counted") }
        return numbers
      }
    }.map { ($0[0], $0[1]) }
  }

  /// Returns how often the viewer wakes up while nothing moves, after its fan has opened.
  fileprivate func idleWakeUps() throws -> Int {
    let child = try Child([
      viewer, "--scene", "fan", "--fan-duration", "0.3", "--fan-repeat", "1",
    ])
    // The hint about the help key is visible for two seconds.
    sleep(seconds: amount(4, smoke: 1))
    let before = try ProcessUsage(of: child.identifier).sleeps
    sleep(seconds: Double(idleSeconds))
    let after = try ProcessUsage(of: child.identifier).sleeps
    try child.stop()
    return after - before
  }
}
