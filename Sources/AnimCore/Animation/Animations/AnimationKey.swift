/// The name by which an animation can be found, removed or replaced.
public enum AnimationKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The property's own name, used for its implicit animations. At most one animation of a property
  /// has it.
  case property
  /// A name of your own. At most one animation of a layer has it.
  case named(String)

  public init(stringLiteral value: String) { self = .named(value) }
}

/// How an animation ended.
public enum AnimationEnding: Hashable, Sendable {
  /// Its active time is over.
  case finished
  /// Another one was added under its key, or its property was set again.
  case replaced
  /// It was removed, or its layer was.
  case removed
}
