import AnimCore

/// A Lottie animation in a view: it is fitted into it, and plays in scene time.
public final class LottieScene {
  public let animation: LottieAnimation
  public let configuration: LottieSceneConfiguration
  private var size = Size.zero
  /// The frame on show.
  public private(set) var frame = 0.0

  public init(
    _ animation: LottieAnimation, configuration: LottieSceneConfiguration = .init()
  ) {
    self.animation = animation
    self.configuration = configuration
  }

  /// Fits the animation into a view of `size` points.
  public func layout(in size: Size) { self.size = size }

  /// Shows the frame of a time, in seconds since the start.
  public func update(to time: Seconds) {
    frame = configuration.frame(at: time, of: animation)
  }

  /// Appends the picture of the present frame, in points of the view.
  public func draw(into list: inout DisplayList) {
    animation.draw(
      frame: frame, into: &list,
      transform: configuration.fit.transform(from: animation.size, to: size))
  }
}
