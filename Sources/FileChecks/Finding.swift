import PlainText

/// A result of a rule.
package struct Finding: Sendable {
  /// The effect on the verdict.
  package enum Severity: String, Sendable {
    /// The file fails the check.
    case failure
    /// The file passes.
    case note
  }

  package let code: CheckCode
  package var severity = Severity.failure
  /// The message, in lower case and without a final period.
  package let message: String
  /// The first and the last frame, counted from 0, or `nil` for the entire file.
  package var frames: ClosedRange<Int>?
  /// The JSON path or the position in the text, or an empty string.
  package var path = ""
  /// The name of the layer, or `nil`.
  package var layer: String?
  /// The player that lacks the feature, or `nil`.
  package var player: TargetPlayer?
  /// The name of the feature, or `nil`.
  package var feature: String?
  /// The source of the claim about the player, or `nil`.
  package var source: String?

  init(_ code: CheckCode, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension Finding {
  var json: JSON {
    var members: [(String, JSON)] = [
      ("code", .string(code.rawValue)), ("severity", .string(severity.rawValue)),
      ("message", .string(message)),
    ]
    if let frames {
      members.append(
        ("frames", .array([.integer(frames.lowerBound), .integer(frames.upperBound)])))
    }
    if !path.isEmpty { members.append(("path", .string(path))) }
    if let layer { members.append(("layer", .string(layer))) }
    if let player { members.append(("player", .string(player.rawValue))) }
    if let feature { members.append(("feature", .string(feature))) }
    if let source { members.append(("source", .string(source))) }
    return .object(members)
  }
}
