import AnimCore

/// A named part of an animation, or a point in it.
public struct LottieMarker: Hashable, Sendable {
  public let name: String
  /// In frames from the animation's first, which is 0.
  public let frame: Double
  /// In frames; 0 for a point.
  public let duration: Double
}
