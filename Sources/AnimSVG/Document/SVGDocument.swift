import AnimCore

/// An SVG file as an immutable tree of elements: flat arrays in file order.
///
/// An element is identified by its index. Its descendants follow it, up to its ``Node/end``. Text between tags is a
/// node without a name. The tree doesn't contain animated values, which are in ``AnimatedValues``.
package struct SVGDocument: Sendable {
  /// An element or a text.
  struct Node: Sendable {
    /// The kind of element, which is ``ElementName/unknown`` for text, too.
    let name: ElementName
    /// The original name without a prefix, or an empty string for text.
    let tag: String
    let namespace: XMLTree.Namespace
    /// The index of the parent element, or `nil` for the root.
    var parent: Int? { parentIndex < 0 ? nil : Int(parentIndex) }
    /// The index after its last descendant.
    let end: Int
    /// The indices of its attributes in ``SVGDocument/attributes``.
    let attributes: Range<Int>
    /// The characters of a text.
    let text: String
    fileprivate let parentIndex: Int32
    fileprivate let offset: Int32

    var isText: Bool { tag.isEmpty }
  }

  struct Attribute: Sendable {
    /// The original name without a prefix.
    let tag: String
    let namespace: XMLTree.Namespace
    /// The attribute, or `nil` if it isn't supported. `xlink:href` is ``AttributeName/href``.
    let name: AttributeName?
    /// The property that the attribute is, or `nil` if it isn't one.
    let property: StyleProperty?
    let value: String
    fileprivate let offset: Int32
  }

  /// The nodes. The first is the root, an `svg`.
  let nodes: [Node]
  /// The attributes of all elements.
  let attributes: [Attribute]
  private let indices: [String: Int]
  private let source: [UInt8]
  private let positions: TextPositions

  /// Whether the file may contain `context-fill` or `context-stroke`.
  let mentionsContext: Bool

  /// The approximate memory for a node and an attribute, including all derived data.
  private static let (bytesPerNode, bytesPerAttribute) = (512, 256)

  /// The approximate memory for the document with its styles, in bytes.
  var memory: Int {
    // Texts and values are copies of parts of the source.
    2 * source.count + nodes.count * Self.bytesPerNode + attributes.count * Self.bytesPerAttribute
  }

  /// The index of the root.
  package static let root = 0

  /// Parses a document, which must be in UTF-8 or UTF-16.
  ///
  /// - Parameter limit: The maximum memory for the document, in bytes.
  package init(_ bytes: [UInt8], limit: Int = .max) throws(SVGError) {
    guard bytes.count <= min(XMLLimits.bytes, limit) else { throw .tooLarge }
    let tree: XMLTree
    do throws(XMLError) {
      tree = try XMLTree(
        bytes, nodeLimit: min(XMLLimits.nodes, limit / Self.bytesPerNode),
        attributeLimit: min(XMLLimits.attributes, limit / Self.bytesPerAttribute))
    } catch {
      throw .xml(error)
    }
    try self.init(tree)
  }

  private init(_ tree: XMLTree) throws(SVGError) {
    let root = tree.nodes[0]
    guard root.name == "svg", root.namespace == .svg || root.namespace == .none else {
      throw .notSVG(root: root.name)
    }
    // Without any namespace, all elements are treated as SVG elements.
    let namespace = root.namespace
    let attributes = tree.attributes.map { Attribute($0) }
    let nodes = tree.nodes.map { node in
      Node(
        name: node.namespace == namespace ? ElementName(node.name) : .unknown, tag: node.name,
        namespace: node.namespace == namespace ? .svg : node.namespace,
        end: Int(node.end),
        attributes: Int(node.attributes.lowerBound)..<Int(node.attributes.upperBound),
        text: node.text, parentIndex: node.parent, offset: node.offset)
    }
    var indices: [String: Int] = [:]
    for (index, node) in nodes.enumerated() where !node.isText {
      for attribute in attributes[node.attributes] where attribute.name == .id {
        if indices[attribute.value] == nil { indices[attribute.value] = index }
      }
    }
    self.nodes = nodes
    self.attributes = attributes
    self.indices = indices
    source = tree.source
    positions = TextPositions(source)
    mentionsContext = source.withUnsafeBufferPointer { $0.mentions("context-") }
  }
}

extension SVGDocument.Attribute {
  fileprivate init(_ attribute: XMLTree.Attribute) {
    tag = attribute.name
    value = attribute.value
    offset = attribute.offset
    namespace = attribute.namespace
    let cached: String? =
      switch attribute.namespace {
      case .none: attribute.name
      case .xlink: attribute.name == "href" ? attribute.name : nil
      case .xml: "xml:\(attribute.name)"
      case .svg, .other: nil
      }
    name = cached.flatMap { AttributeName($0) }
    property =
      name.map { StyleProperty[$0] } ?? cached.flatMap { StyleProperty.attribute(named: $0) }
  }
}

// MARK: - Lookup

