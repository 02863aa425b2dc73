/// An XML element as a tree. Texts and values are stored unchanged.
private struct XMLNode: Sendable {
  var name: [UInt8]
  /// The values include their quotation marks.
  var attributes: [(name: [UInt8], value: [UInt8])] = []
  var children: [Child] = []

  indirect enum Child: Sendable {
    case element(XMLNode)
    /// Text, comments and CDATA sections.
    case text([UInt8])
  }

  /// The number of elements in the tree.
  var count: Int {
    children.reduce(1) {
      if case .element(let element) = $1 { $0 + element.count } else { $0 }
    }
  }

  func write(to text: inout [UInt8]) {
    text.append(UInt8(ascii: "<"))
    text += name
    for attribute in attributes {
      text.append(UInt8(ascii: " "))
      text += attribute.name
      text.append(UInt8(ascii: "="))
      text += attribute.value
    }
    if children.isEmpty {
      text += Array("/>".utf8)
      return
    }
    text.append(UInt8(ascii: ">"))
    for child in children {
      switch child {
      case .element(let element): element.write(to: &text)
      case .text(let content): text += content
      }
    }
    text += Array("</".utf8) + name + Array(">".utf8)
  }

  /// Returns the element with an index, counted from the root in the order of the text.
  func element(at index: Int) -> XMLNode? {
    var result: XMLNode?
    var copy = self
    copy.update(at: index) { result = $0 }
    return result
  }

  /// Calls `change` with the element at an index. Returns `false` if the index is past the last element.
  @discardableResult
  mutating func update(at index: Int, _ change: (inout XMLNode) -> Void) -> Bool {
    var index = index
    return update(&index, change)
  }

  private mutating func update(_ index: inout Int, _ change: (inout XMLNode) -> Void) -> Bool {
    if index == 0 {
      change(&self)
      return true
    }
    index -= 1
    for place in children.indices {
      guard case .element(var element) = children[place] else { continue }
      if element.update(&index, change) {
        children[place] = .element(element)
        return true
      }
    }
    return false
  }
}

private struct XMLNodeReader {
  /// Deeper files are only mutated as bytes.
  private static let maximumDepth = 200
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Skips to the root and returns what precedes it.
  mutating func prologue() -> [UInt8]? {
    while index < text.count {
      if text[index] == UInt8(ascii: "<"), let next = byte(1), Self.isNameByte(next) {
        return Array(text[..<index])
      }
      index += 1
    }
    return nil
  }

  private func byte(_ offset: Int) -> UInt8? {
    index + offset < text.count ? text[index + offset] : nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "-_:.".utf8.contains(byte) || byte >= 0x80
  }

  private mutating func skipSpace() {
    while let next = byte(0), next <= 0x20 { index += 1 }
  }

  private mutating func skips(_ word: String) -> Bool {
    guard text[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func name() -> [UInt8]? {
    let start = index
    while let next = byte(0), Self.isNameByte(next) { index += 1 }
    return index > start ? Array(text[start..<index]) : nil
  }

  private mutating func skip(to end: String) -> Bool {
    while index < text.count {
      if skips(end) { return true }
      index += 1
    }
    return false
  }

  mutating func element(depth: Int = 0) -> XMLNode? {
    guard depth < Self.maximumDepth, skips("<"), let name = name() else { return nil }
    var node = XMLNode(name: name)
    skipSpace()
    while let attribute = self.name() {
      skipSpace()
      guard skips("=") else { return nil }
      skipSpace()
      let start = index
      guard let quote = byte(0), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
        return nil
      }
      index += 1
      while let next = byte(0), next != quote { index += 1 }
      guard byte(0) != nil else { return nil }
      index += 1
      node.attributes.append((attribute, Array(text[start..<index])))
      skipSpace()
    }
    if skips("/>") { return node }
    guard skips(">") else { return nil }
    while true {
      let start = index
      if skips("</") {
        guard self.name() == name else { return nil }
        skipSpace()
        return skips(">") ? node : nil
      }
      if skips("<!--") {
        guard skip(to: "-->") else { return nil }
      } else if skips("<![CDATA[") {
        guard skip(to: "]]>") else { return nil }
      } else if skips("<?") {
        guard skip(to: "?>") else { return nil }
      } else if byte(0) == UInt8(ascii: "<") {
        guard let child = element(depth: depth + 1) else { return nil }
        node.children.append(.element(child))
        continue
      } else {
        while let next = byte(0), next != UInt8(ascii: "<") { index += 1 }
        guard index > start else { return nil }
      }
      node.children.append(.text(Array(text[start..<index])))
    }
  }
}

/// The words of an XML format that a mutation may insert.
public struct XMLVocabulary: Sendable {
  private let elements: [XMLNode]
  private let attributes: [(name: [UInt8], value: [UInt8])]
  private let declarations: [String]

  /// - Parameters:
  ///   - elements: Elements such as `<a b='c'/>`.
  ///   - attributes: Attributes such as `b='c'`.
  ///   - declarations: Rules and declarations of style sheets.
  public init(elements: [String], attributes: [String], declarations: [String]) {
    func node(_ text: String) -> XMLNode? {
      var reader = XMLNodeReader(Array(text.utf8))
      return reader.element()
    }
    self.elements = elements.compactMap(node)
    self.attributes = attributes.compactMap { node("<a \($0)/>")?.attributes.first }
    self.declarations = declarations
    precondition(
      self.elements.count == elements.count && self.attributes.count == attributes.count,
      "a word is not well-formed")
  }

