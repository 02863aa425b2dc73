import AnimCore

/// The state and the inputs of a state machine, in the lower left corner.
struct MachinePanel: Hashable, Sendable {
  let lines: [String]

  /// - Parameter bottom: The number of rows along the lower edge that are in use.
  /// - Returns: The area of the panel, in pixels.
  func draw(
    _ writing: OverlayText, above bottom: Int, into list: inout DisplayList
  ) -> PixelRect {
    var panel = TextPanel()
    let room =
      (list.size.height - bottom) / PixelGrid.unit(1, of: list)
      - 2 * (TextPanel.inset + panel.margin)
    panel.rows = lines.prefix(max(1, room / writing.height)).map { line in
      [.text(line, line.hasPrefix(">") ? OverlayPalette.key : OverlayPalette.text)]
    }
    return panel.drawInLowerLeftCorner(writing, above: bottom, into: &list)
  }
}
