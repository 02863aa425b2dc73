import AnimCore

extension DisplayList {
  /// Draws an image of pixels as a picture that is fitted into a size, in points.
  ///
  /// Enlarged to twice its size or more, pixels stay sharp squares unless they are to be smooth; and at their
  /// own size, each is copied to one of the list's.
  package mutating func draw(
    _ image: Image, fit: SceneFit, in size: Size, smoothsPixels: Bool = false
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
