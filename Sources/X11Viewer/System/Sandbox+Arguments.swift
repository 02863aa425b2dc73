import AnimText
import AnimationFormats
import Glibc
import GoldenTesting
import ImageFiles
import LinuxSystem
import OfflineRendering

// Converts the arguments of commands to the rights that a locked process keeps.
extension Sandbox {
  /// Creates the sandbox of a window.
  static func window(_ configuration: ViewConfiguration) -> Sandbox {
    var sandbox = Sandbox()
    sandbox.isForWindow = true
    sandbox.readable += desktopFiles
    let file = configuration.file
    for folder in file.fonts.folders { sandbox.readFonts(in: folder) }
    let statistics = configuration.statistics
    for path in [configuration.screenshot, statistics.json, statistics.csv] {
      if let path { sandbox.write(to: path) }
    }
    let named = NamedPaths(configuration.files)
    sandbox.reading = ReadingPolicy(
      isNamed: named.contains, isInNamedFolder: named.containsInFolder,
      isKnown: { AnimationFormats.isResource($0, start: $1) })
    return sandbox
  }

  /// The files that the libraries of a window read: fonts, the caches of fontconfig, mouse pointers, the key to the X
  /// server, the addresses of servers, and the user's sequences of the Compose key.
  private static var desktopFiles: [String] {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(fileName: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    var paths = ["/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/resolv.conf"]
    paths += ["XAUTHORITY", "XCOMPOSEFILE"].compactMap(variable)
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
      guard let folder = variable(name) else { continue }
      paths += ["fonts", "icons", "fontconfig"].map { FilePath.join(folder, $0) }
    }
    guard let home = variable("HOME") else { return paths }
    return paths
      + [
        ".XCompose", ".Xauthority", ".Xdefaults", ".fonts", ".fonts.conf", ".icons",
        ".config/fontconfig",
        ".cache/fontconfig", ".local/share/fonts", ".local/share/icons",
      ].map { FilePath.join(home, $0) }
  }

