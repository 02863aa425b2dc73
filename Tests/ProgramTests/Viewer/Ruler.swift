@testable import AnimCore
@testable import AnimGraphics
@testable import X11Viewer

/// A scene that shows its time: one black square that moves to the right at a constant speed, for
/// windows of 1000×60.
struct Ruler {
  /// In pixels per second.
  var speed = 30.0

  static let size = PixelSize(width: 1000, height: 60)
  private static let side = 20.0
  /// The resolution of an image: one step of an 8-bit channel, divided by the speed.
  var resolution: Seconds { 1 / 255 / speed }

  var arguments: [String] {
    [
      "--scene", "squares", "--squares-count", "1", "--squares-color", "black",
      "--squares-size", "\(Self.side)", "--squares-position", "\(Self.side / 2),30",
      "--squares-velocity", "\(speed),0",
      "--squares-acceleration", "0,0", "--squares-edges", "none", "--squares-fade", "0",
      "--squares-lifetime", "1000000", "--background", "white",
    ]
  }

  /// Returns the scene time that the viewer shows, or `nil` if the square isn't visible.
  func time(of viewer: RunningViewer) -> Seconds? {
    viewer.row(PixelRect(x0: 0, y0: 30, x1: Self.size.width, y1: 31)).flatMap(time(of:))
  }

  /// Returns the scene time in a row of pixels through the square, or `nil` if it hasn't been
  /// painted yet.
  func time(of row: [UInt32]) -> Seconds? {
    guard row.last == 0xFFFF_FFFF else { return nil }
    let darkness = row.map { 1 - Double($0 & 0xFF) / 255 }
    guard let last = darkness.lastIndex(where: { $0 == 1 }) else { return nil }
    let part = last + 1 < darkness.count ? darkness[last + 1] : 0
    return (Double(last + 1) + part - Self.side) / speed
  }
}
