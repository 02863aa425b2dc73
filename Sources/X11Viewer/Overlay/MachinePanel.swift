import AnimCore

/// The state and the inputs of a state machine, in the lower left corner.
struct MachinePanel: Hashable, Sendable {
  let lines: [String]

  private static let inset = 4
  private static let margin = 6

  func draw(into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let room = list.size.height / unit - 2 * (Self.inset + Self.margin)
    let shown = lines.prefix(max(1, room / TextMetrics.lineHeight))
    let width = shown.map { TextMetrics($0).width }.max() ?? 0
    let height = shown.count * TextMetrics.lineHeight + 2 * Self.margin
    let grid = PixelGrid(
      unit: unit, x: Self.inset * unit,
      y: max(0, list.size.height - (height + Self.inset) * unit), of: list)
    grid.fill(
      x: 0, y: 0, width: width + 2 * Self.margin, height: height, OverlayPalette.panel, in: &list)
    for (index, line) in shown.enumerated() {
      grid.write(
        line, x: Self.margin, y: Self.margin + index * TextMetrics.lineHeight,
        line.hasPrefix(">") ? OverlayPalette.key : OverlayPalette.text, in: &list)
    }
  }
}