  /// Allows reading a file and the files next to and below it, which it may refer to, or everything
  /// in a folder. Loads the libraries that its format may need, because a sandboxed process can't
  /// load libraries.
  ///
  /// - Parameter argument: See ``InputPath``.
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
      return
    }
    read(besides: path)
    // The images of a sequence, each of which may be a link.
    guard !Folder.hasEntry(path), let sequence = try? FrameSequence(pattern: path) else { return }
    if Self.readsOnlyFiles(in: sequence.folder) {
      readableFiles += (try? sequence.files()) ?? []
    } else {
      readLinks(in: sequence.folder)
    }
  }

  /// Allows reading the files that animations may use in addition to their own.
  mutating func read(_ resources: ResourceFlags) {
    if let folder = resources.resources { read(below: folder) }
    let fonts = resources.fonts
    for folder in fonts.folders { readFonts(in: folder) }
    if fonts.system != .none { readSystemFonts() }
  }

  private mutating func readFonts(in folder: String) {
    read(below: folder)
    readLinks(in: folder)
  }

  /// Allows reading the system's fonts and the caches of fontconfig.
  mutating func readSystemFonts() { readable += SystemFonts.locations(.system) }

  /// Allows reading the goldens of a file if this isn't allowed already, for example because their folder is a link.
  mutating func readGoldens(of path: String) {
    let folder = Folder.isFolder(path) ? path : FilePath.folder(of: path)
    let goldens = FilePath.join(folder, GoldenSearch.folderName)
    guard FilePath.isLink(goldens) || Self.readsOnlyFiles(in: folder) else { return }
    readFiles(in: goldens, fileExtensions: GoldenSearch.fileExtensions)
  }

  /// Allows reading the targets of links to files in a folder.
  private mutating func readLinks(in folder: String) {
    readableFiles += (try? Folder.links(in: folder)) ?? []
  }

  /// Allows reading the targets of links to files in a folder and below, to the search depth of commands.
  private mutating func readLinks(below folder: String, depth: Int = 0) {
    readLinks(in: folder)
    guard depth < Self.depthLimit else { return }
    for name in (try? Folder.folders(in: folder)) ?? [] {
      readLinks(below: FilePath.join(folder, name), depth: depth + 1)
    }
  }

  private static let depthLimit = 64

  /// Allows creating a folder, and removing it while it is empty.
  mutating func create(folder: String) {
    outputs.append(OutputGrant(folder: folder, isFolder: \.isEmpty, isFile: { _ in false }))
  }

  /// Allows writing images into a folder, and creating the folder.
  mutating func write(images folder: String) {
    outputs.append(
      OutputGrant(below: folder, extensions: AnimationFormats.supportedExtensions.map { ".\($0)" }))
  }

  /// Allows writing goldens into a folder and below it, or only into the folders of goldens below it.
  mutating func write(goldens folder: String, isOwnFolder: Bool) {
    let name = GoldenSearch.folderName
    outputs.append(
      OutputGrant(
        folder: folder,
        isFolder: { path in
          FilePath.isVisible(path) && (isOwnFolder || FilePath.name(of: path) == name)
        },
        isFile: { path in
          FilePath.isVisible(path) && GoldenSearch.isGolden(FilePath.name(of: path))
            && (isOwnFolder || FilePath.name(of: FilePath.folder(of: path)) == name)
        }))
  }

  /// Allows writing the page of a report: a file, or a folder and the hidden folder in which it is prepared.
  mutating func write(report path: String) {
    guard !GoldenReport.isPage(path) else { return write(to: path) }
    outputs += GoldenReport.folders(of: path).map {
      OutputGrant(below: $0, extensions: GoldenReport.extensions, movesFolders: true)
    }
  }

  /// Allows writing the files of a sequence, whose frame number may be in the name of a folder.
  mutating func write(_ files: FrameSequence) {
    var folder = files.folder
    if files.name(of: 0) == nil {
      let other = FilePath.folder(of: files.path(of: 1))
      while !(other + "/").hasPrefix(folder + "/"), folder != "/", folder != "." {
        folder = FilePath.folder(of: folder)
      }
    }
    let parent = folder
    outputs.append(
      OutputGrant(
        folder: folder,
        isFolder: { files.mayContain(folder: FilePath.join(parent, $0)) },
        isFile: { files.contains(FilePath.join(parent, $0)) }))
  }
}

/// The files and folders specified on the command line.
private struct NamedPaths: Sendable {
  /// The absolute paths, as bytes.
  private let paths: Set<[UInt8]>
  /// The paths of the folders without links, each with a trailing slash.
  private let folders: [[UInt8]]
  private let sequences: [FrameSequence]

  init(_ arguments: [String]) {
    let resolved = arguments.compactMap { try? InputPath.resolve($0) }
    paths = Set(resolved.map { FilePath.absolute($0).fileNameBytes })
    folders = resolved.filter(Folder.isFolder).compactMap(FilePath.resolved).map {
      $0.fileNameBytes + [UInt8(ascii: "/")]
    }
    sequences = resolved.filter { !Folder.hasEntry($0) }.compactMap {
      try? FrameSequence(pattern: FilePath.absolute($0))
    }
  }

  /// Returns whether a path was specified or belongs to a specified sequence.
  func contains(_ path: String) -> Bool {
    let absolute = FilePath.absolute(path)
    return paths.contains(absolute.fileNameBytes) || sequences.contains { $0.contains(absolute) }
  }

  /// Returns whether a path without links is visible in a specified folder.
  func containsInFolder(_ real: String) -> Bool {
    let bytes = real.fileNameBytes
    return folders.contains { folder in
      bytes.starts(with: folder)
        && FilePath.isVisible(String(fileName: bytes.dropFirst(folder.count)))
    }
  }
}
