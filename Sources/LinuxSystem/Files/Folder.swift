import Glibc

/// Lists, creates and removes folders.
package enum Folder {
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns whether an entry with this name exists.
  package static func hasEntry(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0
  }

  /// Returns the names of the files in the folder at `path` with one of the given file extensions. Hidden files, whose
  /// names start with a dot, are excluded.
  ///
  /// - Parameters:
  ///   - precedes: The sort order (default: by bytes).
  ///   - isWanted: A closure that returns whether to include a file without a file extension, given its name.
  package static func names(
    in path: String, fileExtensions: [String],
    sortedBy precedes: (String, String) -> Bool = Folder.byBytes,
    withoutExtension isWanted: (String) -> Bool = { _ in false }
  ) throws(InputError) -> [String] {
    // Compare bytes, because folders can have very many names, and comparing characters takes ten times as long.
    try entries(
      in: path,
      where: { name, kind in
        // Reading a pipe, a socket or a device may block forever.
        ![DT_FIFO, DT_SOCK, DT_CHR, DT_BLK, DT_DIR].contains(kind)
          && (fileExtensions.contains { FilePath.ends(name, in: $0) }
            || FilePath.stem(of: name) == name && isWanted(name))
          // The type of a link's target is unknown, and some file systems report no types at all.
          && (kind == DT_REG || !isFolder(FilePath.join(path, name)))
      }, sortedBy: precedes)
  }

  package static func byBytes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  /// Returns the names of the folders in the folder at `path`, except hidden ones and symbolic links, which could form
  /// a cycle.
  package static func folders(in path: String) throws(InputError) -> [String] {
    try entries(in: path) { name, kind in
      if kind != DT_UNKNOWN { return kind == DT_DIR }
      // Some file systems don't report the type.
      var status = stat()
      return lstat("\(path)/\(name)".systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// Returns the paths of the symbolic links in the folder at `path`, if the file system reports types.
  package static func links(in path: String) throws(InputError) -> [String] {
    try entries(in: path) { _, kind in kind == DT_LNK }.map { FilePath.join(path, $0) }
  }

  /// Returns the names of all entries of the folder at `path`, including hidden ones.
  package static func names(in path: String) throws(InputError) -> [String] {
    try entries(in: path, hidden: true) { _, _ in true }
  }

  /// Creates a folder at `path` and its parents, unless they exist.
  ///
  /// - Returns: The created folders, outermost first.
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

  /// Removes the folder at `path` if it is empty.
  package static func removeIfEmpty(_ path: String) { FileSystem.removeFolder(path) }

  /// Removes the folder at `path` and everything that ``empty(_:)`` removes.
  package static func remove(_ path: String) throws(OutputError) {
    try empty(path)
    guard FileSystem.removeFolder(path) == 0 else { throw .cannotRemove(path: path, code: errno) }
  }

  /// Removes the files in the folder at `path`, and its subfolders with their files. Deeper folders weren't created by
  /// this program, and remain.
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

  /// Returns selected names in a folder.
  ///
  /// - Parameters:
  ///   - hidden: Whether to include names that start with a dot.
  ///   - isWanted: A closure that returns whether to include an entry, given its name and its type,
  ///     such as DT_DIR.
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

/// Functions for paths.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// Returns the components of a path. Split bytes, because a slash with a combining mark would be a single character.
  package static func names(on path: String) -> [Substring] {
    path.utf8.split(separator: slash).map { Substring($0) }
  }

  /// Returns the part after the last slash.
  package static func name(of path: String) -> String {
    names(on: path).last.map { String($0) } ?? path
  }

  /// Returns whether a path has a file extension, ignoring case, because cameras and other systems use capitals.
  ///
  /// - Parameter fileExtension: The extension in lower case.
  package static func ends(_ path: String, in fileExtension: String) -> Bool {
    path.utf8.suffix(fileExtension.utf8.count).elementsEqual(fileExtension.utf8) { byte, small in
      byte == small || byte | 0x20 == small && 0x61...0x7A ~= small
    }
  }

  /// Returns the name without its file extension. A leading dot doesn't start an extension.
  package static func stem(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  /// Returns the file extension in lower case, such as "png", or `nil` if the name doesn't have one.
  package static func fileExtension(of path: String) -> String? {
    let name = name(of: path)
    let length = stem(of: name).utf8.count
    guard length < name.utf8.count else { return nil }
    return String(Substring(name.utf8.dropFirst(length + 1))).lowercased()
  }

  /// Returns whether the entry at `path` is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the folder that contains the entry at `path`.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the path with a leading tilde replaced by the user's home folder, or unchanged if that is unknown.
  package static func expandingTilde(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(fileName: home) + path.dropFirst()
  }

  /// Returns the absolute path, without `.` and `..`, or a relative path if the current directory is gone. Links
  /// remain, unless `..` follows them.
  package static func absolute(_ path: String) -> String {
    let path = fromRoot(path)
    return path.hasPrefix("/") ? clean(path) : path
  }

  /// Returns the absolute path, otherwise unchanged, or a relative path if the current directory is gone. Unlike
  /// ``absolute(_:)``, this doesn't access disks to resolve links.
  package static func fromRoot(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return join(String(fileName: current), path)
  }

  /// Returns an absolute path without `.` and `..`.
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

  /// Returns the path of an existing file or folder without links, or `nil` if it doesn't exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path.systemPath, nil) else { return nil }
    defer { free(resolved) }
    return String(fileName: resolved)
  }

  /// Returns whether none of the names on a path is hidden.
  package static func isVisible(_ path: String) -> Bool {
    names(on: path).allSatisfy { !$0.hasPrefix(".") }
  }

  /// Returns the path of an entry in a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Returns the path of a folder relative to another folder, such as `../frames`, or "." for the
  /// same folder. Returns `nil` if one of them doesn't exist.
  package static func relative(_ path: String, to folder: String) -> String? {
    guard let target = real(path), let origin = real(folder) else { return nil }
    let common = zip(target, origin).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: origin.count - common) + target[common...]
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Returns the names from the root to a folder, without symbolic links.
  private static func real(_ path: String) -> [String]? {
    resolved(path).map { names(on: $0).map { String($0) } }
  }
}
