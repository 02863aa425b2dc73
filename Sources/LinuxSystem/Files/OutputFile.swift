import Glibc

/// A file that is written atomically: it replaces an existing file only once it is complete, and leaves nothing behind
/// if writing fails or is interrupted.
///
/// Pipes, terminals and devices receive the bytes immediately, and so does standard output, whose
/// path is `-`. No other part of the program writes to standard output.
package final class OutputFile {
  package static let standardOutput = "-"

  let path: String
  private let target: Target

  private enum Target {
    case stream(FileDescriptor)
    /// A file to replace, whose path has all symbolic links resolved.
    case file(TemporaryFile, path: String)
  }

  /// Checks that `path` is writable before any work is done. An existing file remains unchanged until ``finish()``.
  ///
  /// - Parameter overwrites: Whether to truncate and write an existing file itself instead of replacing it, for a
  ///   program that has the file open and reads it later.
  /// - Throws: ``OutputError/cannotCreate(path:code:)``.
  package init(path: String, overwrites: Bool = false) throws(OutputError) {
    self.path = path
    do throws(FileDescriptor.Failure) {
      target = try Self.open(path, overwrites: overwrites)
    } catch {
      throw .cannotCreate(path: path, code: error.code)
    }
  }

  /// The descriptor of the unfinished file, which another program can write to, or `nil` for pipes, terminals and
  /// devices.
  package var unfinished: Int32? {
    switch target {
    case .stream: nil
    case .file(let file, _): file.number
    }
  }

  /// The descriptor of a pipe, a terminal or a device, through which another program may write to
  /// it, or `nil` for files.
  package var stream: Int32? {
    switch target {
    case .stream(let descriptor): descriptor.number
    case .file: nil
    }
  }

  /// The hidden path of the unfinished file, or `nil` if the file system allows files without a
  /// name.
  package var hiddenPath: String? {
    switch target {
    case .stream: nil
    case .file(let file, _): file.hiddenPath
    }
  }

  /// - Throws: ``OutputError/writingFailed(path:code:)`` or ``OutputError/readerGone(path:)``.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    do throws(FileDescriptor.Failure) {
      switch target {
      case .stream(let descriptor): try descriptor.write(bytes.span.bytes)
      case .file(let file, _): try file.write(bytes.span.bytes)
      }
    } catch {
      throw OutputError(writing: path, code: error.code)
    }
  }

  /// Starts to flush the file to disk, which makes a later ``finish()`` faster.
  package func beginFlushing() {
    if case .file(let file, _) = target { file.beginFlushing() }
  }

  /// Makes the file visible. Call this once, after the last write.
  ///
  /// - Throws: ``OutputError/writingFailed(path:code:)``. The file is then not visible.
  package func finish() throws(OutputError) {
    do throws(FileDescriptor.Failure) {
      switch target {
      case .stream(let descriptor): try descriptor.close()
      case .file(let file, let path): try file.replace(path)
      }
    } catch {
      throw OutputError(writing: path, code: error.code)
    }
  }
}

extension OutputFile {
  /// Writes `bytes` to the file at `path`.
  ///
  /// - Parameter overwrites: See ``init(path:overwrites:)``.
  package static func write(
    _ bytes: [UInt8], to path: String, overwrites: Bool = false
  ) throws(OutputError) {
    let file = try OutputFile(path: path, overwrites: overwrites)
    try file.write(bytes)
    try file.finish()
  }

