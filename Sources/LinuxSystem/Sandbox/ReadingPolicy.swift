import Glibc

/// The files that a sandboxed window can open: files of known formats that aren't private, in any
/// folder, and folders.
package struct ReadingPolicy: Sendable {
  /// Returns whether a path is on the command line. Such a file is readable, whatever its contents.
  let isNamed: @Sendable (String) -> Bool
  /// Returns whether a path without links is visible in a folder from the command line, which may
  /// itself be hidden.
  let isInNamedFolder: @Sendable (String) -> Bool
  /// Returns whether a file belongs to a known format, given its path and its first bytes.
  let isKnown: @Sendable (String, [UInt8]) -> Bool
  /// The names on the path of the user's home folder.
  private let home: [[UInt8]]

  /// The number of bytes that are passed to ``isKnown``.
  private static let startLength = 4096

  package init(
    isNamed: @escaping @Sendable (String) -> Bool,
    isInNamedFolder: @escaping @Sendable (String) -> Bool = { _ in false },
    isKnown: @escaping @Sendable (String, [UInt8]) -> Bool
  ) {
    (self.isNamed, self.isInNamedFolder, self.isKnown) = (isNamed, isInNamedFolder, isKnown)
    home = HomeFolder.path.map(OutputRoot.names) ?? []
  }

  /// Opens a file or a folder, or returns -1 with the reason in errno.
  func open(_ path: String, _ flags: Int32) -> Int32 {
    // Opening a pipe or a device can block or have side effects, so determine its type first.
    let found = Glibc.open(path.systemPath, FileSystem.pathOnly | O_CLOEXEC)
    guard found >= 0 else { return -1 }
    let real = Self.path(of: found)
    var status = stat()
    let kind = fstat(found, &status) == 0 ? status.st_mode & S_IFMT : 0
    close(found)
    if isNamed(path), kind != S_IFDIR { return Glibc.open(path.systemPath, flags | O_CLOEXEC) }
    guard let real, kind == S_IFREG || kind == S_IFDIR, !isPrivate(real, named: path) else {
      errno = EACCES
      return -1
    }
    let flags = flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW
    return checked(Glibc.open(real.systemPath, flags), named: path)
  }

  /// Returns an open file if the policy allows reading it. Otherwise closes it, and returns -1 with
  /// the reason in errno.
  func checked(_ descriptor: Int32, named path: String? = nil) -> Int32 {
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    if fstat(descriptor, &status) == 0, let real = Self.path(of: descriptor),
      !isPrivate(real, named: path ?? real)
    {
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return descriptor
      case S_IFREG:
        let start = [UInt8](unsafeUninitializedCapacity: Self.startLength) { buffer, filled in
          filled = max(0, pread(descriptor, buffer.baseAddress, Self.startLength, 0))
        }
        // Use its own extension, because anyone can create a link.
        if isKnown(real, start) { return descriptor }
        close(descriptor)
        errno = EMEDIUMTYPE
        return -1
      default: break
      }
    }
    close(descriptor)
    errno = EACCES
    return -1
  }

  /// Returns whether a path without links is in a folder of the system's configuration, of the
  /// kernel or of devices, or is hidden in the home folder, and wasn't named by the user.
  private func isPrivate(_ real: String, named path: String) -> Bool {
    // Links in a named folder may refer to any file, so only the path without links counts.
    if isNamed(path) || isInNamedFolder(real) { return false }
    let names = OutputRoot.names(on: real)
    let isSystem =
      ["etc", "proc", "sys", "dev"].contains { names.first == Array($0.utf8) }
      // This folder is shared memory, which can contain ordinary files.
      && !names.starts(with: [Array("dev".utf8), Array("shm".utf8)])
    return isSystem
      || !home.isEmpty && names.starts(with: home)
        && names.dropFirst(home.count).contains { $0.first == UInt8(ascii: ".") }
  }

  /// Returns the path of an open file without links, or `nil` if the file has no name.
  private static func path(of descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count - 1)
    guard count > 0, buffer[0] == CChar(bitPattern: UInt8(ascii: "/")) else { return nil }
    return String(fileName: buffer[..<count].map { UInt8(bitPattern: $0) })
  }
}

/// The home folder of the user.
package enum HomeFolder {
  /// The path without links, or `nil` if HOME isn't the path of a folder.
  package static var path: String? {
    guard let home = getenv("HOME"), let path = FilePath.resolved(String(fileName: home)) else {
      return nil
    }
    // Daemons have the root folder as their home.
    return path == "/" ? nil : path
  }
}
