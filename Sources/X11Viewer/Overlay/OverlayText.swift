import AnimCore

/// How everything that is drawn over the scenes is written: the size of a line, and its glyphs.
///
/// Lengths are in units of a ``PixelGrid``, so that a panel is laid out once for every scale. Lines
/// are of one size, in which capitals are ``capHeight`` units high.
struct OverlayText: Sendable {
  /// The built-in typeface of 5 by 9 pixels, which needs no font.
  static let bitmap = OverlayText()

  /// The height of a capital above the baseline, in units.
  var capHeight: Int { TextMetrics.capHeight }

  /// The distance from one line to the next, in units.
  var height: Int { TextMetrics.lineHeight }

  /// The width of a line from its first glyph to its last, in units.
  func width(of line: String) -> Int { TextMetrics(line).width }

  /// Draws a line.
  ///
  /// - Parameters:
  ///   - x, y: the left end of the line and the top of its capitals, in pixels of the picture.
  ///   - unit: the side of a unit in pixels of the picture.
  func draw(
    _ line: String, x: Int, y: Int, unit: Int, _ color: Color, in list: inout DisplayList
  ) {
    list.fillText(
      line, at: Point(x: Double(x) / list.scale, y: Double(y) / list.scale),
      pixel: Double(unit) / list.scale, color)
  }
}

extension OverlayText {
  /// Breaks a text into lines of at most `width` units, between words if possible.
  func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    func fits(_ text: String) -> Bool { self.width(of: text) <= width }
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if fits(longer) {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, !fits(line + String(character)) {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
