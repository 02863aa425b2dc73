import AnimCore

/// A reader for XML 1.0 with namespaces. It supports only internal general entities of a document
/// type, and never opens a file.
struct XMLReader {
  private(set) var nodes: [XMLTree.Node] = []
  private(set) var attributes: [XMLTree.Attribute] = []

  /// The current text: the document, or the text of an entity.
  private var bytes: [UInt8]
  private var index = 0
  /// The position of the outermost entity reference in the document, or `nil` while reading the
  /// document itself.
  private var referenceOffset: Int?
  private var entities: [String: [UInt8]] = [:]
  private var entityDepth = 0
  private var expandedBytes = 0
  /// The open elements, with the number of namespaces in scope around each.
  private var open: [(node: Int, name: String, namespaceCount: Int)] = []
  /// The prefixes and their namespaces, innermost last.
  private var namespaces: [(prefix: String, namespace: XMLTree.Namespace)] = [("xml", .xml)]
  private var text: [UInt8] = []
  private var textOffset = 0
  private let document: [UInt8]
  private let nodeLimit: Int
  private let attributeLimit: Int

  init(_ bytes: [UInt8], nodeLimit: Int, attributeLimit: Int) {
    self.nodeLimit = nodeLimit
    self.attributeLimit = attributeLimit
    self.bytes = bytes
    document = bytes
  }

  /// Parses the document: everything before the root, the root, and everything after it.
  mutating func read() throws(XMLError) {
    try readProlog()
    guard peek() == UInt8(ascii: "<") else {
      throw index < bytes.count
        ? failure(.unexpected("the text is not XML: it does not begin with an element"))
        : failure(.noElement)
    }
    try readContent()
    guard !nodes.isEmpty else { throw failure(.noElement) }
    try readEpilog()
  }
}

// MARK: - Around the root

extension XMLReader {
  private mutating func readProlog() throws(XMLError) {
    while true {
      skipSpace()
      if skips("<?") {
        try skip(past: "?>", "a processing instruction does not end")
      } else if skips("<!--") {
        try skip(past: "-->", "a comment does not end")
      } else if skips("<!DOCTYPE") {
        try readDocumentType()
      } else {
        return
      }
    }
  }

  private mutating func readEpilog() throws(XMLError) {
    while true {
      skipSpace()
      if index >= bytes.count { return }
      if skips("<?") {
        try skip(past: "?>", "a processing instruction does not end")
      } else if skips("<!--") {
        try skip(past: "-->", "a comment does not end")
      } else {
        throw failure(.contentAfterRoot)
      }
    }
  }

  private mutating func readDocumentType() throws(XMLError) {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        index += 1
        return
      case UInt8(ascii: "["):
        index += 1
        try readInternalSubset()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        _ = try readQuoted()
      default: index += 1
      }
    }
    throw failure(.unexpected("the document type does not end"))
  }

  private mutating func readInternalSubset() throws(XMLError) {
    while true {
      skipSpace()
      if skips("]") { return }
      if skips("<!ENTITY") {
        try readEntityDeclaration()
      } else if skips("<!--") {
        try skip(past: "-->", "a comment does not end")
      } else if skips("<?") {
        try skip(past: "?>", "a processing instruction does not end")
      } else if skips("<!") {
        try skipDeclaration()
      } else if skips("%") {
        // Parameter entities are useless without a custom document type.
        try skip(past: ";", "a reference does not end")
      } else {
        throw failure(.unexpected("the document type has something unexpected"))
      }
    }
  }

  private mutating func readEntityDeclaration() throws(XMLError) {
    skipSpace()
    if skips("%") { return try skipDeclaration() }
    let name = try readName()
    skipSpace()
    guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      // An external entity. References to it are replaced with nothing.
      if entities[name] == nil { entities[name] = [] }
      return try skipDeclaration()
    }
    let value = try readQuoted()
    // The first declaration of a name takes precedence.
    if entities[name] == nil { entities[name] = Array(value) }
    try skipDeclaration()
  }

  private mutating func skipDeclaration() throws(XMLError) {
    while let byte = peek() {
      if byte == UInt8(ascii: ">") {
        index += 1
        return
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        _ = try readQuoted()
      } else {
        index += 1
      }
    }
    throw failure(.unexpected("a declaration does not end"))
  }
}

