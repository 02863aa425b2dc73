import AnimCore

/// How an animation is played and fitted into its view. By default, it loops, is shown whole, and
/// changes as often as the display can show it.
public struct LottieSceneConfiguration: Hashable, Sendable {
  /// How the composition is scaled to the view. It is always centred and keeps its proportions.
  public enum Fit: String, CaseIterable, Sendable {
    /// As large as possible without leaving the view.
    case contain
    /// As small as possible while covering the whole view.
    case cover
    /// In its own size: one unit of the composition is one point.
    case none
  }

  /// How the composition is scaled to the view.
  public var fit = Fit.contain
  /// Whether the animation starts over at its end; otherwise it stops at the last frame.
  public var loops = true
  /// How many times it is played before it stops; nil for any number of times. Only counts if it
  /// ``loops``; less than 1 counts as 1.
  public var loopCount: Int?
  /// How many times faster than at its own frame rate it is played; above 0. Anything else counts as
  /// 1.
  public var speed = 1.0
  /// The order in which the frames are played.
  public var mode = LottiePlayMode.forward
  /// Whether pictures between whole frames are shown, at the display's rate; otherwise only whole
  /// frames are.
  public var hasSubframes = true
  /// The frames to play, counted from the start of the animation, which is 0; nil for all. Only the
  /// part that lies in the animation is played.
  public var range: Range<Double>?

  /// Creates the default configuration.
  public init() {}
}

extension LottieSceneConfiguration.Fit {
  /// The transform from a composition of one size to a view of another.
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

  /// Where content of a size lies in a view of another.
  func contentRect(of content: Size, in view: Size) -> Rect {
    let transform = transform(from: content, to: view)
    return Rect(
      x: transform.tx, y: transform.ty, width: content.width * transform.a,
      height: content.height * transform.d)
  }
}
