import Foundation

/// The files that fuzzers begin with, and those on which they failed here, by their paths in `Fuzzing`.
package enum FuzzerFiles {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzzing").standardizedFileURL

  /// Returns the files in a corpus.
  package static func corpus(_ name: String) -> [String] { files(in: name) { _ in true } }

  /// Returns the files that `scripts/fuzz` has saved under names that begin so.
  package static func findings(_ prefixes: String...) -> [String] {
    files(in: ".build") { name in prefixes.contains { name.hasPrefix($0) } }
  }

  private static func files(in folder: String, where accept: (String) -> Bool) -> [String] {
    let path = self.folder.appendingPathComponent(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter(accept).sorted().map { "\(folder)/\($0)" }
  }

  package static func bytes(of file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
  }
}
