import CFonts
import Synchronization

/// The fonts of the system, as configured by the user.
///
/// They differ between machines, and so does the text drawn with them. Can be used on several threads, one at a time.
public final class SystemFonts: @unchecked Sendable {
  /// A font that was found.
  public struct Match: Sendable {
    /// The font's face.
    public let face: FontFace
    /// A Boolean value that indicates whether the font belongs to the requested family, rather than
    /// being a substitute.
    public let isOfFamily: Bool
    /// Whether the name refers to this font: the font belongs to the family, has the same metrics (such as Liberation
    /// Sans for Arial), or the name is a generic family, such as `sans-serif`.
    package let isMeant: Bool
  }

  private let functions: Fontconfig
  private let files: FontFiles
  /// Used only while `faces` is locked.
  private let configuration: OpaquePointer
  private let faces = Mutex(Faces())

  private struct Faces {
    /// The faces in use.
    var opened: [FontFile: OpenedFace] = [:]
    var unreadable: Set<FontFile> = []
    /// The emoji font, or `nil` before the first search.
    var emoji: FontFace??
    /// All fonts, starting with those most like the default sans-serif font, or `nil` before they are needed.
    var sorted: UnsafeMutablePointer<fonts_fc_set>?
  }

  private struct OpenedFace {
    weak var face: FontFace?
  }

  private struct FontFile: Hashable {
    var path: String
    var index: Int
  }

  /// Reads the fontconfig configuration and the list of installed fonts. This takes a few milliseconds.
  public convenience init() throws(FontError) { try self.init(.ordinary) }

  /// Reads the fontconfig configuration and the list of installed fonts, whose files are opened by closures.
  package init(_ files: FontFiles) throws(FontError) {
    let functions: Fontconfig
    do throws(SharedLibrary.Missing) {
      functions = try Fontconfig()
    } catch {
      throw .missingLibrary(error.name)
    }
    guard let configuration = functions.load() else {
      throw .unreadable(reason: "fontconfig has no configuration")
    }
    self.functions = functions
    self.files = files
    self.configuration = configuration
  }

  /// Returns the paths of the files and folders that fontconfig reads: configuration, fonts and caches. Empty without
  /// fontconfig.
  package static func locations(_ files: FontFiles) -> [String] {
    guard let functions = try? Fontconfig(), let configuration = functions.loadWithoutFonts() else {
      return []
    }
    defer { functions.destroyConfiguration(configuration) }
    let lists = [
      functions.configurationFolders(configuration), functions.configurationFiles(configuration),
      functions.fontFolders(configuration), functions.cacheFolders(configuration),
    ]
    var locations: [String] = []
    for case let list? in lists {
      while let text = functions.nextString(list) { locations.append(files.path(text)) }
      functions.destroyStrings(list)
    }
    return locations
  }

  /// Loads fontconfig, if it is installed. For a process that can't load libraries later.
  package static func loadLibraries() { _ = try? Fontconfig() }

  deinit {
    faces.withLock { faces in
      if let sorted = faces.sorted { functions.destroySet(sorted) }
    }
    functions.destroyConfiguration(configuration)
  }

  /// Returns the font closest to a family and style, or `nil` if no font can be read.
  public func match(family: String, style: FontStyle = FontStyle()) -> Match? {
    faces.withLock { faces -> Match? in
      withPattern(family: family, style) { pattern -> Match? in
        var result: Int32 = 0
        guard let found = functions.match(configuration, pattern, &result) else { return nil }
        defer { functions.destroyPattern(found) }
        let isNamed =
          hasFamily(found, family) || names(in: pattern).contains { hasFamily(found, $0) }
        let isGeneric = Self.genericFamilies.contains(family.lowercased())
        if !isNamed, family.lowercased() != "emoji", textFace(of: found, &faces) == nil,
          let face = textFace(like: pattern, &faces)
        {
          return Match(face: face, isOfFamily: false, isMeant: isGeneric)
        }
        guard let face = face(of: found, &faces) else { return nil }
        return Match(
          face: face, isOfFamily: hasFamily(found, family), isMeant: isGeneric || isNamed)
      }
    }
  }

