import AnimText
import Glibc
import LinuxSystem

extension FontFiles {
  /// Files that the sandbox's broker opens if necessary. Paths needn't be UTF-8.
  package static let system = FontFiles(
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    open: { FileSystem.openToRead($0, O_NONBLOCK) }, path: { String(fileName: $0) })
}
