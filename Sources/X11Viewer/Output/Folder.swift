import Glibc

/// Lists, makes and removes directories.
enum Folder {
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in the directory at `path` that end in one of `endings`, sorted by their bytes,
  /// except for hidden ones, which begin with a dot.
  static func names(in path: String, endings: [String]) throws(InputError) -> [String] {
    try entries(in: path) { name, _ in endings.contains(where: name.hasSuffix) }
  }

  /// The names of the folders in the directory at `path`, except for hidden ones and symbolic
  /// links, which could form a cycle.
  static func folders(in path: String) throws(InputError) -> [String] {
    try entries(in: path) { name, kind in
      if kind != DT_UNKNOWN { return kind == DT_DIR }
      // Some file systems do not report the type.
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// Makes a directory at `path`, and those above it, if they do not exist.
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

  /// Whether the directory at `path` is empty, even of hidden entries.
  static func isEmpty(_ path: String) -> Bool {
    guard let directory = opendir(path) else { return false }
    defer { closedir(directory) }
    var count = 0
    // "." and ".." are always there.
    while count < 3, readdir(directory) != nil { count += 1 }
    return count == 2
  }

  /// Removes the directory at `path`; one that is not empty stays.
  static func removeIfEmpty(_ path: String) { rmdir(path) }

  /// The wanted names in a directory, sorted by their bytes.
  ///
  /// - Parameter isWanted: called with the name and the type of each entry, such as DT_DIR.
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
