/// A theme of a dotLottie file: values for slots, which are properties that can be set from outside
/// an animation.
public struct LottieTheme: Sendable {
  /// The identifier; empty for a theme that does not come from the file.
  public let id: String
  /// The rules, in the order of the theme.
  public let rules: [Rule]
  /// What is left out of the theme, with the location in its file.
  public let diagnostics: [LottieDiagnostic]

  /// A value for a slot.
  public struct Rule: Hashable, Sendable {
    /// The name of the slot.
    public let slot: String
    /// The kind of value, such as `Color`.
    public let type: String
    /// The identifiers of the animations that it is for; nil for all.
    public let animations: [String]?
    /// The location in the theme's file.
    public let path: String
    /// The value as JSON, in the form that slots have in an animation.
    public let value: String
  }

  /// The rules that count for an animation, in the order of the theme: of several for one slot, the
  /// last.
  ///
  /// - Parameter animation: the identifier of the animation; nil for one without.
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

/// Which theme is applied to an animation.
public enum LottieThemeChoice: Hashable, Sendable {
  /// The one that the file applies at first, if it names one. Where that cannot be applied, the
  /// animation is drawn without a theme, with a diagnostic.
  case initial
  /// No theme: slots have the values that the animation stores.
  case none
  /// The theme of the file with this identifier.
  case id(String)
  /// A theme from elsewhere, as JSON.
  case json(String)
}
