import AnimCore

/// The state and the inputs of a state machine, in the lower left corner.
struct MachinePanel: Hashable, Sendable {
  let lines: [String]

  private static let margin = 10
  /// The distance from the edges of the image, in units.
  private static let inset = 8

  /// - Parameter bottom: The number of rows along the lower edge that are in use.
  /// - Returns: The area of the panel, in pixels.
  func draw(
    _ writing: OverlayText, above bottom: Int, into list: inout DisplayList
  ) -> PixelRect {
    let unit = PixelGrid.unit(1, of: list)
    let room = (list.size.height - bottom) / unit - 2 * (Self.inset + Self.margin)
    let shown = lines.prefix(max(1, room / writing.height))
    let width = (shown.map { writing.width(of: $0) }.max() ?? 0) + 2 * Self.margin
    let height = (shown.count - 1) * writing.height + writing.capHeight + 2 * Self.margin
    let grid = PixelGrid(
      writing, unit: unit, x: Self.inset * unit,
      y: max(0, list.size.height - bottom - (height + Self.inset) * unit), of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    for (index, line) in shown.enumerated() {
      grid.write(
        line, x: Self.margin, y: Self.margin + index * writing.height,
        line.hasPrefix(">") ? OverlayPalette.key : OverlayPalette.text, in: &list)
    }
    return PixelRect(
      x0: grid.x, y0: grid.y, x1: grid.x + width * unit, y1: grid.y + height * unit)
  }
}
