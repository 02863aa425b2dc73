import Foundation

/// An overview of 100 files that all play in a window of 1920 by 1080 pixels at 60 Hz: the
/// milliseconds for drawing a frame, and the number of missed slots.
///
/// The files are the first 100, by name, in the folder LOTTIE_FILES and below it, or otherwise
/// copies of a few files of this repository.
func measureOverview(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let runs = try configuration.overviews(
    of: configuration.folder("LOTTIE_FILES", or: "Lottie"), [".json", ".lottie", ".tgs"])
  func drawing(_ part: Double) -> [Double] {
    runs.compactMap { run in
      percentile(part, of: run.frames.rows.map(\.drawing).sorted()).map { $0 / 1e6 }
    }
  }
  return [
    try BenchResult("drawing a frame p50", "ms", drawing(0.5)),
    try BenchResult("drawing a frame p99", "ms", drawing(0.99)),
    try BenchResult("missed slots", "%", runs.map(\.frames.missed)),
  ]
}

/// A run of an overview.
struct OverviewRun {
  /// The frames of the last seconds, when all files have been read.
  var frames: FrameTable
  /// The resident memory at the end, without shared memory, in megabytes (10⁶ bytes).
  var memory: Double
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
    let files = try files(in: source, endings)
    for index in 0..<count {
      let file = files[index % files.count]
      let ending = file.split(separator: ".").last ?? ""
      try FileManager.default.copyItem(atPath: file, toPath: "\(folder)/\(index).\(ending)")
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
    return OverviewRun(
      frames: try FrameTable(path, seconds: amount(8, smoke: 0.5)),
      memory: Double(usage.residentBytes) / 1e6)
  }
}
