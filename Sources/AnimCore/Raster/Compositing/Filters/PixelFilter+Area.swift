extension PixelFilter {
  /// The pixels that must be known for the filter's result in `area`.
  ///
  /// - Parameter content: where there is anything.
  func source(of area: PixelRect, content: PixelRect) -> PixelRect {
    // A shadow is put below the picture itself, too.
    area.grown(by: reach).intersection(content)
  }
}
