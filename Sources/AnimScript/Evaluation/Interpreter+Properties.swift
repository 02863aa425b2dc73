/// A property of an object itself.
struct OwnProperty {
  /// A value, or an accessor with its two functions.
  var value: Value
  var attributes: Heap.Attributes
}

extension Value {
  static func accessor(getter: ObjectID, setter: ObjectID) -> Value {
    Value(.accessor, UInt64(getter) << 32 | UInt64(setter))
  }

  var getter: ObjectID { UInt32(truncatingIfNeeded: payload >> 32) }
  var setter: ObjectID { UInt32(truncatingIfNeeded: payload) }
}

// MARK: - Reading

extension Interpreter {
  /// `value.name`
  @inline(__always)
  func getMember(_ value: Value, _ name: StringID) throws(Exception) -> Value {
    if value.isObject {
      let object = heap.object(value)
      if object.pointee.kind == .array, name == Name.length.id {
        return .number(Double(object.pointee.length))
      }
      if let cell = heap.findProperty(object, name), cell.pointee.tag != .accessor {
        return cell.pointee.value
      }
    }
    return try get(value, PropertyKey(name: name))
  }

  /// `value[key]`, if it is an element of an object.
  @inline(__always)
  func fastElement(_ value: Value, _ key: Value) -> Value? {
    guard value.isObject, key.isNumber else { return nil }
    let number = key.number
    guard number >= 0, number < 4_294_967_295 else { return nil }
    let index = UInt32(number)
    guard Double(index) == number else { return nil }
    let object = heap.object(value)
    guard index < object.pointee.elementCount else { return nil }
    let cell = heap.cell(object.pointee.elements) + Int(index)
    guard cell.pointee.tag.rawValue <= Value.Tag.host.rawValue else { return nil }
    return cell.pointee.value
  }

  /// Sets an element that exists and may be changed.
  @inline(__always)
  func setFastElement(_ value: Value, _ key: Value, _ element: Value) -> Bool {
    guard value.isObject, key.isNumber else { return false }
    let number = key.number
    guard number >= 0, number < 4_294_967_295 else { return false }
    let index = UInt32(number)
    guard Double(index) == number else { return false }
    let object = heap.object(value)
    guard index < object.pointee.elementCount else { return false }
    let cell = heap.cell(object.pointee.elements) + Int(index)
    guard cell.pointee.tag.rawValue <= Value.Tag.host.rawValue,
      cell.pointee.attributes.contains(.writable)
    else { return false }
    heap.touch(value.id)
    cell.pointee.value = element
    return true
  }

  @inline(never)
  func getIndex(_ value: Value, _ key: Value) throws(Exception) -> Value {
    if value.isString, key.isNumber, let index = Int(exactly: key.number), index >= 0,
      index < heap.count(of: value.id)
    {
      return .string(try heap.string(unit: try heap.units(of: value.id)[index]))
    }
    try requireObject(value, key)
    return try get(value, try toKey(key))
  }

  /// Returns the key of an index.
  func key(_ index: Double) throws(Exception) -> PropertyKey {
    if let small = UInt32(exactly: index), small != .max { return PropertyKey(index: small) }
    return try heap.key(try numberToString(index))
  }

  /// Returns an element of anything like an array.
  func element(_ object: Value, _ index: Double) throws(Exception) -> Value {
    if let value = fastElement(object, .number(index)) { return value }
    return try get(object, try key(index))
  }

  /// Throws unless a value can have properties.
  @inline(__always)
  func requireObject(_ value: Value, _ key: Value = .empty) throws(Exception) {
    if value.isNullish { throw nullish(value, key) }
  }

  @inline(never)
  private func nullish(_ value: Value, _ key: Value) -> Exception {
    let what = value.isNull ? "null" : "undefined"
    guard !key.isEmpty else { return typeError("\(what) has no properties") }
    return typeError("\(what) has no properties, so it has no \(describe(key))")
  }

  func requiredKey(_ value: Value, _ key: Value) throws(Exception) -> PropertyKey {
    try requireObject(value, key)
    return try toKey(key)
  }

