/// How far two pictures may differ and still count as equal, in the measure of
/// ``PictureDifference``. By default not at all.
struct PictureTolerance: Hashable, Sendable {
  /// Of any channel of any pixel, 0 to 255.
  var maximum = 0
  var pixels = 0

  func allows(_ difference: PictureDifference) -> Bool {
    difference.maximum <= maximum && difference.pixels <= pixels
  }
}
