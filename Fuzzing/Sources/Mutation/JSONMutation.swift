/// A JSON value as a tree. Scalars are stored as text.
private indirect enum JSONNode {
  case scalar([UInt8])
  case array([JSONNode])
  /// The keys include their quotation marks.
  case object([(key: [UInt8], value: JSONNode)])

  /// Parses text, or returns `nil` if it isn't JSON.
  init?(_ text: [UInt8]) {
    var reader = JSONNodeReader(text: text)
    guard let node = reader.node(depth: 0), reader.isAtEnd else { return nil }
    self = node
  }

  /// The number of values in the tree.
  var count: Int {
    switch self {
    case .scalar: 1
    case .array(let items): items.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  var text: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .scalar(let scalar): text += scalar
    case .array(let items):
      text.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        item.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += member.key
        text.append(UInt8(ascii: ":"))
        member.value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// Returns the value with an index, counted from the root in the order of the text.
  func node(at index: Int) -> JSONNode? {
    var result: JSONNode?
    var copy = self
    copy.update(at: index) { result = $0 }
    return result
  }

  /// Calls `change` with the value at an index. Returns `false` if the index is past the last value.
  @discardableResult
  mutating func update(at index: Int, _ change: (inout JSONNode) -> Void) -> Bool {
    var index = index
    return update(&index, change)
  }

  private mutating func update(_ index: inout Int, _ change: (inout JSONNode) -> Void) -> Bool {
    if index == 0 {
      change(&self)
      return true
    }
    index -= 1
    switch self {
    case .scalar: return false
    case .array(var items):
      self = .array([])
      defer { self = .array(items) }
      for place in items.indices where items[place].update(&index, change) { return true }
    case .object(var members):
      self = .object([])
      defer { self = .object(members) }
      for place in members.indices where members[place].value.update(&index, change) { return true }
    }
    return false
  }
}

private struct JSONNodeReader {
  /// Deeper files are only mutated as bytes.
  private static let maximumDepth = 200
  let text: [UInt8]
  private var index = 0

  init(text: [UInt8]) { self.text = text }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == text.count
    }
  }

  private mutating func skipSpace() {
    while index < text.count, text[index] <= 0x20 { index += 1 }
  }

  private mutating func skips(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func string() -> [UInt8]? {
    skipSpace()
    let start = index
    guard skips(UInt8(ascii: "\"")) else { return nil }
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < text.count else { return nil }
    index += 1
    return Array(text[start..<index])
  }

  mutating func node(depth: Int) -> JSONNode? {
    guard depth < Self.maximumDepth else { return nil }
    if skips(UInt8(ascii: "{")) {
      var members: [(key: [UInt8], value: JSONNode)] = []
      if skips(UInt8(ascii: "}")) { return .object([]) }
      repeat {
        guard let key = string(), skips(UInt8(ascii: ":")), let value = node(depth: depth + 1)
        else { return nil }
        members.append((key, value))
      } while skips(UInt8(ascii: ","))
      return skips(UInt8(ascii: "}")) ? .object(members) : nil
    }
    if skips(UInt8(ascii: "[")) {
      var items: [JSONNode] = []
      if skips(UInt8(ascii: "]")) { return .array([]) }
      repeat {
        guard let item = node(depth: depth + 1) else { return nil }
        items.append(item)
      } while skips(UInt8(ascii: ","))
      return skips(UInt8(ascii: "]")) ? .array(items) : nil
    }
    if let string = string() { return .scalar(string) }
    let start = index
    while index < text.count, !",]}: \n\t\r".utf8.contains(text[index]) { index += 1 }
    return index > start ? .scalar(Array(text[start..<index])) : nil
  }
}

extension JSONNode {
  /// Changes the tree at one position.
  ///
  /// - Parameters:
  ///   - other: The tree that new values are copied from.
  ///   - members: Object members that the format defines, such as `"a": 1`.
  fileprivate mutating func mutate(
    from other: JSONNode, members: [String], _ random: inout RandomNumbers
  ) {
    let index = random.next(below: count)
    let source = other.node(at: random.next(below: other.count)) ?? .scalar(Array("0".utf8))
    let choice = random.next(below: 10)
    update(at: index) { node in
      switch (choice, node) {
      case (0...1, .array(var items)) where !items.isEmpty:
        let place = random.next(below: items.count)
        switch random.next(below: 4) {
        case 0: items.remove(at: place)
        case 1: items.append(items[place])
        case 2: items.swapAt(place, random.next(below: items.count))
        default: items.insert(source, at: place)
        }
        node = .array(items)
      case (0...2, .object(var list)):
        if !list.isEmpty, random.next(below: 3) == 0 {
          list.remove(at: random.next(below: list.count))
        } else if let member = JSONNode(Array("{\(random.element(of: members))}".utf8)),
          case .object(let new) = member
        {
          list.removeAll { old in new.contains { $0.key == old.key } }
          list += new
        }
        node = .object(list)
      case (3...4, _): node = source
      case (5, _): node = .array(Array(repeating: node, count: 1 + random.next(below: 3)))
      case (_, .scalar(let scalar)):
        let isString = scalar.first == UInt8(ascii: "\"")
        if isString, random.next(below: 4) > 0 {
          let content = changed(Array(scalar.dropFirst().dropLast()))
            .filter {
              $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
          node = .scalar([UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")])
        } else {
          let words =
            random.next(below: 6) == 0 ? ["null", "true", "[]", "{}", "\"\""] : extremeNumbers
          node = .scalar(Array(random.element(of: words).utf8))
        }
      default: break
      }
    }
  }
}

/// Returns JSON text with values replaced, moved, repeated, inserted or removed, or `nil` if the text isn't JSON.
///
/// - Parameters:
///   - other: The text that new values are copied from, or `nil` for the text itself.
///   - members: Object members that the format defines, such as `"a": 1`.
public func mutatingJSON(
  _ text: [UInt8], from other: [UInt8]? = nil, members: [String], _ random: inout RandomNumbers
) -> [UInt8]? {
  guard var tree = JSONNode(text) else { return nil }
  for _ in 0...random.next(below: 3) {
    let source = other.flatMap { JSONNode($0) } ?? tree
    tree.mutate(from: source, members: members, &random)
  }
  return tree.text
}
