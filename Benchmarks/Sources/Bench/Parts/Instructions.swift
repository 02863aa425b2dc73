import Foundation

/// How many instructions the kernels take, counted by valgrind: the same on a busy machine as on an
/// idle one, so that a change of the code shows which no clock would tell from noise.
///
/// The counts are compared with those that are kept in the repository. Another compiler makes other
/// code, so counts of another one are not compared.
func measureInstructions(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let swift = try Child.run(["swift", "--version"]).text.split(separator: "\n").first ?? ""
  let names = try Child.run([configuration.kernels]).text.split(separator: "\n").map(String.init)
  let kept = try Baseline(path: configuration.baseline)
  var counted = Baseline(swift: String(swift), counts: [:])
  var results: [BenchResult] = []
  // The largest kernels would take valgrind minutes and say nothing that the smaller do not.
  for name in names where !name.contains("million") {
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
  if configuration.updatesBaseline { try counted.write(to: configuration.baseline) }
  return results
}

/// Instruction counts by kernel, and what compiler they are of.
private struct Baseline: Codable {
  var swift: String
  var counts: [String: Double]

  init(swift: String, counts: [String: Double]) {
    self.swift = swift
    self.counts = counts
  }

  /// Nil where there is no file.
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
  /// The instructions of one run of a kernel: two runs less one.
  fileprivate func instructions(of kernel: String) throws -> Double {
    let path = NSTemporaryDirectory() + "bench-callgrind-\(getpid())"
    defer { unlink(path) }
    let counts = try [1, 2].map { repeats in
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
    return counts[1] - counts[0]
  }
}
