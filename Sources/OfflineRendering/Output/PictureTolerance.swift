/// How far two pictures may differ and still count as equal, measured as in ``PictureDifference``.
/// By default, not at all.
package struct PictureTolerance: Hashable, Sendable {
  /// The largest accepted difference of any channel of any pixel, 0 to 255.
  var maximum = 0
  var pixels = 0

  package init(maximum: Int = 0, pixels: Int = 0) {
    self.maximum = maximum
    self.pixels = pixels
  }

  package func allows(_ difference: PictureDifference) -> Bool {
    difference.maximum <= maximum && difference.pixels <= pixels
  }
}
