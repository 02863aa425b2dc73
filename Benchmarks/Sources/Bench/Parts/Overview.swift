import Foundation

/// An overview of 100 files, all of which play in a window of 1920 by 1080 pixels at 60 Hz: the
/// milliseconds that drawing a frame takes, and how many slots are missed.
///
/// The files are those in the folder that LOTTIE_FILES names and below it, the first 100 by name;
/// without it, copies of a few of our own.
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

/// An overview that plays.
struct OverviewRun {
  /// Those of the last seconds, in which all files are read.
  var frames: [OverviewFrame]
  /// Resident megabytes (10⁶ bytes), not counting shared memory, at the end.
  var memory: Double

  /// Of a hundred slots, how many were missed.
  var missed: Double {
    let missed = frames.reduce(0) { $0 + $1.missed }
    return 100 * missed / (missed + Double(frames.count))
  }
}

/// What the viewer's table says of a frame.
struct OverviewFrame {
  /// In nanoseconds.
  var published: Double
  var drawing: Double
  /// The number of slots missed before it.
  var missed: Double
}

extension BenchConfiguration {
  private var count: Int { amount(100, smoke: 6) }

  /// An overview of the first 100 files in a folder and below it, by name, or of copies of fewer.
  func overviews(of source: String, _ endings: [String]) throws -> [OverviewRun] {
    let folder = FileManager.default.temporaryDirectory.path + "/bench-overview-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try fill(folder, from: source, endings)
    return try (0..<rounds).map { _ in try overview(of: folder) }
  }

  /// Puts as many files into a folder as an overview is to show.
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
    // With smaller cells, all fit.
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
      memory: Double(usage.privateBytes) / 1e6)
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
