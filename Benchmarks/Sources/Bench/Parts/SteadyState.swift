import Foundation

/// What a frame does once a scene runs: system calls, heap allocations; and whether anything wakes
/// the viewer up where nothing moves. These are counts, which no other program on the machine
/// changes, so that everything runs at the same time.
func measureSteadyState(_ setting: Setting) throws -> [Figure] {
  // The fan is given time, so that it still moves at the end.
  let scenes = [["tiled"], ["fan"], ["squares"], ["clock", "--clock-motion", "sweep"]]
    .map { ["--scene"] + $0 + ["--fan-duration", "1000"] }
  let calls = try setting.systemCalls(scenes)
  let allocations = try setting.allocations(scenes)
  var figures: [Figure] = []
  for (index, scene) in scenes.enumerated() {
    figures.append(
      try Figure(
        "system calls, \(scene[1])", "per frame", [calls[index]], goal: .valueAtMost(8)))
  }
  for (index, scene) in scenes.enumerated() {
    figures.append(
      try Figure(
        "heap allocations, \(scene[1])", "per frame", [allocations[index].own],
        goal: .valueAtMost(0)))
    figures.append(
      try Figure(
        "… in the X libraries, \(scene[1])", "per frame", [allocations[index].others]))
  }
  figures.append(
    try Figure(
      "wake-ups in 10 s, nothing moves", "", [Double(try setting.idleWakeUps())],
      goal: .valueAtMost(0)))
  return figures
}

extension Setting {
  /// Runs with so many frames and with so many are compared: what starting up takes falls out.
  private static let frames = (few: 100, many: 400)

  private func run(
    _ scenes: [[String]], frames: Int, under wrapper: (Int) -> [String],
    environment: (Int) -> [String: String] = { _ in [:] }
  ) throws {
    let children = try scenes.enumerated().map { index, scene in
      try Child(
        wrapper(index) + [viewer] + scene + ["--size", "1280x720", "--frames", "\(frames)"],
        environment: environment(index))
    }
    for child in children { try child.finish() }
  }

  private func path(_ index: Int) -> String {
    NSTemporaryDirectory() + "bench-count-\(getpid())-\(index)"
  }

  /// The numbers of a report that a run left at ``path(_:)``, per steady frame.
  private func perFrame(
    _ scenes: [[String]], _ counts: (Int) throws -> [[Double]]
  ) throws -> [[Double]] {
    let few = try counts(Self.frames.few)
    let many = try counts(Self.frames.many)
    let frames = Double(Self.frames.many - Self.frames.few)
    return zip(few, many).map { zip($0, $1).map { ($1 - $0) / frames } }
  }

  private func read(_ index: Int) throws -> String {
    defer { unlink(path(index)) }
    return try String(contentsOfFile: path(index), encoding: .utf8)
  }

  fileprivate func systemCalls(_ scenes: [[String]]) throws -> [Double] {
    try perFrame(scenes) { frames in
      try run(scenes, frames: frames) { ["strace", "-f", "-c", "-U", "calls", "-o", path($0)] }
      return try scenes.indices.map { index in
        // One column, the last line the total.
        guard let total = try read(index).numbers.last else { throw BenchError("no system calls") }
        return [total]
      }
    }.map { $0[0] }
  }

  fileprivate func allocations(
    _ scenes: [[String]]
  ) throws -> [(own: Double, others: Double)] {
    try perFrame(scenes) { frames in
      try run(scenes, frames: frames, under: { _ in [] }) { index in
        ["LD_PRELOAD": peer("count_allocations.so"), "ALLOCATIONS_FILE": path(index)]
      }
      return try scenes.indices.map { index in
        let numbers = try read(index).numbers
        guard numbers.count == 2 else { throw BenchError("no allocations were counted") }
        return numbers
      }
    }.map { ($0[0], $0[1]) }
  }

  /// How often the viewer wakes up in ten seconds after its fan has opened once and for all.
  fileprivate func idleWakeUps() throws -> Int {
    let child = try Child([
      viewer, "--scene", "fan", "--fan-duration", "0.3", "--fan-repeat", "1",
    ])
    sleep(seconds: 2)
    let before = try ProcessUsage(of: child.identifier).sleeps
    sleep(seconds: 10)
    let after = try ProcessUsage(of: child.identifier).sleeps
    try child.stop()
    return after - before
  }
}
