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
    guard let directory = opendir(path) else { throw InputError(path: path, code: errno) }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { break }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if endings.contains(where: name.hasSuffix), !name.hasPrefix(".") { names.append(name) }
    }
    guard errno == 0 else { throw InputError(path: path, code: errno) }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
