/// Four squares side by side.
struct FourSquares {
  /// The centres, in points.
  var x: Lanes
  var y: Lanes
  /// Colours as 0xAARRGGBB with straight alpha.
  var argb: SIMD4<UInt32>
}

extension DisplayList {
  /// Fills `count` squares with sides of `side` points, in the order of their index, as one
  /// command.
  ///
  /// - Parameters:
  ///   - isAligned: move every square to the nearest whole pixel, and round its side to whole
  ///     pixels (at least one), so that no pixel is covered in part.
  ///   - square: the centre and the colour of the square with a given index.
  public mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool = false, _ square: (Int) -> (Point, Color)
  ) {
    fillSquares(count: count, side: side, isAligned: isAligned) { first -> FourSquares in
      var four = FourSquares(x: .zero, y: .zero, argb: .zero)
      for lane in 0..<min(4, count - first) {
        let (center, color) = square(first + lane)
        (four.x[lane], four.y[lane], four.argb[lane]) = (center.x, center.y, color.argb)
      }
      return four
    }
  }

  /// The same, by fours: `four` gives the squares of the index it is called with and of the three
  /// after it. What it gives from `count` on is not looked at.
  @inline(__always) mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool, four: (Int) -> FourSquares
  ) {
    let first = squares.count
    let count = max(0, count)
    let scale = Lanes(repeating: view.scale)
    let exact = max(0, side * view.scale)
    let edge = Fixed(isAligned ? max(1, exact.rounded()) : exact)
    let half = Lanes(repeating: edge.pixels / 2)
    let (left, top) = (Lanes(repeating: view.origin.x), Lanes(repeating: view.origin.y))
    // To the nearest whole pixel: half a pixel on, and down to a whole one.
    let (half4096, mask) = isAligned ? (Int32(2048), ~Int32(4095)) : (0, ~0)
    squares.append(count: count) { index in
      let squares = four(index)
      let x = Fixed.raw(left + squares.x * scale - half)
      let y = Fixed.raw(top + squares.y * scale - half)
      return (
        (x &+ SIMD4(repeating: half4096)) & SIMD4(repeating: mask),
        (y &+ SIMD4(repeating: half4096)) & SIMD4(repeating: mask), squares.argb
      )
    }
    append(
      .squares(first: Int32(first), count: Int32(count), side: edge), .clear,
      extent: view.clip)
  }
}
