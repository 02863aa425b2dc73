import Foundation

/// The number of instructions of the kernels, counted by valgrind. It doesn't depend on the load of
/// the machine, so it shows changes that are too small for a clock.
///
/// The counts are compared with those stored in the repository, unless these are from another
/// compiler, which generates different code.
func measureInstructions(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  // Without valgrind, a smoke run only runs the kernels.
  if configuration.missing.contains("valgrind") {
    return [try BenchResult("clear", "µs", [try configuration.kernelTime("clear", repeats: 1)])]
  }
  let swift = try Child.run(["swift", "--version"]).text.split(separator: "\n").first ?? ""
  let names = try Child.run([configuration.kernels]).text.split(separator: "\n").map(String.init)
  let kept = try Baseline(path: configuration.baseline)
  var counted = Baseline(swift: String(swift), counts: [:])
  var results: [BenchResult] = []
  // The largest kernels would take minutes in valgrind, without more information than the smaller
  // ones.
  let selected = names.filter { !$0.contains("million") }
  for name in configuration.amount(selected, smoke: ["clear"]) {
    let count = try configuration.instructions(of: name)
    counted.counts[name] = count
    if let kept, kept.swift == counted.swift, let before = kept.counts[name] {
      results.append(
        try BenchResult(
          name, "instructions", [count], beside: "as kept", [before], goal: .ratioAtMost(1.03)))
    } else {
      results.append(try BenchResult(name, "instructions", [count]))
    }
  }
  if configuration.updatesBaseline, !configuration.isSmokeRun {
    try counted.write(to: configuration.baseline)
  }
  return results
}

/// The instruction counts by kernel, and their compiler.
private struct Baseline: Codable {
  var swift: String
  var counts: [String: Double]

  init(swift: String, counts: [String: Double]) {
    self.swift = swift
    self.counts = counts
  }

  /// Reads a file, or returns `nil` if it doesn't exist.
  init?(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self = try JSONDecoder().decode(Baseline.self, from: data)
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
  }
}

extension BenchConfiguration {
  /// Returns the instructions of one run of a kernel: those of two runs minus those of one. The
  /// instructions for starting the program and printing times vary by some hundreds, so short
  /// kernels are run more often.
  fileprivate func instructions(of kernel: String) throws -> Double {
    let count = try instructions(of: kernel, runs: 1)
    return count < 100_000 ? try instructions(of: kernel, runs: 100) : count
  }

  /// Returns the mean of several runs.
  private func instructions(of kernel: String, runs: Int) throws -> Double {
    let path = NSTemporaryDirectory() + "bench-callgrind-\(getpid())"
    defer { unlink(path) }
    let counts = try [1, 1 + runs].map { repeats in
      try Child.run([
        "valgrind", "--tool=callgrind", "--callgrind-out-file=\(path)", kernels, kernel,
        "\(repeats)",
      ])
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("summary:") }
      guard let count = line.map(String.init)?.numbers.first else {
        throw BenchError("valgrind counted nothing of \(kernel)")
      }
      return count
    }
    return ((counts[1] - counts[0]) / Double(runs)).rounded()
  }
}
