// Creates the objects of the language.

/// The properties of built-in objects that aren't functions of a ``NativeGroup`` and whose names
/// aren't in ``Name``.
enum LanguageConstants {
  static let number: [(name: String, value: Double)] = [
    ("MAX_VALUE", .greatestFiniteMagnitude), ("MIN_VALUE", .leastNonzeroMagnitude),
    ("NaN", .nan), ("NEGATIVE_INFINITY", -.infinity), ("POSITIVE_INFINITY", .infinity),
    ("EPSILON", .ulpOfOne), ("MAX_SAFE_INTEGER", 9_007_199_254_740_991),
    ("MIN_SAFE_INTEGER", -9_007_199_254_740_991),
  ]
  static let math: [(name: String, value: Double)] = [
    ("E", 0x1.5bf0a8b145769p+1), ("LN10", 0x1.26bb1bbb55516p+1), ("LN2", 0x1.62e42fefa39efp-1),
    ("LOG10E", 0x1.bcb7b1526e50ep-2), ("LOG2E", 0x1.71547652b82fep+0),
    ("PI", 0x1.921fb54442d18p+1), ("SQRT1_2", 0x1.6a09e667f3bcdp-1),
    ("SQRT2", 0x1.6a09e667f3bcdp+0),
  ]
  /// Trimming has older names as well.
  static let trimming: [(old: String, new: StringPrototypeFunction)] = [
    ("trimLeft", .trimStart), ("trimRight", .trimEnd),
  ]

  static var names: [String] {
    number.map { $0.name } + math.map { $0.name } + trimming.map { $0.old }
  }
}

/// The objects of the language, as every evaluation finds them. They are created once, copied for
/// each interpreter, and copied again after an evaluation that has changed them.
final class Language: @unchecked Sendable {
  // Nothing changes after it is made, so that threads may share it.

  /// The units of a heap up to the end of these objects.
  let cells: UnsafePointer<Heap.Cell>
  let count: Int
  let realm: Realm
  /// Whether the global object has a name, by the identity of the name.
  let globals: [Bool]

  static let shared = Language()

  private init() {
    var builder = LanguageBuilder()
    builder.build()
    let heap = builder.heap
    cells = heap.copy()
    count = heap.top
    realm = builder.realm
    var globals = [Bool](repeating: false, count: Int(NameTable.language.end))
    globals[Int(Name.globalThis.id)] = true
    for id in [realm.global, realm.object] {
      let properties = heap.cell(heap.object(id).pointee.properties)
      for index in 0..<Int(heap.object(id).pointee.propertyCount) {
        globals[Int(properties[index].key)] = true
      }
    }
    self.globals = globals
  }

  deinit { cells.deallocate() }
}

private struct LanguageBuilder {
  let heap = Heap(limits: ScriptLimits(), language: nil)
  private(set) var realm = Realm()

  mutating func build() {
    do throws(Exception) {
      try makePrototypes()
      try makeConstructors()
      try makeGlobals()
    } catch {
      // The heap reserves space for them in addition to its limit.
      assertionFailure("the objects of the language do not fit")
    }
  }

  private mutating func makePrototypes() throws(Exception) {
    realm.object = try heap.newObject(.ordinary, prototype: 0)
    realm.function = try heap.newObject(.native, prototype: realm.object)
    realm.array = try heap.newObject(.array, prototype: realm.object)
    realm.string = try heap.newObject(.string, prototype: realm.object)
    heap.object(realm.string).pointee.value = .string(Name.empty)
    realm.number = try heap.newObject(.number, prototype: realm.object)
    heap.object(realm.number).pointee.value = .number(0)
    realm.boolean = try heap.newObject(.boolean, prototype: realm.object)
    heap.object(realm.boolean).pointee.value = .boolean(false)
    realm.iterator = try heap.newObject(.ordinary, prototype: realm.object)
    realm.regularExpression = try heap.newObject(.ordinary, prototype: realm.object)
    realm.global = try heap.newObject(.ordinary, prototype: realm.object)
    let error = try heap.newObject(.ordinary, prototype: realm.object)
    for kind in ErrorKind.allCases {
      realm.errors[kind.rawValue] =
        kind == .error ? error : try heap.newObject(.ordinary, prototype: error)
    }
    heap.object(realm.function).pointee.a =
      function(FunctionPrototypeFunction.itself, in: .functionPrototype).number
    try define(realm.function, Name.length, .number(0), .configurable)
    try define(realm.function, Name.name, .string(Name.empty), .configurable)

    try install(.objectPrototype, on: realm.object)
    try install(.functionPrototype, on: realm.function)
    try install(.arrayPrototype, on: realm.array)
    try install(.stringPrototype, on: realm.string)
    try install(.numberPrototype, on: realm.number)
    try install(.booleanPrototype, on: realm.boolean)
    try install(.errorPrototype, on: error)
    try install(.regularExpressionPrototype, on: realm.regularExpression)
    try install(.iteratorPrototype, on: realm.iterator)
    try makeRegularExpressionAccessors()
    // Properties that functions had in sloppy mode.
    realm.thrower = try newNative(function(ConstructorFunction.throwTypeError, in: .constructor))
    for name in [Name.caller, .arguments] {
      try define(
        realm.function, name, .accessor(getter: realm.thrower, setter: realm.thrower),
        .configurable)
    }
    for (old, new) in LanguageConstants.trimming {
      try define(realm.string, old, property(realm.string, new.rawValue))
    }
  }

