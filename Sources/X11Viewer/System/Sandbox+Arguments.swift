import AnimText
import AnimationFormats
import Glibc
import LinuxSystem
import OfflineRendering
import PictureFiles

// What the arguments of commands name, as what a locked process may still do.
extension Sandbox {
  /// What a window needs that is configured so.
  static func window(_ configuration: ViewConfiguration) -> Sandbox {
    var sandbox = Sandbox()
    sandbox.isForWindow = true
    let statistics = configuration.statistics
    for path in [configuration.screenshot, statistics.json, statistics.csv] {
      if let path { sandbox.write(to: path) }
    }
    return sandbox
  }

  /// Lets a file be read with those beside and below it, which it may refer to, or all in a folder. Loads the libraries
  /// that its format may need, because a locked process cannot load any.
  ///
  /// - Parameter argument: see ``InputPath``.
  mutating func read(argument: String) {
    guard let path = try? InputPath.resolve(argument), path != InputPath.standardInput else {
      AnimationFormats.loadLibraries()
      read(below: ".")
      return
    }
    AnimationFormats.loadLibraries(for: path)
    if Folder.isFolder(path) {
      read(below: path)
      readLinks(below: path)
    } else {
      read(besides: path)
      // Numbered pictures, each of which may be a link.
      if !Folder.hasEntry(path) { readLinks(in: FilePath.folder(of: path)) }
    }
  }

  /// Lets be read what files may use that is not in them.
  mutating func read(_ resources: ResourceFlags) {
    if let folder = resources.folder { readable.append(folder) }
    let fonts = resources.fonts
    readable += fonts.folders
    for folder in fonts.folders { readLinks(in: folder) }
    if fonts.system != .none { readSystemFonts() }
  }

  /// Lets the fonts of the system be read, and where they are said to be.
  mutating func readSystemFonts() { readable += SystemFonts.locations }

  /// Lets the files be read that are links in a folder.
  private mutating func readLinks(in folder: String) {
    readable += (try? Folder.links(in: folder)) ?? []
  }

  /// Lets the files be read that are links in a folder and those below it, as deep as these are searched.
  private mutating func readLinks(below folder: String, depth: Int = 0) {
    readLinks(in: folder)
    guard depth < Self.depthLimit else { return }
    for name in (try? Folder.folders(in: folder)) ?? [] {
      readLinks(below: FilePath.join(folder, name), depth: depth + 1)
    }
  }

  private static let depthLimit = 64

  /// Lets a folder be made, with those above it, and all in it be written.
  mutating func write(folder: String) {
    makesFolders = true
    var path = folder
    // What does not exist is made in the nearest folder that does.
    while !Folder.isFolder(path), path != "/", path != "." { path = FilePath.folder(of: path) }
    writable.append(path)
  }

  /// Lets the page of a report be written: a file, or a folder that is made beside where it will be.
  mutating func write(report path: String) {
    write(folder: FilePath.folder(of: path))
    if Folder.isFolder(path) { write(folder: path) }
  }

  /// Lets the files of a sequence be written, whose number may be in the name of a folder.
  mutating func write(_ files: FrameSequence) {
    var folder = files.folder
    if files.name(of: 0) == nil {
      let other = FilePath.folder(of: files.path(of: 1))
      while !(other + "/").hasPrefix(folder + "/"), folder != "/", folder != "." {
        folder = FilePath.folder(of: folder)
      }
    }
    writable.append(folder)
  }
}