  func get(_ value: Value, _ key: PropertyKey) throws(Exception) -> Value {
    switch value.tag {
    case .object: return try get(value.id, key, receiver: value)
    case .host: return try getHost(value, key)
    case .string:
      if key.isIndex {
        if key.id < UInt32(heap.count(of: value.id)) {
          return .string(try heap.string(unit: try heap.units(of: value.id)[Int(key.id)]))
        }
      } else if key.id == Name.length.id {
        return .number(Double(heap.count(of: value.id)))
      }
      return try get(realm.string, key, receiver: value)
    case .number: return try get(realm.number, key, receiver: value)
    case .boolean: return try get(realm.boolean, key, receiver: value)
    default: throw nullish(value, .string(try heap.string(key)))
    }
  }

  private func getHost(_ value: Value, _ key: PropertyKey) throws(Exception) -> Value {
    try count(steps: 4)
    let object = HostObject(bits: value.payload)
    let result = try host.get(key, of: object, in: self)
    guard result.isUndefined else { return result }
    // The properties that all objects, arrays and functions share.
    let prototype =
      host.isArrayLike(object)
      ? realm.array : host.isCallable(object) ? realm.function : realm.object
    return try get(prototype, key, receiver: value)
  }

  /// Returns a property of an object or its prototypes.
  func get(
    _ id: ObjectID, _ key: PropertyKey, receiver: Value
  ) throws(Exception) -> Value {
    var current = id
    var hops = 0
    while current != 0 {
      let object = heap.object(current)
      let found: Value?
      switch object.pointee.kind {
      case .ordinary, .native:
        found =
          key.isIndex
          ? elementOrSparse(object, key.id) : heap.findProperty(object, key.id)?.pointee.value
      default: found = try ownProperty(current, key)?.value
      }
      if let found {
        if found.tag != .accessor { return found }
        guard found.getter != 0 else { return .undefined }
        return try call(.object(found.getter), this: receiver, arguments: [])
      }
      if object.pointee.kind == .native, object.pointee.flags.contains(.hasLazyProperties),
        let property = try ownProperty(current, key)
      {
        return property.value
      }
      current = object.pointee.prototype
      hops += 1
      if hops > 64 { try count(steps: hops) }
    }
    if globals.object != 0, id == globals.object, !key.isIndex {
      return try hostGlobal(key.id) ?? .undefined
    }
    return .undefined
  }

  @inline(__always)
  private func elementOrSparse(_ object: ObjectPointer, _ index: UInt32) -> Value? {
    if let cell = heap.findElement(object, index) { return cell.pointee.value }
    guard object.pointee.flags.contains(.isSparse) else { return nil }
    guard let name = try? heap.intern(try heap.string(decimal: index)) else { return nil }
    return heap.findProperty(object, name)?.pointee.value
  }

  /// Returns a property of the object itself.
  func ownProperty(_ id: ObjectID, _ key: PropertyKey) throws(Exception) -> OwnProperty? {
    let object = heap.object(id)
    if key.isIndex {
      if object.pointee.kind == .string {
        let string = object.pointee.value.id
        if key.id < UInt32(heap.count(of: string)) {
          let unit = try heap.units(of: string)[Int(key.id)]
          return OwnProperty(value: .string(try heap.string(unit: unit)), attributes: .enumerable)
        }
      }
    } else {
      if object.pointee.kind == .array, key.id == Name.length.id {
        return OwnProperty(
          value: .number(Double(object.pointee.length)),
          attributes: object.pointee.flags.contains(.hasFixedLength) ? [] : .writable)
      }
      if object.pointee.kind == .string, key.id == Name.length.id {
        return OwnProperty(
          value: .number(Double(heap.count(of: object.pointee.value.id))), attributes: [])
      }
      if object.pointee.flags.contains(.hasLazyProperties) { try makeProperties(id) }
    }
    guard let cell = try find(object, key) else { return nil }
    return OwnProperty(value: cell.pointee.value, attributes: cell.pointee.attributes)
  }

  /// Returns the cell of a property, if the object stores the property in one.
  func find(
    _ object: ObjectPointer, _ key: PropertyKey
  ) throws(Exception) -> UnsafeMutablePointer<Heap.Cell>? {
    guard key.isIndex else { return heap.findProperty(object, key.id) }
    if let cell = heap.findElement(object, key.id) { return cell }
    guard object.pointee.flags.contains(.isSparse) else { return nil }
    return heap.findProperty(object, try heap.intern(try heap.string(decimal: key.id)))
  }

