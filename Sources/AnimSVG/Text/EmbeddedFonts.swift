import AnimCore
import AnimText
import Synchronization

/// A font that a style sheet brings along: CSS Fonts 4, 4.
struct FontFaceRule: Sendable {
  let family: String
  /// The bytes of font files, of which the first counts that can be read.
  let files: [[UInt8]]
  /// The characters that it is for: ranges in order, no two of which have one in common.
  private let scalars: [ClosedRange<UInt32>]
  private let weights: ClosedRange<Int>
  private let isItalic: Bool

  /// Nil without a family, and without a font in the text itself.
  init?(_ declarations: [StyleDeclaration]) throws(ParsingLimit) {
    func descriptor(_ name: String) -> String? {
      declarations.last { $0.property == name }?.value
    }
    let families = descriptor("font-family").map { TextStyle.families($0) } ?? []
    guard families.count == 1, let sources = descriptor("src") else { return nil }
    let parts = ComponentList.parts(sources)
    try ParsingLimit.fontSources.check(parts.count)
    files = parts.compactMap { source in
      ComponentList.words(source).first.flatMap { word in
        var scanner = TextScanner(word)
        return scanner.address().flatMap { DataAddress.bytes($0) }
      }
    }.filter(Self.isFont)
    if files.isEmpty { return nil }
    family = families[0]
    scalars =
      try descriptor("unicode-range").flatMap { text throws(ParsingLimit) in
        try Self.ranges(text)
      } ?? [0...0x10_FFFF]
    let numbers = ComponentList.words(descriptor("font-weight") ?? "").compactMap { word in
      word.lowercased() == "bold" ? 700 : Int(word)
    }
    let (lowest, highest) = (numbers.min() ?? 400, numbers.max() ?? 400)
    weights = lowest...highest
    let slant = descriptor("font-style")?.lowercased() ?? ""
    isItalic = slant.hasPrefix("italic") || slant.hasPrefix("oblique")
  }

  /// What its files are unpacked to, those that are compressed.
  var unpackedBytes: Int { files.reduce(0) { $0 + FontFace.unpackedSize(of: $1) } }

  /// The style of the face for a text of a style.
  func style(for style: FontStyle) -> FontStyle {
    FontStyle(
      weight: min(max(style.weight, weights.lowerBound), weights.upperBound), isItalic: isItalic)
  }

  /// Whether it is for a character.
  func covers(_ scalar: Unicode.Scalar) -> Bool {
    let index = scalars.partitioningIndex { $0.upperBound >= scalar.value }
    return index < scalars.count && scalars[index].contains(scalar.value)
  }

  /// Returns the ranges of a list such as `U+26, U+0-7F, U+4??`, joined and in order, or `nil` if it is invalid.
  private static func ranges(_ text: String) throws(ParsingLimit) -> [ClosedRange<UInt32>]? {
    var ranges: [ClosedRange<UInt32>] = []
    let parts = ComponentList.parts(text)
    try ParsingLimit.fontRanges.check(parts.count)
    for part in parts {
      let part = part.trimmingSpace.lowercased()
      guard part.hasPrefix("u+") else { return nil }
      let ends = part.dropFirst(2).split(separator: "-", omittingEmptySubsequences: false)
      guard let first = ends.first, let last = ends.last, ends.count <= 2,
        let lower = UInt32(first.replacing("?", with: "0"), radix: 16),
        let upper = UInt32(last.replacing("?", with: "f"), radix: 16), lower <= upper
      else { return nil }
      ranges.append(lower...upper)
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  private static func isFont(_ bytes: [UInt8]) -> Bool {
    [[0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("wOFF".utf8), Array("wOF2".utf8)]
      .contains { bytes.starts(with: $0) }
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

  /// The bytes of memory that all of them take.
  var bytes: Int {
    rules.reduce(0) { $0 + $1.unpackedBytes + $1.files.reduce(0) { $0 + $1.count } }
  }

  /// Whether there is a family of a name.
  package func has(_ family: String) -> Bool {
    rules.contains { $0.family.lowercased() == family.lowercased() }
  }

  /// The faces of a family that are nearest to a style and for a character, the last first.
  ///
  /// A family often comes in parts, each with the letters of some languages.
  package func faces(
    family: String, style: FontStyle, for scalar: Unicode.Scalar = " "
  ) -> [FontFace] {
    let name = family.lowercased()
    let candidates = rules.indices.filter { rules[$0].family.lowercased() == name }
      .map { (index: $0, style: rules[$0].style(for: style)) }
    let nearest = candidates.min { style.isNearer($0.style, than: $1.style) }
    return candidates.reversed().compactMap { candidate in
      candidate.style == nearest?.style && rules[candidate.index].covers(scalar)
        ? face(candidate.index) : nil
    }
  }

  private func face(_ index: Int) -> FontFace? {
    faces.withLock { faces in
      if let known = faces[index] { return known }
      let face = rules[index].files.lazy.compactMap { try? FontFace($0) }.first
      faces[index] = .some(face)
      return face
    }
  }
}

extension EmbeddedFonts: Hashable {
  package static func == (a: EmbeddedFonts, b: EmbeddedFonts) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
