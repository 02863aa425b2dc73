extension PixelFilter {
  /// The source pixels that the filter's result in `area` depends on.
  ///
  /// - Parameter content: the pixels that may not be clear.
  func source(of area: PixelRect, content: PixelRect) -> PixelRect {
    // This also covers the picture itself, which is drawn over its shadow.
    area.grown(by: reach).intersection(content)
  }
}
