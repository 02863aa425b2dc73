import AnimationFormats
import LinuxSystem
import OfflineRendering
import Viewer

extension PathCompletion {
  /// A maximum that is more than anyone reads.
  private static let maximumNames = 1000

  /// Reads the folder that contains a path.
  init(reading beginning: String) {
    let end = beginning.lastIndex(of: "/").map(beginning.index(after:)) ?? beginning.startIndex
    let (folder, name) = (String(beginning[..<end]), beginning[end...])
    let path = folder.isEmpty ? "." : FilePath.expandingTilde(folder)
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
}
