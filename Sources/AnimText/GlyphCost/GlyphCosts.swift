/// The costs of the glyphs of a face: an estimate of the number of steps that FreeType needs to read each glyph. It
/// depends only on the font.
///
/// A glyph is a small program whose parts can refer to other parts, so a few bytes can take minutes to read. The cost
/// is computed without running FreeType or reading a clock, so every machine skips the same glyphs.
///
/// A step takes about ten nanoseconds. Computing the cost of a glyph itself takes at most ``FontLimits/glyphSteps``
/// steps.
struct GlyphCosts {
  private var trueType: TrueTypeCosts?
  private var charstrings: CharstringCosts?
  /// Whether the costs of the outlines are unknown.
  private let isUnknown: Bool
  private var costs: [UInt32: Int?] = [:]

  /// - Parameters:
  ///   - font: The font, which must outlive this value.
  ///   - face: The index of the face in a collection.
  ///   - isVaried: Whether the outlines belong to an instance of a variable font.
  init(_ font: UnsafeRawBufferPointer, face: Int, isVaried: Bool) {
    let font = FontBytes(font)
    trueType = TrueTypeCosts(font, face: face, isVaried: isVaried)
    // A font may have both kinds of outlines. The first bytes of the file decide which of them FreeType reads.
    let second = font.table("CFF2", face: face)
    let table = second ?? font.table("CFF ", face: face)
    charstrings = table.flatMap { CharstringCosts($0, isVersion2: second != nil) }
    isUnknown = table != nil && charstrings == nil
  }

  /// Returns the number of steps of a glyph.
  ///
  /// The result is `nil` if the glyph has more than ``FontLimits/glyphSteps`` steps, if its program is invalid, or if
  /// the program uses features that no font needs.
  mutating func cost(of glyph: UInt32) -> Int? {
    if let cached = costs[glyph] { return cached }
    let cost = computedCost(of: Int(glyph))
    costs[glyph] = .some(cost)
    return cost
  }

  private mutating func computedCost(of glyph: Int) -> Int? {
    var cost = 1
    if isUnknown { return nil }
    if trueType != nil {
      guard let steps = trueType?.cost(of: glyph) else { return nil }
      cost += steps
    }
    if charstrings != nil {
      guard let steps = charstrings?.cost(of: glyph) else { return nil }
      cost += steps
    }
    return cost <= FontLimits.glyphSteps ? cost : nil
  }
}

/// The error that ends the computation of a cost that is unknown or exceeds the limit.
struct GlyphTooCostly: Error {}
