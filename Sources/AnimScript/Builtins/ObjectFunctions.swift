enum ObjectFunction: String, NativeTable {
  case assign, create, defineProperties, defineProperty, entries, freeze, fromEntries
  case getOwnPropertyDescriptor, getOwnPropertyDescriptors, getOwnPropertyNames, getPrototypeOf
  case hasOwn, `is`, isExtensible, isFrozen, isSealed, keys, preventExtensions, seal
  case setPrototypeOf, values

  var length: Int {
    switch self {
    case .assign, .create, .defineProperties, .getOwnPropertyDescriptor, .hasOwn, .is,
      .setPrototypeOf:
      2
    case .defineProperty: 3
    default: 1
    }
  }
}

enum ObjectPrototypeFunction: String, NativeTable {
  case hasOwnProperty, isPrototypeOf, propertyIsEnumerable, toLocaleString, toString, valueOf

  var length: Int {
    switch self {
    case .toLocaleString, .toString, .valueOf: 0
    default: 1
    }
  }
}

enum FunctionPrototypeFunction: String, NativeTable {
  case apply, bind, call, toString
  /// `Function.prototype` is a function as well.
  case itself

  var length: Int {
    switch self {
    case .toString, .itself: 0
    case .apply: 2
    default: 1
    }
  }
}

/// The argument of `Object.defineProperty`.
struct PropertyDescriptor {
  var value: Value?
  var getter: Value?
  var setter: Value?
  var isWritable: Bool?
  var isEnumerable: Bool?
  var isConfigurable: Bool?

  var isAccessor: Bool { getter != nil || setter != nil }
}

/// `Object`, and the members of objects and functions.
struct ObjectFunctions {
  private let context: NativeContext
  private var heap: Heap { context.heap }

  init(_ context: NativeContext) { self.context = context }

  func call(
    _ function: ObjectFunction, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let first = arguments[0]
    switch function {
    case .assign:
      let target = first.tag == .host ? first : .object(try context.toObject(first))
      for index in 1..<max(arguments.count, 1) { try assignAll(of: arguments[index], to: target) }
      return target
    case .create:
      guard first.isObject || first.isNull else {
        throw context.typeError("a prototype is an object or null")
      }
      let object = try heap.newObject(.ordinary, prototype: first.isObject ? first.id : 0)
      if !arguments[1].isUndefined { try defineAll(arguments[1], on: object) }
      return .object(object)
    case .defineProperties:
      guard first.isObject else {
        throw context.typeError("\(context.describe(first)) is not an object")
      }
      try defineAll(arguments[1], on: first.id)
      return first
    case .defineProperty:
      guard first.isObject else {
        throw context.typeError("\(context.describe(first)) is not an object")
      }
      let key = try context.toKey(arguments[1])
      try defineOrThrow(first.id, key, try descriptor(arguments[2]))
      return first
    case .entries, .keys, .values: return try listed(function, first)
    case .freeze, .seal:
      if first.isObject { try context.close(first.id, isFrozen: function == .freeze) }
      return first
    case .preventExtensions:
      if first.isObject {
        heap.touch(first.id)
        heap.object(first).pointee.flags.remove(.extensible)
      }
      return first
    case .isExtensible:
      return .boolean(first.isObject && heap.object(first).pointee.flags.contains(.extensible))
    case .isFrozen, .isSealed:
      return .boolean(try isClosed(first, isFrozen: function == .isFrozen))
    case .fromEntries:
      let result = try context.object()
      let iterator = try context.iterator(over: first)
      while let entry = try context.nextValue(iterator) {
        guard entry.isAnyObject else {
          throw context.typeError("\(context.describe(entry)) is not an entry")
        }
        let key = try context.get(entry, PropertyKey(index: 0))
        let value = try context.get(entry, PropertyKey(index: 1))
        try context.define(result.id, try context.toKey(key), value, .all)
      }
      return result
    case .getOwnPropertyDescriptor:
      let object = try context.toObject(first)
      let key = try context.toKey(arguments[1])
      guard let found = try context.ownProperty(object, key) else { return .undefined }
      return try description(of: found)
    case .getOwnPropertyDescriptors:
      let object = try context.toObject(first)
      let result = try context.object()
      for key in try context.ownKeys(object, onlyEnumerable: false) {
        guard let found = try context.ownProperty(object, key) else { continue }
        try context.define(result.id, key, try description(of: found), .all)
      }
      return result
    case .getOwnPropertyNames:
      let object = try context.toObject(first)
      let names = try context.newArray(count: 0)
      for key in try context.ownKeys(object, onlyEnumerable: false) {
        try context.append(.string(try heap.string(key)), to: names)
      }
      return .object(names)
    case .getPrototypeOf:
      let prototype: ObjectID =
        switch first.tag {
        case .object: heap.object(first).pointee.prototype
        case .string: context.realm.string
        case .number: context.realm.number
        case .boolean: context.realm.boolean
        case .host: context.realm.object
        default: throw context.typeError("\(context.describe(first)) is not an object")
        }
      return prototype == 0 ? .null : .object(prototype)
    case .hasOwn:
      let object = try context.toObject(first)
      return .boolean(try context.ownProperty(object, try context.toKey(arguments[1])) != nil)
    case .is: return .boolean(try context.isSame(first, arguments[1]))
    case .setPrototypeOf: return try setPrototype(first, arguments[1])
    }
  }

