import AnimCore
import AnimText

extension SVGPainter {
  /// - Parameter isOutline: Whether to paint only the outlines, in the given style.
  @inline(never)
  func drawText(
    _ text: ResolvedElement, isOutline: Bool = false, into list: inout DisplayList
  ) {
    let (style, drawingContext) = (text.style, text.context)
    let content = TextCollector.content(of: text, tree)
    let layout = tree.texts.layout(of: text.element, content.source)
    if layout.lacksFont { omit(.fonts) }
    for (index, piece) in layout.pieces.enumerated() {
      let paint = content.paints[piece.span]
      guard paint.style.isVisible, isOutline || paint.opacity > 0,
        isOutline || mayShow(piece, paint, drawingContext, list)
      else { continue }
      func drawPiece(into list: inout DisplayList) {
        func draw(_ path: Path, _ painted: Style?) {
          guard !path.isEmpty, var painted = isOutline ? style : painted else { return }
          painted.fillRule = .nonzero
          list.withEdges(areSharp: style.text.isSharp) {
            drawTextPath(path, painted, drawingContext, layout.bounds, into: &$0)
          }
        }
        draw(piece.over, paint.over)
        draw(piece.under, paint.under)
        draw(
          tree.texts.outline(of: index, in: layout, glyphs, work) { tree.omissions.add($0, $1) },
          paint.style)
        if !isOutline {
          drawImages(of: piece, paint.style, drawingContext, layout.bounds, into: &list)
        }
        draw(piece.through, paint.through)
      }
      if isOutline || paint.opacity >= 1 {
        drawPiece(into: &list)
      } else {
        list.withGroup(GroupStyle(opacity: paint.opacity)) { drawPiece(into: &$0) }
      }
    }
  }

  /// Returns whether any of the characters may be visible. A terminal recording, for example, is
  /// one long strip whose characters are mostly outside the view.
  private func mayShow(
    _ piece: SVGTextLayout.Piece, _ paint: SVGTextContent.Paint, _ drawingContext: DrawingContext,
    _ list: DisplayList
  ) -> Bool {
    var extent = piece.extent
    for style in [paint.style, paint.under, paint.over, paint.through] {
      guard let style, style.stroke != .none else { continue }
      // The stroke has the same width in pixels everywhere.
      guard style.isStrokeScaled else { return true }
      let width = reader.resolve(style.strokeWidth, .diagonal, style, drawingContext.view)
      extent = extent.inset(by: -max(width, 0) * max(style.miterLimit, 1))
    }
    return list.mayShow(extent, transform: drawingContext.transform)
  }

  /// Draws the glyphs of colour fonts. They don't overlap outlines, so they can be drawn after them.
  private func drawImages(
    of piece: SVGTextLayout.Piece, _ style: Style, _ drawingContext: DrawingContext,
    _ bounds: Rect?,
    into list: inout DisplayList
  ) {
    for glyph in piece.glyphs where glyphs.has(glyph.glyph, glyph.face) {
      let drawing = glyphs.drawing(of: glyph.glyph, glyph.face) { omit(.glyphs) }
      if let drawing {
        draw(drawing, glyph.face, glyph.transform, style, drawingContext, bounds, into: &list)
      }
    }
  }

  private func drawTextPath(
    _ path: Path, _ style: Style, _ drawingContext: DrawingContext, _ bounds: Rect?,
    into list: inout DisplayList
  ) {
    for part in style.paintOrder.parts {
      switch part {
      case .fill: fill(path, style, drawingContext, opacity: 1, bounds: bounds, into: &list)
      case .stroke:
        stroke(path, style, drawingContext, dashScale: 1, opacity: 1, bounds: bounds, into: &list)
      case .markers: break
      }
    }
  }
}

extension ResolvedTree {
  /// Returns the box of a `text`, or `nil` if it is empty.
  func textBounds(_ text: ResolvedElement) -> Rect? {
    let content = TextCollector.content(of: text, self)
    return texts.layout(of: text.element, content.source).bounds
  }

  /// Returns the maximum error of positions on a text path, in its units.
  func textPathAccuracy(_ drawingContext: DrawingContext) -> Double {
    // Errors would be visible as jitter in animations.
    if isAnimated { return 0x1p-10 }
    func scale(_ transform: Transform) -> Double {
      let x = Vector(dx: transform.a, dy: transform.b)
      let y = Vector(dx: transform.c, dy: transform.d)
      return (x.length * y.length).squareRoot()
    }
    let scale = scale(drawingContext.transform) / scale(viewTransform)
    return scale > 1 ? 0.5 / scale : 0.5
  }

  /// Returns the text inside an element, without tags, up to the limit for drawing.
  func characterData(in element: Int) -> String {
    var text = ""
    for node in document.nodes[element..<document[element].end] {
      guard spendText(1 + node.text.utf8.count), text.utf8.count < PaintingLimits.characters else {
        break
      }
      text += node.text
    }
    return text
  }
}
