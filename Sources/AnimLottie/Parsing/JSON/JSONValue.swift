import AnimCore

/// A value of a ``JSONTape``, which is valid as long as the tape. Readers copy values so often that
/// counting references to the tape would take a sixth of their time.
package struct JSONValue: @unchecked Sendable {
  private let node: UnsafePointer<JSONTape.Node>
  private let owner: Unmanaged<JSONTape>

  @inline(__always) init(node: UnsafePointer<JSONTape.Node>, tape: JSONTape) {
    self.init(node: node, owner: Unmanaged.passUnretained(tape))
  }

  @inline(__always)
  private init(node: UnsafePointer<JSONTape.Node>, owner: Unmanaged<JSONTape>) {
    self.node = node
    self.owner = owner
  }

  /// The index in the tape.
  var index: Int { owner._withUnsafeGuaranteedRef { $0.index(of: node) } }
  /// The index of the node after this value.
  var end: Int { index + Int(node.pointee.span) }

  func isPart(of tape: JSONTape) -> Bool {
    owner.toOpaque() == Unmanaged.passUnretained(tape).toOpaque()
  }

  var isNull: Bool { node.pointee.kind == .null }
  var isObject: Bool { node.pointee.kind == .object }
  package var isArray: Bool { node.pointee.kind == .array }
  var isNumber: Bool { node.pointee.kind == .number }

  var isString: Bool {
    switch node.pointee.kind {
    case .string, .escapedString: true
    default: false
    }
  }

  /// The value of a number, which can be infinite, or `nil` for other values.
  @inline(__always) package var number: Double? {
    node.pointee.kind == .number ? Double(bitPattern: node.pointee.bits) : nil
  }

  package var bool: Bool? {
    switch node.pointee.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  package var string: String? { withText { String(decoding: $0, as: UTF8.self) } }

  /// Calls a closure with the UTF-8 of a string, or returns `nil` for other values.
  func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    owner._withUnsafeGuaranteedRef { $0.withText(node.pointee, body) }
  }

  /// Returns whether this is a string with the given text.
  @inline(__always) func equals(_ text: StaticString) -> Bool {
    let key = JSONKey(text.utf8Start, text.utf8CodeUnitCount)
    if node.pointee.kind == .string {
      return node.pointee.prefix == key.prefix && node.pointee.length == key.count
        && (key.count <= 2 || isText(node.pointee, text.utf8Start, key.count))
    }
    return isText(node.pointee, text.utf8Start, key.count)
  }

  /// The number of elements of an array or members of an object, or 0 for other values.
  ///
  /// - Complexity: O(1) for an array, O(*n*) for an object.
  var count: Int {
    switch node.pointee.kind {
    case .array: Int(truncatingIfNeeded: node.pointee.bits)
    case .object: members.reduce(0) { count, _ in count + 1 }
    default: 0
    }
  }

  /// The value after this one and its contents.
  @inline(__always) private var next: JSONValue {
    JSONValue(node: node + Int(node.pointee.span), owner: owner)
  }

  /// The first value inside this one or, if it is empty, the value after it.
  @inline(__always) private var inner: JSONValue { JSONValue(node: node + 1, owner: owner) }
}

extension JSONValue {
  /// Returns the value of an object's member. If several members have the same key, the last one
  /// counts, as in JavaScript. Complexity: O(*n*) in the number of members, but O(1) for most
  /// missing keys.
  @inline(__always) package subscript(key: StaticString) -> JSONValue? {
    guard mayHave(key) else { return nil }
    return member(JSONKey(key.utf8Start, key.utf8CodeUnitCount), key.utf8Start)
  }

  /// Returns whether an object may have a member with this key, which is false for other values.
  @inline(__always) func mayHave(_ key: StaticString) -> Bool {
    let key = JSONKey(key.utf8Start, key.utf8CodeUnitCount)
    return node.pointee.kind == .object && node.pointee.bits & key.filter != 0
  }

