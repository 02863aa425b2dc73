extension Interpreter {
  // MARK: - Objects of the interpreter's own

  func newArray(count: Int) throws(Exception) -> ObjectID {
    let id = try heap.newObject(.array, prototype: realm.array)
    if count > 0 {
      let object = heap.object(id)
      try heap.reserveElements(object, count)
      object.pointee.elementCount = UInt32(count)
      object.pointee.length = UInt32(count)
      heap.cell(object.pointee.elements).initialize(
        repeating: Heap.Cell(payload: 0, tag: .empty, attributes: .all, key: 0), count: count)
    }
    return id
  }

  @inline(__always)
  func setNewElement(_ id: ObjectID, _ index: Int, _ value: Value) {
    (heap.cell(heap.object(id).pointee.elements) + index).pointee.value = value
  }

  func append(_ value: Value, to array: ObjectID) throws(Exception) {
    try heap.setElement(array, heap.object(array).pointee.length, value)
  }

  func newClosure(
    _ code: UnsafeMutablePointer<FunctionCode>, _ environment: UInt32
  ) throws(Exception) -> Value {
    let id = try heap.newObject(.function, prototype: realm.function)
    let object = heap.object(id)
    object.pointee.flags = [.extensible, .hasLazyProperties]
    object.pointee.a = environment
    object.pointee.value = Value(.undefined, UInt64(UInt(bitPattern: code)))
    return .object(id)
  }

  /// Returns a new `arguments` object.
  func newArguments(_ frame: UnsafeMutablePointer<CallFrame>) throws(Exception) -> Value {
    let source = heap.object(frame.pointee.arguments)
    let id = try heap.newObject(.arguments, prototype: realm.object, properties: 2)
    let object = heap.object(id)
    let count = source.pointee.elementCount
    try heap.reserveElements(object, Int(count))
    heap.cell(object.pointee.elements).update(
      from: heap.cell(source.pointee.elements), count: Int(count))
    object.pointee.elementCount = count
    try heap.addProperty(id, Name.length.id, .number(Double(count)), .hidden)
    let function = frame.pointee.function
    if function.pointee.isStrict {
      try heap.addProperty(
        id, Name.callee.id, .accessor(getter: realm.thrower, setter: realm.thrower), [])
    } else {
      try heap.addProperty(id, Name.callee.id, .object(frame.pointee.callee), .hidden)
    }
    return .object(id)
  }

  func restArray(
    _ frame: UnsafeMutablePointer<CallFrame>, from first: Int
  ) throws(Exception) -> Value {
    let source = frame.pointee.arguments
    let count = max(Int(heap.object(source).pointee.elementCount) - first, 0)
    let id = try newArray(count: count)
    let cells = heap.cell(heap.object(source).pointee.elements) + first
    for index in 0..<count { setNewElement(id, index, cells[index].value) }
    return .object(id)
  }

  func templateObject(_ program: CompiledProgram, _ index: Int) throws(Exception) -> Value {
    if let cached = caches.template(program, index) { return .object(cached) }
    let strings = program.templates[index]
    let cooked = try array(strings.map { $0.cooked.map { .string($0) } ?? .undefined })
    let raw = try array(strings.map { .string($0.raw) })
    try heap.addProperty(cooked.id, Name.raw.id, raw, [])
    try close(raw.id, isFrozen: true)
    try close(cooked.id, isFrozen: true)
    caches.addTemplate(cooked.id, program, index)
    return cooked
  }

  /// Pushes the elements of an array onto the stack, as arguments.
  func spreadOnStack(
    _ array: Value, to sp: UnsafeMutablePointer<Value>
  ) throws(Exception) -> Int {
    let object = heap.object(array)
    let count = Int(object.pointee.elementCount)
    guard stack.makeRoom(at: sp, for: count) else { throw Exception(reason: .limit(.callDepth)) }
    for index in 0..<count {
      let cell = heap.cell(object.pointee.elements) + index
      sp[index] = cell.pointee.tag == .empty ? .undefined : cell.pointee.value
    }
    return count
  }

  // MARK: - Iteration over values

  /// Executes an instruction that iterates over values or names.
  ///
  /// - Parameter top: The position of the next value on the stack.
  /// - Returns: The new position.
  @inline(never)
  func runIteration(
    _ operation: IterationOperation, _ operand: Int, _ frame: UnsafeMutablePointer<CallFrame>,
    _ top: UnsafeMutablePointer<Value>
  ) throws(Exception) -> UnsafeMutablePointer<Value> {
    let function = frame.pointee.function
    let base = frame.pointee.base
    var sp = top
    switch operation {
    case .enumerate:
      sp[-1] = try enumerator(sp[-1])
    case .iterate:
      sp[-1] = try iterator(over: sp[-1])
    case .nextKey:
      let end = Int(frame.pointee.pc.pointee)
      frame.pointee.pc += 1
      if let key = try nextKey(base[operand]) {
        sp[0] = key
        sp += 1
      } else {
        frame.pointee.pc = function.pointee.code + end
      }
    case .nextValue:
      let end = Int(frame.pointee.pc.pointee)
      frame.pointee.pc += 1
      if let value = try nextValue(base[operand]) {
        sp[0] = value
        sp += 1
      } else {
        frame.pointee.pc = function.pointee.code + end
      }
    case .iteratorStep:
      sp[0] = try nextValue(base[operand]) ?? .undefined
      sp += 1
    case .iteratorRest:
      let array = try newArray(count: 0)
      while let value = try nextValue(base[operand]) {
        try heap.setElement(array, heap.object(array).pointee.length, value)
      }
      sp[0] = .object(array)
      sp += 1
    case .requireObject:
      try requireObject(sp[-1])
    }
    return sp
  }

  /// The values that an iterator yields, stored in the field b of its object.
  enum IteratorKind: UInt32 { case values, keys, entries, names }

  /// Returns an iterator over an array, a string, `arguments` or a host's object.
  func iterator(over value: Value) throws(Exception) -> Value {
    switch value.tag {
    case .string: return try newIterator(value, .values)
    case .object:
      switch heap.object(value).pointee.kind {
      case .array, .arguments, .string: return try newIterator(value, .values)
      case .iterator: return value
      default: break
      }
    case .host where host.isArrayLike(HostObject(bits: value.payload)):
      return try newIterator(value, .values)
    default: break
    }
    throw typeError("\(describe(value)) is not iterable")
  }

  func newIterator(_ value: Value, _ kind: IteratorKind) throws(Exception) -> Value {
    let id = try heap.newObject(.iterator, prototype: realm.iterator)
    let object = heap.object(id)
    object.pointee.value = value
    object.pointee.b = kind.rawValue
    return .object(id)
  }

  /// Returns the next value of an iterator, or `nil` at and after its end.
  func nextValue(_ iterator: Value) throws(Exception) -> Value? {
    let object = heap.object(iterator)
    let source = object.pointee.value
    let index = object.pointee.a
    guard !source.isUndefined else { return nil }
    try count(steps: 1)
    object.pointee.a = index + 1
    if object.pointee.b == IteratorKind.values.rawValue,
      source.isString || (source.isObject && heap.object(source).pointee.kind == .string)
    {
      let string = source.isString ? source.id : heap.object(source).pointee.value.id
      let units = try heap.units(of: string)
      guard Int(index) < units.count else {
        object.pointee.value = .undefined
        return nil
      }
      let isPair =
        units[Int(index)] & 0xFC00 == 0xD800 && Int(index) + 1 < units.count
        && units[Int(index) + 1] & 0xFC00 == 0xDC00
      if isPair { object.pointee.a = index + 2 }
      return .string(try heap.substring(string, Int(index)..<Int(index) + (isPair ? 2 : 1)))
    }
    let length: Double
    if source.isObject, heap.object(source).pointee.kind == .array {
      length = Double(heap.object(source).pointee.length)
    } else {
      length = try toLength(try get(source, PropertyKey(.length)))
    }
    guard Double(index) < length else {
      object.pointee.value = .undefined
      return nil
    }
    let key = PropertyKey(index: index)
    switch IteratorKind(rawValue: object.pointee.b) {
    case .keys: return .number(Double(index))
    case .entries: return try array([.number(Double(index)), try get(source, key)])
    default:
      if let value = fastElement(source, .number(Double(index))) { return value }
      return try get(source, key)
    }
  }

  func appendAll(of value: Value, to array: ObjectID) throws(Exception) {
    let iterator = try iterator(over: value)
    while let value = try nextValue(iterator) { try append(value, to: array) }
  }

  // MARK: - for in

  /// Returns an object with the names that `for in` iterates over.
  func enumerator(_ value: Value) throws(Exception) -> Value {
    let names = try newArray(count: 0)
    if value.tag == .host {
      for name in try host.keys(of: HostObject(bits: value.payload), in: self) {
        try append(name, to: names)
      }
    } else if !value.isNullish {
      var seen: Set<StringID> = []
      var current = try toObject(value)
      var isFirst = true
      while current != 0 {
        for key in try ownKeys(current, onlyEnumerable: false) {
          let name = try heap.intern(try heap.string(key))
          guard seen.insert(name).inserted, let found = try ownProperty(current, key),
            found.attributes.contains(.enumerable)
          else { continue }
          try append(.string(name), to: names)
        }
        current = heap.object(current).pointee.prototype
        // Built-in properties aren't enumerable.
        if !isFirst || heap.isLanguageChanged { try count(steps: 16) }
        isFirst = false
      }
    }
    let iterator = try newIterator(.object(names), .names)
    // The object of the names, to skip names that are deleted during the iteration.
    try heap.addProperty(
      iterator.id, Name.value.id, value.isObject ? value : .undefined, [])
    return iterator
  }

  func nextKey(_ iterator: Value) throws(Exception) -> Value? {
    while let name = try nextValue(iterator) {
      let source =
        heap.findProperty(heap.object(iterator), Name.value.id)?.pointee.value ?? .undefined
      if source.isUndefined { return name }
      if try has(source, try toKey(name)) { return name }
    }
    return nil
  }
}
