import AnimCore

/// A [dotLottie](https://dotlottie.io/structure/) file, version 1 or 2: a zip file with a manifest,
/// animations, images, fonts, themes and state machines. Other zip files with an animation, such as
/// `data.json` and its images, are also supported.
struct DotLottie: Sendable {
  private let archive: ZipArchive
  /// The folder of the archive that contains everything else, as a name prefix. Empty, unless the
  /// folder itself was compressed instead of its contents.
  private let root: String
  /// Whether the archive lacks both the manifest and the folders of dotLottie.
  private let isPlain: Bool
  private let limits: LottieLimits
  /// The manifest, which lists only existing animations.
  private(set) var manifest: LottieManifest
  private var faults = DiagnosticList()
  /// The remaining number of bytes that may be decompressed. Entries can share compressed bytes, so
  /// the file's size isn't a limit.
  private var budget: Int

  private static let manifestName = "manifest.json"
  /// The folders of version 2 and version 1. Real files mix them.
  private static let animationFolders = ["a/", "animations/"]
  /// The folders of images and fonts.
  private static let resourceFolders = ["i/", "images/", "f/", "fonts/"]
  private static let animationExtensions = [".json", ".lot"]

  init(_ bytes: [UInt8], limits: LottieLimits) throws(LottieError) {
    archive = try ZipArchive(bytes, limits: limits)
    (root, isPlain) = Self.layout(of: archive)
    self.limits = limits
    budget = 2 * limits.jsonBytes
    manifest = LottieManifest()
    readManifest()
    for name in archive.repeatedNames {
      faults.append(
        .invalid, "it is in the archive twice; the first one is used", at: name.shortened,
        .invalidManifest)
    }
    leaveOutMissingAnimations()
    if manifest.animations.isEmpty {
      manifest.animations = unlistedAnimations().map { LottieManifest.Animation(id: $0) }
    }
    checkInitialAnimation()
  }

  /// The problems of the archive and its manifest.
  var diagnostics: [Diagnostic] { faults.all }

  /// Returns the JSON of an animation.
  ///
  /// - Parameter id: The identifier of the animation, or `nil` for the first.
  mutating func animation(_ id: String?) throws(LottieError) -> [UInt8] {
    guard let wanted = id ?? manifest.firstAnimation else { throw .noAnimation }
    guard manifest[animation: wanted] != nil, let entry = animationEntry(wanted) else {
      throw .unknownAnimation(wanted.shortened)
    }
    return try contents(entry)
  }

