/// A small TrueType font, built from bytes here, so that tests know each of its units.
public struct TinyFont: Sendable {
  /// A point in font units with the y axis up.
  public struct Point: Sendable {
    public var x: Int
    public var y: Int
    public var isOnCurve: Bool

    public init(_ x: Int, _ y: Int, isOnCurve: Bool = true) {
      self.x = x
      self.y = y
      self.isOnCurve = isOnCurve
    }
  }

  public struct Glyph: Sendable {
    public var advance: Int
    public var contours: [[Point]]
    /// The glyphs that it consists of, by their indices, if it has no contours. 1 is the glyph of
    /// the first character.
    public var parts: [Int]

    public init(advance: Int, contours: [[Point]] = [], parts: [Int] = []) {
      self.advance = advance
      self.contours = contours
      self.parts = parts
    }

    /// Returns a rectangle on the baseline.
    public static func block(advance: Int, width: Int, height: Int) -> Glyph {
      Glyph(
        advance: advance,
        contours: [[Point(0, 0), Point(0, height), Point(width, height), Point(width, 0)]])
    }
  }

  public var family = "Tiny"
  public var style = "Regular"
  public var unitsPerEm = 1000
  public var ascent = 800
  public var descent = 200
  /// The glyph of characters that the font lacks.
  public var missing = Glyph.block(advance: 500, width: 400, height: 700)
  public var glyphs: [Unicode.Scalar: Glyph]
  /// The additional distance between two consecutive characters.
  public var kerning: [(first: Unicode.Scalar, second: Unicode.Scalar, distance: Int)] = []
  /// Additional tables by tag, such as those of `TinyFont+Tables.swift`.
  public var tables: [String: [UInt8]] = [:]
  /// Whether there are outlines at all.
  public var hasOutlines = true

  public init(_ glyphs: [Unicode.Scalar: Glyph]) { self.glyphs = glyphs }

  /// The letter `a`, half an em wide, drawn as a block of 400 by 500; `w`, one em wide; and the
  /// space, a quarter of an em wide.
  public static let letters = TinyFont([
    "a": .block(advance: 500, width: 400, height: 500),
    "w": .block(advance: 1000, width: 900, height: 500),
    "H": .block(advance: 700, width: 600, height: 700),
    " ": Glyph(advance: 250),
  ])

  private var scalars: [Unicode.Scalar] { glyphs.keys.sorted { $0.value < $1.value } }

  /// Returns the index of a character's glyph.
  func index(of scalar: Unicode.Scalar) -> Int {
    scalars.firstIndex(of: scalar).map { $0 + 1 } ?? 0
  }

  /// The bytes of the font file.
  public var bytes: [UInt8] {
    let scalars = scalars
    let all = [missing] + scalars.map { glyphs[$0] ?? missing }
    let outlines = all.map(Self.outline)
    var offsets = Bytes()
    var offset = 0
    for outline in outlines {
      offsets.add32(offset)
      offset += outline.count
    }
    offsets.add32(offset)
    var metrics = Bytes()
    for glyph in all {
      metrics.add16(glyph.advance)
      metrics.add16(0)
    }
    var tables = tables
    tables["cmap"] = characterMap(scalars)
    if hasOutlines { tables["glyf"] = outlines.flatMap { $0 } }
    tables["head"] = header
    tables["hhea"] = horizontalHeader(count: all.count)
    tables["hmtx"] = metrics.bytes
    if !kerning.isEmpty { tables["kern"] = kerningTable(scalars) }
    if hasOutlines { tables["loca"] = offsets.bytes }
    tables["maxp"] = profile(all)
    tables["name"] = names
    return Self.file(tables.sorted { $0.key < $1.key }.map { (tag: $0.key, bytes: $0.value) })
  }

