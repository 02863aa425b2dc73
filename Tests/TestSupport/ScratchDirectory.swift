import Foundation

/// A temporary directory for a test, removed with everything in it.
package final class ScratchDirectory: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "x11viewer-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package static func / (directory: ScratchDirectory, name: String) -> String {
    directory.path + "/" + name
  }

  /// Including those that begin with a dot.
  package var allNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  package var visibleNames: [String] { allNames.filter { !$0.hasPrefix(".") } }

  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self / name))
  }

  /// Writes a program. The kernel doesn't start a file that is open for writing, not even in a child that has just
  /// been forked, so no child starts meanwhile.
  package func writeProgram(_ text: String, to name: String) throws {
    try ChildProcess.whileNoneStarts { try write(text, to: name) }
    chmod(self / name, 0o755)
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: self / name)))
  }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self / name)), as: UTF8.self)
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self / name)
  }
}
