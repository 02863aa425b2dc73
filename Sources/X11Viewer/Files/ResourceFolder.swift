import Glibc

/// The files below a folder that an animation may refer to. Whatever a path in a file says, nothing
/// outside of the folder is opened, and nothing but ordinary files is.
struct ResourceFolder {
  let path: String

  /// The folder that the file at `path` lies in.
  init(of path: String) { self.path = FilePath.folder(of: path) }

  /// The whole file at `relativePath`; nil where there is none, it lies elsewhere, or it is larger
  /// than `limit`.
  ///
  /// Each folder on the way is opened for itself and no symbolic link is followed, so the answer
  /// cannot be changed between a check and the opening.
  func bytes(at relativePath: String, limit: Int) -> [UInt8]? {
    let names = relativePath.split(separator: "/").filter { $0 != "." }
    guard let last = names.last, !relativePath.hasPrefix("/"), !names.contains(".."),
      !relativePath.utf8.contains(0)
    else { return nil }
    var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    for name in names.dropLast() {
      let inner = openat(folder, String(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder >= 0 { close(folder) }
      folder = inner
    }
    // Opening a pipe would wait for its writer.
    let file = openat(
      folder, String(last), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    guard FileBytes.append(file, to: &bytes, limit: limit), bytes.count <= limit else { return nil }
    return bytes
  }
}
