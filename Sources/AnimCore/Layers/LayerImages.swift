extension LayerTree {
  /// The picture of all layers at the tree's time.
  ///
  /// ```swift
  /// tree.update(to: 0.5)
  /// let picture = tree.image(size: Size(width: 200, height: 100), scale: 2)
  /// ```
  ///
  /// It is the same on every machine, to the last bit. `picture.png()` of the library AnimPNG makes a file of it.
  /// - Parameters:
  ///   - size: the part of the view that is drawn, from its origin, in points. The picture has up to 65,535 pixels
  ///     each way, rounded to whole ones; beyond, and where the size is no number, it is cut off.
  ///   - scale: pixels per point, more than zero.
  ///   - background: the colour behind the layers. If it is opaque, the picture is, too.
  public func image(
    size: Size, scale: Double = 1, background: Color = .clear
  ) -> PixelImage {
    func pixels(_ length: Double) -> Int {
      let count = (length * scale).rounded()
      return count > 0 ? Int(min(count, Double(PictureLimit.side))) : 0
    }
    var list = DisplayList(
      size: PixelSize(width: pixels(size.width), height: pixels(size.height)), scale: scale,
      background: background)
    draw(into: &list)
    let picture = PixelImage(size: list.size, isOpaque: background.alpha == 255)
    Rasterizer().paint(list, into: picture)
    return picture
  }
}
