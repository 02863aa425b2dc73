import AnimCore
import CX11

// Windows that aren't rectangles (SHAPE).
extension Window {
  /// An area that a window may restrict.
  package enum Shape: Hashable {
    /// The area that is shown.
    case bounding
    /// The area that receives clicks. Elsewhere, the window below receives them.
    case input

    fileprivate var kind: Int32 {
      switch self {
      case .bounding: ShapeBounding
      case .input: ShapeInput
      }
    }
  }

  /// Restricts a shape of the window to areas in pixels of the window, from top to bottom and from left to right, or
  /// makes it complete again with `nil`. Does nothing if the server doesn't support shapes.
  package func setShape(_ shape: Shape, to areas: [PixelRect]?) {
    guard isOwned, connection.shape != nil, let display = connection.display else { return }
    guard let areas else {
      return XShapeCombineMask(display, id, shape.kind, 0, 0, 0, ShapeSet)
    }
    var rectangles = areas.map { XRectangle($0) }
    XShapeCombineRectangles(
      display, id, shape.kind, 0, 0, &rectangles, Int32(rectangles.count), ShapeSet, YXBanded)
  }
}