  /// Creates the initial properties of a function.
  private func makeProperties(_ id: ObjectID) throws(Exception) {
    let object = heap.object(id)
    heap.touch(id)
    object.pointee.flags.remove(.hasLazyProperties)
    guard object.pointee.kind == .function else {
      let native = NativeFunction(number: object.pointee.a)
      try heap.addProperty(id, Name.length.id, .number(Double(native.length)), .configurable)
      try heap.addProperty(id, Name.name.id, .string(native.name), .configurable)
      return
    }
    let code = code(of: object)
    try heap.addProperty(
      id, Name.length.id, .number(Double(code.pointee.length)), .configurable)
    if object.pointee.b == 0 {
      try heap.addProperty(id, Name.name.id, .string(code.pointee.name), .configurable)
    } else {
      try heap.addProperty(id, Name.name.id, .string(object.pointee.b), .configurable)
    }
    if code.pointee.isConstructor {
      let prototype = try heap.newObject(.ordinary, prototype: realm.object, properties: 2)
      try heap.addProperty(prototype, Name.constructor.id, .object(id), .hidden)
      try heap.addProperty(id, Name.prototype.id, .object(prototype), .writable)
    }
  }

  func has(_ value: Value, _ key: PropertyKey) throws(Exception) -> Bool {
    if value.tag == .host {
      return try host.has(key, in: HostObject(bits: value.payload), in: self)
    }
    var current = value.id
    var hops = 0
    while current != 0 {
      if try ownProperty(current, key) != nil { return true }
      current = heap.object(current).pointee.prototype
      hops += 1
      if hops > 64 { try count(steps: hops) }
    }
    return false
  }
}

// MARK: - Writing

extension Interpreter {
  @inline(never)
  func setIndex(
    _ object: Value, _ key: Value, _ value: Value, isStrict: Bool
  ) throws(Exception) {
    try requireObject(object, key)
    try set(object, try toKey(key), value, isStrict: isStrict)
  }

  func set(
    _ target: Value, _ key: PropertyKey, _ value: Value, isStrict: Bool
  ) throws(Exception) {
    let isDone: Bool
    switch target.tag {
    case .object:
      isDone = try set(target.id, key, value, receiver: target)
    case .host:
      try count(steps: 4)
      isDone = try host.set(
        key, of: HostObject(bits: target.payload), to: value, in: self)
    case .undefined, .null: throw nullish(target, .string(try heap.string(key)))
    case .string:
      if key.isIndex ? key.id < UInt32(heap.count(of: target.id)) : key.id == Name.length.id {
        isDone = false
      } else {
        isDone = try set(realm.string, key, value, receiver: target)
      }
    case .number: isDone = try set(realm.number, key, value, receiver: target)
    default: isDone = try set(realm.boolean, key, value, receiver: target)
    }
    if !isDone, isStrict { throw typeError("\(text(key)) cannot be set") }
  }

  /// Sets a property of an object. Returns `false` if it can't be set.
  func set(
    _ id: ObjectID, _ key: PropertyKey, _ value: Value, receiver: Value
  ) throws(Exception) -> Bool {
    let object = heap.object(id)
    if !key.isIndex, object.pointee.flags.contains(.hasLazyProperties) { try makeProperties(id) }
    // Most often the object has it.
    if receiver.isObject, receiver.id == id, let cell = try find(object, key),
      cell.pointee.tag != .accessor
    {
      guard cell.pointee.attributes.contains(.writable) else { return false }
      heap.touch(id)
      cell.pointee.value = value
      return true
    }
    var current = id
    var hops = 0
    while current != 0 {
      if let found = try ownProperty(current, key) {
        if found.value.tag == .accessor {
          guard found.value.setter != 0 else { return false }
          _ = try call(.object(found.value.setter), this: receiver, value)
          return true
        }
        guard found.attributes.contains(.writable) else { return false }
        if receiver.isObject, current == receiver.id {
          // The length of an array.
          if key.id == Name.length.id, heap.object(current).pointee.kind == .array {
            return try setLength(current, value)
          }
        }
        break
      }
      current = heap.object(current).pointee.prototype
      hops += 1
      if hops > 64 { try count(steps: hops) }
    }
    guard receiver.isObject else { return false }
    if receiver.id != id, let existing = try ownProperty(receiver.id, key) {
      guard existing.value.tag != .accessor, existing.attributes.contains(.writable) else {
        return false
      }
    }
    return try add(receiver.id, key, value, .all)
  }

