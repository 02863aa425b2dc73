import AnimGraphics
import CFonts

/// The glyphs of a text in visual order, with their advances in font units.
///
/// The text may use several fonts. Adjacent text in the same font is shaped together.
package struct ShapedText: Sendable {
  /// A glyph of a run.
  package struct Glyph: Sendable {
    package let glyph: FontFace.Glyph
    /// The index of the first Unicode scalar of the glyph.
    package let cluster: Int
    /// The distance from its origin to the next one, in font units.
    package let advance: Int
    /// The horizontal offset from the origin, to the right.
    package let dx: Int
    /// The vertical offset from the origin, downwards.
    package let dy: Int
  }

  /// Glyphs of one font in one direction.
  package struct Run: Sendable {
    package let face: FontFace
    /// Whether the text is right-to-left.
    package let isRightToLeft: Bool
    /// The glyphs, from left to right.
    package let glyphs: [Glyph]
  }

  /// Scalars with the same font stack.
  package struct Part: Sendable {
    /// The index after the last scalar.
    package let end: Int
    package let fonts: FontStack
    package let features: [FontFeature]

    package init(end: Int, fonts: FontStack, features: [FontFeature]) {
      self.end = end
      self.fonts = fonts
      self.features = features
    }
  }

  /// An invisible character that changes the direction of the text after it, such as U+202E.
  package struct Control: Hashable, Sendable {
    /// The index of the scalar that the control character precedes.
    package let index: Int
    package let scalar: Unicode.Scalar

    package init(before index: Int, _ scalar: Unicode.Scalar) {
      self.index = index
      self.scalar = scalar
    }
  }

  /// The base direction of text with scripts of both directions.
  package enum Direction: Hashable, Sendable {
    case leftToRight, rightToLeft
    /// The direction of the first letter.
    case automatic
  }

  /// The runs, from left to right.
  package private(set) var runs: [Run] = []

  /// - Parameters:
  ///   - scalars: The text. Scalars after the last part or beyond ``FontLimits/lineScalars`` are ignored.
  ///   - parts: The parts, in text order.
  ///   - controls: The control characters, in text order.
  package init(
    _ scalars: [Unicode.Scalar], parts: [Part], direction: Direction, controls: [Control] = []
  ) {
    let scalars = scalars.prefix(min(FontLimits.lineScalars, parts.last?.end ?? 0))
    // Without the libraries, no font stack can exist.
    guard !scalars.isEmpty, case .success(let libraries) = FontLibraries.shared else { return }
    let values = scalars.map(\.value)
    let levels = Self.levels(of: values, direction, controls, libraries.bidi)
    let runs = TextRun.runs(of: Array(scalars), levels: levels, parts, libraries.harfBuzz)
    var count = 0
    for run in TextRun.visualOrder(of: runs) where count < FontLimits.lineGlyphs {
      let glyphs = run.face.withFont { harfBuzz, font in
        shape(run, values, harfBuzz, font, limit: FontLimits.lineGlyphs - count)
      }
      count += glyphs.count
      self.runs.append(Run(face: run.face, isRightToLeft: run.isRightToLeft, glyphs: glyphs))
    }
  }

  /// Returns the embedding level of each character (Unicode Standard Annex 9). Odd levels are right-to-left.
  private static func levels(
    of scalars: [UInt32], _ direction: Direction, _ controls: [Control], _ bidi: FriBidi
  ) -> [Int8] {
    let plain = [Int8](repeating: 0, count: scalars.count)
    // No right-to-left script has code points before the Hebrew block.
    guard
      direction == .rightToLeft || !controls.isEmpty || scalars.contains(where: { $0 >= 0x590 })
    else { return plain }
    var text: [UInt32] = []
    text.reserveCapacity(scalars.count + controls.count)
    var isDrawn: [Bool] = []
    var upcoming = 0
    func takeControls(before index: Int) {
      while upcoming < controls.count, controls[upcoming].index <= index {
        text.append(controls[upcoming].scalar.value)
        isDrawn.append(false)
        upcoming += 1
      }
    }
    for (index, scalar) in scalars.enumerated() {
      takeControls(before: index)
      text.append(scalar)
      isDrawn.append(true)
    }
    let count = Int32(text.count)
    var types = [UInt32](repeating: 0, count: text.count)
    var brackets = types
    var levels = [Int8](repeating: 0, count: text.count)
    bidi.types(text, count, &types)
    bidi.brackets(text, count, types, &brackets)
    var base =
      switch direction {
      case .leftToRight: FONTS_FRIBIDI_LEFT_TO_RIGHT
      case .rightToLeft: FONTS_FRIBIDI_RIGHT_TO_LEFT
      case .automatic: FONTS_FRIBIDI_AUTOMATIC
      }
    guard bidi.levels(types, brackets, count, &base, &levels) != 0 else { return plain }
    return zip(levels, isDrawn).filter(\.1).map(\.0)
  }
}

