import AnimCore

// The names of version 0.2, for one version.

/// A recorded interaction, by its old name.
@available(*, deprecated, renamed: "InteractionScript")
public typealias LottieInteractionScript = InteractionScript

/// The value of an input, by its old name.
@available(*, deprecated, renamed: "InputValue")
public typealias LottieMachineValue = InputValue

/// An action of the pointer, by its old name.
@available(*, deprecated, renamed: "PointerAction")
public typealias LottiePointerKind = PointerAction
