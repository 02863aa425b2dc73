import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering

/// The possible completions of a path: folders, and files that may be animations.
struct PathCompletion: Hashable {
  let beginning: String
  /// The part of it up to the last slash, with that.
  let folder: String
  /// The names in that folder that begin as it ends; folders have a slash at their ends.
  let names: [String]

  /// More than anybody reads.
  private static let maximumNames = 1000

  init(_ beginning: String, folder: String, names: [String]) {
    (self.beginning, self.folder, self.names) = (beginning, folder, names)
  }

  /// Reads the folder that a path is in.
  init(reading beginning: String) {
    let end = beginning.lastIndex(of: "/").map(beginning.index(after:)) ?? beginning.startIndex
    let (folder, name) = (String(beginning[..<end]), beginning[end...])
    let path = folder.isEmpty ? "." : Self.expanded(folder)
    let endings = AnimationFormats.shownEndings.map { ".\($0)" }
    let all = (try? Folder.names(in: path)) ?? []
    let names = all.lazy.filter {
      $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix("."))
    }
    .compactMap { entry -> String? in
      if Folder.isFolder(FilePath.join(path, entry)) { return entry + "/" }
      return endings.contains { FilePath.ends(entry, in: $0) } ? entry : nil
    }
    .prefix(Self.maximumNames)
    self.init(beginning, folder: folder, names: names.sorted(by: NaturalOrder.precedes))
  }

  /// The path with the user's home folder in place of a tilde at its beginning.
  static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}
