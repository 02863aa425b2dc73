/// A value of the language, in 16 bytes.
///
/// Numbers, Booleans, `undefined` and `null` are complete values. Strings and objects are indices
/// into the heap of the ``Interpreter`` that created them, and are meaningless after the evaluation
/// in which they were created. Host objects contain the numbers that the host stored in them.
package struct Value {
  var payload: UInt64
  var tag: Tag

  enum Tag: UInt8 {
    case undefined, null, boolean, number, string, object, host
    /// A hole in an array, or a variable that isn't initialised yet.
    case empty
    /// A property with a getter and a setter.
    case accessor
  }

  @inline(__always)
  init(_ tag: Tag, _ payload: UInt64) {
    self.tag = tag
    self.payload = payload
  }
}

extension Value {
  /// The value `undefined`.
  package static var undefined: Value { Value(.undefined, 0) }
  /// The value `null`.
  package static var null: Value { Value(.null, 0) }

  /// Returns a number.
  package static func number(_ value: Double) -> Value { Value(.number, value.bitPattern) }
  /// Returns a truth value.
  package static func boolean(_ value: Bool) -> Value { Value(.boolean, value ? 1 : 0) }
  /// Returns an object of the host.
  package static func host(_ object: HostObject) -> Value { Value(.host, object.bits) }

  static var empty: Value { Value(.empty, 0) }
  static func string(_ id: StringID) -> Value { Value(.string, UInt64(id)) }
  static func object(_ id: ObjectID) -> Value { Value(.object, UInt64(id)) }
}

extension Value {
  /// Whether this is `undefined`.
  package var isUndefined: Bool { tag == .undefined }
  /// Whether this is `null`.
  package var isNull: Bool { tag == .null }
  /// `undefined` or `null`.
  package var isNullish: Bool { tag == .undefined || tag == .null }
  /// Whether this is a string.
  package var isString: Bool { tag == .string }

  /// The number, or `nil` if this isn't a number. Nothing is converted.
  package var asNumber: Double? { tag == .number ? number : nil }
  /// The Boolean value, or `nil` if this isn't a Boolean value. Nothing is converted.
  package var asBoolean: Bool? { tag == .boolean ? payload != 0 : nil }
  /// The object of the host, or `nil` if this isn't one.
  package var asHostObject: HostObject? { tag == .host ? HostObject(bits: payload) : nil }

  @inline(__always) var number: Double { Double(bitPattern: payload) }
  @inline(__always) var id: UInt32 { UInt32(truncatingIfNeeded: payload) }
  @inline(__always) var isNumber: Bool { tag == .number }
  @inline(__always) var isObject: Bool { tag == .object }
  @inline(__always) var isEmpty: Bool { tag == .empty }
  /// An object of the script or of the host.
  @inline(__always) var isAnyObject: Bool { tag == .object || tag == .host }
}

/// A string: a constant of the script or its vocabulary, or, with the highest bit, an index into
/// the heap.
typealias StringID = UInt32

/// An index into the heap. Zero isn't an object.
typealias ObjectID = UInt32

/// An object that belongs to the host: a layer, a property, a function.
///
/// A host object consists of three numbers whose meaning is up to the host. Nothing is allocated
/// for it, and two values with the same numbers are the same object for the script.
package struct HostObject: Equatable, Sendable {
  /// The kind of the object.
  package var kind: UInt16
  /// The member of the object with this index, or any other small number.
  package var member: UInt16
  /// The index of the object among those of its kind.
  package var index: UInt32

  /// Creates the object with these numbers.
  package init(kind: UInt16, member: UInt16 = 0, index: UInt32 = 0) {
    self.kind = kind
    self.member = member
    self.index = index
  }

  init(bits: UInt64) {
    kind = UInt16(truncatingIfNeeded: bits >> 48)
    member = UInt16(truncatingIfNeeded: bits >> 32)
    index = UInt32(truncatingIfNeeded: bits)
  }

  var bits: UInt64 { UInt64(kind) << 48 | UInt64(member) << 32 | UInt64(index) }
}

/// The name or the index of a property.
package struct PropertyKey: Equatable, Sendable {
  var isIndex: Bool
  /// An array index up to 2³² − 2, or the name.
  var id: UInt32

  @inline(__always)
  init(index: UInt32) {
    isIndex = true
    id = index
  }

  @inline(__always)
  init(name: StringID) {
    isIndex = false
    id = name
  }

  /// The index, if the key is a whole number from 0 to 2³² − 2 (`layer[2]`, `layer["2"]`).
  package var index: Int? { isIndex ? Int(exactly: id) : nil }
}
