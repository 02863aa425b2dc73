import Foundation

/// The machine on which results were measured.
struct Machine: Codable {
  var processor: String
  var cores: Int
  var kernel: String

  static var present: Machine {
    let processors = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = processors.split(separator: "\n").first { $0.hasPrefix("model name") }
    let kernel = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
    return Machine(
      processor: model?.split(separator: ":").last.map {
        $0.trimmingCharacters(in: .whitespaces)
      } ?? "unknown",
      cores: ProcessInfo.processInfo.activeProcessorCount,
      kernel: kernel?.trimmingCharacters(in: .newlines) ?? "unknown")
  }
}
