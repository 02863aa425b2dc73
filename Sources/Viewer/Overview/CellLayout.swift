import AnimCore

/// The layout of a cell, in pixels.
package struct CellLayout: Hashable {
  /// The side of a unit.
  package let unit: Int
  /// The number of pixels per point.
  package let scale: Double
  /// The size of the image.
  package let imageSize: PixelSize
  package let labelHeight: Int
  /// The distance from the cell's edges to its image.
  package var margin: Int { 6 * unit }
  /// The width of the frame around a selected image.
  package var border: Int { 3 * unit }

  package init(_ grid: OverviewGrid) {
    unit = grid.frame.unit
    scale = grid.frame.scale
    labelHeight = grid.frame.labelHeight
    let (cell, margin) = (grid.cellSize, 6 * unit)
    imageSize = PixelSize(
      width: max(1, cell.width - 2 * margin),
      height: max(1, cell.height - margin - labelHeight))
  }

  /// Returns the height of a name, including its padding.
  static func labelHeight(_ text: OverlayText, unit: Int) -> Int { (text.height + 9) * unit }
}
