import Foundation

/// Plays animations in a window for many minutes, while files are paged and saved, the image is zoomed and the
/// window is resized. Measures the growth of memory, and the lost slots by cause.
///
/// SOAK_MINUTES is the duration (default: 30).
func measureSoak(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let minutes = ProcessInfo.processInfo.environment["SOAK_MINUTES"].flatMap(Double.init) ?? 30
  let seconds = configuration.amount(minutes * 60, smoke: 3)
  let scratch = try SoakFolder(configuration)
  let viewer = try Child(
    [configuration.viewer, scratch.files, "--size", "640x480", "--print-window-id"]
      + ["--stats-csv", scratch.rows, "--duration", "\(seconds)"])
  let window = try viewer.readLine()
  let exercise = try exercise(viewer, window, scratch, seconds, configuration)
  try viewer.finish()

  let slots = try LostSlots(rows: scratch.rows, exercise)
  let third = max(1, exercise.samples.count / 3)
  let growth =
    (exercise.samples.suffix(third).max() ?? 0)
    / (exercise.samples.dropFirst(third).prefix(third).max() ?? 1)
  return [
    try BenchResult("memory while playing", "MB", exercise.samples),
    try BenchResult(
      "most memory of the last third", "× that before", [growth], goal: .valueAtMost(1.02)),
    try BenchResult("frames shown", "", [Double(slots.frames)]),
  ]
    + (try slots.byCause.sorted { $0.key < $1.key }.map {
      try BenchResult("slots lost: \($0.key)", "", [Double($0.value)])
    })
    + [
      try BenchResult(
        "slots lost without a cause", "", [Double(slots.unexplained)], goal: .valueAtMost(0))
    ]
}

private struct Exercise {
  /// The memory in megabytes, every two seconds.
  var samples: [Double] = []
  /// The times of actions, in nanoseconds of CLOCK_MONOTONIC.
  var actions: [Int64] = []
  /// The time spans in which the viewer or the server waited for a processor for at least a third of a slot.
  var contention: [ClosedRange<Int64>] = []
}

/// Performs an action in the viewer every half second, in turn, until shortly before its end.
private func exercise(
  _ viewer: Child, _ window: String, _ scratch: SoakFolder, _ seconds: Double,
  _ configuration: BenchConfiguration
) throws -> Exercise {
  var exercise = Exercise()
  let end = monotonicNanoseconds() + Int64((seconds - 1.5) * 1e9)
  var turn = 0
  var (last, waited) = (monotonicNanoseconds(), 0.0)
  while monotonicNanoseconds() < end {
    let usage = try ProcessUsage(of: viewer.identifier)
    let waiting = try usage.waitingSeconds + configuration.server.waitingSeconds
    let now = monotonicNanoseconds()
    if waiting - waited > 0.005 { exercise.contention.append(last...now) }
    (last, waited) = (now, waiting)
    if turn % 4 == 0 { exercise.samples.append(Double(usage.residentBytes) / 1e6) }
    exercise.actions.append(monotonicNanoseconds())
    let side = 240 + turn % 13 * 40
    switch turn % 8 {
    case 0, 5: try press("Next", in: window, configuration)
    case 1: try scratch.saveAgain(turn)
    case 2: try press("Prior", in: window, configuration)
    case 3: try tool(["windowsize", window, "\(side + 160)", "\(side)"], configuration)
    case 4: try press("plus", in: window, configuration)
    case 6: try press("w", in: window, configuration)
    default: try press("i", in: window, configuration)
    }
    exercise.actions.append(monotonicNanoseconds())
    turn += 1
    sleep(seconds: 0.5)
  }
  return exercise
}

private func press(_ key: String, in window: String, _ configuration: BenchConfiguration) throws {
  // Without a window manager, keys are sent to the window under the pointer.
  try tool(["mousemove", "--window", window, "20", "20", "key", key], configuration)
}

private func tool(_ arguments: [String], _ configuration: BenchConfiguration) throws {
  _ = try configuration.with("xdotool") { try Child.run(["xdotool"] + arguments) }
}

private func monotonicNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// Copies of the repository's animations, and the rows of the frames, removed at the end.
private final class SoakFolder {
  private let path: String
  private var contents: [Data] = []

  var files: String { "\(path)/files" }
  var rows: String { "\(path)/rows.csv" }

  init(_ configuration: BenchConfiguration) throws {
    path = NSTemporaryDirectory() + "x11viewer-soak-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    let folder = "\(configuration.scripts)/../Lottie"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      contents.append(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }
    for index in contents.indices { try saveAgain(index) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Saves one of the files with a different animation than before.
  func saveAgain(_ turn: Int) throws {
    let data = contents[(turn + turn / contents.count) % contents.count]
    try data.write(
      to: URL(fileURLWithPath: "\(files)/\(turn % contents.count).json"), options: .atomic)
  }
}

/// The slots in which a frame was requested but missed, by cause, from the rows of `--stats-csv`.
private struct LostSlots {
  var frames = 0
  var byCause: [String: Int] = [:]
  var unexplained = 0

  init(rows path: String, _ exercise: Exercise) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    guard let names = lines.first?.split(separator: ",").map(String.init) else {
      throw BenchError("there are no rows of frames")
    }
    var before: [String: Int64] = [:]
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      var row: [String: Int64] = [:]
      for (name, field) in zip(names, fields) { row[name] = Int64(field) }
      frames += 1
      if let missed = row["missed"], missed > 0 {
        if let cause = Self.cause(of: row, after: before, exercise) {
          byCause[cause, default: 0] += Int(missed)
        } else {
          unexplained += Int(missed)
        }
      }
      before = row
    }
  }

  private static let slot: Int64 = 16_666_667

  private static func cause(
    of row: [String: Int64], after before: [String: Int64], _ exercise: Exercise
  ) -> String? {
    let drawing = max(row["drawing_ns"] ?? 0, before["drawing_ns"] ?? 0)
    if drawing > slot { return "drawing took longer than a slot" }
    if let completion = before["completion_ns"], completion > slot { return "the server was busy" }
    if let published = row["published_ns"], let last = before["published_ns"] {
      // Actions, such as reading a file or changing the size, are performed before the next frame.
      let span = last - 2 * slot...max(published, last)
      if exercise.actions.contains(where: span.contains) {
        return "a page, a file or a size was new"
      }
      if exercise.contention.contains(where: span.overlaps) {
        return "other programs had the processors"
      }
    }
    if let lateness = row["lateness_ns"], lateness > slot / 4 { return "woken late by the system" }
    return nil
  }
}
