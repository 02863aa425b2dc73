extension LayerTree {
  /// Returns an image of all layers at the time of the tree.
  ///
  /// ```swift
  /// tree.update(to: 0.5)
  /// let image = tree.image(size: Size(width: 200, height: 100), scale: 2)
  /// ```
  ///
  /// It is identical on every machine. With the library AnimPNG, `image.png()` returns a PNG
  /// file.
  /// - Parameters:
  ///   - size: The part of the view to draw, from its origin, in points. The image has up to
  ///     65,535 pixels per side, rounded to whole pixels. Larger and invalid sizes are clamped.
  ///   - scale: The number of pixels per point, which must be positive.
  ///   - background: The colour behind the layers. If it is opaque, the image is opaque.
  public func image(
    size: Size, scale: Double = 1, background: Color = .clear
  ) -> PixelImage {
    PixelImage(size: size, scale: scale, background: background) { draw(into: &$0) }
  }
}

extension PixelImage {
  /// Creates an image of a display list.
  /// - Parameters:
  ///   - size: The size in points.
  ///   - scale: The number of pixels per point.
  ///   - background: The colour behind the content. If it is opaque, the image is opaque.
  ///   - draw: A closure that appends the content.
  convenience init(
    size: Size, scale: Double, background: Color, draw: (inout DisplayList) -> Void
  ) {
    func pixels(_ length: Double) -> Int {
      let count = (length * scale).rounded()
      return count > 0 ? Int(min(count, Double(ImageLimit.side))) : 0
    }
    var list = DisplayList(
      size: PixelSize(width: pixels(size.width), height: pixels(size.height)), scale: scale,
      background: background)
    draw(&list)
    self.init(size: list.size, isOpaque: background.alpha == 255)
    Rasterizer().paint(list, into: self)
  }
}
