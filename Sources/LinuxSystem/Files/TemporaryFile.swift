import CLinux
import Glibc

/// A file that gets its name only once its content is complete, so a partial file is never visible.
///
/// If the file system supports it (O_TMPFILE), the file is unnamed until then, and vanishes even if
/// the process is killed. Otherwise, as on NFS, it has a hidden name in the same folder and is
/// removed if it isn't completed.
final class TemporaryFile {
  private let directory: String
  private let descriptor: FileDescriptor
  /// The path from which the file can be linked.
  private var source: String
  /// Whether `source` is a hidden name in `directory` that must be removed.
  private var isNamed: Bool

  /// Creates an empty file in the folder of `path`.
  ///
  /// - Parameter unnamed: Whether to try O_TMPFILE before a hidden name.
  init(beside path: String, unnamed: Bool = true) throws(FileDescriptor.Failure) {
    directory = FilePath.folder(of: path)
    if unnamed,
      let file = try? FileDescriptor(owning: FileSystem.createUnnamed(in: directory))
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
    descriptor = try FileDescriptor(owning: FileSystem.create(source))
    isNamed = true
  }

  deinit {
    if isNamed {
      FileSystem.unlink(source)
    } else if descriptor.number >= 0 {
      FileSystem.forget(descriptor.number)
    }
  }

  /// The number of the open descriptor.
  var number: Int32 { descriptor.number }

  /// The hidden path of the file, or `nil` for an unnamed file.
  var hiddenPath: String? { isNamed ? source : nil }

  func write(_ bytes: RawSpan) throws(FileDescriptor.Failure) {
    try descriptor.write(bytes)
  }

  /// Starts to flush the content to disk, which makes ``replace(_:)`` faster.
  func beginFlushing() { clinux_begin_flushing(descriptor.number) }

  /// Copies the permissions of the file at `path`, if it exists.
  func adoptPermissions(of path: String) {
    var status = stat()
    if stat(path.systemPath, &status) == 0 { _ = fchmod(descriptor.number, status.st_mode & 0o777) }
  }

  /// Names the file `path`. Replaces an existing file.
  func replace(_ path: String) throws(FileDescriptor.Failure) {
    try descriptor.synchronize()
    if !isNamed {
      // If the name is free, link the file directly. A hidden name would remain if the process were
      // killed now.
      if FileSystem.link(descriptor.number, to: path) == 0 { return try descriptor.close() }
      guard errno == EEXIST else { throw FileDescriptor.Failure(code: errno) }
      // A rename can replace a file, unlike a link, but it requires a source name.
      let name = Self.hiddenName(in: directory)
      try Self.check(FileSystem.link(descriptor.number, to: name))
      source = name
      isNamed = true
    }
    try descriptor.close()
    if FileSystem.rename(source, to: path) == 0 {
      isNamed = false
    } else if errno == EBUSY {
      // Something is mounted on the name. Containers can mount single files.
      try copy(over: path)
    } else {
      throw FileDescriptor.Failure(code: errno)
    }
  }

  /// Overwrites the content of the file at `path` in place.
  private func copy(over path: String) throws(FileDescriptor.Failure) {
    let input = try FileDescriptor(owning: FileSystem.openToRead(source))
    let output = try FileDescriptor(owning: FileSystem.openToOverwrite(path))
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

  /// Names the file `path`, or returns `false` if the name is in use, so that the caller can try
  /// another one.
  func claim(_ path: String) throws(FileDescriptor.Failure) -> Bool {
    try descriptor.synchronize()
    let result =
      isNamed
      ? FileSystem.link(source, to: path) : FileSystem.link(descriptor.number, to: path)
    if result == 0 { return true }
    if errno == EEXIST { return false }
    guard isNamed else { throw FileDescriptor.Failure(code: errno) }
    return try claimByRenaming(path)
  }

  /// Claims a name on a file system without hard links, such as FAT and many user-space file
  /// systems.
  private func claimByRenaming(_ path: String) throws(FileDescriptor.Failure) -> Bool {
    if FileSystem.renameExclusively(source, to: path) != 0 {
      if errno == EEXIST { return false }
      guard errno == EINVAL || errno == ENOSYS else { throw FileDescriptor.Failure(code: errno) }
      // These file systems can't rename without replacing either, but a placeholder can reserve the
      // name.
      let placeholder = FileSystem.create(path)
      if placeholder < 0, errno == EEXIST { return false }
      try FileDescriptor(owning: placeholder).close()
      guard FileSystem.rename(source, to: path) == 0 else {
        let code = errno
        FileSystem.unlink(path)
        throw FileDescriptor.Failure(code: code)
      }
    }
    isNamed = false
    return true
  }

  private static func check(_ result: Int32) throws(FileDescriptor.Failure) {
    if result != 0 { throw FileDescriptor.Failure(code: errno) }
  }

  /// The prefix of the hidden names of unfinished files.
  static let namePrefix = ".x11viewer-"

  private static func hiddenName(in directory: String) -> String {
    "\(directory)/\(namePrefix)\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }
}
