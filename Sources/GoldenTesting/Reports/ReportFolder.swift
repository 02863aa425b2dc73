import Glibc
import LinuxSystem
import Synchronization

/// The folder of a report, which is either complete or doesn't exist. The files are written into a
/// hidden folder, which is renamed at the end.
///
/// The hidden folder has a fixed name and is locked while a run writes into it. The kernel releases
/// the lock of a run that is killed, so the next run can distinguish leftovers from the folder of
/// an active run, and reuses them.
final class ReportFolder: Sendable {
  static let page = "index.html"
  static let images = "pictures"
  /// The images of an earlier report, on their way out.
  private static let earlier = "earlier"

  let path: String
  /// Whether the folder is created. Otherwise, it exists, is empty or contains an earlier report,
  /// and isn't replaced, because a file system may be mounted on it, or a shell may use it.
  private let isNew: Bool
  private let hiddenPath: String
  /// The descriptor of the hidden folder, which is locked.
  private let descriptor: Int32
  /// The folders above that had to be made.
  private let foldersAbove: [String]
  private let phase = Mutex(Phase.writing)

  private enum Phase {
    case writing, finished, discarded
  }

  /// Creates the hidden folder. Existing files aren't touched.
  init(_ path: String) throws(Failure) {
    self.path = Self.withoutSlashes(path)
    isNew = try Self.isFree(self.path)
    hiddenPath = Self.hiddenPath(of: self.path, isNew: isNew)
    let folder = FilePath.folder(of: hiddenPath)
    do throws(OutputError) {
      foldersAbove = try Folder.make(folder)
      descriptor = try Self.claim(hiddenPath)
    } catch {
      // The user didn't name the hidden folder, so report it only if something exists at its path.
      if case .cannotCreate(hiddenPath, let code) = error, code != EEXIST {
        let wanted = isNew ? self.path : FilePath.join(self.path, Self.page)
        throw Failure(OutputError.cannotCreate(path: wanted, code: code))
      }
      if case .inUse = error {
        throw Failure(
          "\(self.path): another run is writing this report; wait for it to end, or use another "
            + "folder", status: .cannotCreate)
      }
      throw Failure(error)
    }
    do throws(Failure) {
      // Another run may have finished its report since.
      guard try Self.isFree(self.path) == isNew else {
        throw Failure(OutputError.cannotCreate(path: self.path, code: EEXIST))
      }
      try removeLeftovers()
      try make(Self.images)
    } catch {
      discard()
      throw error
    }
  }

  deinit {
    discard()
    close(descriptor)
  }

  /// Returns the folders that a report at a path writes, including the hidden one.
  static func folders(of path: String) -> [String] {
    let path = withoutSlashes(path)
    return [path, hiddenPath(of: path, isNew: true), hiddenPath(of: path, isNew: false)]
  }

  private static func withoutSlashes(_ path: String) -> String {
    let end = path.lastIndex { $0 != "/" } ?? path.startIndex
    return String(path[...end])
  }

  private static func hiddenPath(of path: String, isNew: Bool) -> String {
    FilePath.join(
      isNew ? FilePath.folder(of: path) : path,
      isNew ? ".\(FilePath.name(of: path)).x11viewer" : hiddenName)
  }

  /// Writes a file, unless the report was discarded. May be called on any thread.
  func write(_ bytes: [UInt8], to name: String) throws(OutputError) {
    try phase.withLock { phase throws(OutputError) in
      guard phase == .writing else { return }
      do throws(FileDescriptor.Failure) {
        // Whole once the folder is, so it needs neither another name nor a wait for the disk.
        let file = try FileDescriptor(
          owning: FileSystem.create(FilePath.join(hiddenPath, name)))
        try file.write(bytes.span.bytes)
        try file.close()
      } catch {
        throw .writingFailed(path: FilePath.join(path, name), code: error.code)
      }
    }
  }

  /// Gives the folder its name. To be called once, after the last write.
  func finish() throws(OutputError) {
    try phase.withLock { phase throws(OutputError) in
      guard phase == .writing else { return }
      if isNew {
        try move(hiddenPath, to: path)
      } else {
        // Write the page last, so that everything it shows exists. Remove an earlier report's page
        // first, and its images with the hidden folder.
        try OutputFile.remove(FilePath.join(path, Self.page))
        let earlier = FilePath.join(path, Self.images)
        if Folder.isFolder(earlier) {
          try move(earlier, to: FilePath.join(hiddenPath, Self.earlier))
        }
        for name in [Self.images, Self.page] {
          try move(FilePath.join(hiddenPath, name), to: FilePath.join(path, name))
        }
        try Folder.remove(hiddenPath)
      }
      phase = .finished
    }
  }