  /// Returns a font that has a character. If there are several, returns the one most like the default sans-serif font.
  public func fallback(for scalar: Unicode.Scalar) -> FontFace? {
    faces.withLock { fallback(for: scalar, hasOutlines: true, &$0) }
  }

  /// Returns a font that has a character, as an outline or otherwise as an image.
  package func fallbackOrImage(for scalar: Unicode.Scalar) -> FontFace? {
    faces.withLock { faces in
      fallback(for: scalar, hasOutlines: true, &faces)
        ?? fallback(for: scalar, hasOutlines: false, &faces)
    }
  }

  private func fallback(
    for scalar: Unicode.Scalar, hasOutlines: Bool, _ faces: inout Faces
  ) -> FontFace? {
    if faces.sorted == nil {
      withPattern(family: "sans-serif", FontStyle()) { pattern in
        var result: Int32 = 0
        // Omit fonts that add no characters to the ones before them.
        faces.sorted = functions.sort(configuration, pattern, 1, nil, &result)
      }
    }
    guard let sorted = faces.sorted?.pointee, let patterns = sorted.patterns else { return nil }
    for case let pattern? in UnsafeBufferPointer(start: patterns, count: Int(sorted.count)) {
      guard has(pattern, scalar), let face = face(of: pattern, &faces),
        face.hasOutlines == hasOutlines
      else { continue }
      if face.glyph(of: scalar) != nil { return face }
    }
    return nil
  }

  /// Returns the font closest to a pattern that has letters, rather than only symbols.
  private func textFace(like pattern: OpaquePointer, _ faces: inout Faces) -> FontFace? {
    var result: Int32 = 0
    guard let sorted = functions.sort(configuration, pattern, 0, nil, &result) else { return nil }
    defer { functions.destroySet(sorted) }
    guard let patterns = sorted.pointee.patterns else { return nil }
    for case let pattern? in UnsafeBufferPointer(start: patterns, count: Int(sorted.pointee.count))
    {
      if let face = textFace(of: pattern, &faces) { return face }
    }
    return nil
  }

  /// Returns the font of a pattern, or `nil` if it has no letters or has symbols in their positions.
  ///
  /// Letters are recognized by their heights: `x` and `z` are equally high, and lower than `H`.
  private func textFace(of pattern: OpaquePointer, _ faces: inout Faces) -> FontFace? {
    guard ["H", "x", "z"].allSatisfy({ has(pattern, $0) }), let face = face(of: pattern, &faces),
      face.hasOutlines
    else { return nil }
    func height(_ scalar: Unicode.Scalar) -> Double {
      face.glyph(of: scalar).flatMap { face.outline(of: $0).bounds }.map { -$0.minY } ?? 0
    }
    let (capital, small) = (height("H"), height("x"))
    let isText = small < capital * 0.95 && abs(small - height("z")) < capital * 0.05
    return isText ? face : nil
  }

  /// Returns the system's emoji font, if it has a colour image of a character.
  package func emoji(for scalar: Unicode.Scalar) -> FontFace? {
    faces.withLock { faces -> FontFace? in
      if faces.emoji == nil { faces.emoji = .some(emojiFace(&faces)) }
      guard let face = faces.emoji ?? nil, face.hasImage(of: scalar) else { return nil }
      return face
    }
  }

  private func emojiFace(_ faces: inout Faces) -> FontFace? {
    for family in Self.emojiFamilies {
      let match = withPattern(family: family, FontStyle()) { pattern -> FontFace? in
        var result: Int32 = 0
        guard let found = functions.match(configuration, pattern, &result) else { return nil }
        defer { functions.destroyPattern(found) }
        return face(of: found, &faces)
      }
      if let match, match.hasImages { return match }
    }
    return nil
  }

