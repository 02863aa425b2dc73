import Glibc

/// Lists, makes and removes directories.
package enum Folder {
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is anything of this name.
  package static func hasEntry(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0
  }

  /// The names of files in the directory at `path` that end in one of `endings`, except for hidden ones,
  /// which begin with a dot.
  ///
  /// - Parameter precedes: their order; by their bytes unless given.
  package static func names(
    in path: String, endings: [String],
    sortedBy precedes: (String, String) -> Bool = Folder.byBytes
  ) throws(InputError) -> [String] {
    // By bytes, since a folder may have very many names, and characters take ten times as long.
    try entries(
      in: path,
      where: { name, kind in
        // To read a pipe, a socket or a device may take for ever.
        ![DT_FIFO, DT_SOCK, DT_CHR, DT_BLK, DT_DIR].contains(kind)
          && endings.contains { FilePath.ends(name, in: $0) }
          // Links and some file systems do not say what they lead to.
          && (kind == DT_REG || !isFolder(FilePath.join(path, name)))
      }, sortedBy: precedes)
  }

  package static func byBytes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  /// The names of the folders in the directory at `path`, except for hidden ones and symbolic
  /// links, which could form a cycle.
  package static func folders(in path: String) throws(InputError) -> [String] {
    try entries(in: path) { name, kind in
      if kind != DT_UNKNOWN { return kind == DT_DIR }
      // Some file systems do not report the type.
      var status = stat()
      return lstat("\(path)/\(name)".systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The paths of the symbolic links in the directory at `path`, as far as the file system says what they are.
  package static func links(in path: String) throws(InputError) -> [String] {
    try entries(in: path) { _, kind in kind == DT_LNK }.map { FilePath.join(path, $0) }
  }

  /// Everything in the directory at `path`, also what is hidden.
  package static func names(in path: String) throws(InputError) -> [String] {
    try entries(in: path, hidden: true) { _, _ in true }
  }

  /// Makes a directory at `path`, and those above it, if they do not exist.
  ///
  /// - Returns: the directories that it has made, from above.
  @discardableResult
  package static func make(_ path: String) throws(OutputError) -> [String] {
    if isFolder(path) { return [] }
    if FileSystem.makeFolder(path) == 0 { return [path] }
    if errno == EEXIST, isFolder(path) { return [] }
    let above = FilePath.names(on: path).dropLast().joined(separator: "/")
    guard errno == ENOENT, !above.isEmpty else { throw .cannotCreate(path: path, code: errno) }
    let made = try make(path.hasPrefix("/") ? "/" + above : above)
    if FileSystem.makeFolder(path) == 0 { return made + [path] }
    guard errno == EEXIST else { throw .cannotCreate(path: path, code: errno) }
    return made
  }

  /// Removes the directory at `path`; one that is not empty stays.
  package static func removeIfEmpty(_ path: String) { FileSystem.removeFolder(path) }

  /// Removes the directory at `path` and what ``empty(_:)`` removes.
  package static func remove(_ path: String) throws(OutputError) {
    try empty(path)
    guard FileSystem.removeFolder(path) == 0 else { throw .cannotRemove(path: path, code: errno) }
  }

  /// Removes the files in the directory at `path`, and the directories in it with their files.
  /// Deeper ones are not ours and stay.
  package static func empty(_ path: String) throws(OutputError) {
    try removeFiles(in: path)
    for folder in (try? folders(in: path)) ?? [] {
      let folder = FilePath.join(path, folder)
      try removeFiles(in: folder)
      guard FileSystem.removeFolder(folder) == 0 else {
        throw .cannotRemove(path: folder, code: errno)
      }
    }
  }

  private static func removeFiles(in path: String) throws(OutputError) {
    for name in (try? names(in: path)) ?? [] {
      try OutputFile.remove(FilePath.join(path, name))
    }
  }

  /// The wanted names in a directory.
  ///
  /// - Parameters:
  ///   - hidden: whether those that begin with a dot may be among them.
  ///   - isWanted: called with the name and the type of each entry, such as DT_DIR.
  private static func entries(
    in path: String, hidden: Bool = false, where isWanted: (String, Int) -> Bool,
    sortedBy precedes: (String, String) -> Bool = Folder.byBytes
  ) throws(InputError) -> [String] {
    let descriptor = FileSystem.openToRead(path, O_DIRECTORY)
    guard descriptor >= 0 else { throw InputError(path: path, code: errno) }
    guard let directory = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw InputError(path: path, code: code)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { break }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(fileName: bytes.prefix { $0 != 0 })
      }
      let isShown = hidden ? name != "." && name != ".." : !name.hasPrefix(".")
      if isShown, isWanted(name, Int(entry.pointee.d_type)) { names.append(name) }
    }
    guard errno == 0 else { throw InputError(path: path, code: errno) }
    return names.sorted(by: precedes)
  }
}

/// The parts of a path.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// The names on a path. A slash is a byte: with a mark on it, it would be part of another character.
  package static func names(on path: String) -> [Substring] {
    path.utf8.split(separator: slash).map { Substring($0) }
  }

  /// The part after the last slash.
  package static func name(of path: String) -> String {
    names(on: path).last.map { String($0) } ?? path
  }

  /// Whether a path ends so, in small letters or in capitals, as cameras and other systems write them.
  ///
  /// - Parameter ending: in lower case.
  package static func ends(_ path: String, in ending: String) -> Bool {
    path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) { byte, small in
      byte == small || byte | 0x20 == small && 0x61...0x7A ~= small
    }
  }

  /// A file's name without its ending. A dot at the beginning does not begin an ending.
  package static func stem(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  /// What the name of the entry at `path` ends in, such as "png", in lower case; nil if it has no ending.
  package static func ending(of path: String) -> String? {
    let name = name(of: path)
    let length = stem(of: name).utf8.count
    guard length < name.utf8.count else { return nil }
    return String(Substring(name.utf8.dropFirst(length + 1))).lowercased()
  }

  /// Whether the entry at `path` is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The folder that contains the entry at `path`.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path from the root directory, without `.` and `..`; relative if the current directory is gone.
  /// Links stay as they are, unless what follows one is the folder above where it leads.
  package static func absolute(_ path: String) -> String {
    let path = fromRoot(path)
    return path.hasPrefix("/") ? clean(path) : path
  }

  /// The path from the root directory, otherwise as it is; relative if the current directory is gone. Unlike
  /// ``absolute(_:)``, it asks no disk where links lead.
  package static func fromRoot(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return join(String(fileName: current), path)
  }

  /// A path from the root directory, without `.` and `..`.
  private static func clean(_ path: String) -> String {
    let names = names(on: path)
    guard names.contains(where: { $0 == "." || $0 == ".." }) else { return path }
    var kept: [Substring] = []
    for name in names where name != "." {
      if name == ".." { _ = kept.popLast() } else { kept.append(name) }
    }
    let clean = "/" + kept.joined(separator: "/")
    var (named, found) = (stat(), stat())
    guard stat(path.systemPath, &named) == 0, let resolved = resolved(path) else { return clean }
    let isSame =
      stat(clean.systemPath, &found) == 0
      && (named.st_dev, named.st_ino) == (found.st_dev, found.st_ino)
    return isSame ? clean : resolved
  }

  /// Returns the path of an existing file or folder without links, or `nil` if there is none.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path.systemPath, nil) else { return nil }
    defer { free(resolved) }
    return String(fileName: resolved)
  }

  /// Returns whether no name on a path is hidden.
  package static func isVisible(_ path: String) -> Bool {
    names(on: path).allSatisfy { !$0.hasPrefix(".") }
  }

  /// The path of an entry in a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The path of a folder relative to another one, such as `../frames`; "." for the same. Nil if one
  /// of them does not exist.
  package static func relative(_ path: String, to folder: String) -> String? {
    guard let target = real(path), let origin = real(folder) else { return nil }
    let common = zip(target, origin).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: origin.count - common) + target[common...]
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// The names on the way from the root to a folder, without symbolic links.
  private static func real(_ path: String) -> [String]? {
    resolved(path).map { names(on: $0).map { String($0) } }
  }
}
