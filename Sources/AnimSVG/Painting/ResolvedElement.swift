import AnimCore

/// The context in which an element is drawn.
struct DrawingContext {
  /// The style of its parent.
  var style: Style
  /// The transform from its space to points of the list.
  var transform: Transform
  /// The size of the nearest view, which percentages refer to.
  var view: Size
  /// The paints for `context-fill` and `context-stroke`.
  var contextPaint: ContextPaint?
}

/// An element with its current values, in one of the contexts in which it is drawn.
struct ResolvedElement {
  /// The index of the element in the document.
  let element: Int
  let kind: Kind
  /// The context of its content, including its own style.
  var context: DrawingContext

  var style: Style { context.style }

  enum Kind {
    /// Draws all children.
    case group
    /// Draws the first child whose conditions hold.
    case choice
    /// Draws another element, moved by an offset.
    case use(of: Int, offset: Vector)
    case view(NestedView)
    case image
    case text
    /// A basic shape or a path.
    case shape
    case foreignObject
    /// A `use` without a target, or a view without a size.
    case nothing
  }

  /// A child that may be drawn.
  struct Child {
    let element: Int
    /// The `use` that shows it as a view, or `nil` if it is drawn directly.
    var use: Int?
  }
}

/// The content and the transform of an `svg` or a `symbol`.
struct NestedView {
  var rect: Rect
  /// The transform from the inner space to the outer space.
  var transform: Transform
  var size: Size
  var isClipped: Bool
}

extension ElementName {
  /// Whether the element is drawn at its position in the document.
  var isDrawn: Bool {
    switch self {
    case .g, .a, .switch, .use, .svg, .image, .text: true
    default: isShape
    }
  }

  /// Whether the element is a basic shape or a path.
  var isShape: Bool {
    switch self {
    case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon: true
    default: false
    }
  }
}
