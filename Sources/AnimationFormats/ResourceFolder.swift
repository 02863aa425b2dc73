import Glibc
import LinuxSystem

/// The files that an animation may refer to: those below its own folder, and those below another folder around
/// it, if the user names one. Whatever paths it has, only regular files inside are opened.
struct ResourceFolder {
  private let root: String
  /// The names of the folders on the way from ``root`` to the animation.
  private let way: [Substring]

  /// - Parameters:
  ///   - path: that of the animation.
  ///   - outer: a folder around it; without one, or if the animation is not in it, its own folder counts.
  init(of path: String, within outer: String? = nil) {
    if let outer, let way = Self.way(to: path, from: outer) {
      (root, self.way) = (outer, way)
    } else {
      (root, way) = (FilePath.folder(of: path), [])
    }
  }

  /// Whether a file is below a folder.
  static func contains(_ path: String, in folder: String) -> Bool {
    way(to: path, from: folder) != nil
  }

  /// The names of the folders on the way from one to a file; nil if that is not below it.
  private static func way(to path: String, from folder: String) -> [Substring]? {
    let way = FilePath.relative(FilePath.folder(of: path), to: folder).map {
      FilePath.names(on: $0)
    }
    return way?.first == ".." ? nil : way?.filter { $0 != "." }
  }

  /// The contents of the file at `relativePath`, seen from the animation; nil if there is none, it is outside, or
  /// it has more than `limit` bytes.
  ///
  /// Each folder on the way is opened separately and no symbolic link is followed, so nothing can
  /// be swapped between a check and the opening.
  func bytes(at relativePath: String, limit: Int) -> [UInt8]? {
    guard !relativePath.hasPrefix("/"), !relativePath.utf8.contains(0) else { return nil }
    var names = way
    for name in FilePath.names(on: relativePath) where name != "." {
      if name != ".." {
        names.append(name)
      } else if names.popLast() == nil {
        return nil
      }
    }
    guard let last = names.last else { return nil }
    var folder = open(root.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
