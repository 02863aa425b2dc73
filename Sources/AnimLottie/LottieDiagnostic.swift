/// Something in a file that is not drawn as its author meant it.
public struct LottieDiagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: Sendable {
    /// Drawn, but not quite as meant: an expression's stored value, say.
    case approximated
    /// Not drawn.
    case notDrawn
    /// A field of the wrong type, or a reference to nothing; a default was taken.
    case invalid
  }

  /// Where in the file, such as `layers[3].ef[0]`.
  public let path: String
  public let severity: Severity
  /// What is the matter, such as `gaussian blur is not drawn`.
  public let message: String

  public init(path: String, severity: Severity, message: String) {
    self.path = path
    self.severity = severity
    self.message = message
  }

  public var description: String { "\(path): \(message)" }
}
