extension Canvas {
  /// Paints the square with its top left corner at (x, y). All values are in 1/4096 pixel, and
  /// `side` is above zero.
  func fillSquare(x: Int, y: Int, side: Int, argb: UInt32) {
    if (x | y | side) & 4095 == 0, argb >> 24 == 255 {
      fillPixels(x0: x >> 12, y0: y >> 12, side: side >> 12, argb)
    } else {
      fill(x0: x, y0: y, x1: x &+ side, y1: y &+ side, SolidPaint(argb: argb))
    }
  }

  /// Stores whole pixels.
  @inline(__always) private func fillPixels(x0 left: Int, y0 top: Int, side: Int, _ word: UInt32) {
    let right = left &+ side
    let bottom = top &+ side
    let low = max(left, x0)
    let count = min(right, x1) &- low
    var y = max(top, y0)
    let end = min(bottom, y1)
    while y < end {
      Blend.fill(pixels + (y &* stride &+ low), word, count)
      y &+= 1
    }
  }
}
