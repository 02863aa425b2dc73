/// How a picture of a certain size is fitted into a view. It is always centred and keeps its
/// proportions.
public enum SceneFit: String, CaseIterable, Sendable {
  /// As large as possible without leaving the view.
  case contain
  /// As small as possible while covering the whole view.
  case cover
  /// In its own size: one unit of the picture is one point.
  case none
}

extension SceneFit {
  /// The transform from a picture of one size to a view of another.
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

  /// Where a picture of a size lies in a view of another.
  package func contentRect(of content: Size, in view: Size) -> Rect {
    let transform = transform(from: content, to: view)
    return Rect(
      x: transform.tx, y: transform.ty, width: content.width * transform.a,
      height: content.height * transform.d)
  }
}

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
