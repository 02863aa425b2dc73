// The names of version 0.2, for one version.

@available(*, deprecated, renamed: "RotationDirection")
public typealias Turning = RotationDirection

@available(*, deprecated, renamed: "AnimationCompletionReason")
public typealias AnimationEnding = AnimationCompletionReason
