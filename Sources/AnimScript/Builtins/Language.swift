// Makes the objects of the language.

/// The names of properties of the language's objects that are no functions of a ``NativeGroup`` and
/// not in ``Name``.
let languageConstants = """
  MAX_VALUE MIN_VALUE NEGATIVE_INFINITY POSITIVE_INFINITY EPSILON MAX_SAFE_INTEGER \
  MIN_SAFE_INTEGER E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 trimLeft trimRight
  """

/// The objects of the language as every evaluation finds them: made once, copied for each
/// interpreter, and copied again after an evaluation that has changed them.
final class Language: @unchecked Sendable {
  // Nothing changes after it is made, so that threads may share it.

  /// The units of a heap up to the end of these objects.
  let cells: UnsafePointer<Heap.Cell>
  let count: Int
  let realm: Realm
  /// By the identity of a name: whether the language's global object has it.
  let globals: [Bool]

  static let shared = Language()

  private init() {
    let interpreter = Interpreter(limits: ScriptLimits(), language: nil)
    interpreter.makeLanguage()
    let heap = interpreter.heap
    let copy = UnsafeMutablePointer<Heap.Cell>.allocate(capacity: heap.top)
    copy.initialize(from: heap.base, count: heap.top)
    cells = UnsafePointer(copy)
    count = heap.top
    realm = interpreter.realm
    var globals = [Bool](repeating: false, count: Int(NameTable.language.end))
    globals[Int(Name.globalThis.id)] = true
    for id in [realm.global, realm.object] {
      let properties = heap.base + Int(heap.object(id).pointee.properties)
      for index in 0..<Int(heap.object(id).pointee.propertyCount) {
        globals[Int(properties[index].key)] = true
      }
    }
    self.globals = globals
  }

  deinit { cells.deallocate() }
}

extension Interpreter {
  fileprivate func makeLanguage() {
    do throws(Exception) {
      try makePrototypes()
      try makeConstructors()
      try makeGlobals()
    } catch {
      // The heap has room for them beside its limit.
      assertionFailure("the objects of the language do not fit")
    }
  }

  private func makePrototypes() throws(Exception) {
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
    for kind in 0..<7 {
      realm.errors[kind] = kind == 0 ? error : try heap.newObject(.ordinary, prototype: error)
    }
    realm.error = error
    heap.object(realm.function).pointee.a =
      NativeGroup.functionPrototype.rawValue << 8 | FunctionPrototypeFunction.itself.rawValue
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
    // What functions of sloppy mode once had.
    realm.thrower = try newNative(
      NativeGroup.constructor.rawValue << 8 | ConstructorFunction.throwTypeError.rawValue)
    for name in [Name.caller, .arguments] {
      try define(
        realm.function, name, .accessor(getter: realm.thrower, setter: realm.thrower),
        .configurable)
    }
    // Trimming has older names as well.
    for (old, new) in [("trimLeft", "trimStart"), ("trimRight", "trimEnd")] {
      let function = try get(.object(realm.string), try heap.key(try heap.string(new)))
      try define(realm.string, old, function)
    }
  }

  private func makeConstructors() throws(Exception) {
    let prototypes = [
      realm.object, realm.function, realm.array, realm.string, realm.number, realm.boolean,
      realm.regularExpression,
    ]
    let statics: [NativeGroup?] = [.object, nil, .array, .string, .number, nil, nil]
    for index in 0..<14 {
      let number = NativeGroup.constructor.rawValue << 8 | UInt32(index)
      let constructor = try newNative(number)
      heap.object(constructor).pointee.flags.insert(.isConstructor)
      let prototype = index < 7 ? prototypes[index] : realm.errors[index - 7]
      let name = nativeFunction(number).name
      try define(constructor, .prototype, .object(prototype), [])
      try define(prototype, .constructor, .object(constructor), .hidden)
      if index >= 7 {
        try define(prototype, .name, .string(name), .hidden)
        try define(prototype, .message, .string(Name.empty), .hidden)
        if index > 7 {
          let base = heap.findProperty(heap.object(realm.global), Name.errorConstructor.id)
          heap.object(constructor).pointee.prototype = base?.pointee.value.id ?? realm.function
        }
      }
      if index < 7, let group = statics[index] { try install(group, on: constructor) }
      if index == 2 { realm.arrayConstructor = constructor }
      try heap.addProperty(realm.global, name, .object(constructor), .hidden)
    }
    let number = try constructor(.numberConstructor)
    let constants: [(String, Double)] = [
      ("MAX_VALUE", .greatestFiniteMagnitude), ("MIN_VALUE", .leastNonzeroMagnitude),
      ("NaN", .nan), ("NEGATIVE_INFINITY", -.infinity), ("POSITIVE_INFINITY", .infinity),
      ("EPSILON", .ulpOfOne), ("MAX_SAFE_INTEGER", 9_007_199_254_740_991),
      ("MIN_SAFE_INTEGER", -9_007_199_254_740_991),
    ]
    for (name, value) in constants { try define(number, name, .number(value), []) }
  }

