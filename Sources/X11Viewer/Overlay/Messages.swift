import AnimCore

/// A brief message near the lower edge that describes the effect of a key.
struct Toast: Hashable, Sendable {
  let text: String
  /// The time at which it disappears, by the display's clock.
  let end: Timestamp

  /// The duration of a toast, in seconds.
  static let duration: Seconds = 2

  /// Creates a toast that appears at `now`.
  init(_ text: String, at now: Timestamp) {
    self.text = text
    end = now + Self.duration
  }

  private static let margin = 6
  /// The distance from the edges of the image, in units.
  private static let inset = 8
  private static let lineLimit = 4

  /// Draws the message as large as fits three quarters of the width, or otherwise in several lines. If there isn't
  /// enough room, only the last lines are shown, because a file's name is more important than its folder.
  ///
  /// - Parameters:
  ///   - bar: The height of the timeline along the lower edge, in pixels.
  ///   - panels: The areas of panels that the message avoids if there is room above them, from bottom to top.
  ///   - help: An area in which the message isn't drawn.
  func draw(
    _ writing: OverlayText, above bar: Int = 0, beside panels: [PixelRect] = [],
    unlessIn help: PixelRect? = nil, into list: inout DisplayList
  ) {
    var unit = PixelGrid.unit(writing.largestUnit, of: list)
    let whole = writing.width(of: text) + 2 * Self.margin
    while unit > PixelGrid.unit(1, of: list), 4 * whole * unit > 3 * list.size.width { unit -= 1 }
    let room = max(1, list.size.width / unit - 2 * (Self.inset + Self.margin))
    let lines = Array(writing.lines(of: text, width: room).suffix(Self.lineLimit))
    let width = (lines.map(writing.width(of:)).max() ?? 0) + 2 * Self.margin
    let height =
      max(lines.count - 1, 0) * writing.height + writing.capHeight + 2 * Self.margin
    let x = (list.size.width - width * unit) / 2
    func area(_ y: Int) -> PixelRect {
      PixelRect(x0: x, y0: y, x1: x + width * unit, y1: y + height * unit)
    }
    var y = max(0, list.size.height - bar - (height + Self.inset) * unit)
    for panel in panels where !area(y).intersection(panel).isEmpty {
      let above = panel.y0 - (height + Self.inset) * unit
      y = above < 0 ? y : above
    }
    if let help, !area(y).intersection(help).isEmpty { return }
    let grid = PixelGrid(writing, unit: unit, x: x, y: y, of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    for (index, line) in lines.enumerated() {
      grid.write(
        line, x: (width - writing.width(of: line)) / 2, y: Self.margin + index * writing.height,
        OverlayPalette.text, in: &list)
    }
  }
}

/// An error message in one or more lines along the upper edge.
struct ErrorBanner: Hashable, Sendable {
  let text: String

  private static let margin = 6
  private static let lineLimit = 8
  /// The spacing between lines, in addition to that of ``OverlayText``.
  private static let leading = 2

  /// Returns the number of rows of the banner.
  func height(_ writing: OverlayText, in list: DisplayList) -> Int {
    let lineHeight = writing.height + Self.leading
    return (lines(writing, in: list).count * lineHeight + 2 * Self.margin)
      * PixelGrid.unit(1, of: list)
  }

  func draw(_ writing: OverlayText, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(writing, unit: unit, x: 0, y: 0, of: list)
    grid.fill(
      x: 0, y: 0, width: (list.size.width + unit - 1) / unit,
      height: height(writing, in: list) / unit, OverlayPalette.panel, in: &list)
    for (index, line) in lines(writing, in: list).enumerated() {
      grid.write(
        line, x: Self.margin, y: Self.margin + index * (writing.height + Self.leading),
        OverlayPalette.missed, in: &list)
    }
  }