  private func setPrototype(_ value: Value, _ prototype: Value) throws(Exception) -> Value {
    try context.requireObject(value)
    guard prototype.isObject || prototype.isNull else {
      throw context.typeError("a prototype is an object or null")
    }
    guard value.isObject else { return value }
    let id = prototype.isObject ? prototype.id : 0
    let object = heap.object(value)
    if object.pointee.prototype == id { return value }
    guard object.pointee.flags.contains(.extensible), value.id != context.realm.object else {
      throw context.typeError("the prototype cannot be changed")
    }
    var current = id
    while current != 0 {
      if current == value.id { throw context.typeError("an object cannot inherit from itself") }
      current = heap.object(current).pointee.prototype
      try context.count(steps: 1)
    }
    heap.touch(value.id)
    object.pointee.prototype = id
    return value
  }

  private func assignAll(of source: Value, to target: Value) throws(Exception) {
    guard !source.isNullish else { return }
    if source.tag == .host {
      for name in try context.hostKeys(of: source) {
        let key = try context.toKey(name)
        try context.set(target, key, try context.get(source, key), isStrict: true)
      }
      return
    }
    let id = try context.toObject(source)
    for key in try context.ownKeys(id, onlyEnumerable: false) {
      guard let found = try context.ownProperty(id, key), found.attributes.contains(.enumerable)
      else {
        continue
      }
      try context.set(target, key, try context.get(id, key, receiver: .object(id)), isStrict: true)
    }
  }

  private func listed(_ function: ObjectFunction, _ value: Value) throws(Exception) -> Value {
    let result = try context.newArray(count: 0)
    if value.tag == .host {
      for name in try context.hostKeys(of: value) {
        let member =
          function == .keys ? .undefined : try context.get(value, try context.toKey(name))
        try context.append(
          function == .keys
            ? name : function == .values ? member : try context.array([name, member]),
          to: result)
      }
      return .object(result)
    }
    let id = try context.toObject(value)
    for key in try context.ownKeys(id, onlyEnumerable: false) {
      guard let found = try context.ownProperty(id, key), found.attributes.contains(.enumerable)
      else {
        continue
      }
      let name = function == .values ? .undefined : Value.string(try heap.string(key))
      let member =
        function == .keys ? .undefined : try context.get(id, key, receiver: .object(id))
      try context.append(
        function == .keys
          ? name : function == .values ? member : try context.array([name, member]),
        to: result)
    }
    return .object(result)
  }

  // MARK: - Attributes

  private func isClosed(_ value: Value, isFrozen: Bool) throws(Exception) -> Bool {
    guard value.isObject else { return true }
    if heap.object(value).pointee.flags.contains(.extensible) { return false }
    for key in try context.ownKeys(value.id, onlyEnumerable: false) {
      guard let found = try context.ownProperty(value.id, key) else { continue }
      if found.attributes.contains(.configurable) { return false }
      if isFrozen, found.value.tag != .accessor, found.attributes.contains(.writable) {
        return false
      }
    }
    return true
  }

  // MARK: - Descriptors

  private func description(of property: OwnProperty) throws(Exception) -> Value {
    let result = try context.object()
    let id = result.id
    if property.value.tag == .accessor {
      let (getter, setter) = (property.value.getter, property.value.setter)
      try heap.addProperty(id, Name.get.id, getter == 0 ? .undefined : .object(getter), .all)
      try heap.addProperty(id, Name.set.id, setter == 0 ? .undefined : .object(setter), .all)
    } else {
      try heap.addProperty(id, Name.value.id, property.value, .all)
      try heap.addProperty(
        id, Name.writable.id, .boolean(property.attributes.contains(.writable)), .all)
    }
    try heap.addProperty(
      id, Name.enumerable.id, .boolean(property.attributes.contains(.enumerable)), .all)
    try heap.addProperty(
      id, Name.configurable.id, .boolean(property.attributes.contains(.configurable)), .all)
    return result
  }

