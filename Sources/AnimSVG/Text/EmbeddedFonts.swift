import AnimText
import Synchronization

/// A font that a style sheet brings along: CSS Fonts 4, 4.
struct FontFaceRule: Sendable {
  let family: String
  /// The bytes of a font file.
  let bytes: [UInt8]
  private let weights: ClosedRange<Int>
  private let isItalic: Bool

  /// Nil without a family, and without a font in the text itself that is neither compressed nor somewhere else.
  init?(_ declarations: [StyleDeclaration]) {
    func descriptor(_ name: String) -> String? {
      declarations.last { $0.property == name }?.value
    }
    let families = descriptor("font-family").map { TextStyle.families($0) } ?? []
    guard families.count == 1, let sources = descriptor("src") else { return nil }
    let fonts = ComponentList.parts(sources).lazy.compactMap { source in
      ComponentList.words(source).first.flatMap { word in
        var scanner = TextScanner(word)
        return scanner.address().flatMap { DataAddress.bytes($0) }
      }
    }
    guard let bytes = fonts.first(where: Self.isFont) else { return nil }
    family = families[0]
    self.bytes = bytes
    let numbers = ComponentList.words(descriptor("font-weight") ?? "").compactMap { word in
      word.lowercased() == "bold" ? 700 : Int(word)
    }
    let (lowest, highest) = (numbers.min() ?? 400, numbers.max() ?? 400)
    weights = lowest...highest
    let slant = descriptor("font-style")?.lowercased() ?? ""
    isItalic = slant.hasPrefix("italic") || slant.hasPrefix("oblique")
  }

  /// The style of the face for a text of a style.
  func style(for style: FontStyle) -> FontStyle {
    FontStyle(
      weight: min(max(style.weight, weights.lowerBound), weights.upperBound), isItalic: isItalic)
  }

  private static func isFont(_ bytes: [UInt8]) -> Bool {
    [[0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8)].contains { bytes.starts(with: $0) }
  }
}

/// The fonts that a document brings along, each opened when a text first asks for it.
package final class EmbeddedFonts: Sendable {
  private let rules: [FontFaceRule]
  /// Nil for what is no font after all.
  private let faces = Mutex<[Int: FontFace?]>([:])

  /// Nil if there are none.
  init?(_ rules: [FontFaceRule]) {
    if rules.isEmpty { return nil }
    self.rules = rules
  }

  /// The face of a family that is nearest to a style, of several the last; nil if there is none.
  package func face(family: String, style: FontStyle) -> FontFace? {
    let name = family.lowercased()
    let candidates = rules.indices.reversed().filter { rules[$0].family.lowercased() == name }
    let nearest = candidates.min { a, b in
      style.isNearer(rules[a].style(for: style), than: rules[b].style(for: style))
    }
    guard let nearest else { return nil }
    return faces.withLock { faces in
      if let known = faces[nearest] { return known }
      let face = try? FontFace(rules[nearest].bytes)
      faces[nearest] = .some(face)
      return face
    }
  }
}

extension EmbeddedFonts: Hashable {
  package static func == (a: EmbeddedFonts, b: EmbeddedFonts) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
