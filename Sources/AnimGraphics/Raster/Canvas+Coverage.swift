extension Canvas {
  /// Paints a shape in one colour; the canvas must be within the shape's box.
  func fill(_ shape: CoverageRows, _ store: CoverageStore, _ paint: SolidPaint) {
    for y in y0..<y1 {
      let row = pixels + y &* stride
      store.read(shape, y: y, from: x0, to: x1) { x, length, solid, varied in
        if let varied {
          paint.paint(row + x, count: length, coverage: varied)
        } else {
          paint.paint(row + x, count: length, coverage: solid)
        }
      }
    }
  }
}
