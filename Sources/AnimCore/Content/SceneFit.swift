/// The way in which an image is fitted into a view. The image is always centred and keeps its
/// proportions.
public enum SceneFit: String, CaseIterable, Sendable {
  /// The scene is as large as possible inside the view.
  case contain
  /// The scene is as small as possible while covering the entire view.
  case cover
  /// The scene has its own size, with one unit per point.
  case none
}

extension SceneFit {
  /// Returns the transform from an image of one size to a view of another.
  package func transform(from content: Size, to view: Size) -> Transform {
    let x = content.width > 0 ? view.width / content.width : 1
    let y = content.height > 0 ? view.height / content.height : 1
    let scale =
      switch self {
      case .contain: min(x, y)
      case .cover: max(x, y)
      case .none: 1.0
      }
    return Transform(
      a: scale, b: 0, c: 0, d: scale, tx: (view.width - content.width * scale) / 2,
      ty: (view.height - content.height * scale) / 2)
  }

  /// Returns the rectangle of an image in a view.
  package func contentRect(of content: Size, in view: Size) -> Rect {
    let transform = transform(from: content, to: view)
    return Rect(
      x: transform.tx, y: transform.ty, width: content.width * transform.a,
      height: content.height * transform.d)
  }
}

extension DisplayList {
  /// Draws an image, fitted into a size in points.
  ///
  /// At twice its size or more, pixels are drawn as sharp squares unless smoothing is requested. At
  /// its own size, each pixel is copied.
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
