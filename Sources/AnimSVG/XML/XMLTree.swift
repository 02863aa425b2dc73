import AnimCore
import Synchronization

/// A document as elements and texts, in text order: the descendants of a node follow it.
struct XMLTree: Sendable {
  /// An element or a text.
  struct Node: Sendable {
    /// The index of the parent element, or −1 for the root.
    var parent: Int32
    /// The index after its last descendant.
    var end: Int32
    /// The name without a prefix, or an empty string for text.
    var name: String
    var namespace: Namespace
    /// The indices of its attributes.
    var attributes: Range<Int32>
    /// The text, or an empty string for an element.
    var text: String
    /// The start of the node, as a byte offset in ``XMLTree/source``.
    var offset: Int32

    var isText: Bool { name.isEmpty }
  }

  struct Attribute: Sendable {
    /// The name without a prefix.
    var name: String
    var namespace: Namespace
    /// The value, with references replaced and white space normalized by the rules of XML.
    var value: String
    /// The start of the attribute, as a byte offset in ``XMLTree/source``.
    var offset: Int32
  }

  /// The known namespaces.
  enum Namespace: UInt8, Sendable {
    case none, svg, xlink, xml, other

    init(_ uri: String) {
      switch uri {
      case "": self = .none
      case "http://www.w3.org/2000/svg": self = .svg
      case "http://www.w3.org/1999/xlink": self = .xlink
      case "http://www.w3.org/XML/1998/namespace": self = .xml
      default: self = .other
      }
    }
  }

  /// The nodes. The first is the root element.
  package internal(set) var nodes: [Node] = []
  package internal(set) var attributes: [Attribute] = []
  /// The text in UTF-8, without a byte order mark.
  let source: [UInt8]

  /// Parses text in UTF-8 or, with a byte order mark, UTF-16.
  ///
  /// - Parameters:
  ///   - nodeLimit: The maximum number of nodes.
  ///   - attributeLimit: The maximum number of attributes.
  init(
    _ bytes: [UInt8], nodeLimit: Int = XMLLimits.nodes, attributeLimit: Int = XMLLimits.attributes
  ) throws(XMLError) {
    source = XMLTree.utf8(bytes)
    var reader = XMLReader(source, nodeLimit: nodeLimit, attributeLimit: attributeLimit)
    try reader.read()
    nodes = reader.nodes
    attributes = reader.attributes
  }

  /// Returns text in UTF-8 without a byte order mark. Invalid bytes become U+FFFD, as in a
  /// `String`.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(of: bytes, low: 0) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(of: bytes, low: 1) }
    return bytes
  }

  private static func utf8(of bytes: [UInt8], low: Int) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension TextPosition {
  /// Creates the position of a byte in UTF-8 text.
  init(offset: Int, in text: [UInt8]) {
    self.init(line: 1, column: 1)
    advance(over: text[..<min(max(offset, 0), text.count)])
  }

  mutating func advance(over bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

/// Finds many positions in text, which is scanned only once.
final class TextPositions: Sendable {
  private let text: [UInt8]
  /// The positions at regular byte offsets. Empty before the first request.
  private let marks = Mutex<[TextPosition]>([])
  private static let step = 4096

  init(_ text: [UInt8]) { self.text = text }

  /// Returns the position of a byte.
  func position(of offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), text.count)
    let (index, start) = (offset / Self.step, offset / Self.step * Self.step)
    var position = marks.withLock { marks in
      if marks.isEmpty {
        var mark = TextPosition(line: 1, column: 1)
        for start in stride(from: 0, through: text.count, by: Self.step) {
          marks.append(mark)
          mark.advance(over: text[start..<min(start + Self.step, text.count)])
        }
      }
      return marks[index]
    }
    position.advance(over: text[start..<offset])
    return position
  }
}