  private func makeRegularExpressionAccessors() throws(Exception) {
    for getter in RegularExpressionFunction.allCases where getter.isGetter {
      let native = function(getter, in: .regularExpressionPrototype)
      try heap.addProperty(
        realm.regularExpression, native.name, .accessor(getter: try newNative(native), setter: 0),
        .configurable)
    }
  }

  private mutating func makeConstructors() throws(Exception) {
    for kind in ConstructorFunction.allCases where kind != .throwTypeError {
      let native = function(kind, in: .constructor)
      let constructor = try newNative(native)
      heap.object(constructor).pointee.flags.insert(.isConstructor)
      let prototype = prototype(of: kind)
      try define(constructor, .prototype, .object(prototype), [])
      try define(prototype, .constructor, .object(constructor), .hidden)
      if kind.errorKind != nil {
        try define(prototype, .name, .string(native.name), .hidden)
        try define(prototype, .message, .string(Name.empty), .hidden)
        if kind != .error {
          heap.object(constructor).pointee.prototype = self.constructor(.errorConstructor)
        }
      }
      if let group = functions(of: kind) { try install(group, on: constructor) }
      if kind == .array { realm.arrayConstructor = constructor }
      try heap.addProperty(realm.global, native.name, .object(constructor), .hidden)
    }
    for (name, value) in LanguageConstants.number {
      try define(constructor(.numberConstructor), name, .number(value), [])
    }
  }

  private func prototype(of constructor: ConstructorFunction) -> ObjectID {
    switch constructor {
    case .object, .throwTypeError: realm.object
    case .function: realm.function
    case .array: realm.array
    case .string: realm.string
    case .number: realm.number
    case .boolean: realm.boolean
    case .regularExpression: realm.regularExpression
    case .error, .typeError, .rangeError, .referenceError, .syntaxError, .evalError, .uriError:
      realm.errors[(constructor.errorKind ?? .error).rawValue]
    }
  }

  /// Returns the functions that a constructor has itself.
  private func functions(of constructor: ConstructorFunction) -> NativeGroup? {
    switch constructor {
    case .object: .object
    case .array: .array
    case .string: .string
    case .number: .number
    default: nil
    }
  }

  private mutating func makeGlobals() throws(Exception) {
    let math = try heap.newObject(.ordinary, prototype: realm.object)
    realm.math = math
    try install(.math, on: math)
    for (name, value) in LanguageConstants.math { try define(math, name, .number(value), []) }
    try heap.addProperty(realm.global, Name.mathObject.id, .object(math), .hidden)

    let json = try heap.newObject(.ordinary, prototype: realm.object)
    realm.json = json
    try install(.json, on: json)
    try heap.addProperty(realm.global, Name.jsonObject.id, .object(json), .hidden)

    try install(.global, on: realm.global)
    realm.eval = property(realm.global, GlobalFunction.eval.rawValue).id
    try define(realm.global, .undefined, .undefined, [])
    try define(realm.global, .nan, .number(.nan), [])
    try define(realm.global, .infinity, .number(.infinity), [])
    // Number has the same functions.
    for function in [GlobalFunction.parseInt, .parseFloat] {
      try define(
        constructor(.numberConstructor), function.rawValue,
        property(realm.global, function.rawValue))
    }
  }

  private func constructor(_ name: Name) -> ObjectID { property(realm.global, name.rawValue).id }

  /// Returns a property that was defined before.
  private func property(_ object: ObjectID, _ name: String) -> Value {
    let name = NameTable.language.intern(utf16Units(of: name))
    return heap.findProperty(heap.object(object), name)?.pointee.value ?? .undefined
  }

  private func define(
    _ object: ObjectID, _ name: Name, _ value: Value, _ attributes: Heap.Attributes
  ) throws(Exception) {
    try heap.addProperty(object, name.id, value, attributes)
  }

  private func define(
    _ object: ObjectID, _ name: String, _ value: Value, _ attributes: Heap.Attributes = .hidden
  ) throws(Exception) {
    let name = NameTable.language.intern(utf16Units(of: name))
    try heap.addProperty(object, name, value, attributes)
  }

  /// Returns the function with a number in the table of the group.
  private func function<Table: NativeTable>(
    _ function: Table, in group: NativeGroup
  ) -> NativeFunction {
    NativeFunction(group, Int(function.index))
  }

  private func newNative(_ function: NativeFunction) throws(Exception) -> ObjectID {
    let id = try heap.newObject(.native, prototype: realm.function)
    heap.object(id).pointee.flags = [.extensible, .hasLazyProperties]
    heap.object(id).pointee.a = function.number
    return id
  }

  private func install(_ group: NativeGroup, on object: ObjectID) throws(Exception) {
    for index in group.functions.indices {
      // A function without a name isn't found by name.
      if group == .functionPrototype,
        FunctionPrototypeFunction(index: UInt8(index)) == .itself
      {
        continue
      }
      if group == .regularExpressionPrototype,
        RegularExpressionFunction(index: UInt8(index)).isGetter
      {
        continue
      }
      let function = NativeFunction(group, index)
      try heap.addProperty(object, function.name, .object(try newNative(function)), .hidden)
    }
  }
}
