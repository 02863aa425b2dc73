import AnimCore

/// How an animation is played and fitted into its view.
public struct LottieSceneConfiguration: Hashable, Sendable {
  public enum Fit: String, CaseIterable, Sendable {
    /// As large as can be with all of it in the view, in the middle.
    case contain
    /// As small as can be with all of the view covered.
    case cover
    /// As large as it says, in the middle.
    case none
  }

  public var fit = Fit.contain
  /// Whether it begins again at its end; otherwise it stays at the last frame.
  public var loops = true
  /// Whether there are pictures between whole frames.
  public var hasSubframes = true
  /// The frames that are played, from the animation's first, which is 0; nil for all.
  public var range: Range<Double>?

  public init() {}
}

extension LottieSceneConfiguration.Fit {
  /// From a composition of one size to a view of another.
  func transform(from content: Size, to view: Size) -> Transform {
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
}
