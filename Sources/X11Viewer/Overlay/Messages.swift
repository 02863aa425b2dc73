import AnimCore

/// A line of text near the lower edge that briefly says what a key did.
struct Toast: Hashable, Sendable {
  let text: String
  /// When it disappears, by the display's clock.
  let end: Timestamp

  /// How long a toast stays, in seconds.
  static let duration: Seconds = 2

  /// A toast that appears at `now`.
  init(_ text: String, at now: Timestamp) {
    self.text = text
    end = now + Self.duration
  }

  private static let margin = 6
  /// The distance from the lower edge of the picture, in units.
  private static let inset = 8

  /// Draws it as large as fits three quarters of the width. If the text is too long for the
  /// picture, only its end is shown, since a file's name matters more than its folder.
  ///
  /// - Parameter bar: the height of the timeline along the lower edge, in pixels.
  func draw(_ writing: OverlayText, above bar: Int = 0, into list: inout DisplayList) {
    let width = writing.width(of: text) + 2 * Self.margin
    let height = writing.capHeight + 2 * Self.margin
    var unit = PixelGrid.unit(writing.largestUnit, of: list)
    while unit > 1, 4 * width * unit > 3 * list.size.width { unit -= 1 }
    let hidden = max(0, width * unit - list.size.width)
    let grid = PixelGrid(
      writing, unit: unit, x: hidden > 0 ? -hidden : (list.size.width - width * unit) / 2,
      y: max(0, list.size.height - bar - (height + Self.inset) * unit), of: list)
    grid.fill(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    grid.write(text, x: Self.margin, y: Self.margin, OverlayPalette.text, in: &list)
  }
}

/// Says why the picture is not what it should be, in as many lines along the upper edge as it
/// takes.
struct ErrorBanner: Hashable, Sendable {
  let text: String

  private static let margin = 6
  private static let lineLimit = 8
  /// The distance between lines beyond that of ``OverlayText``.
  private static let leading = 2

  func draw(_ writing: OverlayText, into list: inout DisplayList) {
    let lineHeight = writing.height + Self.leading
    let unit = PixelGrid.unit(1, of: list)
    let width = (list.size.width + unit - 1) / unit
    let lines = Self.lines(text, in: writing, width: width - 2 * Self.margin).prefix(Self.lineLimit)
    let grid = PixelGrid(writing, unit: unit, x: 0, y: 0, of: list)
    grid.fill(
      x: 0, y: 0, width: width, height: lines.count * lineHeight + 2 * Self.margin,
      OverlayPalette.panel, in: &list)
    for (index, line) in lines.enumerated() {
      grid.write(
        line, x: Self.margin, y: Self.margin + index * lineHeight, OverlayPalette.missed,
        in: &list)
    }
  }

  /// Breaks the text into lines of at most `width` units, between words if possible.
  static func lines(_ text: String, in writing: OverlayText, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    func fits(_ text: String) -> Bool { writing.width(of: text) <= width }
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