  /// Changes a tree at one position.
  ///
  /// - Parameter other: The tree that new elements and attributes are copied from.
  fileprivate func mutate(
    _ tree: inout XMLNode, from other: XMLNode, _ random: inout RandomNumbers
  ) {
    let index = random.next(below: tree.count)
    let source = other.element(at: random.next(below: other.count)) ?? other
    let choice = random.next(below: 16)
    tree.update(at: index) { node in
      switch choice {
      case 0...2: setAttribute(random.element(of: attributes), of: &node)
      case 3:
        if let attribute = source.attributes.randomElement(&random) {
          setAttribute(attribute, of: &node)
        }
      case 4:
        if !node.attributes.isEmpty {
          node.attributes.remove(at: random.next(below: node.attributes.count))
        }
      case 5...8:
        guard !node.attributes.isEmpty else { break }
        let place = random.next(below: node.attributes.count)
        mutateValue(&node.attributes[place].value, &random)
      case 9...10:
        let child = random.next(below: 2) == 0 ? random.element(of: elements) : source
        node.children.insert(.element(child), at: random.next(below: node.children.count + 1))
      case 11:
        guard !node.children.isEmpty else { break }
        let place = random.next(below: node.children.count)
        switch random.next(below: 3) {
        case 0: node.children.remove(at: place)
        case 1: node.children.insert(node.children[place], at: place)
        default: node.children.swapAt(place, random.next(below: node.children.count))
        }
      case 12: if index > 0 { node = source }
      case 13: if index > 0 { node.name = source.name }
      case 14:
        node.children = [
          .element(XMLNode(name: node.name, attributes: node.attributes, children: node.children))
        ]
      default: mutateText(of: &node, &random)
      }
    }
  }

  private func setAttribute(_ attribute: (name: [UInt8], value: [UInt8]), of node: inout XMLNode) {
    node.attributes.removeAll { $0.name == attribute.name }
    node.attributes.append(attribute)
  }

  private func mutateValue(_ value: inout [UInt8], _ random: inout RandomNumbers) {
    guard let quote = value.first else { return }
    var content = Array(value.dropFirst().dropLast())
    mutateNumbers(in: &content, &random)
    value = [quote] + Self.safe(content).filter { $0 != quote } + [quote]
  }

  /// Changes the style rules or characters in an element.
  private func mutateText(of node: inout XMLNode, _ random: inout RandomNumbers) {
    let texts = node.children.indices.filter {
      if case .text = node.children[$0] { true } else { false }
    }
    let isStyle = node.name == Array("style".utf8)
    guard let place = texts.randomElement(&random), case .text(var text) = node.children[place]
    else {
      if isStyle { node.children = [.text(Array(random.element(of: declarations).utf8))] }
      return
    }
    // Comments and sections remain unchanged.
    guard text.first != UInt8(ascii: "<") else { return }
    if isStyle, random.next(below: 3) > 0 {
      let ends = text.indices.filter { "{};".utf8.contains(text[$0]) }
      let start = ends.randomElement(&random).map { $0 + 1 } ?? 0
      text.insert(contentsOf: random.element(of: declarations).utf8, at: start)
    } else {
      mutateNumbers(in: &text, &random)
    }
    node.children[place] = .text(Self.safe(text))
  }

  /// Replaces a number with an extreme one, repeats a part, or changes bytes.
  private func mutateNumbers(in text: inout [UInt8], _ random: inout RandomNumbers) {
    func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte == UInt8(ascii: ".") }
    let starts = text.indices.filter { isDigit(text[$0]) && ($0 == 0 || !isDigit(text[$0 - 1])) }
    switch random.next(below: 6) {
    case 0: text = changed(text)
    case 1:
      guard !text.isEmpty else { return }
      let start = random.next(below: text.count)
      let end = min(start + 1 + random.next(below: 24), text.count)
      let part = Array(text[start..<end])
      for _ in 0...random.next(below: 40) { text.insert(contentsOf: part, at: end) }
    default:
      guard let start = starts.randomElement(&random) else {
        text = Array(random.element(of: extremeNumbers).utf8)
        return
      }
      let end = text[start...].firstIndex { !isDigit($0) } ?? text.count
      text.replaceSubrange(start..<end, with: random.element(of: extremeNumbers).utf8)
    }
  }

  /// Returns text without the bytes that end texts and values.
  private static func safe(_ text: [UInt8]) -> [UInt8] {
    text.filter { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
  }
}

extension Array {
  fileprivate func randomElement(_ random: inout RandomNumbers) -> Element? {
    isEmpty ? nil : random.element(of: self)
  }
}

/// Returns XML text with elements, attributes, values and rules changed, moved, repeated, inserted or removed, or `nil`
/// if the text isn't well-formed.
///
/// - Parameter other: The text that new elements are copied from, or `nil` for the text itself.
public func mutatingXML(
  _ text: [UInt8], from other: [UInt8]? = nil, _ vocabulary: XMLVocabulary,
  _ random: inout RandomNumbers
) -> [UInt8]? {
  func tree(_ text: [UInt8]) -> (prologue: [UInt8], root: XMLNode)? {
    var reader = XMLNodeReader(text)
    guard let prologue = reader.prologue(), let root = reader.element() else { return nil }
    return (prologue, root)
  }
  guard var (prologue, root) = tree(text) else { return nil }
  let source = other.flatMap { tree($0)?.root }
  for _ in 0...random.next(below: 3) {
    vocabulary.mutate(&root, from: source ?? root, &random)
  }
  root.write(to: &prologue)
  return prologue
}
