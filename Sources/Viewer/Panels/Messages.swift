import AnimCore

/// A brief message near the lower edge that describes the effect of a key.
package struct Toast: Hashable, Sendable {
  let text: String
  /// The time at which it disappears, by the display's clock.
  package let end: Timestamp

  /// The duration of a toast, in seconds.
  static let duration: Seconds = 2

  /// Creates a toast that appears at `now`.
  init(_ text: String, at now: Timestamp) {
    self.text = text
    end = now + Self.duration
  }

  private static let margin = 6
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
    var panel = TextPanel(margin: Self.margin, isCentered: true)
    panel.rows = writing.lines(of: text, width: panel.room(in: list, unit: unit))
      .suffix(Self.lineLimit).map { [.text($0, OverlayPalette.text)] }
    let (width, height) = (panel.width(writing), panel.height(writing))
    let x = (list.size.width - width * unit) / 2
    func area(_ y: Int) -> PixelRect {
      PixelRect(x0: x, y0: y, x1: x + width * unit, y1: y + height * unit)
    }
    var y = max(0, list.size.height - bar - (height + TextPanel.inset) * unit)
    for panel in panels where !area(y).intersection(panel).isEmpty {
      let above = panel.y0 - (height + TextPanel.inset) * unit
      y = above < 0 ? y : above
    }
    if let help, !area(y).intersection(help).isEmpty { return }
    panel.draw(writing, unit: unit, x: x, y: y, into: &list)
  }
}

/// An error message in one or more lines along the upper edge.
struct ErrorBanner: Hashable, Sendable {
  let text: String

  private static let lineLimit = 8

  /// Returns the number of rows of the banner.
  func height(_ writing: OverlayText, in list: DisplayList) -> Int {
    let panel = panel(writing, in: list)
    return (panel.rows.count * (writing.height + panel.leading) + 2 * panel.margin)
      * PixelGrid.unit(1, of: list)
  }

  func draw(_ writing: OverlayText, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(writing, unit: unit, x: 0, y: 0, of: list)
    let width = (list.size.width + unit - 1) / unit
    grid.fill(
      x: 0, y: 0, width: width, height: height(writing, in: list) / unit, OverlayPalette.panel,
      in: &list)
    panel(writing, in: list).drawRows(writing, width: width, grid, into: &list)
  }

  private func panel(_ writing: OverlayText, in list: DisplayList) -> TextPanel {
    var panel = TextPanel(margin: 6, leading: 2)
    let width = list.size.width / PixelGrid.unit(1, of: list) - 2 * panel.margin
    panel.rows = writing.lines(of: text, width: max(1, width)).prefix(Self.lineLimit)
      .map { [.text($0, OverlayPalette.missed)] }
    return panel
  }
}

/// The position and the colour of the image under the pointer, in the lower left corner.
struct InspectorPanel: Hashable, Sendable {
  /// The position, in units of the image.
  let point: Point
  /// The colour of the image, without its background.
  let color: Color

  /// - Parameter bar: The height of the timeline along the lower edge, in pixels.
  /// - Returns: The area of the panel.
  func draw(
    _ writing: OverlayText, above bar: Int = 0, into list: inout DisplayList
  ) -> PixelRect {
    let row: [TextPanel.Span] = [.swatch(color), .text(description, OverlayPalette.text)]
    return TextPanel(rows: [row], margin: 6).drawInLowerLeftCorner(
      writing, above: bar, into: &list)
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

  func draw(_ writing: OverlayText, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    var panel = TextPanel(rows: [[.text(heading, OverlayPalette.key)]])
    let room = panel.room(in: list, unit: unit)
    let limit = max(
      1, (list.size.height / unit - 2 * (TextPanel.inset + panel.margin)) / writing.height)
    for (index, reason) in reasons.enumerated() {
      let wrapped = writing.lines(of: reason, width: room)
      // Reserve a row for the number of files that don't fit.
      let isLast = index == reasons.count - 1
      guard panel.rows.count + wrapped.count + (isLast ? 0 : 1) <= limit else {
        panel.rows.append([.text("and \(reasons.count - index) more", OverlayPalette.text)])
        break
      }
      panel.rows += wrapped.map { [.text($0, OverlayPalette.text)] }
    }
    panel.rows = Array(panel.rows.prefix(limit))
    panel.drawInCenter(writing, into: &list)
  }
}
