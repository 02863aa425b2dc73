import Glibc
import Synchronization

/// The files that several threads are writing, as long as they have a hidden name: none of them is
/// left behind where a signal ends the process.
final class UnfinishedFiles: Sendable {
  private struct State {
    var paths: Set<String> = []
    var isEnding = false
  }

  private let state = Mutex(State())

  /// Writes the whole of `bytes` to `path`.
  func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    let file = try OutputFile(path: path)
    let hidden = file.hiddenPath
    if let hidden { add(hidden) }
    defer { if let hidden { state.withLock { _ = $0.paths.remove(hidden) } } }
    try file.write(bytes)
    try file.finish()
  }

  /// Includes a file that somebody else writes, until the process ends.
  func add(_ path: String) {
    state.withLock { state in
      if state.isEnding { unlink(path) } else { state.paths.insert(path) }
    }
  }

  /// Removes those that there are, and those that come.
  func remove() {
    state.withLock { state in
      state.isEnding = true
      for path in state.paths { unlink(path) }
    }
  }
}
