/// The public state of an animation that has been added to a layer.
public struct AttachedAnimation: Hashable, Sendable {
  /// The stages that an animation goes through.
  public enum Phase: Hashable, Sendable {
    /// It has not begun yet.
    case waiting
    case running
    /// It is over, and its fill mode holds its end.
    case ended
  }

  /// The name that the animation was added under, if any.
  public let key: AnimationKey?
  /// The timing, with its duration resolved and its begin time in the time of the layer.
  public let timing: MediaTiming
  /// The stage that the animation was at when it was looked up.
  public let phase: Phase

  init(_ instance: AnimationInstance) {
    key = instance.key
    timing = instance.timing
    phase = instance.isOver ? .ended : instance.hasBegun ? .running : .waiting
  }
}
