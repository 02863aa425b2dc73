/// The background behind a scene.
package enum Backdrop: Hashable, Sendable {
  case color(Color)
  /// Light and dark squares, as a pattern that shows where the image is transparent.
  case checkerboard

  /// The side of a square, in points.
  private static let side = 16.0
  private static let dark = Color(rgb: 0xCCCCCC)

  /// The colour of the background, or of the light squares.
  package var background: Color {
    switch self {
    case .color(let color): color
    case .checkerboard: .white
    }
  }

  /// Appends everything but the background colour.
  func draw(into list: inout DisplayList) {
    drawSquares(
      in: Size(
        width: Double(list.size.width) / list.scale, height: Double(list.size.height) / list.scale),
      into: &list)
  }

  /// Fills a view of a list, which has this size in points.
  package func fill(_ size: Size, into list: inout DisplayList) {
    list.fill(Rect(x: 0, y: 0, width: size.width, height: size.height), background)
    drawSquares(in: size, into: &list)
  }

  private func drawSquares(in size: Size, into list: inout DisplayList) {
    guard self == .checkerboard else { return }
    // Whole pixels, so that every square is the same.
    let side = max(1, (Self.side * list.scale).rounded()) / list.scale
    let columns = Int((size.width / side).rounded(.up))
    let rows = Int((size.height / side).rounded(.up))
    let perRow = (columns + 1) / 2
    list.fillSquares(count: perRow * rows, side: side, isAligned: true) { index in
      let row = index / perRow
      let column = index % perRow * 2 + (row + 1) % 2
      return (
        Point(x: (Double(column) + 0.5) * side, y: (Double(row) + 0.5) * side), Self.dark
      )
    }
  }
}
