import AnimCore

/// The meaning of `context-fill` and `context-stroke` in markers and uses.
struct ContextPaint {
  /// The paints of the context element, which aren't context paints themselves.
  let fill: PaintValue
  let stroke: PaintValue
  let color: ExactColor
  let bounds: () -> Rect?
  /// The transform from that element's space to points of the list.
  let transform: Transform
  let view: Size

  init(_ style: Style, _ context: DrawingContext, bounds: @escaping () -> Rect?) {
    func resolved(_ paint: PaintValue) -> PaintValue {
      switch paint {
      case .contextFill: context.contextPaint?.fill ?? .none
      case .contextStroke: context.contextPaint?.stroke ?? .none
      default: paint
      }
    }
    fill = resolved(style.fill)
    stroke = resolved(style.stroke)
    // The paints of an outer context keep its box.
    let usesOuter = [style.fill, style.stroke].contains {
      $0 == .contextFill || $0 == .contextStroke
    }
    let outer = usesOuter ? context.contextPaint : nil
    color = outer?.color ?? style.color
    self.bounds = outer?.bounds ?? bounds
    transform = outer?.transform ?? context.transform
    view = outer?.view ?? context.view
  }
}

extension SVGPainter {
  /// Draws a basic shape or a path with its markers.
  ///
  /// - Parameter opacity: A factor for its only paint.
  @inline(never)
  func drawShape(_ shape: ResolvedElement, opacity: Double, into list: inout DisplayList) {
    let (style, context) = (shape.style, shape.context)
    guard let path = tree.path(of: shape.element, style, context.view) else { return }
    let isSharp =
      style.shapeRendering == .optimizeSpeed || style.shapeRendering == .crispEdges
    for part in style.paintOrder.parts {
      switch part {
      case .fill where style.isVisible:
        list.withEdges(areSharp: isSharp) {
          fill(path, style, context, opacity: opacity, into: &$0)
        }
      case .stroke where style.isVisible:
        let scale = tree.dashScale(shape.element, path)
        list.withEdges(areSharp: isSharp) {
          stroke(path, style, context, dashScale: scale, opacity: opacity, into: &$0)
        }
      case .markers where style.isVisible:
        drawMarkers(of: path, shape, into: &list)
      default: break
      }
    }
  }

  func fill(
    _ path: Path, _ style: Style, _ context: DrawingContext, opacity: Double, bounds: Rect? = nil,
    into list: inout DisplayList
  ) {
    // A line alone has no inside.
    guard style.fill != .none else { return }
    let paint = paint(
      style.fill, opacity: style.fillOpacity * opacity, style, context,
      bounds: { bounds ?? path.bounds }, scale: list.scale)
    guard let paint else { return }
    paint.draw(into: &list) { list, paint in
      list.fill(path, paint, rule: style.fillRule, transform: context.transform)
    }
  }

  func stroke(
    _ path: Path, _ style: Style, _ context: DrawingContext, dashScale: Double, opacity: Double,
    bounds: Rect? = nil, into list: inout DisplayList
  ) {
    guard style.stroke != .none, let line = tree.strokeStyle(style, context, dashScale: dashScale)
    else {
      return
    }
    let paint = paint(
      style.stroke, opacity: style.strokeOpacity * opacity, style, context,
      bounds: { bounds ?? path.bounds }, scale: list.scale)
    guard let paint else { return }
    if style.isStrokeScaled {
      paint.draw(into: &list) { list, paint in
        list.stroke(path, line, paint, transform: context.transform)
      }
    } else {
      let outline = path.transformed(by: context.transform)
      paint.transformed(by: context.transform).draw(into: &list) { list, paint in
        list.stroke(outline, line, paint)
      }
    }
  }
}

// Geometry that drawing, boxes and hit tests share.
extension ResolvedTree {
  /// Returns the outline of a shape; see ``ElementReader/path(of:_:_:)``.
  func path(of element: Int, _ style: Style, _ view: Size) -> Path? {
    let path = reader.path(of: element, style, view)
    work.spend(path?.pointCount ?? 0, on: .pathPoint)
    return path
  }

  /// Returns the number of user units in one of the author's units along a path.
  func dashScale(_ element: Int, _ path: Path) -> Double {
    guard reader.has(.pathLength, of: element),
      let length = reader.number(.pathLength, of: element), length > 0
    else { return 1 }
    work.spend(path.pointCount, on: .measuredPoint)
    return path.length / length
  }

  /// Returns the style of a stroke, or `nil` if there is none.
  func strokeStyle(_ style: Style, _ context: DrawingContext, dashScale: Double) -> StrokeStyle? {
    let width = reader.resolve(style.strokeWidth, .diagonal, style, context.view)
    guard width > 0, width.isFinite else { return nil }
    var line = StrokeStyle(
      width: width, cap: style.cap, join: style.join, miterLimit: max(style.miterLimit, 1))
    guard !style.dashes.isEmpty else { return line }
    work.spend(style.dashes.count, on: .listItem)
    line.dashes = reader.dashes(style, context.view, scale: dashScale)
    line.dashPhase = reader.resolve(style.dashOffset, .diagonal, style, context.view) * dashScale
    return line
  }
}
