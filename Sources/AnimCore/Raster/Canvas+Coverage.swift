extension Canvas {
  /// Paints a shape in one colour; the canvas must lie in the shape's box.
  func fill(_ shape: CoverageRows, _ store: CoverageStore, _ ink: Ink) {
    for y in y0..<y1 {
      let row = pixels + y &* stride
      store.read(shape, y: y, from: x0, to: x1) { x, length, solid, varied in
        if let varied {
          ink.paint(row + x, count: length, coverage: varied)
        } else {
          ink.paint(row + x, count: length, coverage: solid)
        }
      }
    }
  }
}
