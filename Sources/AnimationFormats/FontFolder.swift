import AnimLottie
import AnimText
import LinuxSystem
import Synchronization

/// The fonts in a folder.
final class FontFolder: Sendable {
  private let entries: [Entry]
  /// The requested faces by the index of their entry, or `nil` for faces that have become unreadable. Each face is
  /// opened only once, because text in the same face is shaped together.
  private let faces = Mutex<[Int: FontFace?]>([:])

  private struct Entry: Sendable {
    let path: String
    /// The index of the face in the file.
    let index: Int
    let family: String
    let style: FontStyle
    /// The style according to its name, which Lottie uses.
    let namedStyle: FontStyle
    let postScriptName: String
    let hasImages: Bool
  }

  private static let fileExtensions = [
    ".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".TTF", ".OTF",
  ]
  /// A maximum that exceeds the number of fonts in any project.
  private static let maximumEntries = 1000

  /// Reads the names of all fonts in a folder.
  init(_ path: String) { entries = Self.entries(in: path) }

  /// Returns the names of all faces, by file name.
  private static func entries(in path: String) -> [Entry] {
    var entries: [Entry] = []
    for name in (try? Folder.names(in: path, fileExtensions: fileExtensions)) ?? [] {
      let file = FilePath.join(path, name)
      var index = 0
      while entries.count < maximumEntries,
        let face = try? FontFace(withImages: file, index: index, .system)
      {
        entries.append(
          Entry(
            path: file, index: index, family: face.family.letters, style: face.fontStyle,
            namedStyle: FontStyle(named: face.style), postScriptName: face.postScriptName.letters,
            hasImages: face.hasImages))
        index += 1
        if index >= face.faceCount { break }
      }
    }
    return entries
  }

  private func face(_ index: Int) -> FontFace? {
    faces.withLock { faces in
      if let cached = faces[index] { return cached }
      let (path, number) = (entries[index].path, entries[index].index)
      let face = try? FontFace(withImages: path, index: number, .system)
      faces[index] = .some(face)
      return face
    }
  }

  /// Returns the face with the requested name, or otherwise the face of the family that is closest
  /// to the style.
  func face(for request: LottieFontRequest) -> (face: FontFace, isExact: Bool)? {
    let (name, family) = (request.name.letters, request.family.letters)
    let style = FontStyle(named: request.style)
    let named = entries.indices.first { !name.isEmpty && entries[$0].postScriptName == name }
    let ofFamily = entries.indices.filter { !family.isEmpty && entries[$0].family == family }
      .min {
        entries[$0].namedStyle.distance(to: style) < entries[$1].namedStyle.distance(to: style)
      }
    guard let found = named ?? ofFamily, let face = face(found) else { return nil }
    return (face, named != nil || entries[found].namedStyle == style)
  }

  /// Returns the face of a family that is closest to a style.
  func face(family: String, style: FontStyle) -> FontFace? {
    let name = GenericFamily(family).map { $0.name(in: entries.map(\.family)) } ?? family.letters
    guard let name, !name.isEmpty else { return nil }
    return entries.indices.filter { entries[$0].family == name }
      .min { style.isNearer(entries[$0].style, than: entries[$1].style) }
      .flatMap { face($0) }
  }

  /// Returns a face for text whose font isn't available.
  func defaultFace(style: FontStyle) -> FontFace? {
    face(family: "serif", style: style) ?? face(family: "sans-serif", style: style)
      ?? (entries.isEmpty ? nil : face(0))
  }

  /// Returns the first face that has a colour image of a character.
  func emoji(for scalar: Unicode.Scalar) -> FontFace? {
    entries.indices.lazy.filter { self.entries[$0].hasImages }.compactMap { self.face($0) }
      .first { $0.hasImage(of: scalar) }
  }

  /// Returns the face whose style is nearest to a style among those that have a character.
  func face(with scalar: Unicode.Scalar, style: FontStyle) -> FontFace? {
    let sorted = entries.indices.sorted {
      if style.isNearer(entries[$0].style, than: entries[$1].style) { return true }
      return !style.isNearer(entries[$1].style, than: entries[$0].style) && $0 < $1
    }
    return sorted.lazy.compactMap { self.face($0) }.first { $0.glyph(of: scalar) != nil }
  }
}

/// The generic font families of CSS.
private enum GenericFamily {
  case serif, sansSerif, monospace, cursive, fantasy

  init?(_ name: String) {
    switch name.lowercased() {
    case "serif", "ui-serif": self = .serif
    case "sans-serif", "system-ui", "ui-sans-serif", "ui-rounded": self = .sansSerif
    case "monospace", "ui-monospace": self = .monospace
    case "cursive": self = .cursive
    case "fantasy": self = .fantasy
    default: return nil
    }
  }

  /// Returns the family for a generic family. Most font names contain their kind, and the shortest
  /// such name is the font with the most common characters. Handwriting and display fonts are
  /// matched by name.
  func name(in families: [String]) -> String? {
    func shortest(_ isOfKind: (String) -> Bool) -> String? {
      families.filter(isOfKind).min { ($0.count, $0) < ($1.count, $1) }
    }
    switch self {
    case .serif: return shortest { $0.contains("serif") && !$0.contains("sans") }
    case .sansSerif: return shortest { $0.contains("sans") }
    case .monospace: return shortest { $0.contains("mono") }
    case .cursive: return Self.written.first { families.contains($0) }
    case .fantasy: return Self.drawn.first { families.contains($0) }
    }
  }

  private static let written = [
    "comicsansms", "applechancery", "urwchancery", "z003", "snellroundhand", "brushscriptmt",
    "comicneue", "yellowtail", "dancingscript", "pacifico", "caveat", "satisfy", "greatvibes",
  ]
  private static let drawn = [
    "impact", "papyrus", "luminari", "chalkduster", "sedgwickavedisplay", "bangers",
    "lobster", "creepster",
  ]
}

extension FontStyle {
  /// Returns the distance between styles. A difference in slant is larger than any difference in
  /// weight.
  fileprivate func distance(to other: FontStyle) -> Int {
    abs(weight - other.weight) + (isItalic == other.isItalic ? 0 : 1000)
  }
}

extension String {
  /// The letters and digits in lower case. `MyriadPro` and `Myriad Pro` are the same family.
  fileprivate var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