// MARK: - Elements

extension XMLReader {
  /// Parses up to the end of the root or of an entity's text.
  private mutating func readContent() throws(XMLError) {
    let outer = open.count
    let isEntity = referenceOffset != nil
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        if skips("<!--") {
          try skip(past: "-->", "a comment does not end")
        } else if skips("<![CDATA[") {
          try readCharacterData()
        } else if skips("<?") {
          try skip(past: "?>", "a processing instruction does not end")
        } else if skips("</") {
          guard open.count > outer else {
            throw failure(.unexpected("an end tag has no start tag"))
          }
          try readEndTag()
          if open.isEmpty && !isEntity { return }
        } else {
          try readStartTag()
          if open.isEmpty && !isEntity { return }
        }
      case UInt8(ascii: "&"):
        try readReferenceInContent()
      default:
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "<"),
          bytes[index] != UInt8(ascii: "&")
        {
          index += 1
        }
        if text.isEmpty { textOffset = offset(start) }
        appendText(bytes[start..<index])
      }
    }
    guard isEntity, open.count == outer else { throw failure(.unexpectedEnd) }
  }

  private mutating func readStartTag() throws(XMLError) {
    let start = index
    index += 1
    let qualified = try readName()
    try flushText()
    guard open.count < XMLLimits.depth else { throw failure(.tooDeep, at: start) }
    guard nodes.count < nodeLimit else { throw failure(.tooManyElements, at: start) }
    let namespaceCount = namespaces.count
    let first = attributes.count
    var prefixes: [String] = []
    while true {
      let before = index
      skipSpace()
      guard let byte = peek() else { throw failure(.unexpectedEnd) }
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      guard index > before else {
        throw failure(.unexpected("there is no space before an attribute"))
      }
      try readAttribute(first: first, &prefixes)
    }
    for (number, prefix) in prefixes.enumerated() where !prefix.isEmpty {
      attributes[first + number].namespace = try namespace(
        of: prefix, at: Int(attributes[first + number].offset))
    }
    try checkRepetition(from: first)
    let (prefix, local) = Self.parts(qualified)
    let node = XMLTree.Node(
      parent: Int32(open.last?.node ?? -1), end: 0, name: local,
      namespace: try namespace(of: prefix, at: offset(start)),
      attributes: Int32(first)..<Int32(attributes.count), text: "", offset: Int32(offset(start)))
    nodes.append(node)
    if skips("/>") {
      nodes[nodes.count - 1].end = Int32(nodes.count)
      namespaces.removeLast(namespaces.count - namespaceCount)
    } else if skips(">") {
      open.append((nodes.count - 1, qualified, namespaceCount))
    } else {
      throw failure(.unexpected("a start tag does not end"))
    }
  }

  private mutating func readAttribute(
    first: Int, _ prefixes: inout [String]
  ) throws(XMLError) {
    let start = offset(index)
    let qualified = try readName()
    skipSpace()
    guard skips("=") else {
      throw failure(.unexpected("the attribute '\(qualified)' has no value"))
    }
    skipSpace()
    let raw = try readQuoted()
    let value = String(decoding: try attributeValue(raw), as: UTF8.self)
    let (prefix, local) = Self.parts(qualified)
    if qualified == "xmlns" || prefix == "xmlns" {
      guard namespaces.count < XMLLimits.namespaces else { throw failure(.tooManyNamespaces) }
      namespaces.append((prefix.isEmpty ? "" : local, XMLTree.Namespace(value)))
      return
    }
    guard attributes.count < attributeLimit,
      attributes.count - first < XMLLimits.attributesOfElement
    else { throw failure(.tooManyAttributes) }
    attributes.append(
      XMLTree.Attribute(name: local, namespace: .none, value: value, offset: Int32(start)))
    prefixes.append(prefix)
  }

  /// Rejects two attributes with the same name in a known namespace.
  private func checkRepetition(from first: Int) throws(XMLError) {
    // Comparing is faster than hashing for typical numbers of attributes.
    let isShort = attributes.count - first <= 16
    var names: Set<String> = []
    for index in first..<attributes.count where attributes[index].namespace != .other {
      let attribute = attributes[index]
      let isRepeated =
        isShort
        ? attributes[first..<index].contains {
          $0.namespace == attribute.namespace && $0.name == attribute.name
        } : !names.insert("\(attribute.namespace.rawValue):\(attribute.name)").inserted
      if isRepeated {
        throw failure(.repeatedAttribute(attribute.name), at: Int(attribute.offset))
      }
    }
  }

  private mutating func readEndTag() throws(XMLError) {
    let start = index
    let qualified = try readName()
    skipSpace()
    guard skips(">") else { throw failure(.unexpected("an end tag does not end")) }
    try flushText()
    guard let last = open.popLast() else { return }
    guard last.name == qualified else {
      throw failure(.mismatchedEnd(found: qualified, expected: last.name), at: start)
    }
    nodes[last.node].end = Int32(nodes.count)
    namespaces.removeLast(namespaces.count - last.namespaceCount)
  }

  private func namespace(of prefix: String, at offset: Int) throws(XMLError) -> XMLTree.Namespace {
    if let found = namespaces.last(where: { $0.prefix == prefix }) { return found.namespace }
    if prefix.isEmpty { return .none }
    throw failure(.unknownPrefix(prefix), at: offset)
  }

  private static func parts(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.utf8.index(after: colon)...]))
  }
}

