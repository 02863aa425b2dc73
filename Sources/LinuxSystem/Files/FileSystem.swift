import CLinux
import Glibc
import Synchronization

/// The system calls that open, rename and remove files. In a sandboxed process, a ``FileBroker``
/// makes the calls that the sandbox forbids.
///
/// As in the C library, a negative result means that errno contains the error.
package enum FileSystem {
  /// The broker of this process, or `nil` if the process makes all calls itself. It is global
  /// because the kernel's restrictions apply to the entire process, too.
  private static let shared = Mutex<FileBroker?>(nil)

  private static var broker: FileBroker? { shared.withLock { $0 } }

  /// Sends calls that the restrictions refuse to a broker from now on.
  static func use(_ broker: FileBroker) { shared.withLock { $0 = broker } }

  /// Opens a file to read it, or a folder to list it.
  ///
  /// - Parameter flags: The flags in addition to O_RDONLY and O_CLOEXEC.
  package static func openToRead(_ path: String, _ flags: Int32 = 0) -> Int32 {
    let flags = flags | O_RDONLY | O_CLOEXEC | O_NOCTTY
    let descriptor = open(path.systemPath, flags)
    // Landlock refuses with EACCES.
    guard descriptor < 0, errno == EACCES, let broker else { return descriptor }
    return broker.open(path, flags)
  }

  /// Opens a file inside a folder to read it, without following symbolic links inside the folder.
  ///
  /// - Parameter names: The names on the path of the file inside the folder, without `.` and `..`.
  package static func openToRead(inside folder: String, _ names: [String]) -> Int32 {
    let descriptor = openWithoutLinks(inside: folder, names)
    guard descriptor < 0, errno == EACCES, let broker else { return descriptor }
    return broker.open(inside: folder, names)
  }

  /// Opens each folder on the path separately, so that none can be replaced by a link between check and use.
  static func openWithoutLinks(inside folder: String, _ names: [String]) -> Int32 {
    guard let last = names.last else {
      errno = ENOENT
      return -1
    }
    // Open folders without the right to list them, which Landlock may deny.
    let path = O_RDONLY | pathOnly | O_DIRECTORY | O_CLOEXEC
    var parent = open(folder.systemPath, path)
    for name in names.dropLast() where parent >= 0 {
      let inner = openat(parent, name.systemPath, path | O_NOFOLLOW)
      closeKeepingError(parent)
      parent = inner
    }
    guard parent >= 0 else { return -1 }
    // Opening a device or a pipe can have side effects.
    var status = stat()
    if fstatat(parent, last.systemPath, &status, AT_SYMLINK_NOFOLLOW) == 0,
      [S_IFCHR, S_IFBLK, S_IFIFO].contains(status.st_mode & S_IFMT)
    {
      close(parent)
      errno = EACCES
      return -1
    }
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let file = openat(
      parent, last.systemPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    closeKeepingError(parent)
    return file
  }

  /// Opens an existing file to write it, and truncates it.
  package static func openToOverwrite(_ path: String) -> Int32 {
    let flags = O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY
    return broker.map { $0.open(path, flags) } ?? open(path.systemPath, flags)
  }

  /// Creates a file that must not exist yet.
  package static func create(_ path: String) -> Int32 {
    let flags = O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC
    return broker.map { $0.open(path, flags) } ?? open(path.systemPath, flags, 0o666)
  }

  /// Creates a file without a name, for ``link(_:to:)``.
  static func createUnnamed(in folder: String) -> Int32 {
    let flags = unnamedFile | O_RDWR | O_CLOEXEC
    return broker.map { $0.open(folder, flags) } ?? open(folder.systemPath, flags, 0o666)
  }

  /// Gives an unnamed file its name, which must be free.
  static func link(_ descriptor: Int32, to path: String) -> Int32 {
    if let broker { return broker.link(descriptor, to: path) }
    return linkat(
      AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path.systemPath, AT_SYMLINK_FOLLOW)
  }

  /// Gives a file a second name, which must be free.
  static func link(_ path: String, to new: String) -> Int32 {
    if let broker { return broker.change(.link, path, new) }
    return linkat(AT_FDCWD, path.systemPath, AT_FDCWD, new.systemPath, 0)
  }

  /// Informs the broker that an unnamed file is closed.
  static func forget(_ descriptor: Int32) { broker?.forget(descriptor) }

  /// Renames a file or a folder, and replaces an existing file.
  package static func rename(_ path: String, to new: String) -> Int32 {
    if let broker { return broker.change(.rename, path, new) }
    return Glibc.rename(path.systemPath, new.systemPath)
  }

  /// Renames a file unless the new name is in use.
  static func renameExclusively(_ path: String, to new: String) -> Int32 {
    if let broker { return broker.change(.renameExclusively, path, new) }
    return clinux_rename_new(path.systemPath, new.systemPath)
  }

  /// Removes a file.
  @discardableResult
  package static func unlink(_ path: String) -> Int32 {
    if let broker { return broker.change(.unlink, path) }
    return Glibc.unlink(path.systemPath)
  }

  /// Creates a folder.
  package static func makeFolder(_ path: String) -> Int32 {
    if let broker { return broker.change(.makeFolder, path) }
    return mkdir(path.systemPath, 0o777)
  }

  /// Removes an empty folder.
  @discardableResult
  static func removeFolder(_ path: String) -> Int32 {
    if let broker { return broker.change(.removeFolder, path) }
    return rmdir(path.systemPath)
  }

  private static func closeKeepingError(_ descriptor: Int32) {
    let code = errno
    close(descriptor)
    errno = code
  }

  // Glibc declares these only with _GNU_SOURCE, which the Swift importer doesn't set.
  /// O_PATH.
  static let pathOnly: Int32 = 0o10_000_000
  /// O_TMPFILE.
  static let unnamedFile: Int32 = 0o20_000_000 | O_DIRECTORY
}
