/// What can be known of an animation that has been added to a layer.
public struct AttachedAnimation: Hashable, Sendable {
  /// Where an animation is in its life.
  public enum Phase: Hashable, Sendable {
    /// Its begin is still to come.
    case waiting
    case running
    /// It is over, and its fill mode holds its end.
    case ended
  }

  /// The name that the animation was added under, if any.
  public let key: AnimationKey?
  /// The timing, its duration settled and its begin as a time of the layer.
  public let timing: MediaTiming
  public let phase: Phase

  init(_ instance: AnimationInstance) {
    key = instance.key
    timing = instance.timing
    phase = instance.isOver ? .ended : instance.hasBegun ? .running : .waiting
  }
}
