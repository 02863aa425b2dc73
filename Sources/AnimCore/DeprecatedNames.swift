// The names of version 0.2, for one version.

/// The direction of a rotation, by its old name.
@available(*, deprecated, renamed: "RotationDirection")
public typealias Turning = RotationDirection

/// The reason why an animation ended, by its old name.
@available(*, deprecated, renamed: "AnimationCompletionReason")
public typealias AnimationEnding = AnimationCompletionReason