  subscript(key key: String) -> JSONValue? {
    guard node.pointee.kind == .object else { return nil }
    var key = key
    return key.withUTF8 { text in
      text.baseAddress.flatMap { member(JSONKey($0, text.count), $0) }
    }
  }

  private func member(_ key: JSONKey, _ text: UnsafePointer<UInt8>) -> JSONValue? {
    let isRepeated = node.pointee.prefix != 0
    let end = node + Int(node.pointee.span)
    var found: JSONValue?
    var name = node + 1
    while name < end {
      if name.pointee.kind == .string {
        // Most keys have one or two bytes.
        if name.pointee.prefix == key.prefix, name.pointee.length == key.count,
          key.count <= 2 || isText(name.pointee, text, key.count)
        {
          found = JSONValue(node: name + 1, owner: owner)
          if !isRepeated { return found }
        }
      } else if isText(name.pointee, text, key.count) {
        found = JSONValue(node: name + 1, owner: owner)
      }
      name += 1 + Int(name[1].span)
    }
    return found
  }

  private func isText(
    _ node: JSONTape.Node, _ text: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    owner._withUnsafeGuaranteedRef { tape in
      tape.withText(node) {
        $0.hasSameBytes(as: UnsafeRawBufferPointer(start: text, count: count))
      } == true
    }
  }

  /// The elements of an array, or an empty sequence for other values.
  @inline(__always) package var elements: Elements {
    Elements(position: inner, end: isArray ? next.node : node)
  }

  package struct Elements: Sequence, IteratorProtocol {
    fileprivate var position: JSONValue
    fileprivate let end: UnsafePointer<JSONTape.Node>

    @inline(__always) package mutating func next() -> JSONValue? {
      guard position.node < end else { return nil }
      let element = position
      position = element.next
      return element
    }
  }

  /// This value and its contents, including keys, in text order.
  var descendants: Descendants { Descendants(position: self, end: next.node) }

  struct Descendants: Sequence, IteratorProtocol {
    fileprivate var position: JSONValue
    fileprivate let end: UnsafePointer<JSONTape.Node>

    @inline(__always) mutating func next() -> JSONValue? {
      guard position.node < end else { return nil }
      let value = position
      position = value.inner
      return value
    }
  }

  /// The first element of an array, or `nil` if it is empty.
  @inline(__always) var first: JSONValue? { isArray && node.pointee.span > 1 ? inner : nil }

  /// The keys and values of an object, or an empty sequence for other values.
  package var members: Members { Members(position: inner, end: isObject ? next.node : node) }

  package struct Members: Sequence, IteratorProtocol {
    fileprivate var position: JSONValue
    fileprivate let end: UnsafePointer<JSONTape.Node>

    package mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard position.node < end else { return nil }
      let (key, value) = (position, position.inner)
      position = value.next
      return (key, value)
    }
  }
}

extension JSONValue {
  /// The path of the value, such as `layers[3].ef[0]`. Complexity: proportional to the number of
  /// siblings of the value and of its containers.
  var path: String {
    var path = owner._withUnsafeGuaranteedRef { $0.name }
    var container = owner._withUnsafeGuaranteedRef { $0.value(at: 0) }
    while container.node != node {
      guard let inner = step(in: container, &path) else { return path }
      container = inner
    }
    return path
  }

  /// Appends the step from a container to the element or member that contains this value.
  private func step(in container: JSONValue, _ path: inout String) -> JSONValue? {
    for (position, element) in container.elements.enumerated() where node < element.next.node {
      path += "[\(position)]"
      return element
    }
    for member in container.members where node < member.value.next.node {
      // A key may be millions of characters long, so decode only its start.
      let key = member.key.withText { String(decoding: $0.prefix(256), as: UTF8.self) } ?? ""
      path += path.isEmpty ? key.shortened : "." + key.shortened
      return member.value
    }
    return nil
  }
}
