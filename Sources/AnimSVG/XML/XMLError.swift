import AnimCore

/// The reason why a text isn't well-formed XML, or exceeds a limit.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  enum Reason: Hashable, Sendable {
    case noElement
    case unexpectedEnd
    case unexpected(String)
    case mismatchedEnd(found: String, expected: String)
    case unknownPrefix(String)
    case repeatedAttribute(String)
    case contentAfterRoot
    case tooDeep
    case tooManyElements
    case tooManyAttributes
    case tooManyNamespaces
    case expansion
  }

  let reason: Reason
  /// The position of the error in the text.
  public let position: TextPosition

  /// The position and the reason, as a sentence without a final period.
  public var description: String { "\(position): \(sentence)" }

  private var sentence: String {
    switch reason {
    case .noElement: "there is no element"
    case .unexpectedEnd: "the text ends within the root element"
    case .unexpected(let what): what
    case .mismatchedEnd(let found, let expected): "</\(found)> ends <\(expected)>"
    case .unknownPrefix(let prefix): "the prefix '\(prefix)' has no namespace"
    case .repeatedAttribute(let name): "the attribute '\(name)' is given twice"
    case .contentAfterRoot: "there is something after the root element"
    case .tooDeep: "elements are nested more than \(XMLLimits.depth) deep (limit of this program)"
    case .tooManyElements:
      "there are more than \(XMLLimits.nodes) elements (limit of this program)"
    case .tooManyAttributes:
      "there are more than \(XMLLimits.attributesOfElement) attributes of an element, or more than "
        + "\(XMLLimits.attributes) of all (limit of this program)"
    case .tooManyNamespaces:
      "there are more than \(XMLLimits.namespaces) namespaces (limit of this program)"
    case .expansion:
      "entities grow to more than \(XMLLimits.expandedBytes) bytes or refer to themselves"
    }
  }
}

/// The limits for XML.
package enum XMLLimits {
  /// The maximum number of bytes of a text.
  package static let bytes = 32 << 20
  /// The maximum nesting depth of elements.
  static let depth = 1024
  /// The maximum number of elements and texts.
  static let nodes = 1_000_000
  /// The maximum number of attributes of all elements.
  static let attributes = 4_000_000
  /// The maximum number of attributes of one element.
  static let attributesOfElement = 4096
  /// The maximum number of namespaces in scope.
  static let namespaces = 128
  /// The maximum nesting depth of entities.
  static let entityDepth = 10
  /// The maximum total size of all entity replacements, in bytes.
  static let expandedBytes = 1 << 20
}
