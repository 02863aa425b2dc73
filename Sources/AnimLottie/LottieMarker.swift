import AnimCore

/// A named section of an animation, or a named point in it.
public struct LottieMarker: Hashable, Sendable {
  /// The name; never empty.
  public let name: String
  /// The first frame, counted from the start of the animation, which is 0. It may lie outside the
  /// animation.
  public let frame: Double
  /// The length, in frames; 0 for a point.
  public let duration: Double
}
