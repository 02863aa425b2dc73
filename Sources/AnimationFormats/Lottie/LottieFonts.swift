import AnimCore
import AnimLottie
import AnimText
import LinuxSystem
import Synchronization

/// The fonts of animations: those in their files, those in folders, and those of the system, of which
/// nothing is looked at before it is needed.
final class LottieFonts: LottieFontSource {
  private let configuration: FontConfiguration
  private lazy var folders = configuration.folders.map(FontFolder.init)
  private lazy var system = configuration.usesSystemFonts ? try? SystemFonts() : nil

  init(_ configuration: FontConfiguration) { self.configuration = configuration }

  func font(in bytes: [UInt8]) -> (any LottieFont)? {
    (try? FontFace(bytes)).map { AnimationFont(FontStack($0)) }
  }

  func font(
    for request: LottieFontRequest
  ) -> (font: any LottieFont, isSubstitute: Bool)? {
    for folder in folders {
      if let (face, isExact) = folder.face(for: request) {
        return (AnimationFont(FontStack(face)), !isExact)
      }
    }
    guard let system else { return nil }
    let style = FontStyle(named: request.style)
    guard let match = system.match(family: request.family, style: style) else { return nil }
    let stack = FontStack(match.face) { system.fallback(for: $0) }
    return (AnimationFont(stack), !match.isOfFamily)
  }
}

/// The fonts in a folder.
private final class FontFolder {
  private let path: String
  private lazy var entries = Self.entries(in: path)

  private struct Entry {
    let path: String
    let index: Int
    let family: String
    let style: FontStyle
    let postScriptName: String
  }

  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".TTF", ".OTF"]
  /// More fonts than a project has.
  private static let maximumEntries = 1000

  init(_ path: String) { self.path = path }

  /// The names of all faces, by the names of their files.
  private static func entries(in path: String) -> [Entry] {
    var entries: [Entry] = []
    for name in (try? Folder.names(in: path, endings: endings)) ?? [] {
      let file = FilePath.join(path, name)
      var index = 0
      while entries.count < maximumEntries, let face = try? FontFace(path: file, index: index) {
        entries.append(
          Entry(
            path: file, index: index, family: face.family.letters,
            style: FontStyle(named: face.style), postScriptName: face.postScriptName.letters))
        index += 1
        if index >= face.faceCount { break }
      }
    }
    return entries
  }

  /// The face of that name, or else the one of the family that is most like the style.
  func face(for request: LottieFontRequest) -> (face: FontFace, isExact: Bool)? {
    let (name, family) = (request.name.letters, request.family.letters)
    let style = FontStyle(named: request.style)
    let named = entries.first { !name.isEmpty && $0.postScriptName == name }
    let found =
      named
      ?? entries.filter { !family.isEmpty && $0.family == family }
      .min { $0.style.distance(to: style) < $1.style.distance(to: style) }
    guard let found, let face = try? FontFace(path: found.path, index: found.index) else {
      return nil
    }
    return (face, named != nil || found.style == style)
  }
}

extension FontStyle {
  /// How much another style differs; a slant counts more than any weight.
  fileprivate func distance(to other: FontStyle) -> Int {
    abs(weight - other.weight) + (isItalic == other.isItalic ? 0 : 1000)
  }
}

extension String {
  /// In lower case, without spaces and signs: `MyriadPro` and `Myriad Pro` are the same family.
  fileprivate var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

/// A font for the text of animations, which has each character once.
private final class AnimationFont: LottieFont {
  private let fonts: FontStack
  private let glyphs = Mutex(Glyphs())

  private struct Glyphs {
    /// Nil for characters that no font has.
    var known: [Character: LottieGlyph?] = [:]
    var points = 0
  }

  /// Points of all glyphs together. Only a hostile font has more, whose characters beyond are not
  /// drawn.
  private static let maximumPoints = 1 << 21

  init(_ fonts: FontStack) { self.fonts = fonts }

  var family: String { fonts.primary.family }
  var style: String { fonts.primary.style }
  var path: String? { fonts.primary.path }
  var sha256: String { fonts.primary.sha256 }

  func glyph(of character: Character) -> LottieGlyph? {
    glyphs.withLock { glyphs in
      if let known = glyphs.known[character] { return known }
      let glyph = shape(character, &glyphs.points)
      glyphs.known[character] = .some(glyph)
      return glyph
    }
  }

  private func shape(_ character: Character, _ points: inout Int) -> LottieGlyph? {
    guard points < Self.maximumPoints else { return nil }
    let line = ShapedLine(String(character), in: fonts)
    guard !line.glyphs.isEmpty, !line.glyphs.contains(where: { $0.glyph == 0 }) else { return nil }
    let outline = line.outline(size: 1)
    points += outline.pointCount + 1
    return LottieGlyph(outline: outline, advance: line.width)
  }
}
