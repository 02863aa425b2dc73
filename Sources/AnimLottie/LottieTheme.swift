import AnimCore

/// A theme of a dotLottie file: values for slots, which are properties that can be set from outside
/// an animation.
public struct LottieTheme: Sendable {
  /// The identifier, or an empty string for a theme that isn't part of the file.
  public let id: String
  /// The rules, in theme order.
  public let rules: [Rule]
  /// The diagnostics for ignored parts of the theme, with their location in its file.
  public let diagnostics: [Diagnostic]

  /// A value for a slot.
  public struct Rule: Hashable, Sendable {
    /// The name of the slot.
    public let slot: String
    /// The kind of value, such as `Color`.
    public let type: String
    /// The identifiers of the animations that the theme applies to, or `nil` for all.
    public let animations: [String]?
    /// The location in the theme's file.
    public let path: String
    /// The value as JSON, in the form that slots have in an animation.
    public let value: String
  }

  /// Returns the rules for an animation, in theme order. The last rule for a slot takes precedence.
  ///
  /// - Parameter animation: The identifier of the animation, or `nil` if the format has no
  ///   identifiers.
  public func rules(for animation: String?) -> [Rule] {
    var indices: [String: Int] = [:]
    var counting: [Rule] = []
    for rule in rules {
      if let animations = rule.animations, let animation, !animations.contains(animation) {
        continue
      }
      if let index = indices[rule.slot] {
        counting[index] = rule
      } else {
        indices[rule.slot] = counting.count
        counting.append(rule)
      }
    }
    return counting
  }
}

/// The choice of a theme for an animation.
public enum LottieThemeChoice: Hashable, Sendable {
  /// The initial theme of the file, if there is one. If it can't be applied, the animation is drawn
  /// without a theme and with a diagnostic.
  case initial
  /// No theme: slots have the values that the animation stores.
  case none
  /// The theme of the file with this identifier.
  case id(String)
  /// A theme from another source, as JSON.
  case json(String)
}
