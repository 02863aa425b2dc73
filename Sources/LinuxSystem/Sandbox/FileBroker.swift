import CLinux
import Glibc
import Synchronization

/// Opens, names and removes files for a sandboxed process, which sends requests to a process that
/// was created before the restrictions.
final class FileBroker: Sendable {
  /// The requests of the sandboxed process. The numbers start after those of ``DesktopHelper``.
  enum Task: UInt8 {
    case open = 16
    case openInside, linkUnnamed, link, forget
    case rename, renameExclusively, unlink, makeFolder, removeFolder
  }

  private let helper: Helper

  init(_ helper: Helper) { self.helper = helper }

  func open(_ path: String, _ flags: Int32) -> Int32 {
    ask(.open, [path.fileNameBytes, Self.bytes(of: UInt64(UInt32(bitPattern: flags)))])
  }

  func open(inside folder: String, _ names: [String]) -> Int32 {
    ask(.openInside, [folder.fileNameBytes] + names.map(\.fileNameBytes))
  }

  func link(_ descriptor: Int32, to path: String) -> Int32 {
    guard let file = FileIdentity(of: descriptor) else { return -1 }
    return ask(.linkUnnamed, file.parts + [path.fileNameBytes])
  }

  func forget(_ descriptor: Int32) {
    guard let file = FileIdentity(of: descriptor) else { return }
    _ = ask(.forget, file.parts)
  }

  func change(_ task: Task, _ paths: String...) -> Int32 { ask(task, paths.map(\.fileNameBytes)) }

  /// Returns a descriptor or zero, or -1 with the reason in errno.
  private func ask(_ task: Task, _ parts: [[UInt8]]) -> Int32 {
    let question = HelperMessage(kind: task.rawValue, parts: parts).bytes
    guard let answer = helper.askForFile(question), answer.bytes.count == 8 else {
      // The helper has ended.
      errno = EIO
      return -1
    }
    let code = Int32(truncatingIfNeeded: Self.number(answer.bytes) ?? UInt64(EIO))
    if code == 0 {
      // The kernel drops a file for which this process has no descriptor left.
      guard answer.descriptor < 0, task == .open || task == .openInside else {
        return max(answer.descriptor, 0)
      }
      errno = EMFILE
      return -1
    }
    if answer.descriptor >= 0 { close(answer.descriptor) }
    errno = code
    return -1
  }

