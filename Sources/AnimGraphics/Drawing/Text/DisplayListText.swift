extension DisplayList {
  /// Writes `text` in a small fixed-width typeface: printable ASCII and ← → ↑ ↓ … · × µ ± ½ °; any
  /// other character is shown as a box. A line feed starts a new line.
  ///
  /// Text is always sharp: its corner is moved to the nearest whole pixel of the image, and each
  /// pixel of a glyph is a whole number of pixels, at least one. Every line is one command, which
  /// paints nothing if the line is blank.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - origin: The top left corner of the first character.
  ///   - pixel: The side of a glyph's pixels in points. Capitals are 7 of them high, characters
  ///     6 apart, lines 11.
  ///   - color: The colour of the characters.
  public mutating func fillText(
    _ text: String, at origin: Point, pixel: Double = 1, _ color: Color
  ) {
    let side = glyphPixel(pixel)
    let corner = view.point(origin)
    let left = corner.x.nearestPixel
    var top = corner.y.nearestPixel
    var rest = text.unicodeScalars[...]
    repeat {
      let end = rest.firstIndex(of: "\n")
      appendLine(rest[..<(end ?? rest.endIndex)], left: left, top: top, side: side, color)
      top += BitmapFont.lineHeight * side
      guard let end else { return }
      rest = rest[rest.index(after: end)...]
    } while true
  }

  /// Returns the size of `text`, in points, as ``fillText(_:at:pixel:_:)`` writes it into this
  /// list.
  public func textSize(_ text: String, pixel: Double = 1) -> Size {
    let metrics = TextMetrics(text)
    let unit = Double(glyphPixel(pixel)) / view.scale
    return Size(width: Double(metrics.width) * unit, height: Double(metrics.height) * unit)
  }

  /// Returns the side of a glyph's pixels, in whole pixels of the image. It is limited so that
  /// glyphs fit the range of ``Fixed``.
  private func glyphPixel(_ points: Double) -> Int {
    min(max(1, Fixed(points * view.scale).nearestPixel), 4096)
  }

  private mutating func appendLine(
    _ line: Substring.UnicodeScalarView, left: Int, top: Int, side: Int, _ color: Color
  ) {
    let extent = PixelRect(
      x0: left, y0: top, x1: left + line.count * BitmapFont.advance * side,
      y1: top + BitmapFont.rows * side)
    let bounds = extent.intersection(view.clip)
    let first = squares.count
    if !bounds.isEmpty {
      var x = left
      for character in line {
        append(BitmapFont.standard.glyph(of: character), x: x, y: top, side: side, color)
        x += BitmapFont.advance * side
      }
    }
    let shape = Shape.squares(
      first: Int32(first), count: Int32(squares.count - first), side: Fixed(pixel: side))
    append(Command(shape: shape, color: .clear, bounds: bounds))
  }

  private mutating func append(
    _ glyph: BitmapFont.Glyph, x: Int, y: Int, side: Int, _ color: Color
  ) {
    let corner = FixedPoint(x: Fixed(pixel: x), y: Fixed(pixel: y))
    var bits = glyph.bits
    while bits != 0 {
      let (row, column) = bits.trailingZeroBitCount.quotientAndRemainder(
        dividingBy: BitmapFont.columns)
      squares.append(
        x: corner.x + Fixed(raw: Int32(column * side) << Fixed.fractionBits),
        y: corner.y + Fixed(raw: Int32(row * side) << Fixed.fractionBits), argb: color.argb)
      bits &= bits - 1
    }
  }
}

/// The size of a text, in pixels of its glyphs.
public struct TextMetrics: Hashable, Sendable {
  /// The distance from one line to the next.
  public static let lineHeight = BitmapFont.lineHeight
  /// The height of a capital above the baseline.
  public static let capHeight = BitmapFont.capHeight

  /// The number of lines, one more than there are line feeds.
  public let lines: Int
  /// The number of characters in the longest line.
  public let columns: Int

  /// Creates the measurements of `text` by counting its lines and columns.
  public init(_ text: String) {
    var lines = 1
    var column = 0
    var columns = 0
    for character in text.unicodeScalars {
      if character == "\n" {
        lines += 1
        column = 0
      } else {
        column += 1
        columns = max(columns, column)
      }
    }
    self.lines = lines
    self.columns = columns
  }

  /// The distance from the left edge of the first character to the right edge of the last, without
  /// the gap after it.
  public var width: Int { max(0, columns * BitmapFont.advance - 1) }
  /// The distance from the top of the first line to the bottom of the last line's descenders.
  public var height: Int { (lines - 1) * BitmapFont.lineHeight + BitmapFont.rows }
}
