import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering

/// The possible completions of a path: folders, and files that may be animations.
struct PathCompletion: Hashable {
  let beginning: String
  /// The part of the path up to and including the last slash.
  let folder: String
  /// The matching names in the folder. The names of folders end in a slash.
  let names: [String]

  /// A maximum that is more than anyone reads.
  private static let maximumNames = 1000

  init(_ beginning: String, folder: String, names: [String]) {
    (self.beginning, self.folder, self.names) = (beginning, folder, names)
  }

  /// Reads the folder that contains a path.
  init(reading beginning: String) {
    let end = beginning.lastIndex(of: "/").map(beginning.index(after:)) ?? beginning.startIndex
    let (folder, name) = (String(beginning[..<end]), beginning[end...])
    let path = folder.isEmpty ? "." : Self.expanded(folder)
    let fileExtensions = AnimationFormats.supportedExtensions.map { ".\($0)" }
    let all = (try? Folder.names(in: path)) ?? []
    let names = all.lazy.filter {
      $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix("."))
    }
    .compactMap { entry -> String? in
      if Folder.isFolder(FilePath.join(path, entry)) { return entry + "/" }
      return fileExtensions.contains { FilePath.ends(entry, in: $0) } ? entry : nil
    }
    .prefix(Self.maximumNames)
    self.init(beginning, folder: folder, names: names.sorted(by: NaturalOrder.precedes))
  }

  /// Returns the path with a leading tilde replaced by the user's home folder.
  static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}
