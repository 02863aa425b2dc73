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

extension LottieSceneConfiguration {
  /// The frame that a time shows, in seconds since the start.
  func frame(at time: Seconds, of animation: LottieAnimation) -> Double {
    let all = 0..<animation.frameCount
    let played = (range ?? all).clamped(to: all)
    let count = played.upperBound - played.lowerBound
    guard count > 0 else { return played.lowerBound }
    // The last picture: the frame at the end of the range is not shown.
    let last = max(count.rounded(.up) - 1, 0)
    var offset = max(time * animation.frameRate, 0)
    offset = loops ? offset.truncatingRemainder(dividingBy: count) : min(offset, last)
    if !hasSubframes { offset.round(.down) }
    return played.lowerBound + offset
  }
}

extension LottieSceneConfiguration.Fit {
  /// From a composition of one size to a view of another.
  func transform(from content: Size, to view: Size) -> Transform {
    let x = view.width / content.width
    let y = view.height / content.height
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
