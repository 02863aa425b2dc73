import Glibc
import LinuxSystem

/// The files below a folder that an animation may refer to. Whatever paths it has, only regular
/// files inside the folder are opened.
struct ResourceFolder {
  let path: String

  /// The folder that contains the file at `path`.
  init(of path: String) { self.path = FilePath.folder(of: path) }

  /// The contents of the file at `relativePath`; nil if there is none, it is outside the folder, or
  /// it has more than `limit` bytes.
  ///
  /// Each folder on the way is opened separately and no symbolic link is followed, so nothing can
  /// be swapped between a check and the opening.
  func bytes(at relativePath: String, limit: Int) -> [UInt8]? {
    let names = FilePath.names(on: relativePath).filter { $0 != "." }
    guard let last = names.last, !relativePath.hasPrefix("/"), !names.contains(".."),
      !relativePath.utf8.contains(0)
    else { return nil }
    var folder = open(path.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    for name in names.dropLast() {
      let inner = openat(folder, String(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder >= 0 { close(folder) }
      folder = inner
    }
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
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