// MARK: - Text and references

extension XMLReader {
  private mutating func readCharacterData() throws(XMLError) {
    let start = index
    try skip(past: "]]>", "a CDATA section does not end")
    if text.isEmpty { textOffset = offset(start) }
    appendText(bytes[start..<index - 3])
  }

  /// Appends characters with normalized line endings.
  private mutating func appendText(_ part: ArraySlice<UInt8>) {
    guard part.contains(UInt8(ascii: "\r")) else {
      text.append(contentsOf: part)
      return
    }
    var wasReturn = false
    for byte in part {
      if byte == UInt8(ascii: "\r") {
        text.append(UInt8(ascii: "\n"))
      } else if !(byte == UInt8(ascii: "\n") && wasReturn) {
        text.append(byte)
      }
      wasReturn = byte == UInt8(ascii: "\r")
    }
  }

  /// Adds a node for the pending text, if it isn't empty.
  private mutating func flushText() throws(XMLError) {
    guard !text.isEmpty else { return }
    defer { text.removeAll(keepingCapacity: true) }
    guard let parent = open.last?.node else { return }
    guard nodes.count < nodeLimit else { throw failure(.tooManyElements) }
    nodes.append(
      XMLTree.Node(
        parent: Int32(parent), end: Int32(nodes.count + 1), name: "", namespace: .none,
        attributes: 0..<0, text: String(decoding: text, as: UTF8.self), offset: Int32(textOffset)))
  }

  private mutating func readReferenceInContent() throws(XMLError) {
    let start = index
    if text.isEmpty { textOffset = offset(start) }
    switch try readReference() {
    case .character(let scalar): text.append(contentsOf: String(scalar).utf8)
    case .entity(let name):
      guard let value = entities[name] else {
        throw failure(.unexpected("the entity '\(name)' is not declared"), at: start)
      }
      try enterEntity(value, at: start)
      let outer = (bytes, index, referenceOffset)
      referenceOffset = referenceOffset ?? start
      bytes = value
      index = 0
      try readContent()
      (bytes, index, referenceOffset) = outer
      entityDepth -= 1
    }
  }

  private mutating func enterEntity(_ value: [UInt8], at start: Int) throws(XMLError) {
    expandedBytes += value.count
    guard entityDepth < XMLLimits.entityDepth, expandedBytes <= XMLLimits.expandedBytes else {
      throw failure(.expansion, at: start)
    }
    entityDepth += 1
  }

  private enum Reference {
    case character(Unicode.Scalar)
    case entity(String)
  }