  private func descriptor(_ value: Value) throws(Exception) -> PropertyDescriptor {
    guard value.isObject else {
      throw context.typeError("a description of a property is an object")
    }
    func field(_ name: Name) throws(Exception) -> Value? {
      let key = PropertyKey(name)
      guard try context.has(value, key) else { return nil }
      return try context.get(value, key)
    }
    var result = PropertyDescriptor()
    result.isEnumerable = try field(.enumerable).map { context.toBoolean($0) }
    result.isConfigurable = try field(.configurable).map { context.toBoolean($0) }
    result.value = try field(.value)
    result.isWritable = try field(.writable).map { context.toBoolean($0) }
    result.getter = try field(.get)
    result.setter = try field(.set)
    for accessor in [result.getter, result.setter] {
      if let accessor, !accessor.isUndefined, !(accessor.isObject && context.isCallable(accessor)) {
        throw context.typeError("a getter or setter is a function")
      }
    }
    if result.isAccessor, result.value != nil || result.isWritable != nil {
      throw context.typeError("a property has a value, or a getter and a setter")
    }
    return result
  }

  private func defineAll(_ properties: Value, on object: ObjectID) throws(Exception) {
    let source = try context.toObject(properties)
    var all: [(PropertyKey, PropertyDescriptor)] = []
    for key in try context.ownKeys(source, onlyEnumerable: false) {
      guard let found = try context.ownProperty(source, key), found.attributes.contains(.enumerable)
      else {
        continue
      }
      all.append(
        (key, try descriptor(try context.get(source, key, receiver: .object(source)))))
    }
    for (key, descriptor) in all { try defineOrThrow(object, key, descriptor) }
  }

  private func defineOrThrow(
    _ id: ObjectID, _ key: PropertyKey, _ descriptor: PropertyDescriptor
  ) throws(Exception) {
    guard try defineOwn(id, key, descriptor) else {
      throw context.typeError("\(context.text(key)) cannot be defined")
    }
  }

  /// Defines a property if its attributes allow it. Returns `false` otherwise.
  private func defineOwn(
    _ id: ObjectID, _ key: PropertyKey, _ descriptor: PropertyDescriptor
  ) throws(Exception) -> Bool {
    let object = heap.object(id)
    if object.pointee.kind == .array, key == PropertyKey(.length) {
      return try defineLength(id, descriptor)
    }
    let getter = descriptor.getter.map { $0.isObject ? $0.id : 0 }
    let setter = descriptor.setter.map { $0.isObject ? $0.id : 0 }
    guard let current = try context.ownProperty(id, key) else {
      var attributes: Heap.Attributes = []
      if descriptor.isEnumerable == true { attributes.insert(.enumerable) }
      if descriptor.isConfigurable == true { attributes.insert(.configurable) }
      if descriptor.isWritable == true { attributes.insert(.writable) }
      let value =
        descriptor.isAccessor
        ? Value.accessor(getter: getter ?? 0, setter: setter ?? 0)
        : descriptor.value ?? .undefined
      return try context.add(id, key, value, attributes)
    }
    var attributes = current.attributes
    let isAccessor = current.value.tag == .accessor
    if !attributes.contains(.configurable) {
      if descriptor.isConfigurable == true { return false }
      if let wanted = descriptor.isEnumerable, wanted != attributes.contains(.enumerable) {
        return false
      }
      let isData = descriptor.value != nil || descriptor.isWritable != nil
      if isAccessor {
        if isData { return false }
        if let getter, getter != current.value.getter { return false }
        if let setter, setter != current.value.setter { return false }
      } else {
        if descriptor.isAccessor { return false }
        if !attributes.contains(.writable) {
          if descriptor.isWritable == true { return false }
          if let value = descriptor.value, !(try context.isSame(value, current.value)) {
            return false
          }
        }
      }
    }
    func apply(_ wanted: Bool?, _ attribute: Heap.Attributes) {
      guard let wanted else { return }
      if wanted { attributes.insert(attribute) } else { attributes.remove(attribute) }
    }
    apply(descriptor.isEnumerable, .enumerable)
    apply(descriptor.isConfigurable, .configurable)
    var value = current.value
    if descriptor.isAccessor {
      attributes.remove(.writable)
      value = .accessor(
        getter: getter ?? (isAccessor ? value.getter : 0),
        setter: setter ?? (isAccessor ? value.setter : 0))
    } else {
      if isAccessor, descriptor.value != nil || descriptor.isWritable != nil {
        value = .undefined
        attributes.remove(.writable)
      }
      apply(descriptor.isWritable, .writable)
      if let new = descriptor.value { value = new }
    }
    return try context.add(id, key, value, attributes)
  }

  private func defineLength(
    _ id: ObjectID, _ descriptor: PropertyDescriptor
  ) throws(Exception) -> Bool {
    if descriptor.isAccessor || descriptor.isConfigurable == true
      || descriptor.isEnumerable == true
    {
      return false
    }
    let object = heap.object(id)
    if let value = descriptor.value {
      if !(try context.setLength(id, value)) { return false }
    }
    if descriptor.isWritable == true, object.pointee.flags.contains(.hasFixedLength) {
      return false
    }
    if descriptor.isWritable == false {
      heap.touch(id)
      object.pointee.flags.insert(.hasFixedLength)
    }
    return true
  }

