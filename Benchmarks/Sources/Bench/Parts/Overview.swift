import Foundation

/// An overview of 100 files that all play in a window of 1920 by 1080 pixels at 60 Hz: the
/// milliseconds for drawing a frame, and the number of missed slots.
///
/// The files are the first 100, by name, in the folder LOTTIE_FILES and below it, or otherwise
/// copies of a few files of this repository.
func measureOverview(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let source =
    ProcessInfo.processInfo.environment["LOTTIE_FILES"] ?? "\(configuration.scripts)/../Lottie"
  let runs = try configuration.overviews(of: source, [".json", ".lottie", ".tgs"])
  func drawing(_ part: Double) -> [Double] {
    runs.compactMap { run in
      percentile(part, of: run.frames.map(\.drawing).sorted()).map { $0 / 1e6 }
    }
  }
  return [
    try BenchResult("drawing a frame p50", "ms", drawing(0.5)),
    try BenchResult("drawing a frame p99", "ms", drawing(0.99)),
    try BenchResult("missed slots", "%", runs.map(\.missed)),
  ]
}

/// A run of an overview.
struct OverviewRun {
  /// The frames of the last seconds, when all files have been read.
  var frames: [OverviewFrame]
  /// The resident memory at the end, without shared memory, in megabytes (10⁶ bytes).
  var memory: Double

  /// The percentage of missed slots.
  var missed: Double {
    let missed = frames.reduce(0) { $0 + $1.missed }
    return 100 * missed / (missed + Double(frames.count))
  }
}

/// A row of the viewer's table of frames.
struct OverviewFrame {
  /// The time in nanoseconds.
  var published: Double
  var drawing: Double
  /// The number of slots missed before the frame.
  var missed: Double
}

extension BenchConfiguration {
  private var count: Int { amount(100, smoke: 6) }

  /// Runs overviews of the first 100 files in a folder and below it, by name, or of copies of fewer
  /// files.
  func overviews(of source: String, _ endings: [String]) throws -> [OverviewRun] {
    let folder = FileManager.default.temporaryDirectory.path + "/bench-overview-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try fill(folder, from: source, endings)
    return try (0..<rounds).map { _ in try overview(of: folder) }
  }

  /// Copies enough files into a folder for an overview.
  private func fill(_ folder: String, from source: String, _ endings: [String]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = (FileManager.default.enumerator(atPath: source)?.allObjects ?? [])
      .compactMap { $0 as? String }
      .filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
    guard !names.isEmpty else { throw BenchError("no animations in \(source)") }
    for index in 0..<count {
      let name = names[index % names.count]
      let ending = name.split(separator: ".").last ?? ""
      try FileManager.default.copyItem(
        atPath: "\(source)/\(name)", toPath: "\(folder)/\(index).\(ending)")
    }
  }

  private func overview(of folder: String) throws -> OverviewRun {
    let path = folder + ".csv"
    defer { unlink(path) }
    let child = try Child([
      viewer, folder, "--geometry", "+0+0", "--size", "1920x1080", "--rate", "60",
      "--print-window-id", "--stats-csv", path,
    ])
    let window = try child.readLine()
    // All cells fit if they are smaller.
    _ = try with("xdotool") {
      try Child.run(["xdotool", "windowfocus", "--sync", window, "key", "Return", "minus"])
    }
    sleep(seconds: amount(12, smoke: 1))
    let usage = try ProcessUsage(of: child.identifier)
    try child.stop()
    let frames = try table(path)
    guard let last = frames.last else { throw BenchError("the viewer's table is empty") }
    return OverviewRun(
      frames: frames.filter { $0.published > last.published - amount(8e9, smoke: 5e8) },
      memory: Double(usage.residentBytes) / 1e6)
  }

  private func table(_ path: String) throws -> [OverviewFrame] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let names = lines.first?.split(separator: ",").map(String.init) ?? []
    func column(_ name: String) throws -> Int {
      guard let index = names.firstIndex(of: name) else {
        throw BenchError("the viewer's table has no \(name)")
      }
      return index
    }
    let (published, drawing, missed) = try (
      column("published_ns"), column("drawing_ns"), column("missed")
    )
    return lines.dropFirst().compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == names.count, let time = Double(fields[published]),
        let span = Double(fields[drawing]), let count = Double(fields[missed])
      else { return nil }
      return OverviewFrame(published: time, drawing: span, missed: count)
    }
  }
}