  /// Parses a reference from its ampersand to its semicolon.
  private mutating func readReference() throws(XMLError) -> Reference {
    let start = index
    index += 1
    if skips("#") {
      let isHexadecimal = skips("x")
      var value: UInt32 = 0
      var count = 0
      while let digit = peek().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }),
        isHexadecimal || digit < 10, value < 0x11_0000
      {
        value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
        count += 1
        index += 1
      }
      guard count > 0, skips(";"), let scalar = Unicode.Scalar(value), value != 0 else {
        throw failure(.unexpected("a reference to a character is invalid"), at: start)
      }
      return .character(scalar)
    }
    let name = try readName()
    guard skips(";") else { throw failure(.unexpected("a reference does not end"), at: start) }
    switch name {
    case "amp": return .character("&")
    case "lt": return .character("<")
    case "gt": return .character(">")
    case "quot": return .character("\"")
    case "apos": return .character("'")
    default: return .entity(name)
    }
  }

  /// Returns the value of an attribute, with references replaced and white space converted to
  /// spaces.
  private mutating func attributeValue(_ raw: ArraySlice<UInt8>) throws(XMLError) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(raw.count)
    try append(raw, to: &value)
    return value
  }

  private mutating func append(
    _ raw: ArraySlice<UInt8>, to value: inout [UInt8]
  ) throws(XMLError) {
    let outer = index
    defer { index = outer }
    var next = raw.startIndex
    while next < raw.endIndex {
      let plain = raw[next...].prefix {
        $0 >= UInt8(ascii: " ") && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<")
      }
      value.append(contentsOf: plain)
      next = plain.endIndex
      guard next < raw.endIndex else { return }
      let byte = raw[next]
      switch byte {
      case UInt8(ascii: "\n") where next > raw.startIndex && raw[next - 1] == UInt8(ascii: "\r"):
        next += 1
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        value.append(UInt8(ascii: " "))
        next += 1
      case UInt8(ascii: "<"):
        throw failure(.unexpected("an attribute has a '<'"))
      case UInt8(ascii: "&"):
        index = next
        let reference = try readReference()
        next = index
        switch reference {
        case .character(let scalar): value.append(contentsOf: String(scalar).utf8)
        case .entity(let name):
          guard let text = entities[name] else {
            throw failure(.unexpected("the entity '\(name)' is not declared"))
          }
          try enterEntity(text, at: index)
          let document = (bytes, index, referenceOffset)
          referenceOffset = referenceOffset ?? index
          bytes = text
          try append(text[...], to: &value)
          (bytes, index, referenceOffset) = document
          entityDepth -= 1
        }
      default:
        value.append(byte)
        next += 1
      }
    }
  }
}

// MARK: - Bytes

extension XMLReader {
  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Skips text if it is next.
  private mutating func skips(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard bytes.count - index >= count else { return false }
    for offset in 0..<count where bytes[index + offset] != expected.utf8Start[offset] {
      return false
    }
    index += count
    return true
  }

  private mutating func skip(past end: StaticString, _ complaint: String) throws(XMLError) {
    let start = index
    while index < bytes.count {
      if bytes[index] == end.utf8Start[0], skips(end) { return }
      index += 1
    }
    throw failure(.unexpected(complaint), at: start)
  }

  /// Returns the text between two quotation marks.
  private mutating func readQuoted() throws(XMLError) -> ArraySlice<UInt8> {
    guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure(.unexpected("a value has no quotation marks"))
    }
    let start = index + 1
    guard let end = bytes[start...].firstIndex(of: quote) else {
      throw failure(.unexpected("a value does not end"))
    }
    index = end + 1
    return bytes[start..<end]
  }

  private mutating func readName() throws(XMLError) -> String {
    let start = index
    while let byte = peek(), Self.isNameByte(byte) { index += 1 }
    guard index > start, !Self.isDigitOrSign(bytes[start]) else {
      index = start
      throw failure(.unexpected("a name is missing"))
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"),
      UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  private static func isDigitOrSign(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Returns the offset in the document of an index in the current text.
  private func offset(_ index: Int) -> Int { referenceOffset ?? index }

  private func failure(_ reason: XMLError.Reason, at index: Int? = nil) -> XMLError {
    XMLError(
      reason: reason,
      position: TextPosition(offset: offset(index ?? self.index), in: document))
  }
}
