/// The name under which an animation can be found, removed or replaced.
public enum AnimationKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The property's own name: that of its implicit animations. One animation of a property can
  /// bear it.
  case property
  /// A name of your own. One animation of a layer can bear it.
  case named(String)

  public init(stringLiteral value: String) { self = .named(value) }
}

/// How an animation ended.
public enum AnimationEnding: Hashable, Sendable {
  /// Its active time is over.
  case finished
  /// Another one was added under its key, or the property was set again.
  case replaced
  /// It was removed, or its layer was.
  case removed
}
