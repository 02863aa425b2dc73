extension DisplayList {
  /// Draws an image, fitted into a size in points.
  ///
  /// At twice its size or more, pixels are drawn as sharp squares unless smoothing is requested. At
  /// its own size, each pixel is copied.
  package mutating func draw(
    _ image: Image, fit: BoxFit, in size: Size, smoothsPixels: Bool = false
  ) {
    let content = Size(width: Double(image.size.width), height: Double(image.size.height))
    let transform = fit.transform(from: content, to: size)
    let enlargement = scale * transform.a
    let isSharp = enlargement == 1 || enlargement >= 2 && !smoothsPixels
    let sampling: ImagePaint.Sampling = isSharp ? .nearest : .bilinear
    fill(
      Path(Rect(origin: .zero, size: content)), .image(ImagePaint(image, sampling: sampling)),
      transform: transform)
  }
}