  /// The generic family, followed by common emoji fonts for systems that don't configure it.
  private static let emojiFamilies = [
    "emoji", "Noto Color Emoji", "Twitter Color Emoji", "JoyPixels", "Apple Color Emoji",
  ]

  /// Calls `body` with a search pattern.
  private func withPattern<Result>(
    family: String, _ style: FontStyle, _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    guard let pattern = functions.createPattern() else { return nil }
    defer { functions.destroyPattern(pattern) }
    _ = functions.addString(pattern, "family", family)
    _ = functions.addInteger(pattern, "weight", Int32(Self.weight(style.weight)))
    _ = functions.addInteger(pattern, "slant", style.isItalic ? 100 : 0)
    _ = functions.addInteger(pattern, "width", Int32(min(max(style.width, 1), 1000)))
    _ = functions.addBool(pattern, "outline", 1)
    _ = functions.substitute(configuration, pattern, FONTS_FC_MATCH_PATTERN)
    functions.substituteDefaults(pattern)
    return body(pattern)
  }

  /// Returns the fontconfig weight for a CSS weight: `FcWeightFromOpenType`, for multiples of 100.
  private static func weight(_ weight: Int) -> Int {
    let weights = [0, 0, 40, 50, 80, 100, 180, 200, 205, 210]
    return weights[min(max((weight + 50) / 100, 0), 9)]
  }

  private func has(_ pattern: OpaquePointer, _ scalar: Unicode.Scalar) -> Bool {
    var characters: OpaquePointer?
    guard
      functions.characters(pattern, "charset", 0, &characters) == FONTS_FC_RESULT_MATCH,
      let characters
    else { return false }
    return functions.hasCharacter(characters, scalar.value) != 0
  }

  /// The generic families of CSS Fonts 4 that fontconfig supports.
  private static let genericFamilies: Set<String> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  /// Returns the requested family and the families with the same metrics. Other families are weakly bound.
  private func names(in pattern: OpaquePointer) -> [String] {
    var names: [String] = []
    var (value, binding) = (fonts_fc_value(), Int32(0))
    while functions.valueWithBinding(pattern, "family", Int32(names.count), &value, &binding)
      == FONTS_FC_RESULT_MATCH, binding != FONTS_FC_BINDING_WEAK, let name = value.content.string
    {
      names.append(String(cString: name))
    }
    return names
  }

  private func hasFamily(_ pattern: OpaquePointer, _ family: String) -> Bool {
    var index: Int32 = 0
    while let name = string(pattern, "family", index) {
      if name.lowercased() == family.lowercased() { return true }
      index += 1
    }
    return false
  }

  private func string(_ pattern: OpaquePointer, _ object: String, _ index: Int32) -> String? {
    pointer(pattern, object, index).map { String(cString: $0) }
  }

  private func pointer(
    _ pattern: OpaquePointer, _ object: String, _ index: Int32
  ) -> UnsafePointer<CChar>? {
    var text: UnsafePointer<CChar>?
    return functions.string(pattern, object, index, &text) == FONTS_FC_RESULT_MATCH ? text : nil
  }

  /// Returns the face that fontconfig found, or `nil` if it can't be read or isn't supported.
  private func face(of pattern: OpaquePointer, _ faces: inout Faces) -> FontFace? {
    guard let path = pointer(pattern, "file", 0).map(files.path) else { return nil }
    var index: Int32 = 0
    _ = functions.integer(pattern, "index", 0, &index)
    // The upper half is the named instance of a variable font. The default instance is drawn instead.
    let file = FontFile(path: path, index: Int(index) & 0xFFFF)
    if let cached = faces.opened[file]?.face { return cached }
    if faces.unreadable.contains(file) { return nil }
    guard let face = try? FontFace(withImages: file.path, index: file.index, files) else {
      faces.unreadable.insert(file)
      return nil
    }
    faces.opened[file] = OpenedFace(face: face)
    return face
  }
}
