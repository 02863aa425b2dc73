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
