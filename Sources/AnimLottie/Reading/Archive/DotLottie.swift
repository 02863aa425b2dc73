/// A [dotLottie](https://dotlottie.io/structure/) file, version 1 or 2: a zip file with a manifest,
/// animations and images.
struct DotLottie {
  private let archive: ZipArchive
  private let limits: LottieLimits
  /// The identifiers of the animations, in the order of the manifest.
  private(set) var animations: [String] = []
  /// Diagnostics for parts of the manifest that are ignored.
  private(set) var diagnostics: [LottieDiagnostic] = []
  /// How many more bytes may be unpacked. Entries can share compressed bytes, so the file's size is
  /// no limit.
  private var budget: Int

  private static let manifest = "manifest.json"
  /// The folders of version 2 and of version 1. Files in the wild mix them.
  private static let animationFolders = ["a/", "animations/"]
  private static let imageFolders = ["i/", "images/"]

  init(_ bytes: [UInt8], limits: LottieLimits) throws(LottieError) {
    archive = try ZipArchive(bytes, limits: limits)
    self.limits = limits
    budget = 2 * limits.jsonBytes
    readManifest()
    if animations.isEmpty { animations = unlistedAnimations() }
  }

  /// The JSON of an animation.
  ///
  /// - Parameter id: the identifier of the animation; nil for the first.
  mutating func animation(_ id: String?) throws(LottieError) -> [UInt8] {
    guard let wanted = id ?? animations.first else { throw .noAnimation }
    guard animations.contains(wanted), let entry = entry(wanted + ".json", Self.animationFolders)
    else { throw .unknownAnimation(wanted.shortened) }
    return try contents(entry)
  }

  /// The bytes of an image file; nil if there is none, or if it is damaged or too large.
  mutating func image(_ name: String) -> [UInt8]? {
    guard let entry = entry(name, Self.imageFolders) ?? archive.entry(name) else { return nil }
    return try? contents(entry)
  }

  private func entry(_ name: String, _ folders: [String]) -> ZipArchive.Entry? {
    folders.lazy.compactMap { archive.entry($0 + name) }.first
  }

  private mutating func contents(_ entry: ZipArchive.Entry) throws(LottieError) -> [UInt8] {
    let contents = try archive.contents(entry, limit: min(limits.jsonBytes, budget))
    budget -= contents.count
    return contents
  }

  private mutating func readManifest() {
    guard let entry = archive.entry(Self.manifest), let bytes = try? contents(entry),
      let tape = try? JSONParser.parse(bytes, limits: limits)
    else {
      report(.invalid, "it is missing or damaged; the first animation in the archive is drawn")
      return
    }
    let manifest = tape.root
    if let list = manifest["animations"] {
      animations = list.elements.compactMap { $0["id"]?.string }
    }
    if let themes = manifest["themes"], themes.count > 0 {
      report(.approximated, "themes are not applied")
    }
    if let machines = manifest["stateMachines"], machines.count > 0 {
      report(.approximated, "state machines are not run")
    }
  }

  private func unlistedAnimations() -> [String] {
    archive.entries.compactMap { entry in
      for folder in Self.animationFolders
      where entry.name.hasPrefix(folder) && entry.name.hasSuffix(".json") {
        return String(entry.name.dropFirst(folder.count).dropLast(".json".count))
      }
      return nil
    }
  }

  private mutating func report(_ severity: LottieDiagnostic.Severity, _ message: String) {
    diagnostics.append(
      LottieDiagnostic(path: Self.manifest, severity: severity, message: message))
  }
}
