import Glibc
import LinuxSystem

/// The files that an animation may refer to: those below its own folder or, if the user specifies it, below a folder
/// around that. Only regular files inside are opened, whatever paths the animation contains.
struct ResourceFolder {
  private let root: String
  /// The names of the folders from ``root`` to the animation.
  private let subpath: [Substring]

  /// - Parameters:
  ///   - path: The path of the animation.
  ///   - outer: A folder around the animation. If it is `nil` or doesn't contain the animation, the animation's own
  ///     folder is used.
  init(of path: String, within outer: String? = nil) {
    if let outer, let subpath = Self.subpath(to: path, from: outer) {
      (root, self.subpath) = (outer, subpath)
    } else {
      (root, subpath) = (FilePath.folder(of: path), [])
    }
  }

  /// Returns whether a file is below a folder.
  static func contains(_ path: String, in folder: String) -> Bool {
    subpath(to: path, from: folder) != nil
  }

  /// Returns the names of the folders from a folder to a file, or `nil` if the file isn't below the folder.
  private static func subpath(to path: String, from folder: String) -> [Substring]? {
    let subpath = FilePath.relative(FilePath.folder(of: path), to: folder).map {
      FilePath.names(on: $0)
    }
    return subpath?.first == ".." ? nil : subpath?.filter { $0 != "." }
  }

  /// The result of reading a file.
  enum Reading {
    case bytes([UInt8])
    /// The file doesn't exist, isn't a regular file or is too large.
    case missing
    /// The path leads out of the folder.
    case outside
  }

  /// Reads the file at a path, which is relative to the folder of the animation or absolute.
  ///
  /// - Parameter limit: The maximum number of bytes. A larger file counts as missing.
  func read(_ path: String, limit: Int) -> Reading {
    guard !path.utf8.contains(0) else { return .missing }
    guard path.hasPrefix("/") else {
      guard let names = names(on: path, from: subpath) else { return .outside }
      return bytes(at: names, limit: limit).map(Reading.bytes) ?? .missing
    }
    guard let relative = FilePath.relative(path, to: root) else { return .missing }
    guard let names = names(on: relative, from: []) else { return .outside }
    return bytes(at: names, limit: limit).map(Reading.bytes) ?? .missing
  }

  /// Returns the names from ``root`` to a path that is relative to a folder below it, or `nil` if the path leads out of
  /// ``root``.
  private func names(on path: String, from folder: [Substring]) -> [Substring]? {
    var names = folder
    for name in FilePath.names(on: path) where name != "." {
      if name != ".." {
        names.append(name)
      } else if names.popLast() == nil {
        return nil
      }
    }
    return names
  }

  /// Returns the contents of a file below ``root``, or `nil` if it doesn't exist or has more than `limit` bytes.
  ///
  /// Each folder on the way is opened separately and no symbolic link is followed, so nothing can
  /// be swapped between a check and the opening.
  private func bytes(at names: [Substring], limit: Int) -> [UInt8]? {
    guard !names.isEmpty else { return nil }
    let file = FileSystem.openToRead(inside: root, names.map { String($0) })
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    guard FileBytes.append(file, to: &bytes, limit: limit), bytes.count <= limit else { return nil }
    return bytes
  }
}