  private func makeGlobals() throws(Exception) {
    let math = try heap.newObject(.ordinary, prototype: realm.object)
    realm.math = math
    try install(.math, on: math)
    let constants: [(String, Double)] = [
      ("E", 0x1.5bf0a8b145769p+1), ("LN10", 0x1.26bb1bbb55516p+1), ("LN2", 0x1.62e42fefa39efp-1),
      ("LOG10E", 0x1.bcb7b1526e50ep-2), ("LOG2E", 0x1.71547652b82fep+0),
      ("PI", 0x1.921fb54442d18p+1), ("SQRT1_2", 0x1.6a09e667f3bcdp-1),
      ("SQRT2", 0x1.6a09e667f3bcdp+0),
    ]
    for (name, value) in constants { try define(math, name, .number(value), []) }
    try heap.addProperty(realm.global, Name.mathObject.id, .object(math), .hidden)

    let json = try heap.newObject(.ordinary, prototype: realm.object)
    realm.json = json
    try install(.json, on: json)
    try heap.addProperty(realm.global, Name.jsonObject.id, .object(json), .hidden)

    try install(.global, on: realm.global)
    realm.eval =
      heap.findProperty(heap.object(realm.global), Name.eval.id)?.pointee.value.id ?? 0
    try define(realm.global, .undefined, .undefined, [])
    try define(realm.global, .nan, .number(.nan), [])
    try define(realm.global, .infinity, .number(.infinity), [])
    // Number has the same functions.
    let number = try constructor(.numberConstructor)
    for name in ["parseInt", "parseFloat"] {
      let function = try get(.object(realm.global), try heap.key(try heap.string(name)))
      try define(number, name, function)
    }
  }

  private func constructor(_ name: Name) throws(Exception) -> ObjectID {
    heap.findProperty(heap.object(realm.global), name.id)?.pointee.value.id ?? 0
  }

  private func define(
    _ object: ObjectID, _ name: Name, _ value: Value, _ attributes: Heap.Attributes
  ) throws(Exception) {
    try heap.addProperty(object, name.id, value, attributes)
  }

  private func define(
    _ object: ObjectID, _ name: String, _ value: Value, _ attributes: Heap.Attributes = .hidden
  ) throws(Exception) {
    let name = NameTable.language.intern(Array(name.utf16))
    try heap.addProperty(object, name, value, attributes)
  }

  func newNative(_ number: UInt32) throws(Exception) -> ObjectID {
    let id = try heap.newObject(.native, prototype: realm.function)
    heap.object(id).pointee.flags = [.extensible, .hasLazyProperties]
    heap.object(id).pointee.a = number
    return id
  }

  private func install(_ group: NativeGroup, on object: ObjectID) throws(Exception) {
    for (index, function) in NativeFunction.all[Int(group.rawValue)].enumerated() {
      let number = group.rawValue << 8 | UInt32(index)
      // What has no name of its own is not found by one.
      if group == .functionPrototype, index == FunctionPrototypeFunction.itself.rawValue {
        continue
      }
      if group == .regularExpressionPrototype,
        RegularExpressionFunction(rawValue: UInt32(index))?.isGetter == true
      {
        continue
      }
      let native = try newNative(number)
      try heap.addProperty(object, function.name, .object(native), .hidden)
    }
  }
}
