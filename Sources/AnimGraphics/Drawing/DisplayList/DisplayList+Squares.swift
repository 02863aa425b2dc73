extension DisplayList {
  /// Fills `count` squares with sides of `side` points, in the order of their index, as one
  /// command.
  ///
  /// - Parameters:
  ///   - isAligned: moves every square to the nearest whole pixel, and rounds its side to whole
  ///     pixels (at least one), so that no pixel is partly covered.
  ///   - square: the centre and the colour of the square with a given index.
  public mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool = false, _ square: (Int) -> (Point, Color)
  ) {
    fillSquares(count: count, side: side, isAligned: isAligned) { (writer: SquareWriter) in
      for index in 0..<writer.count {
        let (center, color) = square(index)
        writer.write(index, center, color)
      }
    }
  }

  /// The same with a writer, with which `write` must write every square.
  package mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool, writing write: (SquareWriter) -> Void
  ) {
    let first = squares.count
    let count = max(0, count)
    let exact = max(0, side * view.scale)
    let edge = Fixed(isAligned ? max(1, exact.rounded()) : exact)
    let left = SquareEdge(
      origin: view.origin.x, scale: view.scale, half: edge.pixels / 2, isAligned: isAligned)
    let top = SquareEdge(
      origin: view.origin.y, scale: view.scale, half: edge.pixels / 2, isAligned: isAligned)
    squares.append(count: count) {
      write(SquareWriter(count: count, left: left, top: top, $0))
    }
    append(
      .squares(first: Int32(first), count: Int32(count), side: edge), .clear,
      extent: view.clip)
  }
}