  /// Returns whether `path` is a pipe, a terminal or a device, rather than a file.
  package static func isStream(_ path: String) -> Bool {
    var status = stat()
    return inheritedDescriptor(path) != nil
      || stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns whether both paths refer to the same existing file or folder.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (status, otherStatus) = (stat(), stat())
    return stat(path.systemPath, &status) == 0 && stat(other.systemPath, &otherStatus) == 0
      && status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  /// Removes the file at `path` if it exists. Pipes, devices and folders remain.
  package static func remove(_ path: String) throws(OutputError) {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    guard FileSystem.unlink(path) == 0 || errno == ENOENT else {
      throw .cannotRemove(path: path, code: errno)
    }
  }

  /// The number of names that ``write(_:toFirstFree:)`` tries.
  private static let maximumTries = 10_000

  /// Writes `bytes` to the first unused path, and returns the path. Existing files are never replaced, even if they
  /// appear at the same moment.
  ///
  /// - Parameter path: The path to try for each number, counted from 1. All paths are in one folder.
  /// - Throws: ``OutputError/cannotCreate(path:code:)`` with EEXIST if 10,000 paths are in use.
  package static func write(
    _ bytes: [UInt8], toFirstFree path: (Int) -> String
  ) throws(OutputError) -> String {
    let first = path(1)
    let file: TemporaryFile
    do throws(FileDescriptor.Failure) {
      file = try TemporaryFile(beside: first)
    } catch {
      throw .cannotCreate(path: first, code: error.code)
    }
    do throws(FileDescriptor.Failure) {
      try file.write(bytes.span.bytes)
      for number in 1...maximumTries where try file.claim(path(number)) { return path(number) }
    } catch {
      throw OutputError(writing: first, code: error.code)
    }
    throw .cannotCreate(path: first, code: EEXIST)
  }
}

extension OutputFile {
  private static func open(
    _ path: String, overwrites: Bool
  ) throws(FileDescriptor.Failure) -> Target {
    if let inherited = inheritedDescriptor(path) {
      FailedWrites.ignoreSignals()
      return .stream(try FileDescriptor(owning: fcntl(inherited, F_DUPFD_CLOEXEC, 3)))
    }
    var status = stat()
    guard stat(path.systemPath, &status) == 0 else {
      // A dangling link is replaced by the file, as if it didn't exist.
      guard errno == ENOENT, !path.isEmpty else { throw FileDescriptor.Failure(code: errno) }
      return .file(try TemporaryFile(beside: path), path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG, !overwrites else {
      FailedWrites.ignoreSignals()
      // A special file can't be truncated or replaced.
      return .stream(try FileDescriptor(owning: FileSystem.openToOverwrite(path)))
    }
    // Renaming would even replace a file that isn't writable.
    guard access(path.systemPath, W_OK) == 0, let real = FilePath.resolved(path) else {
      throw FileDescriptor.Failure(code: errno)
    }
    let file = try TemporaryFile(beside: real)
    file.adoptPermissions(of: real)
    return .file(file, path: real)
  }

  /// Returns the open descriptor that `path` refers to. Opening such a path again would overwrite the start of a file
  /// that the shell has redirected output to, so the descriptor is used directly.
  private static func inheritedDescriptor(_ path: String) -> Int32? {
    switch path {
    case standardOutput, "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: return path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst("/dev/fd/".count)) : nil
    }
  }
}

/// An error in writing output.
package enum OutputError: Error, Hashable {
  /// The file can't be created, and nothing has been written. `code` is the errno.
  case cannotCreate(path: String, code: Int32)
  /// The file of an earlier run can't be removed. `code` is the errno.
  case cannotRemove(path: String, code: Int32)
  /// Another process is writing to the same folder.
  case inUse(path: String)
  /// Writing failed, and no new file is visible. `code` is the errno.
  case writingFailed(path: String, code: Int32)
  /// The reader has closed the pipe (EPIPE), like `head` after enough lines. The program stops without an error
  /// message.
  case readerGone(path: String)

  package init(writing path: String, code: Int32) {
    self = code == EPIPE ? .readerGone(path: path) : .writingFailed(path: path, code: code)
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .cannotCreate, .cannotRemove, .inUse: .cannotCreate
    case .writingFailed: .writingFailed
    case .readerGone: .success
    }
  }
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotCreate(let path, EISDIR): "\(Self.name(path)): is a folder; pass a file name"
    case .cannotCreate(let path, let code):
      "\(Self.name(path)): cannot be created: \(Self.reason(code))"
    case .cannotRemove(let path, let code):
      "\(Self.name(path)): cannot be removed: \(Self.reason(code))"
    case .inUse(let path):
      "\(path): another process is writing it; wait for that to end"
    case .writingFailed(let path, let code):
      "\(Self.name(path)): cannot be written: \(Self.reason(code))"
    case .readerGone(let path):
      "\(Self.name(path)): the reader has closed it"
    }
  }

  private static func name(_ path: String) -> String {
    path == OutputFile.standardOutput ? "standard output" : path
  }

  private static func reason(_ code: Int32) -> String {
    // The new name is always in the same folder, unless another folder is mounted there now.
    if code == EXDEV { return "its folder has been unmounted or replaced" }
    return errorText(code)
  }
}
