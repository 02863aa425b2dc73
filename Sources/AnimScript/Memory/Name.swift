/// The names that the language itself uses, in the order of their numbers, which follow those of
/// the 128 ASCII characters and of the empty string. Reserved words come first, then those reserved
/// in strict mode. The raw value is the spelling in scripts.
enum Name: String, CaseIterable {
  case `break`, `case`, `catch`, `class`, const, `continue`, debugger, `default`, delete, `do`
  case `else`, `enum`, export, `extends`, `false`, finally, `for`, function, `if`, `import`
  case `in`, instanceof, new, null, `return`, `super`, `switch`, this, `throw`, `true`, `try`
  case typeof, `var`, void, `while`, with, implements, interface, `let`, package, `private`
  case protected, `public`, `static`, yield, async, await, of, get, set, eval, arguments, target
  case use, undefined
  case nan = "NaN"
  case infinity = "Infinity"
  case globalThis, length, prototype, constructor, name, message, stack, toString, valueOf
  case toJSON, join, next, done, value, writable, enumerable, configurable, index, input, groups
  case lastIndex, source, flags, global, ignoreCase, multiline, dotAll, unicode, sticky, raw
  case callee, caller
  case proto = "__proto__"
  case toISOString, indices
  case objectConstructor = "Object"
  case functionConstructor = "Function"
  case arrayConstructor = "Array"
  case stringConstructor = "String"
  case numberConstructor = "Number"
  case booleanConstructor = "Boolean"
  case mathObject = "Math"
  case jsonObject = "JSON"
  case regExpConstructor = "RegExp"
  case errorConstructor = "Error"
  case typeErrorConstructor = "TypeError"
  case rangeErrorConstructor = "RangeError"
  case referenceErrorConstructor = "ReferenceError"
  case syntaxErrorConstructor = "SyntaxError"
  case evalErrorConstructor = "EvalError"
  case uRIErrorConstructor = "URIError"
  case number, string, boolean, object, symbol, test, exec, anonymous
  case asWord = "as"
  case from, meta

  /// A case without a value is stored as its place in the list.
  @inline(__always)
  var id: StringID { 129 + StringID(unsafeBitCast(self, to: UInt8.self)) }

  /// Creates a name, or returns `nil` if the string isn't one of these names.
  @inline(__always)
  init?(id: StringID) {
    guard id >= Name.break.id, id <= Name.meta.id else { return nil }
    self = unsafeBitCast(UInt8(truncatingIfNeeded: id - Name.break.id), to: Name.self)
  }

  static let empty: StringID = 128
  @inline(__always)
  static var reserved: ClosedRange<StringID> { Name.break.id...Name.with.id }
  @inline(__always)
  static var strictReserved: ClosedRange<StringID> { Name.implements.id...Name.yield.id }
}

extension PropertyKey {
  @inline(__always)
  init(_ name: Name) { self.init(name: name.id) }
}

extension Value {
  @inline(__always)
  static func string(_ name: Name) -> Value { .string(name.id) }
}
