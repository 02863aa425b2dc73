import AnimCore

/// Says why the picture is not what it should be, in as many lines along the upper edge as it
/// takes.
struct TroubleBanner: Hashable, Sendable {
  let text: String

  private static let margin = 6
  private static let mostLines = 8
  private static let lineHeight = TextMetrics.lineHeight + 2

  func draw(into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let width = (list.size.width + unit - 1) / unit
    let lines = Self.lines(text, width: width - 2 * Self.margin).prefix(Self.mostLines)
    let grid = PixelGrid(unit: unit, x: 0, y: 0, of: list)
    grid.fill(
      x: 0, y: 0, width: width, height: lines.count * Self.lineHeight + 2 * Self.margin,
      OverlayPalette.panel, in: &list)
    for (index, line) in lines.enumerated() {
      grid.write(
        line, x: Self.margin, y: Self.margin + index * Self.lineHeight, OverlayPalette.missed,
        in: &list)
    }
  }

  /// Breaks the text into lines of at most `width` units, between words if possible.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    func fits(_ text: String) -> Bool { TextMetrics(text).width <= width }
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
