/// Something in a file that is not drawn as intended, and where.
package struct SVGDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The place in the file.
  package let position: TextPosition
  /// The unsupported feature, as a sentence without a final period.
  package let message: String

  package init(position: TextPosition, message: String) {
    self.position = position
    self.message = message
  }

  package var description: String { "\(position): \(message)" }
}
