/// A [dotLottie](https://dotlottie.io/structure/) file, version 1 or 2: a zip file with a manifest,
/// animations, images, fonts, themes and state machines.
struct DotLottie: Sendable {
  private let archive: ZipArchive
  private let limits: LottieLimits
  /// What the file says about itself. Its animations are those that there are.
  private(set) var manifest: LottieManifest
  private var faults = DiagnosticList()
  /// How many more bytes may be unpacked. Entries can share compressed bytes, so the file's size is
  /// no limit.
  private var budget: Int

  private static let manifestName = "manifest.json"
  /// The folders of version 2 and of version 1. Files in the wild mix them.
  private static let animationFolders = ["a/", "animations/"]
  /// Those of images and fonts.
  private static let resourceFolders = ["i/", "images/", "f/", "fonts/"]
  private static let animationEndings = [".json", ".lot"]

  init(_ bytes: [UInt8], limits: LottieLimits) throws(LottieError) {
    archive = try ZipArchive(bytes, limits: limits)
    self.limits = limits
    budget = 2 * limits.jsonBytes
    manifest = LottieManifest()
    readManifest()
    for name in archive.repeatedNames {
      faults.append(
        .invalid, "it is in the archive twice; the first one counts", at: name.shortened)
    }
    leaveOutMissingAnimations()
    if manifest.animations.isEmpty {
      manifest.animations = unlistedAnimations().map { LottieManifest.Animation(id: $0) }
    }
    checkInitialAnimation()
  }

  /// What is wrong with the archive and with its manifest.
  var diagnostics: [LottieDiagnostic] { faults.complete }

  /// The JSON of an animation.
  ///
  /// - Parameter id: the identifier of the animation; nil for the first.
  mutating func animation(_ id: String?) throws(LottieError) -> [UInt8] {
    guard let wanted = id ?? manifest.firstAnimation else { throw .noAnimation }
    guard manifest[animation: wanted] != nil, let entry = animationEntry(wanted) else {
      throw .unknownAnimation(wanted.shortened)
    }
    return try contents(entry)
  }

  /// The bytes of an image or a font; nil if there is none, or if it is damaged or too large.
  mutating func resource(_ name: String) -> [UInt8]? {
    guard let entry = entry(name, Self.resourceFolders) ?? archive.entry(name) else { return nil }
    return try? contents(entry)
  }

  /// The name of a theme's file in the archive, which begins its diagnostics.
  static func themePath(_ id: String) -> String { "t/\(id.shortened).json" }

  /// The JSON of a theme; nil if there is no such file.
  mutating func theme(_ id: String) throws(LottieError) -> [UInt8]? {
    guard let entry = archive.entry("t/\(id).json") else { return nil }
    return try contents(entry)
  }

  /// The name of a state machine's file in the archive, which begins its diagnostics.
  static func stateMachinePath(_ id: String) -> String { "s/\(id.shortened).json" }

  /// The JSON of a state machine; nil if there is no such file.
  mutating func stateMachine(_ id: String) throws(LottieError) -> [UInt8]? {
    guard let entry = archive.entry("s/\(id).json") else { return nil }
    return try contents(entry)
  }

  private func animationEntry(_ id: String) -> ZipArchive.Entry? {
    Self.animationEndings.lazy.compactMap { entry(id + $0, Self.animationFolders) }.first
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
    guard let entry = archive.entry(Self.manifestName) else {
      report("there is none; the first animation in the archive is drawn")
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

  /// Leaves out what the manifest lists and the archive does not have, and what it lists twice.
  private mutating func leaveOutMissingAnimations() {
    var known: Set<String> = []
    let listed = manifest.animations
    manifest.animations = []
    for animation in listed {
      let name = "the animation \"\(animation.id.shortened)\""
      if !known.insert(animation.id).inserted {
        report("\(name) is listed twice; the first one counts")
      } else if animationEntry(animation.id) == nil {
        report("\(name) is listed, and the archive has no such file; it is left out")
      } else {
        manifest.animations.append(animation)
      }
    }
  }

  private mutating func checkInitialAnimation() {
    guard let id = manifest.initialAnimation, manifest[animation: id] == nil else { return }
    report("there is no animation \"\(id.shortened)\" to begin with; the first one is drawn")
    manifest.initialAnimation = nil
  }

  private func unlistedAnimations() -> [String] {
    archive.entries.compactMap { entry in
      for folder in Self.animationFolders where entry.name.hasPrefix(folder) {
        for ending in Self.animationEndings where entry.name.hasSuffix(ending) {
          return String(entry.name.dropFirst(folder.count).dropLast(ending.count))
        }
      }
      return nil
    }
  }

  private mutating func report(_ message: String) {
    faults.append(.invalid, message, at: Self.manifestName)
  }
}
