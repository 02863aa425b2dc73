import CLinux
import Glibc

/// Glibc declares O_TMPFILE only with _GNU_SOURCE, which the Swift importer does not set.
private let unnamedFile = 0o20_000_000 | O_DIRECTORY

/// A file that has its content before it has its name, so that half of it is never seen.
///
/// Where the file system can (O_TMPFILE), it has no name at all until then, and the kernel forgets
/// it, even when the process is killed. Elsewhere (NFS) it lies in the same
/// directory under a hidden name, and is removed unless it got its real one.
final class TemporaryFile {
  private let directory: String
  private let descriptor: FileDescriptor
  /// Where the file can be linked from.
  private var source: String
  /// Whether `source` is an entry of `directory`, which then has to go.
  private var isNamed: Bool

  /// An empty file in the directory where `path` is to appear.
  ///
  /// - Parameter unnamed: whether to try to do without a hidden name.
  init(besides path: String, unnamed: Bool = true) throws(FileDescriptor.Failure) {
    directory = Self.directory(of: path)
    if unnamed,
      let file = try? FileDescriptor(
        owning: open(directory, unnamedFile | O_WRONLY | O_CLOEXEC, 0o666))
    {
      let link = "/proc/self/fd/\(file.number)"
      if access(link, F_OK) == 0 {
        descriptor = file
        source = link
        isNamed = false
        return
      }
    }
    source = Self.hiddenName(in: directory)
    descriptor = try FileDescriptor(
      owning: open(source, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666))
    isNamed = true
  }

  deinit {
    if isNamed { unlink(source) }
  }

  /// The number of the open descriptor.
  var number: Int32 { descriptor.number }

  /// The name under which it lies in the directory; nil where it has none yet.
  var hiddenPath: String? { isNamed ? source : nil }

  func write(_ bytes: RawSpan) throws(FileDescriptor.Failure) {
    try descriptor.write(bytes)
  }

  /// Gives the file the permissions that the file at `path` has, if there is one.
  func adoptPermissions(of path: String) {
    var status = stat()
    if stat(path, &status) == 0 { _ = fchmod(descriptor.number, status.st_mode & 0o777) }
  }

  /// Names the file `path`; a file that had the name before is replaced.
  func replace(_ path: String) throws(FileDescriptor.Failure) {
    try descriptor.synchronize()
    if !isNamed {
      // A new name needs no other before it, which would be left behind by a kill at this moment.
      if linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 {
        return try descriptor.close()
      }
      guard errno == EEXIST else { throw FileDescriptor.Failure(code: errno) }
      // A link cannot replace, but a rename can, and it needs a name to start from.
      let name = Self.hiddenName(in: directory)
      try Self.check(linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW))
      source = name
      isNamed = true
    }
    try descriptor.close()
    if rename(source, path) == 0 {
      isNamed = false
    } else if errno == EBUSY {
      // Another file system is mounted on the name, as containers mount single files.
      try copy(over: path)
    } else {
      throw FileDescriptor.Failure(code: errno)
    }
  }

  /// Writes the file's content over that of the file at `path`, which keeps its place.
  private func copy(over path: String) throws(FileDescriptor.Failure) {
    let input = try FileDescriptor(owning: open(source, O_RDONLY | O_CLOEXEC))
    let output = try FileDescriptor(owning: open(path, O_WRONLY | O_TRUNC | O_CLOEXEC))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input.number, &buffer, buffer.count)
      if count == 0 { break }
      try Self.check(count < 0 ? -1 : 0)
      try output.write(buffer.span.extracting(first: count).bytes)
    }
    try output.synchronize()
    try output.close()
  }

  /// Names the file `path`, unless something has this name already: then returns false, and
  /// another name may be tried.
  func claim(_ path: String) throws(FileDescriptor.Failure) -> Bool {
    try descriptor.synchronize()
    if linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return true }
    if errno == EEXIST { return false }
    guard isNamed else { throw FileDescriptor.Failure(code: errno) }
    return try claimByRenaming(path)
  }

  /// Claims a name where the file system has no hard links, as FAT and many in user space.
  private func claimByRenaming(_ path: String) throws(FileDescriptor.Failure) -> Bool {
    if clinux_rename_new(source, path) != 0 {
      if errno == EEXIST { return false }
      guard errno == EINVAL || errno == ENOSYS else { throw FileDescriptor.Failure(code: errno) }
      // Nor does it know how to rename without replacing, but a name can be reserved.
      let placeholder = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      if placeholder < 0, errno == EEXIST { return false }
      try FileDescriptor(owning: placeholder).close()
      guard rename(source, path) == 0 else {
        let code = errno
        unlink(path)
        throw FileDescriptor.Failure(code: code)
      }
    }
    isNamed = false
    return true
  }

  private static func check(_ result: Int32) throws(FileDescriptor.Failure) {
    if result != 0 { throw FileDescriptor.Failure(code: errno) }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func hiddenName(in directory: String) -> String {
    "\(directory)/.x11viewer-\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }
}
