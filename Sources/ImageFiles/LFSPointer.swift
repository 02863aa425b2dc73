import LinuxSystem

/// The short text that Git stores instead of a file in Git LFS, if the file wasn't fetched.
package enum LFSPointer {
  /// The beginning of every pointer (the specification of Git LFS, version 1).
  private static let start = Array("version https://git-lfs.github.com/spec/".utf8)

  /// The problem with such a file, and its solution.
  package static let complaint = "a Git LFS pointer, not the file itself; run git lfs pull"

  package static func isPointer(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: start)
  }

  /// Returns whether the file at `path` is an LFS pointer.
  package static func isPointer(at path: String) -> Bool {
    guard let bytes = try? FileBytes.read(path, limit: start.count) else { return false }
    return isPointer(bytes)
  }
}
