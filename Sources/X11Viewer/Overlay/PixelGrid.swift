import AnimCore

/// Lays an overlay out in units of whole pixels, so that its edges are sharp at every scale.
///
/// All lengths are in units, except for the corner, which is in pixels of the picture.
struct PixelGrid {
  /// The side of a unit in pixels of the picture, at least one.
  let unit: Int
  /// The overlay's top left corner, in pixels of the picture.
  let x: Int
  let y: Int
  /// Pixels per point of the list.
  private let scale: Double

  /// - Parameters:
  ///   - unit: the side of a unit in pixels of the picture.
  ///   - x, y: the overlay's top left corner in pixels of the picture.
  init(unit: Int, x: Int, y: Int, of list: DisplayList) {
    self.unit = unit
    self.x = x
    self.y = y
    scale = list.scale
  }

  /// The number of whole pixels nearest to `points` points, at least one.
  static func unit(_ points: Double, of list: DisplayList) -> Int {
    max(1, Fixed(points * list.scale).nearestPixel)
  }

  func fill(
    x: Int, y: Int, width: Int, height: Int, _ color: Color, in list: inout DisplayList
  ) {
    let corner = point(x: x, y: y)
    let opposite = point(x: x + width, y: y + height)
    list.fill(
      Rect(
        x: corner.x, y: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y),
      color)
  }

  func write(_ text: String, x: Int, y: Int, _ color: Color, in list: inout DisplayList) {
    list.fillText(text, at: point(x: x, y: y), pixel: Double(unit) / scale, color)
  }

  private func point(x: Int, y: Int) -> Point {
    Point(x: Double(self.x + x * unit) / scale, y: Double(self.y + y * unit) / scale)
  }
}