  /// Removes all that was written, unless the report is finished. May be called on any thread.
  func discard() {
    phase.withLock { phase in
      guard phase == .writing else { return }
      phase = .discarded
      try? Folder.remove(hiddenPath)
      for folder in foldersAbove.reversed() { Folder.removeIfEmpty(folder) }
    }
  }

  private func make(_ name: String) throws(Failure) {
    do throws(OutputError) {
      try Folder.make(FilePath.join(hiddenPath, name))
    } catch {
      guard case .cannotCreate(_, let code) = error else { throw Failure(error) }
      throw Failure(OutputError.cannotCreate(path: FilePath.join(path, name), code: code))
    }
  }

  private func move(_ old: String, to new: String) throws(OutputError) {
    guard FileSystem.rename(old, to: new) == 0 else {
      throw .cannotCreate(path: new, code: errno)
    }
  }
}

// Reports of before.
extension ReportFolder {
  /// The name inside an existing folder.
  private static let hiddenName = ".x11viewer-report"

  /// Returns whether to create the folder of a report at `path`. Returns `false` if it exists and
  /// contains only leftovers or an earlier report.
  private static func isFree(_ path: String) throws(Failure) -> Bool {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0 else { return true }
    guard Folder.isFolder(path) else {
      throw Failure(
        "\(path): not a folder; use a new one for the report", status: .cannotCreate)
    }
    let names: Set<String>
    do throws(InputError) {
      names = Set(try Folder.names(in: path))
    } catch {
      throw Failure("\(error)", status: .cannotCreate)
    }
    if names.isEmpty || names.contains(hiddenName) && names.isSubset(of: [hiddenName, images]) {
      return false
    }
    if names.contains(page), names.isSubset(of: [hiddenName, images, page]), isReport(path) {
      return false
    }
    throw Failure(
      "\(path): neither empty nor a report; use a new folder for the report",
      status: .cannotCreate)
  }

  /// Returns whether the page in the folder is one of ours.
  private static func isReport(_ path: String) -> Bool {
    let start = try? FileBytes.read(FilePath.join(path, page), limit: 4096)
    return start?.firstRange(of: Array(GoldenReportPage.generator.utf8)) != nil
  }

  /// Creates the folder at `path`, or reuses the folder of a run that was killed, and locks it.
  private static func claim(_ path: String) throws(OutputError) -> Int32 {
    while true {
      let isNew = FileSystem.makeFolder(path) == 0
      guard isNew || errno == EEXIST else { throw .cannotCreate(path: path, code: errno) }
      let descriptor = FileSystem.openToRead(path, O_DIRECTORY | O_NOFOLLOW)
      guard descriptor >= 0 else {
        // The other run has renamed it at this moment.
        if errno == ENOENT { continue }
        throw .cannotCreate(path: path, code: errno)
      }
      var (locked, named) = (stat(), stat())
      // Not every file system supports locks. Without them, the folder isn't locked.
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      if isLocked, fstat(descriptor, &locked) == 0, lstat(path.systemPath, &named) == 0,
        locked.st_ino == named.st_ino, locked.st_dev == named.st_dev
      {
        // In a shared folder, such as /tmp, another user may have created it.
        if isNew || locked.st_uid == geteuid() { return descriptor }
        close(descriptor)
        throw .cannotCreate(path: path, code: EEXIST)
      }
      close(descriptor)
      guard isLocked else { throw .inUse(path: path) }
    }
  }

  /// Removes the files of a run that was killed.
  private func removeLeftovers() throws(Failure) {
    do throws(OutputError) {
      try Folder.empty(hiddenPath)
      // Without a page, they were being removed from the hidden folder.
      let images = FilePath.join(path, Self.images)
      if !isNew, Folder.isFolder(images), !Folder.hasEntry(FilePath.join(path, Self.page)) {
        try Folder.remove(images)
      }
    } catch {
      throw Failure(error)
    }
  }
}
