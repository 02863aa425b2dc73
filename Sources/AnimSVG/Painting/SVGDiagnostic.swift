/// A feature of a file that isn't drawn as intended, with its position.
public struct SVGDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The position in the file.
  public let position: TextPosition
  /// The unsupported feature, as a sentence without a final period.
  public let message: String

  package init(position: TextPosition, message: String) {
    self.position = position
    self.message = message
  }

  /// The position and the message, such as `line 3, column 5: scripts are not run`.
  public var description: String { "\(position): \(message)" }
}
