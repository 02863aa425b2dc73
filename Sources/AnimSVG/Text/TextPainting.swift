import AnimCore
import AnimText

extension SVGPainter {
  /// - Parameter isOutline: whether only the outlines count, all painted as the style says.
  func drawText(
    _ element: Int, _ style: Style, _ place: Place, isOutline: Bool = false,
    into list: inout DisplayList
  ) {
    let content = TextCollector.content(of: element, style, self, view: place.view)
    let layout = texts.layout(of: element, content.source)
    if layout.lacksFont { omit(.fonts) }
    for (index, piece) in layout.pieces.enumerated() {
      let paint = content.paints[piece.span]
      guard paint.style.isVisible else { continue }
      func draw(_ path: Path, _ painted: Style?) {
        guard !path.isEmpty, var painted = isOutline ? style : painted else { return }
        painted.fillRule = .nonzero
        drawTextPath(path, painted, place, layout.bounds, into: &list)
      }
      draw(piece.over, paint.over)
      draw(piece.under, paint.under)
      draw(layout.outline(of: index) { omit(.points) }, paint.style)
      draw(piece.through, paint.through)
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
    let content = TextCollector.content(of: element, style, self, view: place.view)
    return texts.layout(of: element, content.source).bounds
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