  private func lines(_ writing: OverlayText, in list: DisplayList) -> ArraySlice<String> {
    let width = list.size.width / PixelGrid.unit(1, of: list) - 2 * Self.margin
    return writing.lines(of: text, width: max(1, width)).prefix(Self.lineLimit)
  }
}

/// The position and the colour of the image under the pointer, in the lower left corner.
struct InspectorPanel: Hashable, Sendable {
  /// The position, in units of the image.
  let point: Point
  /// The colour of the image, without its background.
  let color: Color

  private static let margin = 6
  private static let inset = 8
  private static let gap = 6

  /// - Parameter bar: The height of the timeline along the lower edge, in pixels.
  /// - Returns: The area of the panel.
  func draw(
    _ writing: OverlayText, above bar: Int = 0, into list: inout DisplayList
  ) -> PixelRect {
    let unit = PixelGrid.unit(1, of: list)
    let text = description
    let side = writing.capHeight
    let width = 2 * Self.margin + side + Self.gap + writing.width(of: text)
    let height = 2 * Self.margin + side
    let grid = PixelGrid(
      writing, unit: unit, x: Self.inset * unit,
      y: max(0, list.size.height - bar - (height + Self.inset) * unit), of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    grid.fill(
      x: Self.margin, y: Self.margin, width: side, height: side, color, in: &list)
    grid.write(
      text, x: Self.margin + side + Self.gap, y: Self.margin, OverlayPalette.text, in: &list)
    return PixelRect(
      x0: grid.x, y0: grid.y, x1: grid.x + width * unit, y1: grid.y + height * unit)
  }

  /// A text such as "120, 34  #FF8000  50%". The percentage is the opacity, which is omitted if it is 100 %.
  private var description: String {
    func coordinate(_ value: Double) -> String {
      Int64(exactly: value.rounded(.down)).map(String.init) ?? "-"
    }
    let digits = String(color.argb & 0xFF_FFFF, radix: 16, uppercase: true)
    let hex = "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    let opacity = (Int(color.alpha) * 100 + 127) / 255
    let position = "\(coordinate(point.x)), \(coordinate(point.y))"
    return switch color.alpha {
    case 0: "\(position)  transparent"
    case 255: "\(position)  \(hex)"
    default: "\(position)  \(hex)  \(opacity)%"
    }
  }
}

/// The skipped files and the reasons, in the centre of the image.
struct SkippedFilesPanel: Hashable, Sendable {
  private let heading: String
  private let reasons: [String]

  init(_ files: [SkippedFile]) {
    heading =
      switch files.count {
      case 0: "no file was skipped"
      case 1: "1 file was skipped"
      default: "\(files.count) files were skipped"
      }
    reasons = files.map(\.reason)
  }

  private static let margin = 10
  /// The distance from the edges of the image, in units.
  private static let inset = 8

  func draw(_ writing: OverlayText, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let room = max(1, list.size.width / unit - 2 * (Self.inset + Self.margin))
    let rows = max(
      1, (list.size.height / unit - 2 * (Self.inset + Self.margin)) / writing.height)
    var lines = [(heading, OverlayPalette.key)]
    for (index, reason) in reasons.enumerated() {
      let wrapped = writing.lines(of: reason, width: room)
      // Reserve a line for the number of files that don't fit.
      let isLast = index == reasons.count - 1
      guard lines.count + wrapped.count + (isLast ? 0 : 1) <= rows else {
        lines.append(("and \(reasons.count - index) more", OverlayPalette.text))
        break
      }
      lines += wrapped.map { ($0, OverlayPalette.text) }
    }
    lines = Array(lines.prefix(rows))
    let width = (lines.map { writing.width(of: $0.0) }.max() ?? 0) + 2 * Self.margin
    let height =
      (lines.count - 1) * writing.height + writing.capHeight + 2 * Self.margin
    let grid = PixelGrid(
      writing, unit: unit, x: (list.size.width - width * unit) / 2,
      y: max(0, (list.size.height - height * unit) / 2), of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    for (index, line) in lines.enumerated() {
      grid.write(
        line.0, x: Self.margin, y: Self.margin + index * writing.height, line.1, in: &list)
    }
  }
}
