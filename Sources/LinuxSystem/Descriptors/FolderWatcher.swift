import CLinux
import Glibc
import Synchronization

/// Reports which files in a folder were written, replaced or removed (inotify(7)).
///
/// It watches the folder instead of a file, since editors write a new file and give it the name of
/// the old one.
package final class FolderWatcher: Sendable {
  package let fileDescriptor: Int32
  private let state = Mutex(State())

  private struct State {
    /// The number of the current watch; negative for none.
    var watch: Int32 = -1
    /// The number of requests for another folder.
    var wishes = 0
  }

  package struct Change: Hashable {
    /// The names of what was written, or moved into the folder.
    package var written: Set<String> = []
    /// The names of what was removed, or moved out of the folder.
    package var removed: Set<String> = []
    /// There was too much to report, so that any file may have changed.
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

  /// Watches the folder at `path` instead of the previous one, or none. This waits for the folder's
  /// disk, and can be called on any thread. The last call takes precedence, whichever returns last.
  package func follow(_ path: String?) throws(SystemError) {
    let wish = state.withLock { state in
      remove(state.watch)
      state.watch = -1
      state.wishes += 1
      return state.wishes
    }
    guard let path else { return }
    // Without the lock, which the reader of changes takes.
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

  /// The changes since the last call.
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

  /// Takes the first event: a header, and a name that is padded with zeros.
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
