import AnimGraphics

/// A line of text as positioned glyphs.
///
/// Characters are joined, composed and ordered according to their scripts. Lengths are in ems, so
/// that the line can be drawn at any size.
public struct ShapedLine: Sendable {
  /// The base direction of a line with scripts of both directions.
  public enum Direction: Sendable {
    /// Left to right, as for file names.
    case leftToRight
    /// The direction of the first letter.
    case automatic
  }

  /// A glyph of a line.
  public struct Glyph: Sendable {
    /// The font of the glyph.
    public let face: FontFace
    /// The index of the glyph in its font.
    public let glyph: FontFace.Glyph
    /// The x coordinate of the origin, relative to the start of the line.
    public let x: Double
    /// The distance of the origin below the baseline.
    public let y: Double
    /// The index of the first Unicode scalar of the glyph.
    public let cluster: Int
  }

  /// The glyphs, from left to right.
  public private(set) var glyphs: [Glyph] = []
  /// The width of the line.
  public private(set) var width = 0.0

  /// Shapes a line. Control characters, including line feeds, are shown as U+FFFD, and tabs as
  /// spaces. Text beyond ``FontLimits/lineScalars`` and ``FontLimits/lineGlyphs`` is omitted.
  public init(_ text: String, in fonts: FontStack, direction: Direction = .automatic) {
    let scalars = text.unicodeScalars.prefix(FontLimits.lineScalars).map(Self.shown)
    let part = ShapedText.Part(end: scalars.count, fonts: fonts, features: [])
    let shaped = ShapedText(
      scalars, parts: [part], direction: direction == .automatic ? .automatic : .leftToRight)
    for run in shaped.runs { append(run) }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "\t" { return " " }
    return scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
  }

  /// Appends the glyphs of a run on the right.
  private mutating func append(_ run: ShapedText.Run) {
    let em = Double(run.face.unitsPerEm)
    // Sum in font units, which is exact.
    var x = 0
    for glyph in run.glyphs {
      glyphs.append(
        Glyph(
          face: run.face, glyph: glyph.glyph, x: width + Double(x + glyph.dx) / em,
          y: Double(glyph.dy) / em, cluster: glyph.cluster))
      x += glyph.advance
    }
    width += Double(x) / em
  }
}

extension ShapedLine {
  /// Returns all glyphs as one outline with the origin at the start of the baseline, to be filled
  /// with the nonzero rule.
  ///
  /// - Parameter size: The font size: the length of an em.
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
