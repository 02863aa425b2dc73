/// Something in a file that is not drawn as its author intended.
public struct LottieDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How far the drawing is from what the author intended.
  public enum Severity: Sendable {
    /// Drawn, but not quite as intended: an expression's stored value, for example.
    case approximated
    /// Not drawn at all.
    case notDrawn
    /// A field of the wrong type, or a reference to something that does not exist; a default is
    /// used.
    case invalid
  }

  /// The place in the file, such as `layers[3].ef[0]`; empty for the whole file.
  public let path: String
  /// How far the drawing is from what the author intended.
  public let severity: Severity
  /// What is wrong, such as `layer styles are not drawn`: no capital letter and no full stop.
  public let message: String

  /// Creates a diagnostic for a place in a file.
  public init(path: String, severity: Severity, message: String) {
    self.path = path
    self.severity = severity
    self.message = message
  }

  /// The place and the message, such as `layers[3].sy[0]: layer styles are not drawn`.
  public var description: String { "\(path): \(message)" }
}