  /// Returns the contents of an image or a font, or `nil` if it is missing, corrupt or too large.
  ///
  /// In a dotLottie file, the folders of the path are used only if the file isn't in one of the
  /// folders for resources.
  mutating func resource(_ path: String) -> [UInt8]? {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(path[path.utf8.index(after: $0)...])
    }
    let inFolders = entry(name ?? path, Self.resourceFolders)
    let asWritten = entry(path) ?? name.flatMap { entry($0) }
    guard let entry = isPlain ? asWritten ?? inFolders : inFolders ?? asWritten else { return nil }
    return try? contents(entry)
  }

  /// A kind of file beside the animations. The raw value is its folder.
  enum Part: String {
    case theme = "t"
    case stateMachine = "s"
  }

  /// Returns the name of a file in the archive, which is the prefix of its diagnostics.
  static func path(of part: Part, _ id: String) -> String {
    "\(part.rawValue)/\(id.shortened).json"
  }

  /// Returns the JSON of a theme or a state machine, or `nil` if the file is missing.
  mutating func json(of part: Part, _ id: String) throws(LottieError) -> [UInt8]? {
    guard let entry = entry("\(part.rawValue)/\(id).json") else { return nil }
    return try contents(entry)
  }

  private func animationEntry(_ id: String) -> ZipArchive.Entry? {
    let folders = isPlain ? [""] : Self.animationFolders
    return Self.animationExtensions.lazy.compactMap { entry(id + $0, folders) }.first
  }

  private func entry(_ name: String) -> ZipArchive.Entry? { archive.entry(root + name) }

  private func entry(_ name: String, _ folders: [String]) -> ZipArchive.Entry? {
    folders.lazy.compactMap { entry($0 + name) }.first
  }

  private mutating func contents(_ entry: ZipArchive.Entry) throws(LottieError) -> [UInt8] {
    let contents = try archive.contents(entry, limit: min(limits.jsonBytes, budget))
    budget -= contents.count
    return contents
  }

  private mutating func readManifest() {
    guard let entry = entry(Self.manifestName) else {
      if isPlain { return }
      report("missing; the first animation in the archive is drawn")
      return
    }
    do throws(LottieError) {
      let tape = try JSONParser.parse(
        try contents(entry), name: Self.manifestName, limits: limits)
      var reader = ManifestReader(limits: limits)
      manifest = tape.withRoot { reader.read($0) }
      faults = reader.diagnostics
    } catch {
      report("\(error); the first animation in the archive is drawn")
    }
  }

  /// Removes animations that the manifest lists twice or that the archive doesn't contain.
  private mutating func leaveOutMissingAnimations() {
    var seen: Set<String> = []
    let listed = manifest.animations
    manifest.animations = []
    for animation in listed {
      let name = "the animation \"\(animation.id.shortened)\""
      if !seen.insert(animation.id).inserted {
        report("\(name) is listed twice; the first one is used")
      } else if animationEntry(animation.id) == nil {
        report("\(name) is listed, but the archive has no such file; it is ignored")
      } else {
        manifest.animations.append(animation)
      }
    }
  }

  private mutating func checkInitialAnimation() {
    guard let id = manifest.initialAnimation, manifest[animation: id] == nil else { return }
    report("the initial animation \"\(id.shortened)\" does not exist; the first one is drawn")
    manifest.initialAnimation = nil
  }

  /// Returns the identifiers of the animations in the archive, regardless of the manifest. In a
  /// plain archive, the usual name for the only animation comes first.
  private func unlistedAnimations() -> [String] {
    let folders = isPlain ? [root] : Self.animationFolders.map { root + $0 }
    let ids = archive.entries.compactMap { entry -> String? in
      guard !entry.isHidden else { return nil }
      for folder in folders where entry.name.hasPrefix(folder) {
        for fileExtension in Self.animationExtensions where entry.name.hasSuffix(fileExtension) {
          let id = String(entry.name.dropFirst(folder.count).dropLast(fileExtension.count))
          if !isPlain || !id.utf8.contains(UInt8(ascii: "/")) { return id }
        }
      }
      return nil
    }
    guard isPlain, ids.contains(Self.exportedName) else { return ids }
    return [Self.exportedName] + ids.filter { $0 != Self.exportedName }
  }

  /// The name that After Effects' exporter uses for an animation.
  private static let exportedName = "data"

  /// Returns the outermost folder with a manifest or with the folders of animations, or otherwise
  /// the outermost folder with an animation.
  private static func layout(of archive: ZipArchive) -> (root: String, isPlain: Bool) {
    var root: (name: Substring, rank: Int, depth: Int)?
    for entry in archive.entries where !entry.isHidden {
      let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
      guard let file = parts.last else { continue }
      var (depth, rank) = (parts.count - 1, 0)
      if file != manifestName {
        guard animationExtensions.contains(where: { file.hasSuffix($0) }) else { continue }
        let folder = parts.dropLast().firstIndex { animationFolders.contains("\($0)/") }
        (depth, rank) = folder.map { ($0, 1) } ?? (depth, 2)
      }
      if let root, (root.rank, root.depth) <= (rank, depth) { continue }
      let length = parts.prefix(depth).reduce(0) { $0 + $1.utf8.count + 1 }
      let end = entry.name.utf8.index(entry.name.startIndex, offsetBy: length)
      root = (entry.name[..<end], rank, depth)
    }
    return root.map { (String($0.name), $0.rank == 2) } ?? ("", false)
  }

  private mutating func report(_ message: String) {
    faults.append(.invalid, message, at: Self.manifestName, .invalidManifest)
  }
}

extension ZipArchive.Entry {
  /// Whether the entry is hidden, as macOS and other systems add to archives.
  fileprivate var isHidden: Bool {
    let parts = name.split(separator: "/")
    return parts.first == "__MACOSX" || parts.contains { $0.hasPrefix(".") && $0 != "." }
  }
}
