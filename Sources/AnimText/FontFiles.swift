#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The access to font files. A program replaces the closures if its sandbox opens files differently, or if it
/// represents names that aren't UTF-8 in its own way.
package struct FontFiles: Sendable {
  /// Opens a file to read it, without waiting. A negative result means that errno contains the error.
  package var open: @Sendable (_ path: String) -> Int32
  /// Returns the text of a path that fontconfig has found.
  package var path: @Sendable (UnsafePointer<CChar>) -> String

  package init(
    open: @escaping @Sendable (_ path: String) -> Int32,
    path: @escaping @Sendable (UnsafePointer<CChar>) -> String
  ) {
    self.open = open
    self.path = path
  }

  /// The C library's functions. Paths are UTF-8.
  package static let ordinary = FontFiles(
    open: { path in
      // The C library would read only the part before a zero byte.
      guard !path.utf8.contains(0) else {
        errno = ENOENT
        return -1
      }
      // Without O_NONBLOCK, opening a pipe would wait for a writer.
      return systemOpen(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }, path: { String(cString: $0) })
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
