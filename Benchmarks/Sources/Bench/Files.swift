import Foundation

extension BenchConfiguration {
  /// Returns the folder that an environment variable names, or otherwise a folder of the benchmarks.
  func folder(_ variable: String, or name: String) -> String {
    ProcessInfo.processInfo.environment[variable] ?? "\(scripts)/../\(name)"
  }

  /// Returns the files in a folder and below it, sorted by name.
  func files(in folder: String, _ endings: [String]) throws -> [String] {
    let names = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
      .compactMap { $0 as? String }
      .filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
    guard !names.isEmpty else {
      throw BenchError("there are no files \(endings.joined(separator: ", ")) in \(folder)")
    }
    return names.map { "\(folder)/\($0)" }
  }
}
