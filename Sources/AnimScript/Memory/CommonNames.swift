/// The names that the language itself knows. Their numbers follow those of the 128 characters of
/// ASCII and of the empty string; reserved words come first, then those reserved in strict mode.
enum Name: StringID {
  case `break` = 129, `case`, `catch`, `class`, const, `continue`, debugger, `default`, delete
  case `do`, `else`, `enum`, export, `extends`, `false`, finally, `for`, function, `if`
  case `import`, `in`, instanceof, new, null, `return`, `super`, `switch`, this, `throw`
  case `true`, `try`, typeof, `var`, void, `while`, with, implements, interface, `let`
  case package, `private`, protected, `public`, `static`, yield, async, await, of, get, set
  case eval, arguments, target, use, undefined, nan, infinity, globalThis, length, prototype
  case constructor, name, message, stack, toString, valueOf, toJSON, join, next, done, value
  case writable, enumerable, configurable, index, input, groups, lastIndex, source, flags
  case global, ignoreCase, multiline, dotAll, unicode, sticky, raw, callee, caller, proto
  case toISOString, indices, objectConstructor, functionConstructor, arrayConstructor
  case stringConstructor, numberConstructor, booleanConstructor, mathObject, jsonObject
  case regExpConstructor, errorConstructor, typeErrorConstructor, rangeErrorConstructor
  case referenceErrorConstructor, syntaxErrorConstructor, evalErrorConstructor
  case uRIErrorConstructor, number, string, boolean, object, symbol, test, exec, anonymous
  case asWord, from, meta

  @inline(__always) var id: StringID { rawValue }

  static let empty: StringID = 128
  static let reserved = Name.break.id...Name.with.id
  static let strictReserved = Name.implements.id...Name.yield.id
}

extension PropertyKey {
  @inline(__always)
  init(_ name: Name) { self.init(name: name.id) }
}

extension Value {
  @inline(__always)
  static func string(_ name: Name) -> Value { .string(name.id) }
}

/// The texts of ``Name``, in its order.
let commonNames = """
  break case catch class const continue debugger default delete do else enum export extends \
  false finally for function if import in instanceof new null return super switch this throw \
  true try typeof var void while with implements interface let package private protected public \
  static yield async await of get set eval arguments target use undefined NaN Infinity \
  globalThis length prototype constructor name message stack toString valueOf toJSON join next \
  done value writable enumerable configurable index input groups lastIndex source flags global \
  ignoreCase multiline dotAll unicode sticky raw callee caller __proto__ toISOString indices \
  Object Function Array String Number Boolean Math JSON RegExp Error TypeError RangeError \
  ReferenceError SyntaxError EvalError URIError number string boolean object symbol test exec \
  anonymous as from meta
  """
