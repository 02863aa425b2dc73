import Foundation

/// Lottie files on one thread, alternating between the programs for each file: the milliseconds for
/// a frame of 512 pixels, as mean, median and 95th percentile over all files, the milliseconds for
/// loading a file, and frames per second to PNG.
///
/// The files are all those in the folder LOTTIE_FILES and below it, or otherwise a few files of
/// this repository. Files that a peer can't draw are excluded from the comparison with it.
func measureLottie(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let files = try configuration.lottieFiles()
  let empty = [[Measured]](repeating: [], count: configuration.rounds)
  let programs = LottieProgram.allCases.filter { !configuration.missing.contains($0.program) }
  var measured = [LottieProgram: [[Measured]]](
    uniqueKeysWithValues: programs.map { ($0, empty) })
  for round in 0..<configuration.rounds {
    for file in files {
      for program in programs {
        measured[program]?[round].append(configuration.measure(file, program))
      }
    }
  }
  guard let ours = measured[.ours] else { return [] }
  return try [.rlottie, .thorvg].flatMap { (peer: LottieProgram) in
    try compare(ours, measured[peer] ?? [], files.count, peer: peer)
  } + [try configuration.measureImages(files)]
}

private enum LottieProgram: String, CaseIterable {
  case ours
  case rlottie
  case thorvg = "ThorVG"

  /// The required program.
  var program: String {
    switch self {
    case .ours: "AnimationFrames"
    case .rlottie: "rlottie_frames"
    case .thorvg: "thorvg_python"
    }
  }

  /// The maximum time relative to the peers, for a frame and for loading a file.
  static let frameGoal = 0.5
  static let loadGoal = 1.0
}

/// The milliseconds that a program took for a file, or `nil` if it can't draw the file.
private typealias Measured = (load: Double, frame: Double)?

private let size = 512.0

extension BenchConfiguration {
  private var frames: Int { amount(20, smoke: 2) }
  /// The number of rounds inside a program. The shortest times are used.
  private var innerRounds: Int { amount(3, smoke: 1) }
}

/// Compares the results of all rounds for the files that both programs can draw.
private func compare(
  _ ours: [[Measured]], _ theirs: [[Measured]], _ count: Int, peer: LottieProgram
) throws -> [BenchResult] {
  let drawn = (0..<count).filter { file in
    (ours + theirs).allSatisfy { $0[file] != nil }
  }
  guard !drawn.isEmpty else { throw BenchError("no file is drawn by both \(peer.rawValue) and us") }
  func result(
    _ name: String, _ value: (Measured) -> Double?, _ summary: ([Double]) -> Double?,
    goal: Double = LottieProgram.frameGoal
  ) throws -> BenchResult {
    func rounds(_ measured: [[Measured]]) -> [Double] {
      measured.map { round in summary(drawn.compactMap { value(round[$0]) }.sorted()) ?? 0 }
    }
    return try BenchResult(
      "Lottie, \(drawn.count) files, \(name)", "ms", rounds(ours),
      beside: peer.rawValue, rounds(theirs), goal: .ratioAtMost(goal))
  }
  func frame(_ measured: Measured) -> Double? { measured?.frame }
  func median(_ values: [Double]) -> Double? { percentile(0.5, of: values) }
  return [
    try result("mean frame", frame, { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }),
    try result("median frame", frame, median),
    try result("95th percentile frame", frame, { percentile(0.95, of: $0) }),
    try result("median load", { $0?.load }, median, goal: LottieProgram.loadGoal),
  ]
}

extension BenchConfiguration {
  /// Returns the files in the folder LOTTIE_FILES, or a few files of this repository, converted to
  /// plain JSON in a separate folder.
  func lottieFiles() throws -> [String] {
    let folder = folder("LOTTIE_FILES", or: "Lottie")
    let unpacked = "\(peers)/lottie"
    try? FileManager.default.removeItem(atPath: unpacked)
    try FileManager.default.createDirectory(atPath: unpacked, withIntermediateDirectories: true)
    try Child.run([python, "\(scripts)/lottie.py", "unpack", folder, unpacked])
    let files = try FileManager.default.contentsOfDirectory(atPath: unpacked).sorted()
    guard !files.isEmpty else { throw BenchError("no Lottie files in \(folder)") }
    return files.map { "\(unpacked)/\($0)" }
  }

  fileprivate func measure(_ file: String, _ program: LottieProgram) -> Measured {
    let command =
      switch program {
      case .ours: [animationFrames]
      case .rlottie: [peer("rlottie_frames")]
      case .thorvg: [python, "\(scripts)/lottie.py", "draw"]
      }
    // Some programs crash for some files.
    guard let result = try? Child.run(command + ["\(size)", "\(frames)", "\(innerRounds)", file]),
      let numbers = result.text.split(separator: "\n").last.map({ String($0).numbers }),
      numbers.count == frames + 1
    else { return nil }
    return (numbers[0], numbers.dropFirst().reduce(0, +) / Double(frames))
  }

  /// Measures the first frames of each file as PNG, by the viewer and by rlottie with libpng:
  /// frames per second of processor time, including start-up and loading.
  fileprivate func measureImages(_ files: [String]) throws -> BenchResult {
    let output = NSTemporaryDirectory() + "bench-lottie-\(getpid())"
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: output) }
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<rounds {
      var (seconds, others, count) = (0.0, 0.0, 0)
      for file in files {
        let numbers = try? Child.run([animationFrames, "\(size)", "1", "1", file]).text.numbers
        guard let numbers, numbers.count >= 3 else { continue }
        let sequence = max(1, min(frames, Int(numbers[2])))
        let extent = "\(Int(numbers[0]))x\(Int(numbers[1]))"
        let peer = with("rlottie_frames") {
          try? Child.run([self.peer("rlottie_frames"), "\(size)", "\(sequence)", "-", file])
        }
        if case .some(nil) = peer { continue }
        guard
          let usage = try? Child.run([
            viewer, "render", file, "-o", "\(output)/%04d.png", "--frames", "\(sequence)", "--size",
            extent,
          ])
        else { continue }
        others += peer??.processorSeconds ?? 0
        seconds += usage.processorSeconds
        count += sequence
      }
      ours.append(Double(count) / max(seconds, 1e-9))
      guard count > 0 else { throw BenchError("no file was drawn") }
      theirs.append(ifMeasured: with("rlottie_frames") { Double(count) / max(others, 1e-9) })
    }
    return try BenchResult(
      "Lottie to PNG", "frames/s", ours, beside: "rlottie with libpng", theirs)
  }
}
