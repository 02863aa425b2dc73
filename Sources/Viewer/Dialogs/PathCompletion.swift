import Glibc

/// The possible completions of a path: folders, and files that may be animations.
package struct PathCompletion: Hashable {
  let beginning: String
  /// The part of the path up to and including the last slash.
  let folder: String
  /// The matching names in the folder. The names of folders end in a slash.
  let names: [String]

  package init(_ beginning: String, folder: String, names: [String]) {
    (self.beginning, self.folder, self.names) = (beginning, folder, names)
  }

  /// Returns the path with a leading tilde replaced by the user's home folder.
  package static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}
