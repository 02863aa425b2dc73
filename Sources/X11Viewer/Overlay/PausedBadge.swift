import AnimCore

/// Two bars on dark glass in the top right corner, shown while the animation is paused.
enum PausedBadge {
  /// The side of the badge, and its distance from the corner, in points.
  private static let side = 20
  private static let inset = 8

  static func draw(into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(
      unit: unit, x: list.size.width - (side + inset) * unit, y: inset * unit, of: list)
    grid.fill(x: 0, y: 0, width: side, height: side, OverlayPalette.panel, in: &list)
    grid.fill(x: 5, y: 4, width: 4, height: 12, OverlayPalette.text, in: &list)
    grid.fill(x: 11, y: 4, width: 4, height: 12, OverlayPalette.text, in: &list)
  }
}
