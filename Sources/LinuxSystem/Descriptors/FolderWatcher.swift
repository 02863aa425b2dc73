import CLinux
import Glibc
import Synchronization

/// Reports the files in a folder that are written, replaced or removed (inotify(7)).
///
/// It watches the folder instead of a file, because editors write a new file and then rename it.
package final class FolderWatcher: Sendable {
  package let fileDescriptor: Int32
  private let state = Mutex(State())

  private struct State {
    /// The number of the current watch, or a negative number.
    var watch: Int32 = -1
    /// The number of requests to watch another folder.
    var wishes = 0
  }

  package struct Change: Hashable {
    /// The names of files written or moved into the folder.
    package var written: Set<String> = []
    /// The names of files removed or moved out of the folder.
    package var removed: Set<String> = []
    /// Whether changes were lost, so that any file may have changed.
    package var isIncomplete = false

    package init(
      written: Set<String> = [], removed: Set<String> = [], isIncomplete: Bool = false
    ) {
      self.written = written
      self.removed = removed
      self.isIncomplete = isIncomplete
    }
  }

  package init() throws(SystemError) {
    fileDescriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard fileDescriptor >= 0 else { throw SystemError(call: "inotify_init1") }
  }

  deinit { close(fileDescriptor) }

  /// Watches the folder at `path` instead of the previous one, or no folder. Blocks on the folder's
  /// disk. Can be called on any thread: the last call takes precedence, regardless of the order in
  /// which calls return.
  package func follow(_ path: String?) throws(SystemError) {
    let wish = state.withLock { state in
      remove(state.watch)
      state.watch = -1
      state.wishes += 1
      return state.wishes
    }
    guard let path else { return }
    // Call this without the lock, which the reader of changes needs.
    let watch = inotify_add_watch(
      fileDescriptor, path.systemPath,
      UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR))
    if watch < 0 { throw SystemError(call: "inotify_add_watch") }
    state.withLock { state in
      if state.wishes == wish {
        state.watch = watch
      } else if state.watch != watch {
        remove(watch)
      }
    }
  }

  private func remove(_ watch: Int32) {
    if watch >= 0 { inotify_rm_watch(fileDescriptor, watch) }
  }

  /// Returns the changes since the last call.
  package func takeChange() -> Change {
    var change = Change()
    let watch = state.withLock { $0.watch }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment)
    { buffer in
      while true {
        let count = read(fileDescriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while let (event, name) = Self.next(&rest) {
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { change.isIncomplete = true }
          guard event.wd == watch else { continue }
          if event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
            change.removed.insert(name)
            change.written.remove(name)
          } else {
            change.written.insert(name)
            change.removed.remove(name)
          }
        }
      }
    }
    return change
  }

  /// Returns and removes the first event: a header and a zero-padded name.
  private static func next(
    _ bytes: inout UnsafeRawBufferPointer
  ) -> (event: inotify_event, name: String)? {
    let header = MemoryLayout<inotify_event>.size
    guard bytes.count >= header else { return nil }
    let event = bytes.loadUnaligned(as: inotify_event.self)
    let end = min(header + Int(event.len), bytes.count)
    let name = String(fileName: bytes[header..<end].prefix { $0 != 0 })
    bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
    return (event, name)
  }
}