  /// Adds or replaces a property. Returns `false` if the object doesn't accept it.
  func add(
    _ id: ObjectID, _ key: PropertyKey, _ value: Value, _ attributes: Heap.Attributes
  ) throws(Exception) -> Bool {
    let object = heap.object(id)
    if let cell = try find(object, key) {
      heap.touch(id)
      cell.pointee.value = value
      cell.pointee.attributes = attributes
      return true
    }
    guard object.pointee.flags.contains(.extensible) else { return false }
    guard key.isIndex else {
      try heap.addProperty(id, key.id, value, attributes)
      if object.pointee.kind == .global { globals.forget(key.id) }
      return true
    }
    if object.pointee.kind == .array {
      if key.id >= object.pointee.length, object.pointee.flags.contains(.hasFixedLength) {
        return false
      }
    }
    if heap.isDense(object, key.id) {
      try heap.setElement(id, key.id, value, attributes)
    } else {
      let name = try heap.intern(try heap.string(decimal: key.id))
      object.pointee.flags.insert(.isSparse)
      try heap.addProperty(id, name, value, attributes)
      if key.id >= object.pointee.length { object.pointee.length = key.id + 1 }
    }
    return true
  }

  func define(
    _ id: ObjectID, _ key: PropertyKey, _ value: Value, _ attributes: Heap.Attributes
  ) throws(Exception) {
    let object = heap.object(id)
    if !key.isIndex, object.pointee.flags.contains(.hasLazyProperties) { try makeProperties(id) }
    _ = try add(id, key, value, attributes)
  }

  func defineAccessor(
    _ id: ObjectID, _ key: PropertyKey, getter: Value?, setter: Value?
  ) throws(Exception) {
    if let getter { try nameFunction(getter, key, prefix: "get ") }
    if let setter { try nameFunction(setter, key, prefix: "set ") }
    let old = try ownProperty(id, key)?.value
    var value = Value.accessor(getter: getter?.id ?? 0, setter: setter?.id ?? 0)
    if let old, old.tag == .accessor {
      value = .accessor(
        getter: getter?.id ?? old.getter, setter: setter?.id ?? old.setter)
    }
    try define(id, key, value, [.enumerable, .configurable])
  }

  /// Names a function without a name after a computed key.
  func nameFunction(
    _ value: Value, _ key: PropertyKey, prefix: String = ""
  ) throws(Exception) {
    guard value.isObject, heap.object(value).pointee.kind == .function else { return }
    let object = heap.object(value)
    let code = code(of: object)
    guard code.pointee.name == Name.empty || !prefix.isEmpty, object.pointee.b == 0,
      object.pointee.flags.contains(.hasLazyProperties)
    else { return }
    let name = try heap.string(key)
    object.pointee.b =
      prefix.isEmpty ? name : try heap.concatenation(try heap.string(prefix), name)
  }

  func setLength(_ id: ObjectID, _ value: Value) throws(Exception) -> Bool {
    let number = try toNumber(value)
    let length = UInt32(exactly: number)
    guard let length, (try toNumber(value)) == number else {
      throw rangeError("the length of an array is a whole number below 4294967296")
    }
    let object = heap.object(id)
    guard !object.pointee.flags.contains(.hasFixedLength) else {
      return length == object.pointee.length
    }
    heap.touch(id)
    guard length < object.pointee.length else {
      object.pointee.length = length
      return true
    }
    if object.pointee.flags.contains(.isSparse) {
      let start = heap.cell(object.pointee.properties)
      for offset in 0..<Int(object.pointee.propertyCount) {
        let cell = start + offset
        guard cell.pointee.key != Heap.deleted, let key = try? heap.key(cell.pointee.key),
          key.isIndex, key.id >= length
        else { continue }
        cell.pointee.key = Heap.deleted
        cell.pointee.value = .undefined
      }
    }
    var count = object.pointee.elementCount
    let start = heap.cell(object.pointee.elements)
    while count > length {
      let cell = start + Int(count - 1)
      if cell.pointee.tag != .empty, !cell.pointee.attributes.contains(.configurable) {
        object.pointee.elementCount = count
        object.pointee.length = count
        return false
      }
      count -= 1
    }
    object.pointee.elementCount = count
    object.pointee.length = length
    return true
  }