  private static func file(_ tables: [(tag: String, bytes: [UInt8])]) -> [UInt8] {
    var file = Bytes()
    file.add32(0x0001_0000)
    file.add16(tables.count)
    for _ in 0..<3 { file.add16(0) }
    var offset = 12 + 16 * tables.count
    for table in tables {
      file.bytes += Array(table.tag.utf8)
      // Nobody looks at checksums.
      file.add32(0)
      file.add32(offset)
      file.add32(table.bytes.count)
      offset += (table.bytes.count + 3) / 4 * 4
    }
    for table in tables {
      file.bytes += table.bytes
      file.bytes += [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
    }
    return file.bytes
  }

  private var header: [UInt8] {
    var table = Bytes()
    table.add32(0x0001_0000)
    table.add32(0x0001_0000)
    table.add32(0)
    table.add32(0x5F0F_3CF5)
    table.add16(0)
    table.add16(unitsPerEm)
    for _ in 0..<4 { table.add32(0) }
    for side in [0, -descent, unitsPerEm, ascent] { table.add16(side) }
    for number in [0, 8, 2, 1, 0] { table.add16(number) }
    return table.bytes
  }

  private func horizontalHeader(count: Int) -> [UInt8] {
    var table = Bytes()
    table.add32(0x0001_0000)
    for number in [ascent, -descent, 100, unitsPerEm] { table.add16(number) }
    for _ in 0..<11 { table.add16(0) }
    table.add16(count)
    return table.bytes
  }

  private func profile(_ glyphs: [Glyph]) -> [UInt8] {
    var table = Bytes()
    table.add32(0x0001_0000)
    table.add16(glyphs.count)
    table.add16(glyphs.map { $0.contours.joined().count }.max() ?? 0)
    table.add16(glyphs.map(\.contours.count).max() ?? 0)
    for _ in 0..<11 { table.add16(0) }
    return table.bytes
  }

  /// Format 12: groups of characters, each of one here.
  private func characterMap(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    var table = Bytes()
    for number in [0, 1, 3, 10] { table.add16(number) }
    table.add32(12)
    table.add16(12)
    table.add16(0)
    table.add32(16 + 12 * scalars.count)
    table.add32(0)
    table.add32(scalars.count)
    for (index, scalar) in scalars.enumerated() {
      table.add32(Int(scalar.value))
      table.add32(Int(scalar.value))
      table.add32(index + 1)
    }
    return table.bytes
  }

  /// Pairs of glyphs, in order.
  private func kerningTable(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    let pairs = kerning.compactMap { pair -> [Int]? in
      guard let first = scalars.firstIndex(of: pair.first),
        let second = scalars.firstIndex(of: pair.second)
      else { return nil }
      return [first + 1, second + 1, pair.distance]
    }
    .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    var table = Bytes()
    // One table of horizontal distances. The fields for searching it aren't used.
    for number in [0, 1, 0, 14 + 6 * pairs.count, 1, pairs.count, 0, 0, 0] { table.add16(number) }
    for number in pairs.joined() { table.add16(number) }
    return table.bytes
  }

  private var names: [UInt8] {
    // A PostScript name has no spaces.
    let postScriptName = "\(family)-\(style)".replacing(" ", with: "")
    let texts = [(1, family), (2, style), (4, "\(family) \(style)"), (6, postScriptName)]
      .map { (id: $0.0, bytes: $0.1.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) }
    var table = Bytes()
    for number in [0, texts.count, 6 + 12 * texts.count] { table.add16(number) }
    var offset = 0
    for text in texts {
      for number in [3, 1, 0x409, text.id, text.bytes.count, offset] { table.add16(number) }
      offset += text.bytes.count
    }
    return table.bytes + texts.flatMap(\.bytes)
  }

  private static func outline(_ glyph: Glyph) -> [UInt8] {
    let points = glyph.contours.flatMap { $0 }
    var table = Bytes()
    if !glyph.parts.isEmpty {
      for number in [-1, 0, 0, 0, 0] { table.add16(number) }
      for (index, part) in glyph.parts.enumerated() {
        // Distances in bytes follow, and perhaps more parts.
        for number in [index + 1 < glyph.parts.count ? 0x22 : 2, part, 0] { table.add16(number) }
      }
      return table.bytes + [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
    }
    guard !points.isEmpty else { return [] }
    table.add16(glyph.contours.count)
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    for side in [xs.min(), ys.min(), xs.max(), ys.max()] { table.add16(side ?? 0) }
    var last = -1
    for contour in glyph.contours {
      last += contour.count
      table.add16(last)
    }
    table.add16(0)
    table.bytes += points.map { $0.isOnCurve ? 1 : 0 }
    for coordinates in [xs, ys] {
      var previous = 0
      for coordinate in coordinates {
        table.add16(coordinate - previous)
        previous = coordinate
      }
    }
    // Glyphs begin at multiples of four bytes.
    return table.bytes + [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
  }

  /// Numbers are stored with their most significant byte first.
  struct Bytes {
    var bytes: [UInt8] = []

    mutating func add16(_ number: Int) {
      let word = UInt16(truncatingIfNeeded: number)
      bytes += [UInt8(word >> 8), UInt8(word & 255)]
    }

    mutating func add32(_ number: Int) {
      add16(number >> 16)
      add16(number)
    }
  }
}