  // MARK: - Prototypes

  func call(
    _ function: ObjectPrototypeFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch function {
    case .hasOwnProperty:
      let key = try context.toKey(arguments[0])
      if this.tag == .host {
        return .boolean(try context.has(this, key))
      }
      return .boolean(try context.ownProperty(try context.toObject(this), key) != nil)
    case .propertyIsEnumerable:
      let key = try context.toKey(arguments[0])
      let found = try context.ownProperty(try context.toObject(this), key)
      return .boolean(found?.attributes.contains(.enumerable) ?? false)
    case .isPrototypeOf:
      guard arguments[0].isObject else { return .boolean(false) }
      let id = try context.toObject(this)
      var current = heap.object(arguments[0]).pointee.prototype
      while current != 0 {
        if current == id { return .boolean(true) }
        current = heap.object(current).pointee.prototype
        try context.count(steps: 1)
      }
      return .boolean(false)
    case .toLocaleString:
      let method = try context.get(this, PropertyKey(.toString))
      return try context.call(method, this: this, arguments: [])
    case .toString: return try objectToString(this)
    case .valueOf: return this.tag == .host ? this : .object(try context.toObject(this))
    }
  }

  func objectToString(_ this: Value) throws(Exception) -> Value {
    let name: String =
      switch this.tag {
      case .undefined: "Undefined"
      case .null: "Null"
      case .string: "String"
      case .number: "Number"
      case .boolean: "Boolean"
      case .object:
        switch heap.object(this).pointee.kind {
        case .array: "Array"
        case .function, .native, .bound: "Function"
        case .error: "Error"
        case .boolean: "Boolean"
        case .number: "Number"
        case .string: "String"
        case .arguments: "Arguments"
        case .regularExpression: "RegExp"
        default:
          this.id == context.realm.math ? "Math" : this.id == context.realm.json ? "JSON" : "Object"
        }
      default: "Object"
      }
    return try context.string("[object \(name)]")
  }

  func call(
    _ function: FunctionPrototypeFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    if function == .itself { return .undefined }
    guard context.isCallable(this) else {
      throw context.typeError("\(context.describe(this)) is not a function")
    }
    switch function {
    case .apply:
      return try context.call(this, this: arguments[0], arguments: try list(of: arguments[1]))
    case .call:
      var all: [Value] = []
      for index in 1..<max(arguments.count, 1) { all.append(arguments[index]) }
      return try context.call(this, this: arguments[0], arguments: all)
    case .bind: return try bind(this, arguments)
    case .toString, .itself:
      let name = this.isObject ? try context.get(this, PropertyKey(.name)) : .undefined
      return try context.string(
        "function \(name.isString ? context.text(name) : "")() { [native code] }")
    }
  }

  /// Returns the values of an array or an array-like object, for `apply`.
  private func list(of value: Value) throws(Exception) -> [Value] {
    if value.isNullish { return [] }
    guard value.isAnyObject else {
      throw context.typeError("\(context.describe(value)) is not a list of arguments")
    }
    let length = try context.toLength(try context.get(value, PropertyKey(.length)))
    guard length < 8192 else { throw Exception(reason: .limit(.callDepth)) }
    try context.count(steps: Int(length))
    var all: [Value] = []
    for index in 0..<Int(length) {
      all.append(try context.get(value, PropertyKey(index: UInt32(index))))
    }
    return all
  }

  private func bind(_ target: Value, _ arguments: Arguments) throws(Exception) -> Value {
    let id = try heap.newObject(.bound, prototype: context.realm.function, properties: 2)
    if target.isObject {
      heap.object(id).pointee.prototype = heap.object(target).pointee.prototype
      if context.isConstructor(heap.object(target)) {
        heap.object(id).pointee.flags.insert(.isConstructor)
      }
    }
    heap.object(id).pointee.value = target
    for index in 0..<max(arguments.count, 1) {
      try heap.setElement(id, UInt32(index), arguments[index], [])
    }
    var length = 0.0
    if target.isObject, try context.ownProperty(target.id, PropertyKey(.length)) != nil {
      let value = try context.get(target, PropertyKey(.length))
      if value.isNumber {
        length = max(try context.toInteger(value) - Double(max(arguments.count - 1, 0)), 0)
      }
    }
    let name = try context.get(target, PropertyKey(.name))
    let bound = try heap.concatenation(
      try heap.string("bound "), name.isString ? name.id : Name.empty)
    try heap.addProperty(id, Name.length.id, .number(length), .configurable)
    try heap.addProperty(id, Name.name.id, .string(bound), .configurable)
    return .object(id)
  }
}
