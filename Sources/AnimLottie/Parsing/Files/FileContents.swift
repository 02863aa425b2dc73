/// The contents of a file: the JSON of an animation, and the files that it refers to.
struct FileContents {
  let format: LottieAnimation.Format
  let json: [UInt8]
  /// The identifiers of the animations in the file; empty for formats that hold a single one,
  /// without an identifier.
  private(set) var animations: [String] = []
  private(set) var diagnostics: [LottieDiagnostic] = []
  private var archive: DotLottie?

  /// - Parameter animation: the identifier of the wanted animation; nil for the first.
  init(_ bytes: [UInt8], animation: String?, limits: LottieLimits) throws(LottieError) {
    guard bytes.count <= limits.fileBytes else {
      throw .tooMuch(.fileBytes, limit: limits.fileBytes, path: "")
    }
    if ZipArchive.isZip(bytes) {
      var archive = try DotLottie(bytes, limits: limits)
      format = .dotLottie
      json = try archive.animation(animation)
      animations = archive.animations
      diagnostics = archive.diagnostics
      self.archive = archive
      return
    }
    if let animation { throw .unknownAnimation(animation) }
    if bytes.starts(with: [0x1F, 0x8B]) {
      format = .gzip
      json = try Inflation.gzip(bytes, limit: limits.jsonBytes)
    } else {
      format = .json
      json = bytes
    }
    guard Self.isText(json) else { throw .unknownFormat }
  }

  /// The bytes of a file that the animation refers to, from the archive or, failing that, from
  /// outside.
  mutating func resource(_ path: String, outside: (String) -> [UInt8]?) -> [UInt8]? {
    guard archive != nil else { return Self.isRelative(path) ? outside(path) : nil }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      path[path.utf8.index(after: $0)...]
    }
    return archive?.resource(name.map(String.init) ?? path)
  }

  /// Whether a path stays below the folder that it is relative to. Only the path is looked at:
  /// symbolic links may still lead elsewhere.
  private static func isRelative(_ path: String) -> Bool {
    let bytes = path.utf8
    guard !bytes.isEmpty, bytes.count <= 1024, bytes.first != UInt8(ascii: "/") else {
      return false
    }
    let isPlain = bytes.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":")
    }
    return isPlain && !path.split(separator: "/").contains("..")
  }

  /// Whether the bytes may be JSON: an object, after whitespace and an optional byte order mark.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }
      == UInt8(ascii: "{")
  }
}

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
  /// Those of images and fonts.
  private static let resourceFolders = ["i/", "images/", "f/", "fonts/"]

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

  /// The bytes of an image or a font; nil if there is none, or if it is damaged or too large.
  mutating func resource(_ name: String) -> [UInt8]? {
    guard let entry = entry(name, Self.resourceFolders) ?? archive.entry(name) else { return nil }
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
