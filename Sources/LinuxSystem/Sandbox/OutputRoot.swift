import CLinux
import Glibc

/// The folder of an ``OutputGrant``, as the broker finds it.
struct OutputRoot: Sendable {
  private let grant: OutputGrant
  /// The names on the path of the folder.
  private let names: [[UInt8]]
  /// The nearest folder that exists, which stays open while the broker runs.
  fileprivate let base: Int32
  /// The number of names on the path of ``base``.
  private let baseCount: Int

  /// Returns the roots of a grant: the folder as it was named, and its path without symbolic links.
  static func roots(of grant: OutputGrant) -> [OutputRoot] {
    var base = FilePath.absolute(grant.folder)
    var rest: [[UInt8]] = []
    while !Folder.isFolder(base), base.hasPrefix("/"), let name = names(on: base).last {
      rest.insert(name, at: 0)
      // Compare names, because the path may end in slashes.
      base = "/" + FilePath.names(on: base).dropLast().joined(separator: "/")
    }
    let descriptor = open(base.systemPath, FileSystem.pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    var paths = [names(on: base)]
    if let real = FilePath.resolved(base).map(names), real != paths[0] { paths.append(real) }
    return paths.map {
      OutputRoot(grant: grant, names: $0 + rest, base: descriptor, baseCount: $0.count)
    }
  }

  static func names(on path: String) -> [[UInt8]] {
    path.fileNameBytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
  }

  /// Returns the location of a path, or `nil` if the path is outside the folder.
  func location(of path: [[UInt8]]) -> OutputLocation? {
    guard path.starts(with: names), !path.contains(Array("..".utf8)) else { return nil }
    return OutputLocation(
      grant: grant, base: base, fromBase: Array(path[baseCount...]),
      inFolder: Array(path[names.count...]), isAbove: false)
  }

  /// Returns the location of a folder that doesn't exist yet and contains the folder of the grant, or `nil`.
  func location(above path: [[UInt8]]) -> OutputLocation? {
    guard names.starts(with: path), path.count > baseCount else { return nil }
    return OutputLocation(
      grant: grant, base: base, fromBase: Array(path[baseCount...]), inFolder: [], isAbove: true)
  }
}

/// A path inside an ``OutputRoot``.
struct OutputLocation {
  fileprivate let grant: OutputGrant
  fileprivate let base: Int32
  /// The names from the open folder to the file.
  fileprivate let fromBase: [[UInt8]]
  /// The names from the folder of the grant to the file.
  fileprivate let inFolder: [[UInt8]]
  /// Whether this is a folder above the folder of the grant.
  let isAbove: Bool

  private var path: String { Self.path(inFolder) }

  private static func path(_ names: [[UInt8]]) -> String {
    String(fileName: Array(names.joined(separator: [UInt8(ascii: "/")])))
  }

  /// Whether the grant includes a file of this name.
  var isFile: Bool { !isAbove && !inFolder.isEmpty && grant.isFile(path) }

  /// Whether the name is that of an unfinished file in the folder of a granted file.
  var isTemporary: Bool {
    guard !isAbove, let name = inFolder.last else { return false }
    return name.starts(with: TemporaryFile.namePrefix.utf8)
      && (inFolder.count == 1 || grant.isFolder(Self.path(inFolder.dropLast())))
  }

  var isFileOrTemporary: Bool { isFile || isTemporary }

  /// Whether the grant includes a folder of this name.
  var isFolder: Bool { grant.isFolder(isAbove ? "" : path) }

  /// Whether the names in the folder can be listed.
  var isListable: Bool { !isAbove && (inFolder.isEmpty || isFolder) }

  /// Whether a folder can be renamed from or to this name.
  var mayMoveFolder: Bool { grant.movesFolders && isFolder && !isAbove }

  var isExistingFolder: Bool {
    var kind: mode_t = 0
    _ = inParent { parent, name in
      var status = stat()
      let result = fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW)
      kind = status.st_mode & S_IFMT
      return result
    }
    return kind == S_IFDIR
  }

  /// Calls a closure with the folder that contains the file, and the name of the file in the folder.
  ///
  /// - Returns: The error number, or zero.
  func inParent(_ body: (Int32, UnsafePointer<CChar>) -> Int32) -> Int32 {
    guard let name = fromBase.last else { return EACCES }
    let parent = Self.openFolder(base, fromBase.dropLast(), FileSystem.pathOnly | O_CLOEXEC)
    guard parent >= 0 else { return errno }
    defer { close(parent) }
    let isDone = body(parent, name.map { CChar(bitPattern: $0) } + [0]) == 0
    return isDone ? 0 : errno
  }

  func open(_ flags: Int32) -> Int32 {
    var descriptor: Int32 = -1
    let code = inParent { parent, name in
      descriptor = openat(parent, name, flags, 0o666)
      return descriptor < 0 ? -1 : 0
    }
    errno = code
    return descriptor
  }

  /// Opens a pipe, a device or an existing file to write it.
  func overwrite() -> Int32 {
    // Devices such as /dev/stdout may be links. Strangers may have made the links in a folder.
    open(O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY | (grant.followsLinks ? 0 : O_NOFOLLOW))
  }

  func openFolder(_ flags: Int32) -> Int32 { Self.openFolder(base, fromBase[...], flags) }

  func openUnnamed() -> Int32 {
    let folder = openFolder(FileSystem.pathOnly | O_CLOEXEC)
    guard folder >= 0 else { return -1 }
    let descriptor = openat(folder, ".", FileSystem.unnamedFile | O_RDWR | O_CLOEXEC, 0o666)
    let code = errno
    close(folder)
    errno = code
    return descriptor
  }

  /// Opens a folder below an open folder. Links that lead outside are rejected.
  private static func openFolder(
    _ base: Int32, _ names: ArraySlice<[UInt8]>, _ flags: Int32
  ) -> Int32 {
    let flags = flags | O_DIRECTORY
    let path = (names.isEmpty ? [UInt8(ascii: ".")] : Array(names.joined(separator: [0x2F])))
    let descriptor = clinux_open_beneath(base, path.map { CChar(bitPattern: $0) } + [0], flags, 0)
    if descriptor >= 0 { return descriptor }
    guard errno == ENOSYS else {
      if errno == EXDEV || errno == ELOOP { errno = EACCES }
      return -1
    }
    // Before Linux 5.6, no link is followed at all.
    var folder = openat(base, ".", names.isEmpty ? flags : FileSystem.pathOnly | O_CLOEXEC)
    for (index, name) in names.enumerated() where folder >= 0 {
      let last = index == names.count - 1
      let inner = openat(
        folder, name.map { CChar(bitPattern: $0) } + [0],
        (last ? flags : FileSystem.pathOnly | O_CLOEXEC | O_DIRECTORY) | O_NOFOLLOW)
      let code = errno
      close(folder)
      errno = code == ELOOP ? EACCES : code
      folder = inner
    }
    return folder
  }
}
