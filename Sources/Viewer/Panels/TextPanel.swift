import AnimCore

/// Rows of text on dark glass, with one layout for all panels. Lengths are in units of a
/// ``PixelGrid``.
struct TextPanel {
  /// A part of a row, after a gap from the part before it.
  enum Span: Hashable {
    case text(String, Color)
    /// A square as high as a capital letter.
    case swatch(Color)
  }

  var rows: [[Span]] = []
  /// The distance from the edges of the panel to its text.
  var margin = 10
  /// The spacing between rows, in addition to that of ``OverlayText``.
  var leading = 0
  var color = OverlayPalette.panel
  /// Whether each row is in the middle, rather than at the left.
  var isCentered = false

  /// The distance from the edges of the image.
  static let inset = 8
  private static let gap = 6

  /// The width of an image without the margins and insets of a panel, in units, at least one.
  func room(in list: DisplayList, unit: Int) -> Int {
    max(1, list.size.width / unit - 2 * (Self.inset + margin))
  }

  func width(_ writing: OverlayText) -> Int {
    (rows.map { width(of: $0, writing) }.max() ?? 0) + 2 * margin
  }

  func height(_ writing: OverlayText) -> Int {
    max(rows.count - 1, 0) * (writing.height + leading) + writing.capHeight + 2 * margin
  }

  private func width(of row: [Span], _ writing: OverlayText) -> Int {
    row.reduce(max(row.count - 1, 0) * Self.gap) { $0 + width(of: $1, writing) }
  }

  private func width(of span: Span, _ writing: OverlayText) -> Int {
    switch span {
    case .text(let text, _): writing.width(of: text)
    case .swatch: writing.capHeight
    }
  }
}

// Drawing.
extension TextPanel {
  /// - Parameters:
  ///   - unit: The side of a unit, in pixels.
  ///   - x, y: The upper left corner, in pixels of the image.
  /// - Returns: The area of the panel, in pixels.
  @discardableResult
  func draw(
    _ writing: OverlayText, unit: Int, x: Int, y: Int, into list: inout DisplayList
  ) -> PixelRect {
    let grid = PixelGrid(writing, unit: unit, x: x, y: y, of: list)
    let (width, height) = (width(writing), height(writing))
    grid.fillPanel(x: 0, y: 0, width: width, height: height, color, in: &list)
    drawRows(writing, width: width, grid, into: &list)
    return PixelRect(x0: x, y0: y, x1: x + width * unit, y1: y + height * unit)
  }

  func drawInCenter(_ writing: OverlayText, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    draw(
      writing, unit: unit, x: max(0, (list.size.width - width(writing) * unit) / 2),
      y: max(0, (list.size.height - height(writing) * unit) / 2), into: &list)
  }

  /// - Parameter bottom: The number of rows of pixels along the lower edge that are in use.
  /// - Returns: The area of the panel, in pixels.
  func drawInLowerLeftCorner(
    _ writing: OverlayText, above bottom: Int, into list: inout DisplayList
  ) -> PixelRect {
    let unit = PixelGrid.unit(1, of: list)
    return draw(
      writing, unit: unit, x: Self.inset * unit,
      y: max(0, list.size.height - bottom - (height(writing) + Self.inset) * unit), into: &list)
  }

  /// Draws the rows alone, on a grid that starts at the upper left corner of the panel.
  func drawRows(
    _ writing: OverlayText, width: Int, _ grid: PixelGrid, into list: inout DisplayList
  ) {
    var y = margin
    for row in rows {
      var x = isCentered ? (width - self.width(of: row, writing)) / 2 : margin
      for span in row {
        switch span {
        case .text(let text, let color): grid.write(text, x: x, y: y, color, in: &list)
        case .swatch(let color):
          let side = writing.capHeight
          grid.fill(x: x, y: y, width: side, height: side, color, in: &list)
        }
        x += self.width(of: span, writing) + Self.gap
      }
      y += writing.height + leading
    }
  }
}
