import AnimGraphics
import CFonts

/// A line of text as glyphs: which, and where.
///
/// Characters are joined, composed and ordered as their scripts want it. Lengths are in ems, of which
/// one is the size of the text, so that the line can be drawn at any size.
public struct ShapedLine: Sendable {
  /// Where a line begins that has both kinds of scripts.
  public enum Direction: Sendable {
    /// From left to right, as in the names of files.
    case leftToRight
    /// As its first letter is written.
    case automatic
  }

  /// A glyph of a line.
  public struct Glyph: Sendable {
    /// The font of the glyph.
    public let face: FontFace
    /// The number of the glyph in its font.
    public let glyph: FontFace.Glyph
    /// Where its origin is, to the right of the beginning of the line.
    public let x: Double
    /// How far its origin is below the baseline.
    public let y: Double
    /// The index of the first of the Unicode scalars that it stands for.
    public let cluster: Int
  }

  /// The glyphs, from left to right.
  public private(set) var glyphs: [Glyph] = []
  /// From the beginning of the line to its end.
  public private(set) var width = 0.0

  /// Shapes a line. Control characters, including line feeds, are shown as U+FFFD, and tabs as
  /// spaces. What is beyond ``FontLimits/lineScalars`` and ``FontLimits/lineGlyphs`` is left out.
  public init(_ text: String, in fonts: FontStack, direction: Direction = .automatic) {
    let scalars = text.unicodeScalars.prefix(FontLimits.lineScalars).map(Self.shown)
    // Without the libraries there is no font that could be in a stack.
    guard !scalars.isEmpty, case .success(let libraries) = FontLibraries.shared else { return }
    let values = scalars.map(\.value)
    let levels = Self.levels(of: values, direction, libraries.bidi)
    let runs = TextRun.runs(of: scalars, levels: levels, fonts, libraries.harfBuzz)
    for run in TextRun.visualOrder(of: runs) { append(run, values) }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "\t" { return " " }
    return scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
  }

  /// How deeply each character is embedded (Unicode Standard Annex 9): at odd levels, from right to
  /// left.
  private static func levels(
    of scalars: [UInt32], _ direction: Direction, _ bidi: FriBidi
  ) -> [Int8] {
    var levels = [Int8](repeating: 0, count: scalars.count)
    // Before the Hebrew block nothing is written from right to left.
    guard scalars.contains(where: { $0 >= 0x590 }) else { return levels }
    let count = Int32(scalars.count)
    var types = [UInt32](repeating: 0, count: scalars.count)
    var brackets = types
    bidi.types(scalars, count, &types)
    bidi.brackets(scalars, count, types, &brackets)
    var base =
      direction == .automatic ? FONTS_FRIBIDI_AUTOMATIC : FONTS_FRIBIDI_LEFT_TO_RIGHT
    guard bidi.levels(types, brackets, count, &base, &levels) != 0 else {
      return [Int8](repeating: 0, count: scalars.count)
    }
    return levels
  }

  /// Appends the glyphs of a run on the right.
  private mutating func append(_ run: TextRun, _ scalars: [UInt32]) {
    let em = Double(run.face.unitsPerEm)
    let count = FontLimits.lineGlyphs - glyphs.count
    let shaped = run.face.withFont { harfBuzz, font in
      shape(run, scalars, harfBuzz, font, limit: count)
    }
    // In units of the font, so that the sum is exact.
    var x = 0
    for (glyph, position) in shaped {
      glyphs.append(
        Glyph(
          face: run.face, glyph: glyph.glyph, x: width + Double(x + Int(position.x_offset)) / em,
          y: -Double(position.y_offset) / em, cluster: Int(glyph.cluster)))
      x += Int(position.x_advance)
    }
    width += Double(x) / em
  }
}

private func shape(
  _ run: TextRun, _ scalars: [UInt32], _ harfBuzz: HarfBuzz, _ font: OpaquePointer, limit: Int
) -> [(fonts_hb_glyph, fonts_hb_position)] {
  guard let buffer = harfBuzz.createBuffer() else { return [] }
  defer { harfBuzz.destroyBuffer(buffer) }
  // With the text around it, since the first and the last letter may join.
  harfBuzz.addScalars(
    buffer, scalars, Int32(scalars.count), UInt32(run.range.lowerBound), Int32(run.range.count))
  harfBuzz.setDirection(
    buffer, run.isRightToLeft ? FONTS_HB_RIGHT_TO_LEFT : FONTS_HB_LEFT_TO_RIGHT)
  harfBuzz.setScript(buffer, run.script)
  harfBuzz.shape(font, buffer, nil, 0)
  var glyphCount: UInt32 = 0
  var positionCount: UInt32 = 0
  let glyphs = UnsafeBufferPointer(
    start: harfBuzz.glyphs(buffer, &glyphCount), count: Int(glyphCount))
  let positions = UnsafeBufferPointer(
    start: harfBuzz.positions(buffer, &positionCount), count: Int(positionCount))
  return zip(glyphs, positions).prefix(limit).map { ($0, $1) }
}

extension ShapedLine {
  /// All glyphs as one outline, to be filled by the nonzero rule, from the beginning of the
  /// baseline.
  ///
  /// - Parameter size: the size of the text: the length of an em.
  public func outline(size: Double) -> Path {
    var path = Path()
    for glyph in glyphs {
      let scale = size / Double(glyph.face.unitsPerEm)
      path.append(
        glyph.face.outline(of: glyph.glyph),
        Transform(a: scale, b: 0, c: 0, d: scale, tx: glyph.x * size, ty: glyph.y * size))
    }
    return path
  }
}

/// A part of a line in one font, one script and one direction.
private struct TextRun {
  let face: FontFace
  let script: UInt32
  let level: Int8
  /// Of the scalars of the line.
  var range: Range<Int>

  var isRightToLeft: Bool { level & 1 != 0 }

  /// The runs of a line, in the order of its text.
  static func runs(
    of scalars: [Unicode.Scalar], levels: [Int8], _ fonts: FontStack, _ harfBuzz: HarfBuzz
  ) -> [TextRun] {
    var runs: [TextRun] = []
    var scripts = scalars.map { harfBuzz.script(of: $0) }
    resolve(&scripts)
    for (index, scalar) in scalars.enumerated() {
      // What is put on a letter is drawn with the letter's font, or it would not find its place.
      let joins = index > 0 && scalar.joinsPrevious
      let face = joins ? runs[runs.count - 1].face : fonts.face(for: scalar)
      if let last = runs.last, last.face == face, last.script == scripts[index],
        last.level == levels[index]
      {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append(
          TextRun(
            face: face, script: scripts[index], level: levels[index], range: index..<index + 1))
      }
    }
    return runs
  }

  /// Gives characters of no script, such as spaces and marks, the script of those before them, or at
  /// the start of a line, of those after them.
  private static func resolve(_ scripts: inout [UInt32]) {
    func isOpen(_ script: UInt32) -> Bool {
      script == FONTS_HB_SCRIPT_COMMON || script == FONTS_HB_SCRIPT_INHERITED
    }
    var current = scripts.first { !isOpen($0) } ?? FONTS_HB_SCRIPT_LATIN
    for index in scripts.indices {
      if isOpen(scripts[index]) { scripts[index] = current }
      current = scripts[index]
    }
  }

  /// The runs from left to right: rule L2 of Unicode Standard Annex 9.
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
  /// Whether the scalar is drawn as one with that before it: a mark, or what joins or selects.
  fileprivate var joinsPrevious: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: self == "\u{200D}" || self == "\u{200C}"
    }
  }
}
