import AnimCore
import XWindow

extension WindowIcon {
  /// A fan, almost open, on a transparent background.
  ///
  /// - Parameter side: the side in pixels, more than zero.
  static func fan(side: Int) -> WindowIcon {
    let size = PixelSize(width: side, height: side)
    let half = Double(side) / 2
    var list = DisplayList(size: size)
    list.fillSector(
      center: Point(x: half, y: half), radius: half, start: .degrees(-90), sweep: .degrees(290),
      .white)
    let picture = PixelImage(size: size)
    Rasterizer(threads: 1).paint(list, into: picture)
    // White on black gives the coverage, in every channel.
    return WindowIcon(
      size: size, argb: picture.withPixels { $0.map { $0 << 24 | Color.blue.argb & 0xFF_FFFF } })
  }
}