  /// Returns the bytes of a number, least significant first.
  static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func number(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.count == 8 else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The device and the number of a file, which identify it independently of its names.
package struct FileIdentity: Hashable {
  let device: UInt64
  private let number: UInt64

  init(_ status: stat) {
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Creates the identity of the file or folder at a path, or returns `nil` if it doesn't exist.
  package init?(at path: String) {
    var status = stat()
    guard stat(path.systemPath, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the identity of an open file, or returns `nil` if the descriptor is invalid.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init?(_ parts: ArraySlice<[UInt8]>) {
    guard parts.count == 2, let device = parts.first.flatMap(FileBroker.number),
      let number = parts.last.flatMap(FileBroker.number)
    else { return nil }
    (self.device, self.number) = (device, number)
  }

  fileprivate var parts: [[UInt8]] {
    [FileBroker.bytes(of: device), FileBroker.bytes(of: number)]
  }
}

/// Output that a sandboxed process may write: files in one folder or below it.
package struct OutputGrant: Sendable {
  /// The folder, which need not exist if ``isFolder`` allows creating it.
  let folder: String
  /// Returns whether a file can be written, read and removed, given its path in the folder.
  let isFile: @Sendable (String) -> Bool
  /// Returns whether a folder can be created, listed and removed while it is empty, given its path in the folder. The
  /// folder itself has an empty path.
  let isFolder: @Sendable (String) -> Bool
  /// Whether folders can be renamed.
  let movesFolders: Bool
  /// Whether a file can be a link, such as one to a device, because the user has named the file itself.
  let followsLinks: Bool

  /// Creates a grant for files in a folder.
  package init(
    folder: String, movesFolders: Bool = false, followsLinks: Bool = false,
    isFolder: @escaping @Sendable (String) -> Bool = { _ in false },
    isFile: @escaping @Sendable (String) -> Bool
  ) {
    (self.folder, self.movesFolders, self.followsLinks) = (folder, movesFolders, followsLinks)
    (self.isFolder, self.isFile) = (isFolder, isFile)
  }

  /// Creates a grant for one file.
  package init(file path: String) {
    let name = FilePath.name(of: path).fileNameBytes
    self.init(folder: FilePath.folder(of: path), followsLinks: true) { $0.fileNameBytes == name }
  }

  /// Creates a grant for a folder and everything below it, except hidden files and folders.
  ///
  /// - Parameter extensions: The file extensions that can be written, such as ".png".
  package init(below folder: String, extensions: [String], movesFolders: Bool = false) {
    self.init(
      folder: folder, movesFolders: movesFolders,
      isFolder: FilePath.isVisible,
      isFile: { path in
        FilePath.isVisible(path) && extensions.contains { FilePath.ends(path, in: $0) }
      })
  }
}

/// The part of a broker that runs in the helper. The requesting process may have been taken over by
/// an attacker.
final class FileBrokerWork: Sendable {
  private let grants: [OutputGrant]
  /// The folders of the grants, which the helper opens first.
  private let roots = Mutex<[OutputRoot]>([])
  private let reading: ReadingPolicy?
  /// The unnamed files that haven't received their names.
  private let unnamed = Mutex<[FileIdentity: Int32]>([:])
  /// The regular files that were opened by the ``ReadingPolicy``.
  private let opened = Mutex<Set<FileIdentity>>([])

  private static let maximumUnnamed = 1024

  init(_ outputs: [OutputGrant], _ reading: ReadingPolicy? = nil) {
    (grants, self.reading) = (outputs, reading)
  }

  /// Opens the folders of the output, in the process that answers.
  func prepare() {
    let found = grants.flatMap(OutputRoot.roots)
    roots.withLock { $0 = found }
  }

  /// Returns whether a file can be moved to the trash: a regular file that the window has opened.
  /// Without Landlock, the window opens files itself, so any file counts that it could open here.
  func mayRemove(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFLNK, stat(path.systemPath, &status) != 0 { return false }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    if opened.withLock({ $0.contains(FileIdentity(status)) }) { return true }
    guard Landlock.version == 0, let reading else { return false }
    let descriptor = reading.open(path, 0)
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    return descriptor >= 0
  }

  /// Returns the answer to a question, or `nil` if the question is for another recipient.
  func answer(to bytes: [UInt8]) -> Helper.Answer? {
    guard let kind = bytes.first, let task = FileBroker.Task(rawValue: kind) else { return nil }
    guard let question = HelperMessage(bytes) else { return Self.answer(EINVAL) }
    // The C library would read such a path only up to the zero.
    let hasZero = question.parts.contains { $0.contains(0) }
    switch (task, question.parts.count) {
    case (.open, 2):
      guard let flags = FileBroker.number(question.parts[1]) else { return Self.answer(EINVAL) }
      guard !question.parts[0].contains(0) else { return Self.answer(EACCES) }
      return open(question.parts[0], Int32(bitPattern: UInt32(truncatingIfNeeded: flags)))
    case (.openInside, 2...256) where !hasZero:
      return openInside(question.parts)
    case (.linkUnnamed, 3) where !question.parts[2].contains(0):
      guard let file = FileIdentity(question.parts[..<2]) else { return Self.answer(EINVAL) }
      return linkUnnamed(file, question.parts[2])
    case (.forget, 2):
      if let file = FileIdentity(question.parts[...]) { close(file) }
      return Self.answer(0)
    case (.link, 2), (.rename, 2), (.renameExclusively, 2):
      return hasZero ? Self.answer(EINVAL) : move(task, question.parts[0], question.parts[1])
    case (.unlink, 1), (.makeFolder, 1), (.removeFolder, 1):
      return hasZero ? Self.answer(EINVAL) : change(task, question.parts[0])
    default: return Self.answer(EINVAL)
    }
  }

  private static func answer(_ code: Int32) -> Helper.Answer {
    Helper.Answer(FileBroker.bytes(of: UInt64(UInt32(bitPattern: code))))
  }

  /// Returns the answer that sends an open file.
  private static func answer(_ descriptor: Int32, closes: Bool) -> Helper.Answer {
    guard descriptor >= 0 else { return answer(errno) }
    return Helper.Answer(
      FileBroker.bytes(of: 0), descriptor: descriptor, closesDescriptor: closes)
  }

  private func close(_ file: FileIdentity) {
    let descriptor = unnamed.withLock { $0.removeValue(forKey: file) }
    if let descriptor { _ = Glibc.close(descriptor) }
  }

  /// Returns the output at a path, or `nil` if no grant allows it.
  private func output(
    _ path: [UInt8], where isAllowed: (OutputLocation) -> Bool
  ) -> OutputLocation? {
    let names = OutputRoot.names(on: FilePath.absolute(String(fileName: path)))
    for root in roots.withLock({ $0 }) {
      if let location = root.location(of: names), isAllowed(location) { return location }
      if let location = root.location(above: names), isAllowed(location) { return location }
    }
    return nil
  }
}

extension FileBrokerWork {
  private func open(_ path: [UInt8], _ flags: Int32) -> Helper.Answer {
    let known = O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    if flags & ~known == O_RDONLY { return openToRead(path, flags & (O_DIRECTORY | O_NONBLOCK)) }
    switch flags & ~(O_CLOEXEC | O_NOCTTY) {
    case O_WRONLY | O_TRUNC:
      guard let output = output(path, where: \.isFile) else { return Self.answer(EACCES) }
      return Self.answer(output.overwrite(), closes: true)
    case O_CREAT | O_EXCL | O_RDWR:
      guard let output = output(path, where: \.isFileOrTemporary) else {
        return Self.answer(EACCES)
      }
      return Self.answer(
        output.open(O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC), closes: true)
    case FileSystem.unnamedFile | O_RDWR:
      guard let folder = output(path, where: { !$0.isAbove }) else { return Self.answer(EACCES) }
      return openUnnamed(in: folder)
    default: return Self.answer(EINVAL)
    }
  }

  private func openUnnamed(in folder: OutputLocation) -> Helper.Answer {
    let descriptor = folder.openUnnamed()
    guard descriptor >= 0, let file = FileIdentity(of: descriptor) else {
      return Self.answer(descriptor, closes: true)
    }
    let isKept = unnamed.withLock { files in
      guard files.count < Self.maximumUnnamed else { return false }
      files[file] = descriptor
      return true
    }
    if isKept { return Self.answer(descriptor, closes: false) }
    _ = Glibc.close(descriptor)
    return Self.answer(EMFILE)
  }

  private func linkUnnamed(_ file: FileIdentity, _ path: [UInt8]) -> Helper.Answer {
    guard let output = output(path, where: \.isFileOrTemporary) else { return Self.answer(EACCES) }
    guard let descriptor = unnamed.withLock({ $0[file] }) else { return Self.answer(EBADF) }
    let code = output.inParent { parent, name in
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", parent, name, AT_SYMLINK_FOLLOW)
    }
    if code == 0 { close(file) }
    return Self.answer(code)
  }

  private func move(_ task: FileBroker.Task, _ old: [UInt8], _ new: [UInt8]) -> Helper.Answer {
    // A file must not get the name of a folder, which may have any file extension.
    let isFolder = output(old, where: \.mayMoveFolder)?.isExistingFolder ?? false
    guard !isFolder || task == .rename,
      let old = output(old, where: isFolder ? \.mayMoveFolder : \.isFileOrTemporary),
      let new = output(new, where: isFolder ? \.mayMoveFolder : \.isFileOrTemporary)
    else { return Self.answer(EACCES) }
    return Self.answer(
      old.inParent { oldParent, oldName in
        let code = new.inParent { newParent, newName in
          switch task {
          case .link: linkat(oldParent, oldName, newParent, newName, 0)
          case .renameExclusively: clinux_rename_new_in(oldParent, oldName, newParent, newName)
          default: renameat(oldParent, oldName, newParent, newName)
          }
        }
        errno = code
        return code == 0 ? 0 : -1
      })
  }

  private func change(_ task: FileBroker.Task, _ path: [UInt8]) -> Helper.Answer {
    guard let output = output(path, where: task == .unlink ? \.isFileOrTemporary : \.isFolder)
    else { return Self.answer(EACCES) }
    return Self.answer(
      output.inParent { parent, name in
        switch task {
        case .unlink: unlinkat(parent, name, 0)
        case .makeFolder: mkdirat(parent, name, 0o777)
        default: unlinkat(parent, name, AT_REMOVEDIR)
        }
      })
  }
}

extension FileBrokerWork {
  private func openToRead(_ path: [UInt8], _ flags: Int32) -> Helper.Answer {
    if flags & O_DIRECTORY != 0, let folder = output(path, where: \.isListable) {
      return Self.answer(folder.openFolder(O_RDONLY | O_CLOEXEC), closes: true)
    }
    if flags & O_DIRECTORY == 0, let output = output(path, where: \.isFileOrTemporary) {
      let descriptor = output.open(O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY)
      guard descriptor < 0 || FileStatus.isRegular(descriptor) else {
        _ = Glibc.close(descriptor)
        return Self.answer(EACCES)
      }
      return Self.answer(descriptor, closes: true)
    }
    guard let reading else { return Self.answer(EACCES) }
    return answer(reading.open(String(fileName: path), flags))
  }

  private func openInside(_ parts: [[UInt8]]) -> Helper.Answer {
    let names = parts.dropFirst().map { String(fileName: $0) }
    guard let reading,
      names.allSatisfy({ !["", ".", ".."].contains($0) && !$0.utf8.contains(UInt8(ascii: "/")) })
    else { return Self.answer(EACCES) }
    let descriptor = FileSystem.openWithoutLinks(inside: String(fileName: parts[0]), names)
    return answer(descriptor < 0 ? -1 : reading.checked(descriptor))
  }

  private func answer(_ descriptor: Int32) -> Helper.Answer {
    if descriptor >= 0, FileStatus.isRegular(descriptor), let file = FileIdentity(of: descriptor) {
      opened.withLock { _ = $0.insert(file) }
    }
    return Self.answer(descriptor, closes: true)
  }
}

/// Facts about open files.
enum FileStatus {
  static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
