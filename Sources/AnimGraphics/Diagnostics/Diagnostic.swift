/// A feature of a file that isn't drawn as its author intended.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The effect on the result.
  public enum Severity: String, Sendable {
    /// None: everything is drawn as intended.
    case remark
    /// Drawn, but not quite as intended.
    case approximated
    /// Not drawn at all.
    case notDrawn = "not drawn"
    /// The file violates its format. A default is used, or the part is ignored.
    case invalid
  }

  /// A location in a file.
  public enum Place: Hashable, Sendable, CustomStringConvertible {
    /// The entire file.
    case document
    /// A path in the file: a JSON location such as `layers[3].ef[0]`, or the name of a file in an
    /// archive or an image sequence, or both.
    case path(String)
    /// A position in the text of the file.
    case position(TextPosition)

    /// The path, the position such as `line 3, column 5`, or an empty string for the entire file.
    public var description: String {
      switch self {
      case .document: ""
      case .path(let path): path
      case .position(let position): "\(position)"
      }
    }
  }

  /// The stable identifier of the kind of problem, such as `lottie.unsupported-effect`.
  /// docs/diagnostics.md lists all of them.
  public let code: String
  /// The effect on the result.
  public let severity: Severity
  /// The location in the file.
  public let place: Place
  /// The name of the layer at that location, or `nil` if it is unnamed or unknown.
  public var layer: String?
  /// The message, such as `sound is not played`, in lower case and without a final period.
  public let message: String

  /// Creates a diagnostic for a location in a file.
  public init(code: String, _ severity: Severity, _ message: String, at place: Place = .document) {
    self.code = code
    self.severity = severity
    self.message = message
    // An empty path is the entire file.
    self.place = place == .path("") ? .document : place
  }

  /// Returns the same diagnostic with a longer message.
  package func adding(_ addition: String) -> Diagnostic {
    var longer = Diagnostic(code: code, severity, message + addition, at: place)
    longer.layer = layer
    return longer
  }

  /// The location and the message, such as `layers[3]: sound is not played`.
  public var description: String { place == .document ? message : "\(place): \(message)" }
}

/// A position in text: line and column, both counted from 1. Columns are Unicode characters.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position as text, such as `line 3, column 5`.
  public var description: String { "line \(line), column \(column)" }
}