private func shape(
  _ run: TextRun, _ scalars: [UInt32], _ harfBuzz: HarfBuzz, _ font: OpaquePointer, limit: Int
) -> [ShapedText.Glyph] {
  guard let buffer = harfBuzz.createBuffer() else { return [] }
  defer { harfBuzz.destroyBuffer(buffer) }
  // Pass the surrounding text too, because the first and the last letter may join it.
  harfBuzz.addScalars(
    buffer, scalars, Int32(scalars.count), UInt32(run.range.lowerBound), Int32(run.range.count))
  harfBuzz.setDirection(
    buffer, run.isRightToLeft ? FONTS_HB_RIGHT_TO_LEFT : FONTS_HB_LEFT_TO_RIGHT)
  harfBuzz.setScript(buffer, run.script)
  let features = run.features.map {
    fonts_hb_feature(tag: $0.tag.value, value: $0.value, first: 0, end: .max)
  }
  harfBuzz.shape(font, buffer, features, UInt32(features.count))
  var glyphCount: UInt32 = 0
  var positionCount: UInt32 = 0
  let glyphs = UnsafeBufferPointer(
    start: harfBuzz.glyphs(buffer, &glyphCount), count: Int(glyphCount))
  let positions = UnsafeBufferPointer(
    start: harfBuzz.positions(buffer, &positionCount), count: Int(positionCount))
  return zip(glyphs, positions).prefix(limit).map { glyph, position in
    ShapedText.Glyph(
      glyph: glyph.glyph, cluster: Int(glyph.cluster), advance: Int(position.x_advance),
      dx: Int(position.x_offset), dy: -Int(position.y_offset))
  }
}

/// A part of a text in one font, one script and one direction.
private struct TextRun {
  let face: FontFace
  let features: [FontFeature]
  let script: UInt32
  let level: Int8
  /// The indices of the scalars.
  var range: Range<Int>

  var isRightToLeft: Bool { level & 1 != 0 }

  /// Returns the runs of a text, in text order.
  static func runs(
    of scalars: [Unicode.Scalar], levels: [Int8], _ parts: [ShapedText.Part], _ harfBuzz: HarfBuzz
  ) -> [TextRun] {
    var runs: [TextRun] = []
    var scripts = scalars.map { harfBuzz.script(of: $0) }
    resolve(&scripts, levels)
    var part = 0
    for (index, scalar) in scalars.enumerated() {
      while part < parts.count - 1, parts[part].end <= index { part += 1 }
      // Use the font of the base letter for combining marks, which are positioned by that font.
      let joins = index > 0 && scalar.joinsPrevious
      let face =
        joins
        ? runs[runs.count - 1].face
        : parts[part].fonts.face(
          for: scalar, isEmoji: Self.isEmoji(scalar, before: scalars[(index + 1)...].first))
      let features = joins ? runs[runs.count - 1].features : parts[part].features
      if let last = runs.last, last.face == face, last.script == scripts[index],
        last.level == levels[index], last.features == features
      {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append(
          TextRun(
            face: face, features: features, script: scripts[index], level: levels[index],
            range: index..<index + 1))
      }
    }
    return runs
  }

  /// Returns whether a character is drawn in colour, which a variation selector after it decides.
  private static func isEmoji(
    _ scalar: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    switch next {
    case "\u{FE0F}": true
    case "\u{FE0E}": false
    default: scalar.properties.isEmojiPresentation
    }
  }

  /// Resolves the script of characters without one, such as spaces and marks. They get the script of the text before
  /// them, or after them at the start, preferably of text with the same direction.
  private static func resolve(_ scripts: inout [UInt32], _ levels: [Int8]) {
    func isOpen(_ script: UInt32) -> Bool {
      script == FONTS_HB_SCRIPT_COMMON || script == FONTS_HB_SCRIPT_INHERITED
    }
    let first = scripts.first { !isOpen($0) } ?? FONTS_HB_SCRIPT_LATIN
    var current: [UInt32] = []
    for parity in 0...1 as ClosedRange<Int8> {
      let strong = zip(scripts, levels).first { !isOpen($0) && $1 & 1 == parity }
      current.append(strong?.0 ?? first)
    }
    for index in scripts.indices {
      let side = Int(levels[index] & 1)
      if isOpen(scripts[index]) { scripts[index] = current[side] }
      current[side] = scripts[index]
    }
  }

  /// Returns the runs from left to right: rule L2 of Unicode Standard Annex 9.
  static func visualOrder(of runs: [TextRun]) -> [TextRun] {
    var runs = runs
    guard var level = runs.map(\.level).max(), level > 0 else { return runs }
    while level > 0 {
      var start = 0
      while start < runs.count {
        var end = start
        while end < runs.count, runs[end].level >= level { end += 1 }
        if end > start { runs[start..<end].reverse() }
        start = max(end, start + 1)
      }
      level -= 1
    }
    return runs
  }
}

extension Unicode.Scalar {
  /// Whether the scalar combines with the one before it: a mark, a joiner or a variation selector.
  fileprivate var joinsPrevious: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: self == "\u{200D}" || self == "\u{200C}"
    }
  }
}

extension ShapedText {
  /// Returns whether letter spacing may separate the letters of a character's script. It may not in cursive scripts
  /// (CSS Text 3).
  package static func allowsLetterSpacing(_ scalar: Unicode.Scalar) -> Bool {
    // All cursive scripts come after the European alphabets.
    guard scalar.value >= 0x600, case .success(let libraries) = FontLibraries.shared else {
      return true
    }
    return !joinedScripts.contains(FontTag(libraries.harfBuzz.script(of: scalar)))
  }

  /// The cursive scripts, as ISO 15924 tags.
  private static let joinedScripts: Set<FontTag> = [
    "Arab", "Syrc", "Nkoo", "Mani", "Phlp", "Mand", "Mong", "Phag", "Deva", "Beng", "Guru", "Modi",
    "Shrd", "Sylo", "Tirh", "Ogam",
  ]
}
