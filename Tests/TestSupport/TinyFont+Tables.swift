extension TinyFont {
  /// Sets the weight, width and slant of the font: `OS/2`.
  ///
  /// - Parameters:
  ///   - width: From 1 for ultra-condensed to 9 for ultra-expanded.
  ///   - subscriptOffset: The distance of subscripts below the baseline.
  ///   - superscriptOffset: The distance of superscripts above the baseline.
  public mutating func setWindowsStyle(
    weight: Int, width: Int = 5, isItalic: Bool = false, subscriptOffset: Int = 100,
    superscriptOffset: Int = 300
  ) {
    var table = Bytes()
    for number in [0, 500, weight, width, 0] { table.add16(number) }
    for number in [600, 600, 0, subscriptOffset, 600, 600, 0, superscriptOffset] {
      table.add16(number)
    }
    // A line through the text, the class, and unused values.
    for number in [50, 250, 0] { table.add16(number) }
    table.bytes += [UInt8](repeating: 0, count: 30)
    for number in [isItalic ? 1 : 64, 32, 0xFFFF, ascent, -descent, 0, ascent, descent] {
      table.add16(number)
    }
    tables["OS/2"] = table.bytes
  }

  /// Draws some consecutive letters as one: a feature `liga` in `GSUB`.
  public mutating func setLigature(_ parts: [Unicode.Scalar], _ whole: Unicode.Scalar) {
    var table = Bytes()
    table.add32(0x0001_0000)
    for offset in [10, 30, 44] { table.add16(offset) }
    // One script with its usual language, which has the first feature.
    table.add16(1)
    table.bytes += Array("DFLT".utf8)
    for number in [8, 4, 0, 0, 0xFFFF, 1, 0] { table.add16(number) }
    // One feature, which has the first lookup.
    table.add16(1)
    table.bytes += Array("liga".utf8)
    for number in [8, 0, 1, 0] { table.add16(number) }
    // One lookup of ligatures, with one table of one set of one ligature.
    for number in [1, 4, 4, 0, 1, 8] { table.add16(number) }
    for number in [1, 8, 1, 14, 1, 1, index(of: parts[0])] { table.add16(number) }
    for number in [1, 4, index(of: whole), parts.count] { table.add16(number) }
    for part in parts.dropFirst() { table.add16(index(of: part)) }
    tables["GSUB"] = table.bytes
  }

  /// Draws a letter as others on top of each other: `COLR` and `CPAL`.
  ///
  /// - Parameter layers: The letters, and the red, green and blue of their colours, or `nil` for
  ///   the text's colour.
  public mutating func setLayers(
    _ scalar: Unicode.Scalar, _ layers: [(Unicode.Scalar, [UInt8]?)]
  ) {
    var table = Bytes()
    for number in [0, 1] { table.add16(number) }
    table.add32(14)
    table.add32(20)
    table.add16(layers.count)
    for number in [index(of: scalar), 0, layers.count] { table.add16(number) }
    var palette = Bytes()
    for (index, layer) in layers.enumerated() {
      table.add16(self.index(of: layer.0))
      table.add16(layer.1 == nil ? 0xFFFF : index)
      palette.bytes += (layer.1 ?? [0, 0, 0]).reversed() + [255]
    }
    tables["COLR"] = table.bytes
    var colors = Bytes()
    for number in [0, layers.count, 1, layers.count] { colors.add16(number) }
    colors.add32(14)
    colors.add16(0)
    tables["CPAL"] = colors.bytes + palette.bytes
  }

  /// Draws letters with a document: `SVG `. Its elements are called `glyph` and the index of the
  /// glyph, which replaces `#` and the letter.
  public mutating func setDocument(_ scalars: ClosedRange<Unicode.Scalar>, _ document: String) {
    var document = document
    for scalar in glyphs.keys {
      document = document.replacing("#\(scalar)", with: "glyph\(index(of: scalar))")
    }
    var table = Bytes()
    table.add16(0)
    table.add32(10)
    table.add32(0)
    for number in [1, index(of: scalars.lowerBound), index(of: scalars.upperBound)] {
      table.add16(number)
    }
    table.add32(14)
    table.add32(document.utf8.count)
    tables["SVG "] = table.bytes + Array(document.utf8)
  }

  /// Draws a letter as an image. Ten pixels correspond to the font size: `sbix`.
  public mutating func setImage(_ scalar: Unicode.Scalar, png: [UInt8]) {
    let count = glyphs.count + 1
    let index = index(of: scalar)
    var table = Bytes()
    for number in [1, 1] { table.add16(number) }
    table.add32(1)
    table.add32(12)
    for number in [10, 72] { table.add16(number) }
    let start = 4 + 4 * (count + 1)
    for glyph in 0...count { table.add32(start + (glyph > index ? 8 + png.count : 0)) }
    table.add32(0)
    tables["sbix"] = table.bytes + Array("png ".utf8) + png
  }

  /// Makes the font variable, with an axis for the weight from 100 to 900: `fvar` and `gvar`.
  ///
  /// - Parameter growth: The additional width of each contour and advance at a weight of 900, compared with 400.
  public mutating func setWeightAxis(growth: Int) {
    var axes = Bytes()
    axes.add32(0x0001_0000)
    for number in [16, 2, 1, 20, 0, 8] { axes.add16(number) }
    axes.bytes += Array("wght".utf8)
    for weight in [100, 400, 900] { axes.add32(weight << 16) }
    for number in [0, 256] { axes.add16(number) }
    tables["fvar"] = axes.bytes
    let glyphs = [missing] + glyphs.sorted { $0.key < $1.key }.map(\.value)
    let parts = glyphs.map { Self.variation(of: $0, growth: growth) }
    var table = Bytes()
    table.add32(0x0001_0000)
    for number in [1, 0] { table.add16(number) }
    table.add32(20 + 4 * (glyphs.count + 1))
    // The offsets have four bytes.
    for number in [glyphs.count, 1] { table.add16(number) }
    table.add32(20 + 4 * (glyphs.count + 1))
    var offset = 0
    for part in [[]] + parts {
      offset += part.count
      table.add32(offset)
    }
    tables["gvar"] = table.bytes + parts.joined()
  }

  /// Moves the right points of a glyph at the greatest value of the only axis.
  private static func variation(of glyph: Glyph, growth: Int) -> [UInt8] {
    let points = glyph.contours.joined()
    // The last four are the origin, the advance, and the same for vertical text.
    let distances = points.map { $0.x > 0 ? growth : 0 } + [0, growth, 0, 0]
    var changes = Bytes()
    // All points; then x as words, and y as zeros.
    changes.bytes = [0, UInt8(0x40 | (distances.count - 1))]
    for distance in distances { changes.add16(distance) }
    changes.bytes.append(UInt8(0x80 | (distances.count - 1)))
    var table = Bytes()
    // One part, which has its own points and applies completely at 1.
    for number in [1, 10, changes.bytes.count, 0xA000, 0x4000] { table.add16(number) }
    let bytes = table.bytes + changes.bytes
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
}
