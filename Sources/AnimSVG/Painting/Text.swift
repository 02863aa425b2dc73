import AnimCore

extension SVGPainter {
  func drawText(
    _ element: Int, _ style: Style, _ place: Place, isOutline: Bool = false,
    into list: inout DisplayList
  ) {}

  func textBounds(_ element: Int, _ style: Style, _ place: Place) -> Rect? { nil }
}
