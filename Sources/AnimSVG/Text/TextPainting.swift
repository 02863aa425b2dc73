import AnimCore
import AnimText

extension SVGPainter {
  /// - Parameter isOutline: whether only the outlines count, all painted as the style says.
  @inline(never)
  func drawText(
    _ element: Int, _ style: Style, _ place: Place, isOutline: Bool = false,
    into list: inout DisplayList
  ) {
    let content = TextCollector.content(of: element, style, place, self)
    let layout = texts.layout(of: element, content.source)
    if layout.lacksFont { omit(.fonts) }
    for (index, piece) in layout.pieces.enumerated() {
      let paint = content.paints[piece.span]
      guard paint.style.isVisible, isOutline || paint.opacity > 0,
        isOutline || mayShow(piece, paint, place, list)
      else { continue }
      func drawPiece(into list: inout DisplayList) {
        func draw(_ path: Path, _ painted: Style?) {
          guard !path.isEmpty, var painted = isOutline ? style : painted else { return }
          painted.fillRule = .nonzero
          list.withEdges(areSharp: style.text.isSharp) {
            drawTextPath(path, painted, place, layout.bounds, into: &$0)
          }
        }
        draw(piece.over, paint.over)
        draw(piece.under, paint.under)
        draw(texts.outline(of: index, in: layout, glyphs, work, omitting: omit), paint.style)
        if !isOutline { drawPictures(of: piece, paint.style, place, layout.bounds, into: &list) }
        draw(piece.through, paint.through)
      }
      if isOutline || paint.opacity >= 1 {
        drawPiece(into: &list)
      } else {
        list.withGroup(GroupStyle(opacity: paint.opacity)) { drawPiece(into: &$0) }
      }
    }
  }

  /// Whether some of the characters may be in the picture: of a recording in one long strip, most are not.
  private func mayShow(
    _ piece: TextLayout.Piece, _ paint: TextContent.Paint, _ place: Place, _ list: DisplayList
  ) -> Bool {
    var extent = piece.extent
    for style in [paint.style, paint.under, paint.over, paint.through] {
      guard let style, style.stroke != .none else { continue }
      // As wide everywhere as it is in pixels.
      guard style.isStrokeScaled else { return true }
      let width = reader.resolve(style.strokeWidth, .diagonal, style, place.view)
      extent = extent.inset(by: -max(width, 0) * max(style.miterLimit, 1))
    }
    return list.mayShow(extent, transform: place.transform)
  }

  /// Draws the glyphs of fonts with colours. They do not overlap outlines, so they may be drawn after all of these.
  private func drawPictures(
    of piece: TextLayout.Piece, _ style: Style, _ place: Place, _ bounds: Rect?,
    into list: inout DisplayList
  ) {
    for glyph in piece.glyphs where glyphs.has(glyph.glyph, glyph.face) {
      let drawing = glyphs.drawing(of: glyph.glyph, glyph.face) { omit(.glyphs) }
      if let drawing {
        draw(drawing, glyph.face, glyph.transform, style, place, bounds, into: &list)
      }
    }
  }

  private func drawTextPath(
    _ path: Path, _ style: Style, _ place: Place, _ bounds: Rect?, into list: inout DisplayList
  ) {
    for part in style.paintOrder.parts {
      switch part {
      case .fill: fill(path, style, place, opacity: 1, bounds: bounds, into: &list)
      case .stroke:
        stroke(path, style, place, dashScale: 1, opacity: 1, bounds: bounds, into: &list)
      case .markers: break
      }
    }
  }

  func textBounds(_ element: Int, _ style: Style, _ place: Place) -> Rect? {
    let content = TextCollector.content(of: element, style, place, self)
    return texts.layout(of: element, content.source).bounds
  }

  /// How far text on a path may be from where it ought to be, in its units.
  func textPathAccuracy(_ place: Place) -> Double {
    // What moves would tremble by as much as it is off.
    if moves { return 0x1p-10 }
    func scale(_ transform: Transform) -> Double {
      let x = Vector(dx: transform.a, dy: transform.b)
      let y = Vector(dx: transform.c, dy: transform.d)
      return (x.length * y.length).squareRoot()
    }
    let scale = scale(place.transform) / scale(viewTransform)
    return scale > 1 ? 0.5 / scale : 0.5
  }

  /// The characters inside an element, without its tags, as far as they are drawn.
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
