import AnimCore
import CX11

/// A geometry as X programs accept it, such as `640x480-0+20`. Each part may be missing.
package struct WindowGeometry: Hashable {
  package var width: Int?
  package var height: Int?
  var x: Offset?
  var y: Offset?

  /// A distance in pixels from the near edge of the screen (left or top), or from the far one,
  /// which is measured to the window's own far edge. Both may be negative.
  package enum Offset: Hashable {
    case near(Int)
    case far(Int)
  }

  /// Parses `text` like every X program (XParseGeometry), except that no number may be larger than
  /// ``PictureLimit/side``: Xlib would silently overflow.
  package init(_ text: String) throws(WindowError) {
    let numbers = text.split { !($0.isASCII && $0.isNumber) }.map { Int($0) ?? .max }
    guard numbers.allSatisfy({ $0 <= PictureLimit.side }) else { throw .invalidGeometry(text) }
    var (x, y): (Int32, Int32) = (0, 0)
    var (width, height): (UInt32, UInt32) = (0, 0)
    let found = XParseGeometry(text, &x, &y, &width, &height)
    guard found != 0 else { throw .invalidGeometry(text) }
    if found & WidthValue != 0 { self.width = Int(width) }
    if found & HeightValue != 0 { self.height = Int(height) }
    if found & XValue != 0 { self.x = found & XNegative != 0 ? .far(-Int(x)) : .near(Int(x)) }
    if found & YValue != 0 { self.y = found & YNegative != 0 ? .far(-Int(y)) : .near(Int(y)) }
  }

  /// The position of the top left corner of a window of `size` on a screen of size `screen`,
  /// clamped to the protocol's 16 bits; nil if the geometry has no position.
  func position(of size: PixelSize, on screen: PixelSize) -> WindowPosition? {
    guard x != nil || y != nil else { return nil }
    return WindowPosition(
      x: x?.start(of: size.width, on: screen.width) ?? 0,
      y: y?.start(of: size.height, on: screen.height) ?? 0)
  }

  /// The corner that the position refers to, which stays in place when the window manager adds a
  /// frame.
  var gravity: Int32 {
    switch (x, y) {
    case (.far, .far): SouthEastGravity
    case (.far, _): NorthEastGravity
    case (_, .far): SouthWestGravity
    default: NorthWestGravity
    }
  }
}

extension WindowGeometry.Offset {
  fileprivate func start(of length: Int, on screen: Int) -> Int {
    switch self {
    case .near(let distance): distance
    case .far(let distance): Int(Int16(clamping: screen - length - distance))
    }
  }
}
