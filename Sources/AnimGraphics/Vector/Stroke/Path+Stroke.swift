extension Path {
  /// The area that a stroke along the path covers when filled by the nonzero rule, as lines that
  /// are within 1/128 point of it. All pieces of the stroke have the same direction.
  public func outline(of style: StrokeStyle) -> Path {
    var stroker = Stroker()
    var lines = LineBuffer()
    stroker.stroke(self, style, .identity, tolerance: 1.0 / 128, into: &lines)
    var path = Path()
    var start = 0
    for end in lines.ends {
      path.move(to: lines.points[start])
      for point in lines.points[start + 1..<end] { path.addLine(to: point) }
      path.close()
      start = end
    }
    return path
  }
}