extension SVGDocument {
  subscript(element: Int) -> Node { nodes[element] }

  /// Returns the first element with an identifier, which may be percent-encoded in a reference.
  package func element(id: String) -> Int? {
    if let index = indices[id] { return index }
    guard id.utf8.contains(UInt8(ascii: "%")) else { return nil }
    return indices[String(decoding: Array(id.utf8).percentDecoded, as: UTF8.self)]
  }

  /// Returns the value of an attribute in the file, or `nil` if it is missing. `href` takes precedence over
  /// `xlink:href`.
  func attribute(_ name: AttributeName, of element: Int) -> String? {
    attributeIndex(name, of: element).map { attributes[$0].value }
  }

  /// Returns the index in ``attributes`` of an attribute.
  func attributeIndex(_ name: AttributeName, of element: Int) -> Int? {
    var found: Int?
    for index in nodes[element].attributes where attributes[index].name == name {
      // Prefixes are not stored. Two attributes with the same name can only be the two kinds of href, and the one
      // without a prefix isn't necessarily the later one.
      if found == nil || !isLinkAttribute(index) { found = index }
    }
    return found
  }

  private func isLinkAttribute(_ index: Int) -> Bool {
    let offset = Int(attributes[index].offset)
    return source[offset...].starts(with: "xlink:".utf8)
  }

  /// Returns whether the conditional attributes of an element hold: the language is English, no
  /// extension is required, and features are ignored, as in SVG 2.
  func conditionsHold(_ element: Int) -> Bool {
    if attributeIndex(.requiredExtensions, of: element) != nil { return false }
    guard let languages = attribute(.systemLanguage, of: element) else { return true }
    return languages.split(separator: ",").contains { language in
      let language = String(language).trimmingSpace
      return language == "en" || language.hasPrefix("en-")
    }
  }

  /// Returns the elements and texts directly inside an element, in order.
  func children(of element: Int) -> Children {
    Children(nodes: nodes, upcoming: element + 1, end: nodes[element].end)
  }

  /// The children of an element.
  struct Children: Sequence, IteratorProtocol {
    fileprivate let nodes: [Node]
    fileprivate var upcoming: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      guard upcoming < end else { return nil }
      defer { upcoming = nodes[upcoming].end }
      return upcoming
    }
  }

  /// Returns all text inside an element, including that of its descendants.
  package func text(in element: Int) -> String {
    var text = ""
    for node in nodes[element..<nodes[element].end] { text += node.text }
    return text
  }

  /// Returns whether an element is inside another element, or equals it.
  package func contains(_ ancestor: Int, _ element: Int) -> Bool {
    (ancestor..<nodes[ancestor].end).contains(element)
  }

  /// Returns the element that a reference within the document, such as `#id`, refers to, or `nil` for other and
  /// dangling references.
  package func target(of reference: some StringProtocol) -> Int? {
    let reference = String(reference).trimmingSpace
    guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
    return element(id: String(reference.dropFirst()))
  }

  /// Returns the element in the file that an element's `href` refers to.
  package func target(ofHrefOf element: Int) -> Int? {
    attribute(.href, of: element).flatMap { target(of: $0) }
  }
}

// MARK: - Positions

extension SVGDocument {
  /// Returns the start of an element in the file.
  package func position(of element: Int) -> TextPosition {
    positions.position(of: Int(nodes[element].offset))
  }

  /// Returns the start of an attribute in the file, or of its element if it is missing.
  func position(of name: AttributeName, of element: Int) -> TextPosition {
    guard let index = attributeIndex(name, of: element) else { return position(of: element) }
    return positions.position(of: Int(attributes[index].offset))
  }

  /// Returns the position of a word in the text of an element, after a number of earlier occurrences, or the start of
  /// the element if the word is written differently there.
  func position(of word: String, after count: Int, in element: Int) -> TextPosition {
    let end = element + 1 < nodes.count ? nodes[element].end : nodes.count
    let limit = end < nodes.count ? Int(nodes[end].offset) : source.count
    var rest = source[Int(nodes[element].offset)..<max(limit, Int(nodes[element].offset))]
    let word = Array(word.utf8)
    for remaining in stride(from: count, through: 0, by: -1) {
      guard let range = rest.firstRange(of: word) else { break }
      if remaining == 0 { return positions.position(of: range.lowerBound) }
      rest = rest[range.upperBound...]
    }
    return position(of: element)
  }

  /// The position of a reference to an external style sheet, or `nil`.
  var styleSheetReference: TextPosition? {
    let prologue = source.prefix(Int(nodes[Self.root].offset))
    return prologue.firstRange(of: Array("<?xml-stylesheet".utf8)).map {
      positions.position(of: $0.lowerBound)
    }
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmingSpace: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let bytes = utf8
    guard let first = bytes.first, let last = bytes.last else { return self }
    if !isSpace(first) && !isSpace(last) { return self }
    guard let start = bytes.firstIndex(where: { !isSpace($0) }),
      let end = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[start...end])
  }
}
