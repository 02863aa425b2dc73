import AnimCodecs
import AnimCore
import AnimText
import Synchronization

/// A font embedded in a style sheet: CSS Fonts 4, 4.
struct FontFaceRule: Sendable {
  let family: String
  /// The contents of font files. The first readable one is used.
  let files: [[UInt8]]
  /// The supported characters, as sorted ranges that don't overlap.
  private let scalars: [ClosedRange<UInt32>]
  private let weights: ClosedRange<Int>
  private let isItalic: Bool

  /// Creates a font, or returns `nil` without a family or a font embedded in the text.
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
        return scanner.address().flatMap { DataURI.bytes($0.trimmingSpace) }
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

  /// The total size of its compressed files after decompression, in bytes.
  var unpackedBytes: Int { files.reduce(0) { $0 + FontFace.unpackedSize(of: $1) } }

  /// Returns the style of the face for text of a style.
  func style(for style: FontStyle) -> FontStyle {
    FontStyle(
      weight: min(max(style.weight, weights.lowerBound), weights.upperBound), isItalic: isItalic)
  }

  /// Returns whether the font is for a character.
  func covers(_ scalar: Unicode.Scalar) -> Bool {
    let index = scalars.indices.partitioningIndex { scalars[$0].upperBound >= scalar.value }
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

/// The fonts embedded in a document. Each is opened when text first requires it.
package final class EmbeddedFonts: Sendable {
  private let rules: [FontFaceRule]
  /// The faces, or `nil` for invalid fonts.
  private let faces = Mutex<[Int: FontFace?]>([:])

  /// Creates the fonts, or returns `nil` for an empty array.
  init?(_ rules: [FontFaceRule]) {
    if rules.isEmpty { return nil }
    self.rules = rules
  }

  /// The memory for all fonts, in bytes.
  var bytes: Int {
    rules.reduce(0) { $0 + $1.unpackedBytes + $1.files.reduce(0) { $0 + $1.count } }
  }

  /// Returns whether a family exists.
  package func has(_ family: String) -> Bool {
    rules.contains { $0.family.lowercased() == family.lowercased() }
  }

  /// Returns the faces of a family that are closest to a style and support a character, last one first.
  ///
  /// A family often consists of several parts, each with the letters of some languages.
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
      if let cached = faces[index] { return cached }
      let face = rules[index].files.lazy.compactMap { try? FontFace(withImages: $0) }.first
      faces[index] = .some(face)
      return face
    }
  }
}

extension EmbeddedFonts: Hashable {
  package static func == (a: EmbeddedFonts, b: EmbeddedFonts) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