  func delete(
    _ value: Value, _ key: PropertyKey, isStrict: Bool
  ) throws(Exception) -> Bool {
    if value.isNullish { throw nullish(value, .string(try heap.string(key))) }
    guard value.isObject else { return true }
    if try delete(value.id, key) { return true }
    if isStrict { throw typeError("\(text(key)) cannot be deleted") }
    return false
  }

  func delete(_ id: ObjectID, _ key: PropertyKey) throws(Exception) -> Bool {
    guard let found = try ownProperty(id, key) else { return true }
    guard found.attributes.contains(.configurable) else { return false }
    let object = heap.object(id)
    if key.isIndex, let cell = heap.findElement(object, key.id) {
      heap.touch(id)
      cell.pointee = Heap.Cell(payload: 0, tag: .empty, attributes: .all, key: 0)
    } else if let cell = try find(object, key) {
      heap.removeProperty(id, cell)
    }
    return true
  }

  /// Prevents an object from getting new properties or losing existing ones and, if it is frozen,
  /// from changing them.
  func close(_ id: ObjectID, isFrozen: Bool) throws(Exception) {
    _ = try ownProperty(id, PropertyKey(.name))
    heap.touch(id)
    let object = heap.object(id)
    object.pointee.flags.remove(.extensible)
    if isFrozen { object.pointee.flags.insert(.hasFixedLength) }
    func close(_ start: UnsafeMutablePointer<Heap.Cell>, _ count: UInt32) {
      for index in 0..<Int(count) {
        start[index].attributes.remove(.configurable)
        if isFrozen, start[index].tag != .accessor {
          start[index].attributes.remove(.writable)
        }
      }
    }
    close(heap.cell(object.pointee.properties), object.pointee.propertyCount)
    close(heap.cell(object.pointee.elements), object.pointee.elementCount)
    try count(steps: Int(object.pointee.elementCount))
  }

  // MARK: - Keys

  /// Returns the keys of an object itself, in order: indices, then names as they were added.
  func ownKeys(_ id: ObjectID, onlyEnumerable: Bool) throws(Exception) -> [PropertyKey] {
    let object = heap.object(id)
    if object.pointee.flags.contains(.hasLazyProperties) { try makeProperties(id) }
    var keys: [PropertyKey] = []
    if object.pointee.kind == .string {
      for index in 0..<heap.count(of: object.pointee.value.id) {
        keys.append(PropertyKey(index: UInt32(index)))
      }
    }
    let elements = heap.cell(object.pointee.elements)
    for index in 0..<Int(object.pointee.elementCount) {
      let cell = elements[index]
      guard cell.tag != .empty, !onlyEnumerable || cell.attributes.contains(.enumerable) else {
        continue
      }
      keys.append(PropertyKey(index: UInt32(index)))
    }
    let properties = heap.cell(object.pointee.properties)
    var names: [PropertyKey] = []
    var sparse: [PropertyKey] = []
    for index in 0..<Int(object.pointee.propertyCount) {
      let cell = properties[index]
      guard cell.key != Heap.deleted, !onlyEnumerable || cell.attributes.contains(.enumerable)
      else { continue }
      if object.pointee.flags.contains(.isSparse), let key = try? heap.key(cell.key), key.isIndex {
        sparse.append(key)
      } else {
        names.append(PropertyKey(name: cell.key))
      }
    }
    keys += sparse.sorted { $0.id < $1.id }
    if !onlyEnumerable, object.pointee.kind == .array || object.pointee.kind == .string {
      keys.append(PropertyKey(.length))
    }
    keys += names
    try count(steps: keys.count)
    return keys
  }

  /// Copies the enumerable properties of a value to an object.
  func copyProperties(
    of value: Value, to target: ObjectID, without excluded: [PropertyKey]
  ) throws(Exception) {
    if value.tag == .host {
      for name in try host.keys(of: HostObject(bits: value.payload), in: self) {
        let key = try toKey(name)
        if !excluded.contains(key) { try define(target, key, try get(value, key), .all) }
      }
      return
    }
    guard value.isObject || value.isString else { return }
    let source = try toObject(value)
    for key in try ownKeys(source, onlyEnumerable: false) where !excluded.contains(key) {
      guard let found = try ownProperty(source, key), found.attributes.contains(.enumerable) else {
        continue
      }
      try define(target, key, try get(source, key, receiver: .object(source)), .all)
    }
  }
}
