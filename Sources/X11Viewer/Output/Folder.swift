import Glibc

/// A directory as a source of names.
enum Folder {
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in the directory at `path` that end in one of `endings`, in the order of their bytes.
  /// Names that begin with a dot are hidden and left out.
  static func names(in path: String, endings: [String]) throws(InputError) -> [String] {
    try entries(in: path) { name, _ in endings.contains(where: name.hasSuffix) }
  }

  /// The names of the folders in the directory at `path`, but for hidden ones and for symbolic links,
  /// which may lead back here.
  static func folders(in path: String) throws(InputError) -> [String] {
    try entries(in: path) { name, kind in
      if kind != DT_UNKNOWN { return kind == DT_DIR }
      // Some file systems do not say.
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// Makes a directory at `path`, and those above it, where there are none.
  static func make(_ path: String) throws(OutputError) {
    if mkdir(path, 0o777) == 0 { return }
    if errno == EEXIST, isFolder(path) { return }
    let above = path.split(separator: "/").dropLast().joined(separator: "/")
    guard errno == ENOENT, !above.isEmpty else { throw .cannotCreate(path: path, code: errno) }
    try make(path.hasPrefix("/") ? "/" + above : above)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, code: errno)
    }
  }

  /// Whether nothing is in the directory at `path`, not even what is hidden.
  static func isEmpty(_ path: String) -> Bool {
    guard let directory = opendir(path) else { return false }
    defer { closedir(directory) }
    var count = 0
    // Itself and the one above it are always there.
    while count < 3, readdir(directory) != nil { count += 1 }
    return count == 2
  }

  /// Removes the directory at `path`; one that is not empty stays.
  static func removeIfEmpty(_ path: String) { rmdir(path) }

  /// The names in a directory that are wanted, in the order of their bytes.
  ///
  /// - Parameter isWanted: is asked with a name and the kind of the entry, DT_DIR for example.
  private static func entries(
    in path: String, where isWanted: (String, Int) -> Bool
  ) throws(InputError) -> [String] {
    guard let directory = opendir(path) else { throw InputError(path: path, code: errno) }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { break }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix("."), isWanted(name, Int(entry.pointee.d_type)) { names.append(name) }
    }
    guard errno == 0 else { throw InputError(path: path, code: errno) }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
