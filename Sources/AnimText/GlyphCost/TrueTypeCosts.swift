/// The costs of glyphs in the table `glyf`: one step for each point and each component.
///
/// A composite glyph costs as much as all of its components. A component counts each time it is used.
struct TrueTypeCosts {
  private let glyphs: FontBytes
  private let locations: FontBytes
  private let locationSize: Int
  private let variations: GlyphVariations?
  private var cached: [Int: Part] = [:]

  /// The maximum nesting depth of components. FreeType and HarfBuzz reject deeper glyphs.
  private static let maximumDepth = 64

  private struct Part {
    var cost: Int
    var points: Int
    /// The levels of components, or 0 for a simple glyph.
    var height: Int
  }

  /// Reads the tables of a face, or returns `nil` if the font has no TrueType outlines.
  init?(_ font: FontBytes, face: Int, isVaried: Bool) {
    guard let glyphs = font.table("glyf", face: face),
      let locations = font.table("loca", face: face), let head = font.table("head", face: face),
      let format = head.word(50)
    else { return nil }
    self.glyphs = glyphs
    self.locations = locations
    locationSize = format == 0 ? 2 : 4
    variations = isVaried ? GlyphVariations(font, face: face) : nil
  }

  /// Returns the cost of a glyph, or `nil` if it exceeds ``FontLimits/glyphSteps``.
  mutating func cost(of glyph: Int) -> Int? { try? part(glyph, depth: 0).cost }

  private mutating func part(_ glyph: Int, depth: Int) throws(GlyphTooCostly) -> Part {
    if let part = cached[glyph] {
      guard depth + part.height <= Self.maximumDepth else { throw GlyphTooCostly() }
      return part
    }
    guard depth <= Self.maximumDepth else { throw GlyphTooCostly() }
    var part = Part(cost: 4, points: 0, height: 0)
    if let data = data(of: glyph), let contours = data.signedWord(0) {
      if contours < 0 {
        try addComponents(of: data, to: &part, depth: depth)
      } else if contours > 0 {
        part.points = (data.word(8 + 2 * contours) ?? 0) + 1
        part.cost += contours + part.points
      }
    }
    if let variations { part.cost += variations.cost(of: glyph, points: part.points) }
    guard part.cost <= FontLimits.glyphSteps else { throw GlyphTooCostly() }
    cached[glyph] = part
    return part
  }

  private mutating func addComponents(
    of data: FontBytes, to part: inout Part, depth: Int
  ) throws(GlyphTooCostly) {
    var offset = 10
    var hasMore = true
    while hasMore, let flags = data.word(offset), let index = data.word(offset + 2) {
      let component = try self.part(index, depth: depth + 1)
      part.points += component.points
      // The points of each level are transformed.
      part.cost += component.cost + component.points + 8
      part.height = max(part.height, component.height + 1)
      guard part.cost <= FontLimits.glyphSteps else { throw GlyphTooCostly() }
      // ARG_1_AND_2_ARE_WORDS, WE_HAVE_A_SCALE, WE_HAVE_AN_X_AND_Y_SCALE, WE_HAVE_A_TWO_BY_TWO, MORE_COMPONENTS.
      offset += flags & 1 != 0 ? 8 : 6
      offset += flags & 8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      hasMore = flags & 0x20 != 0
    }
  }

  /// Returns the data of a glyph, or `nil` if it has no outline.
  private func data(of glyph: Int) -> FontBytes? {
    guard let start = location(glyph) else { return nil }
    let end = location(glyph + 1) ?? glyphs.count
    if start == end { return nil }
    // If the end is invalid, FreeType reads up to the end of the table.
    let isPlausible = end > start && end <= glyphs.count
    return isPlausible ? glyphs.part(start, count: end - start) : glyphs.suffix(from: start)
  }

  private func location(_ index: Int) -> Int? {
    let value = locations.number(index * locationSize, size: locationSize)
    return locationSize == 2 ? value.map { 2 * $0 } : value
  }
}

/// The costs of moving the points of glyphs, from the tables `gvar` and `HVAR` of a variable font.
private struct GlyphVariations {
  private let table: FontBytes?
  private let axisCount: Int
  private let glyphCount: Int
  private let offsetSize: Int
  private let dataStart: Int
  /// The maximum cost of finding the width of a glyph.
  private let widthCost: Int

  init(_ font: FontBytes, face: Int) {
    table = font.table("gvar", face: face)
    axisCount = table?.word(4) ?? 0
    glyphCount = table?.word(12) ?? 0
    offsetSize = (table?.word(14) ?? 0) & 1 != 0 ? 4 : 2
    dataStart = table?.long(16) ?? 0
    let regions = (["HVAR", "VVAR"] as [FontTag]).map { tag in
      font.table(tag, face: face).flatMap { table in
        table.long(4).flatMap { table.suffix(from: $0) }
      }.map { VariationStore($0) }
    }
    widthCost = regions.reduce(0) { $0 + ($1?.maximumCost ?? 0) }
  }

  /// - Parameter points: The number of points of the glyph.
  func cost(of glyph: Int, points: Int) -> Int {
    guard let table, glyph < glyphCount, let start = offset(glyph), let end = offset(glyph + 1),
      end > start, let data = table.part(dataStart + start, count: end - start)
    else { return widthCost }
    let tuples = (data.word(0) ?? 0) & 0xFFF
    return widthCost + data.count + tuples * (2 * (points + 4) + axisCount + 4)
  }

  private func offset(_ glyph: Int) -> Int? {
    let value = table?.number(20 + glyph * offsetSize, size: offsetSize)
    return offsetSize == 2 ? value.map { 2 * $0 } : value
  }
}

/// The regions of axis values for which a variable font has deltas (an ItemVariationStore).
struct VariationStore {
  private let bytes: FontBytes

  init(_ bytes: FontBytes) { self.bytes = bytes }

  private var axisCount: Int {
    bytes.long(2).flatMap { bytes.suffix(from: $0) }?.word(0) ?? 0
  }

  /// Returns the number of regions of a set of values, or `nil` if the font doesn't have the set.
  func regionCount(of set: Int) -> Int? {
    guard set >= 0, let sets = bytes.word(6), set < sets, let offset = bytes.long(8 + 4 * set)
    else { return nil }
    return bytes.suffix(from: offset)?.word(4)
  }

  /// Returns the cost of computing the weights of a set's regions.
  func cost(of set: Int) -> Int { (regionCount(of: set) ?? 0) * (axisCount + 1) }

  /// The highest cost of a set.
  var maximumCost: Int { (0..<(bytes.word(6) ?? 0)).reduce(0) { max($0, cost(of: $1)) } }
}
