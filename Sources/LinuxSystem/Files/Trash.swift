import CLinux
import Glibc

/// The trash of the desktop, which file managers can restore files from (Trash specification 1.0 of freedesktop.org).
package struct Trash {
  /// The home trash, or `nil` if it doesn't exist.
  private let home: String?

  /// Opens the user's trash.
  ///
  /// - Parameter data: The folder for user data, or `nil` for the one in the environment.
  package init(data: String? = nil) {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(fileName: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let folder =
      data ?? variable("XDG_DATA_HOME")
      ?? variable("HOME").map { FilePath.join($0, ".local/share") }
    home = folder.map { FilePath.join($0, "Trash") }
  }

  /// Moves a file to the trash: the home trash if it is on the same file system, or otherwise the trash at the top of
  /// the file's file system. Files are never copied or deleted.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  /// - Parameter now: The time of day, in seconds since 1970.
  package func put(_ path: String, now: Int = WallClock.unixSeconds) throws(Failure) {
    let path = FilePath.absolute(path)
    func failure(_ reason: String) -> Failure {
      Failure("\(path): cannot be moved to the trash: \(reason)", status: .cannotCreate)
    }
    var file = stat()
    guard lstat(path.systemPath, &file) == 0 else { throw failure(errorText(errno)) }
    let bins = candidates(for: path, on: file.st_dev)
    var reason = "there is no trash on its file system"
    for bin in bins {
      do throws(SystemError) {
        return try Self.put(path, into: bin, now: now)
      } catch {
        reason = errorText(error.code)
      }
    }
    throw failure(reason)
  }

  /// A trash folder.
  private struct Bin {
    let path: String
    /// The folder that paths in the trash are relative to, or `nil` for absolute paths.
    let top: String?
  }

  private func candidates(for path: String, on device: dev_t) -> [Bin] {
    if let home, Self.device(ofNearest: home) == device {
      return [Bin(path: home, top: nil)]
    }
    let top = Self.topFolder(of: path, on: device)
    let shared = FilePath.join(top, ".Trash")
    var status = stat()
    // Any user may create a folder there. It must not be a link, and only owners may remove files from it.
    let isShared =
      lstat(shared.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_mode & S_ISVTX != 0
    return (isShared ? [Bin(path: "\(shared)/\(getuid())", top: top)] : [])
      + [Bin(path: FilePath.join(top, ".Trash-\(getuid())"), top: top)]
  }

  /// Returns the file system of a folder, or of its nearest existing parent.
  private static func device(ofNearest folder: String) -> dev_t? {
    var (path, status) = (folder, stat())
    while stat(path.systemPath, &status) != 0 {
      guard path != "/", path != "." else { return nil }
      path = FilePath.folder(of: path)
    }
    return status.st_dev
  }

  /// Returns the mount point of a file's file system.
  private static func topFolder(of path: String, on device: dev_t) -> String {
    var top = FilePath.folder(of: path)
    var status = stat()
    while top != "/" {
      let above = FilePath.folder(of: top)
      guard stat(above.systemPath, &status) == 0, status.st_dev == device else { break }
      top = above
    }
    return top
  }

  private static func put(_ path: String, into bin: Bin, now: Int) throws(SystemError) {
    let (files, notes) = (FilePath.join(bin.path, "files"), FilePath.join(bin.path, "info"))
    for folder in [bin.path, files, notes] { try make(folder) }
    let name = FilePath.name(of: path)
    let relativePath = bin.top.map { path.dropFirst($0.count).drop { $0 == "/" } } ?? path[...]
    let note =
      "[Trash Info]\nPath=\(FilePath.escaped(String(relativePath)))\nDeletionDate=\(date(now))\n"
    for number in 1...maximumTries {
      let stem = number == 1 ? name : "\(name).\(number)"
      let notePath = FilePath.join(notes, stem + ".trashinfo")
      // Creating the note first reserves the name, as the specification requires.
      let descriptor = open(notePath.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemError(call: "open") }
      let isWritten = (try? FileDescriptor.write(note.utf8Span.span.bytes, to: descriptor)) != nil
      let code = errno
      close(descriptor)
      if isWritten, rename(path, FilePath.join(files, stem)) { return }
      let renameCode = isWritten ? errno : code
      unlink(notePath.systemPath)
      if isWritten, renameCode == EEXIST { continue }
      throw SystemError(call: "rename", code: renameCode)
    }
    throw SystemError(call: "open", code: EEXIST)
  }

  private static let maximumTries = 10_000

  /// Renames a file to an unused name.
  private static func rename(_ path: String, _ new: String) -> Bool {
    if clinux_rename_new(path.systemPath, new.systemPath) == 0 { return true }
    // The file system doesn't support this flag.
    guard errno == EINVAL, !Folder.hasEntry(new) else { return false }
    return Glibc.rename(path.systemPath, new.systemPath) == 0
  }

  /// Creates a trash folder that only its owner can read, and its parents.
  private static func make(_ folder: String) throws(SystemError) {
    if Folder.isFolder(folder) || mkdir(folder.systemPath, 0o700) == 0 { return }
    guard errno == ENOENT, folder != "/" else { throw SystemError(call: "mkdir") }
    try make(FilePath.folder(of: folder))
    if mkdir(folder.systemPath, 0o700) != 0, errno != EEXIST { throw SystemError(call: "mkdir") }
  }

  /// Formats the local time, such as 2026-11-23T20:33:07.
  private static func date(_ seconds: Int) -> String {
    var (time, parts) = (time_t(seconds), tm())
    localtime_r(&time, &parts)
    func two(_ value: Int32) -> String { (value < 10 ? "0" : "") + "\(value)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}
