import AnimLottie
import AnimText
import LinuxSystem

/// The fonts in a folder.
final class FontFolder: Sendable {
  private let entries: [Entry]

  private struct Entry: Sendable {
    let path: String
    let index: Int
    let family: String
    let style: FontStyle
    let postScriptName: String

    var face: FontFace? { try? FontFace(path: path, index: index) }
  }

  private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".TTF", ".OTF"]
  /// More fonts than a project has.
  private static let maximumEntries = 1000

  /// Reads the names of all fonts in a folder.
  init(_ path: String) { entries = Self.entries(in: path) }

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
    guard let found = named ?? entry(family: family, style: style), let face = found.face else {
      return nil
    }
    return (face, named != nil || found.style == style)
  }

  /// The face of a family that is most like a style. Of the families that CSS has for any font, it is the
  /// one whose name says so and is shortest.
  func face(family: String, style: FontStyle) -> FontFace? {
    let wanted = family.letters
    switch wanted {
    case "serif", "sansserif", "monospace", "systemui", "uisansserif":
      let part = wanted == "serif" ? "serif" : wanted == "monospace" ? "mono" : "sans"
      let families = entries.map(\.family).filter {
        $0.contains(part) && (part == "sans" || !$0.contains("sans"))
      }
      let shortest = families.min { ($0.count, $0) < ($1.count, $1) }
      return shortest.flatMap { entry(family: $0, style: style)?.face }
    default: return entry(family: wanted, style: style)?.face
    }
  }

  /// A face for text whose font is not here.
  func defaultFace(style: FontStyle) -> FontFace? {
    face(family: "sans-serif", style: style) ?? entries.first?.face
  }

  /// A face that has a character, most like a style.
  func face(with scalar: Unicode.Scalar, style: FontStyle) -> FontFace? {
    let sorted = entries.enumerated().sorted {
      ($0.element.style.distance(to: style), $0.offset)
        < ($1.element.style.distance(to: style), $1.offset)
    }
    return sorted.lazy.compactMap(\.element.face).first { $0.glyph(of: scalar) != nil }
  }

  private func entry(family: String, style: FontStyle) -> Entry? {
    entries.filter { !family.isEmpty && $0.family == family }
      .min { $0.style.distance(to: style) < $1.style.distance(to: style) }
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
