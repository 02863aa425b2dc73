enum ArrayFunction: String, NativeTable {
  case from, isArray, of

  var length: Int {
    switch self {
    case .of: 0
    default: 1
    }
  }
}

enum ArrayPrototypeFunction: String, NativeTable {
  case at, concat, copyWithin, entries, every, fill, filter, find, findIndex, findLast
  case findLastIndex, flat, flatMap, forEach, includes, indexOf, join, keys, lastIndexOf, map, pop
  case push, reduce, reduceRight, reverse, shift, slice, some, sort, splice, toLocaleString
  case toString, unshift, values

  var length: Int {
    switch self {
    case .entries, .flat, .keys, .pop, .reverse, .shift, .toLocaleString, .toString, .values: 0
    case .copyWithin, .slice, .splice: 2
    default: 1
    }
  }
}

/// The constructor `Array` and the members of arrays.
struct ArrayFunctions {
  private let context: NativeContext
  private var heap: Heap { context.heap }

  init(_ context: NativeContext) { self.context = context }

  // MARK: - Elements of array-like objects

  private func length(_ object: Value) throws(Exception) -> Double {
    try context.toLength(try context.get(object, PropertyKey(.length)))
  }

  private func setElement(_ object: Value, _ index: Double, _ value: Value) throws(Exception) {
    if context.setFastElement(object, .number(index), value) { return }
    try context.set(object, try context.key(index), value, isStrict: true)
  }

  private func setLength(_ object: Value, _ length: Double) throws(Exception) {
    try context.set(object, PropertyKey(.length), .number(length), isStrict: true)
  }

  private func remove(_ object: Value, _ index: Double) throws(Exception) {
    _ = try context.delete(object, try context.key(index), isStrict: true)
  }

  private func hasElement(_ object: Value, _ index: Double) throws(Exception) -> Bool {
    if context.fastElement(object, .number(index)) != nil { return true }
    return try context.has(object, try context.key(index))
  }

  /// Returns `this` as an object.
  private func receiver(_ this: Value) throws(Exception) -> Value {
    this.isAnyObject ? this : .object(try context.toObject(this))
  }

  /// Returns an index from the start, or from the end if negative, within the length.
  private func relative(
    _ value: Value, _ length: Double, default initial: Double
  ) throws(Exception) -> Double {
    if value.isUndefined { return initial }
    let index = try context.toInteger(value)
    return index < 0 ? max(length + index, 0) : min(index, length)
  }

  private func callback(_ value: Value) throws(Exception) -> Value {
    guard context.isCallable(value) else {
      throw context.typeError("\(context.describe(value)) is not a function")
    }
    return value
  }

  // MARK: - Array

  func make(_ arguments: Arguments) throws(Exception) -> Value {
    if arguments.count == 1, arguments[0].isNumber {
      guard let length = UInt32(exactly: arguments[0].number) else {
        throw context.rangeError("the length of an array is a whole number below 4294967296")
      }
      let id = try context.newArray(count: 0)
      heap.object(id).pointee.length = length
      return .object(id)
    }
    return .object(
      try heap.newArray(arguments.base, arguments.count, prototype: context.realm.array))
  }

  func call(
    _ function: ArrayFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch function {
    case .isArray:
      if let object = arguments[0].asHostObject { return .boolean(context.isArrayLike(object)) }
      return .boolean(context.isArray(arguments[0]))
    case .of:
      let result = try newList(this, [.number(Double(arguments.count))])
      for index in 0..<arguments.count { try put(result, Double(index), arguments[index]) }
      try setLength(result, Double(arguments.count))
      return result
    case .from: return try arrayFrom(this, arguments)
    }
  }

  /// Returns an instance of `this` if it is a constructor, otherwise an array.
  private func newList(_ this: Value, _ arguments: [Value]) throws(Exception) -> Value {
    guard this.isObject, this.id != context.realm.arrayConstructor else {
      return .object(try context.newArray(count: 0))
    }
    let object = heap.object(this)
    return context.isConstructor(object)
      ? try context.construct(this, arguments) : .object(try context.newArray(count: 0))
  }

  /// Defines an element. Throws if the object rejects it.
  private func put(_ object: Value, _ index: Double, _ value: Value) throws(Exception) {
    guard object.isObject else { return try setElement(object, index, value) }
    let key = try context.key(index)
    if let existing = try context.ownProperty(object.id, key),
      !existing.attributes.contains(.configurable)
    {
      throw context.typeError("\(context.text(key)) cannot be defined")
    }
    guard try context.add(object.id, key, value, .all) else {
      throw context.typeError("\(context.text(key)) cannot be defined")
    }
  }

  private func arrayFrom(_ this: Value, _ arguments: Arguments) throws(Exception) -> Value {
    let source = arguments[0]
    let map = arguments[1]
    if !map.isUndefined { _ = try callback(map) }
    func mapped(_ value: Value, _ index: Double) throws(Exception) -> Value {
      map.isUndefined ? value : try context.call(map, this: arguments[2], value, .number(index))
    }
    try context.requireObject(source)
    var index = 0.0
    if let iterator = try? context.iterator(over: source) {
      let result = try newList(this, [])
      while let value = try context.nextValue(iterator) {
        try put(result, index, try mapped(value, index))
        index += 1
      }
      try setLength(result, index)
      return result
    }
    let list = try receiver(source)
    let length = try length(list)
    let result = try newList(this, [.number(length)])
    while index < length {
      try context.count(steps: 1)
      try put(result, index, try mapped(try context.element(list, index), index))
      index += 1
    }
    try setLength(result, length)
    return result
  }

  // MARK: - Array.prototype

  func call(
    _ function: ArrayPrototypeFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let object = try receiver(this)
    switch function {
    case .push: return try push(object, arguments)
    case .pop, .shift: return try takeOne(object, isFirst: function == .shift)
    case .unshift: return try unshift(object, arguments)
    case .join, .toString, .toLocaleString: return try joined(function, object, arguments)
    case .concat: return try concat(object, arguments)
    case .slice: return try slice(object, arguments)
    case .splice: return try splice(object, arguments)
    case .reverse: return try reverse(object)
    case .sort: return try sort(object, arguments[0])
    case .fill, .copyWithin, .at: return try filled(function, object, arguments)
    case .indexOf, .lastIndexOf, .includes: return try search(function, object, arguments)
    case .keys: return try context.newIterator(object, .keys)
    case .values: return try context.newIterator(object, .values)
    case .entries: return try context.newIterator(object, .entries)
    case .flat, .flatMap: return try flat(function, object, arguments)
    case .reduce, .reduceRight: return try reduce(function, object, arguments)
    case .find, .findIndex, .findLast, .findLastIndex:
      return try find(function, object, arguments)
    case .every, .some, .forEach, .map, .filter: return try visit(function, object, arguments)
    }
  }

  private func push(_ object: Value, _ arguments: Arguments) throws(Exception) -> Value {
    if object.isObject, heap.object(object).pointee.kind == .array,
      heap.object(object).pointee.length == heap.object(object).pointee.elementCount,
      heap.object(object).pointee.flags.contains(.extensible),
      !heap.object(object).pointee.flags.contains(.hasFixedLength)
    {
      for index in 0..<arguments.count { try context.append(arguments[index], to: object.id) }
      return .number(Double(heap.object(object).pointee.length))
    }
    var length = try length(object)
    guard length + Double(arguments.count) <= 9_007_199_254_740_991 else {
      throw context.typeError("the list is too long")
    }
    for index in 0..<arguments.count {
      try setElement(object, length, arguments[index])
      length += 1
    }
    try setLength(object, length)
    return .number(length)
  }

  private func takeOne(_ object: Value, isFirst: Bool) throws(Exception) -> Value {
    let length = try length(object)
    guard length > 0 else {
      try setLength(object, 0)
      return .undefined
    }
    guard isFirst else {
      let last = try context.element(object, length - 1)
      try remove(object, length - 1)
      try setLength(object, length - 1)
      return last
    }
    let first = try context.element(object, 0)
    try move(object, from: 1, to: 0, count: length - 1)
    try remove(object, length - 1)
    try setLength(object, length - 1)
    return first
  }

  /// Moves elements, in the order that doesn't overwrite elements before they are moved.
  private func move(
    _ object: Value, from: Double, to: Double, count: Double
  ) throws(Exception) {
    let isForward = to < from
    var step = isForward ? 0 : count - 1
    while isForward ? step < count : step >= 0 {
      try context.count(steps: 1)
      if try hasElement(object, from + step) {
        try setElement(object, to + step, try context.element(object, from + step))
      } else {
        try remove(object, to + step)
      }
      step += isForward ? 1 : -1
    }
  }

  private func unshift(_ object: Value, _ arguments: Arguments) throws(Exception) -> Value {
    let length = try length(object)
    let added = Double(arguments.count)
    if added > 0 {
      guard length + added <= 9_007_199_254_740_991 else {
        throw context.typeError("the list is too long")
      }
      try move(object, from: 0, to: added, count: length)
      for index in 0..<arguments.count { try setElement(object, Double(index), arguments[index]) }
    }
    try setLength(object, length + added)
    return .number(length + added)
  }

  private func joined(
    _ function: ArrayPrototypeFunction, _ object: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    if function == .toString {
      let join = try context.get(object, PropertyKey(.join))
      guard context.isCallable(join) else {
        return try ObjectFunctions(context).objectToString(object)
      }
      return try context.call(join, this: object, arguments: [])
    }
    let length = try length(object)
    let separator =
      function == .join && !arguments[0].isUndefined ? try context.toStringID(arguments[0]) : 44
    if object.isObject {
      guard context.beginJoining(object.id) else { return .string(Name.empty) }
    }
    defer { if object.isObject { context.endJoining() } }
    var units: [UInt16] = []
    let between = Array(try heap.units(of: separator))
    var index = 0.0
    while index < length {
      try context.count(steps: 1 + between.count / 16)
      if index > 0 { units.append(contentsOf: between) }
      let value = try context.element(object, index)
      if !value.isNullish {
        let string: StringID
        if function == .toLocaleString {
          let method = try context.get(value, try heap.key(try heap.string("toLocaleString")))
          string = try context.toStringID(try context.call(method, this: value, arguments: []))
        } else {
          string = try context.toStringID(value)
        }
        units.append(contentsOf: try heap.units(of: string))
      }
      guard units.count <= context.limits.stringLength else {
        throw Exception(reason: .limit(.stringLength))
      }
      index += 1
    }
    return .string(try heap.string(units))
  }

  /// Returns a new array for the elements of another list. No other kinds of arrays are supported,
  /// but `constructor` must be a constructor.
  private func newArray(like object: Value, length: Double = 0) throws(Exception) -> ObjectID {
    if context.isArray(object) {
      let constructor = try context.get(object, PropertyKey(.constructor))
      guard constructor.isUndefined || constructor.isObject else {
        throw context.typeError("\(context.describe(constructor)) is not a constructor")
      }
    }
    guard length <= 4_294_967_295 else {
      throw context.rangeError("the length of an array is a whole number below 4294967296")
    }
    return try context.newArray(count: 0)
  }

  private func concat(_ object: Value, _ arguments: Arguments) throws(Exception) -> Value {
    let result = try newArray(like: object)
    var length = 0.0
    for item in -1..<arguments.count {
      let value = item < 0 ? object : arguments[item]
      let isList =
        context.isArray(value) || (value.asHostObject.map { context.isArrayLike($0) } ?? false)
      guard isList else {
        try put(.object(result), length, value)
        length += 1
        continue
      }
      let added = try self.length(value)
      guard length + added <= 9_007_199_254_740_991 else {
        throw context.typeError("the list is too long")
      }
      var index = 0.0
      while index < added {
        try context.count(steps: 1)
        if try hasElement(value, index) {
          try put(.object(result), length + index, try context.element(value, index))
        }
        index += 1
      }
      length += added
    }
    try setLength(.object(result), length)
    return .object(result)
  }

  private func slice(_ object: Value, _ arguments: Arguments) throws(Exception) -> Value {
    let length = try length(object)
    let start = try relative(arguments[0], length, default: 0)
    let end = try relative(arguments[1], length, default: length)
    let result = try newArray(like: object, length: max(end - start, 0))
    var index = start
    while index < end {
      try context.count(steps: 1)
      if try hasElement(object, index) {
        try put(.object(result), index - start, try context.element(object, index))
      }
      index += 1
    }
    try setLength(.object(result), max(end - start, 0))
    return .object(result)
  }

  private func splice(_ object: Value, _ arguments: Arguments) throws(Exception) -> Value {
    let length = try length(object)
    let start = try relative(arguments[0], length, default: 0)
    let added = Double(max(arguments.count - 2, 0))
    let removed: Double =
      switch arguments.count {
      case 0: 0
      case 1: length - start
      default: min(max(try context.toInteger(arguments[1]), 0), length - start)
      }
    guard length + added - removed <= 9_007_199_254_740_991 else {
      throw context.typeError("the list is too long")
    }
    let result = try newArray(like: object, length: removed)
    var index = 0.0
    while index < removed {
      try context.count(steps: 1)
      if try hasElement(object, start + index) {
        try put(.object(result), index, try context.element(object, start + index))
      }
      index += 1
    }
    try setLength(.object(result), removed)
    if added != removed {
      try move(
        object, from: start + removed, to: start + added, count: length - start - removed)
      var last = length
      while last > length - removed + added {
        try context.count(steps: 1)
        try remove(object, last - 1)
        last -= 1
      }
    }
    for index in 0..<Int(added) {
      try setElement(object, start + Double(index), arguments[index + 2])
    }
    try setLength(object, length - removed + added)
    return .object(result)
  }

  private func reverse(_ object: Value) throws(Exception) -> Value {
    let length = try length(object)
    var low = 0.0
    while low < (length / 2).rounded(.down) {
      try context.count(steps: 1)
      let high = length - 1 - low
      let hasLow = try hasElement(object, low)
      let first = hasLow ? try context.element(object, low) : .undefined
      let hasHigh = try hasElement(object, high)
      let last = hasHigh ? try context.element(object, high) : .undefined
      if hasHigh { try setElement(object, low, last) } else { try remove(object, low) }
      if hasLow { try setElement(object, high, first) } else { try remove(object, high) }
      low += 1
    }
    return object
  }

  private func filled(
    _ function: ArrayPrototypeFunction, _ object: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let length = try length(object)
    switch function {
    case .at:
      let index = try context.toInteger(arguments[0])
      let position = index < 0 ? length + index : index
      return position < 0 || position >= length ? .undefined : try context.element(object, position)
    case .fill:
      var index = try relative(arguments[1], length, default: 0)
      let end = try relative(arguments[2], length, default: length)
      while index < end {
        try context.count(steps: 1)
        try setElement(object, index, arguments[0])
        index += 1
      }
      return object
    default:
      let target = try relative(arguments[0], length, default: 0)
      let start = try relative(arguments[1], length, default: 0)
      let end = try relative(arguments[2], length, default: length)
      let amount = min(end - start, length - target)
      if amount > 0 { try move(object, from: start, to: target, count: amount) }
      return object
    }
  }

  private func search(
    _ function: ArrayPrototypeFunction, _ object: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let length = try length(object)
    let wanted = arguments[0]
    if function == .lastIndexOf {
      guard length > 0 else { return .number(-1) }
      var index = length - 1
      if arguments.count > 1 {
        let start = try context.toInteger(arguments[1])
        index = start < 0 ? length + start : min(start, length - 1)
      }
      while index >= 0 {
        try context.count(steps: 1)
        if try hasElement(object, index),
          try context.isStrictlyEqual(try context.element(object, index), wanted)
        {
          return .number(index + 0)
        }
        index -= 1
      }
      return .number(-1)
    }
    guard length > 0 else { return function == .includes ? .boolean(false) : .number(-1) }
    var index = try relative(arguments[1], length, default: 0)
    while index < length {
      try context.count(steps: 1)
      if function == .includes {
        if try context.isSameOrZero(try context.element(object, index), wanted) {
          return .boolean(true)
        }
      } else if try hasElement(object, index),
        try context.isStrictlyEqual(try context.element(object, index), wanted)
      {
        return .number(index)
      }
      index += 1
    }
    return function == .includes ? .boolean(false) : .number(-1)
  }

  private func flat(
    _ function: ArrayPrototypeFunction, _ object: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let length = try length(object)
    if function == .flatMap { _ = try callback(arguments[0]) }
    let result = try newArray(like: object)
    if function == .flatMap {
      let map = try callback(arguments[0])
      try flatten(object, length, into: result, depth: 1, nesting: 0) {
        (value, index) throws(Exception) in
        try context.call(map, this: arguments[1], value, .number(index), object)
      }
    } else {
      let depth = arguments[0].isUndefined ? 1 : try context.toInteger(arguments[0])
      try flatten(object, length, into: result, depth: depth, nesting: 0, nil)
    }
    return .object(result)
  }

  private func flatten(
    _ object: Value, _ length: Double, into result: ObjectID, depth: Double, nesting: Int,
    _ map: ((Value, Double) throws(Exception) -> Value)?
  ) throws(Exception) {
    guard nesting < context.limits.nesting else { throw Exception(reason: .limit(.nesting)) }
    var index = 0.0
    while index < length {
      try context.count(steps: 1)
      if try hasElement(object, index) {
        var value = try context.element(object, index)
        if let map { value = try map(value, index) }
        if depth > 0, context.isArray(value) {
          try flatten(
            value, try self.length(value), into: result, depth: depth - 1, nesting: nesting + 1,
            nil)
        } else {
          try context.append(value, to: result)
        }
      }
      index += 1
    }
  }

  private func reduce(
    _ function: ArrayPrototypeFunction, _ object: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let length = try length(object)
    let reducer = try callback(arguments[0])
    let isRight = function == .reduceRight
    var index = isRight ? length - 1 : 0
    let step = isRight ? -1.0 : 1.0
    var result = arguments[1]
    var hasResult = arguments.count > 1
    while isRight ? index >= 0 : index < length {
      try context.count(steps: 1)
      if try hasElement(object, index) {
        let value = try context.element(object, index)
        if hasResult {
          result = try context.call(
            reducer, this: .undefined, arguments: [result, value, .number(index), object])
        } else {
          result = value
          hasResult = true
        }
      }
      index += step
    }
    guard hasResult else { throw context.typeError("an empty list without an initial value") }
    return result
  }

  private func find(
    _ function: ArrayPrototypeFunction, _ object: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let length = try length(object)
    let test = try callback(arguments[0])
    let isLast = function == .findLast || function == .findLastIndex
    let wantsIndex = function == .findIndex || function == .findLastIndex
    var index = isLast ? length - 1 : 0
    while isLast ? index >= 0 : index < length {
      try context.count(steps: 1)
      let value = try context.element(object, index)
      if context.toBoolean(
        try context.call(test, this: arguments[1], value, .number(index), object))
      {
        return wantsIndex ? .number(index) : value
      }
      index += isLast ? -1 : 1
    }
    return wantsIndex ? .number(-1) : .undefined
  }

  private func visit(
    _ function: ArrayPrototypeFunction, _ object: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let length = try length(object)
    let visitor = try callback(arguments[0])
    let this = arguments[1]
    var result: ObjectID = 0
    if function == .map {
      result = try newArray(like: object, length: length)
      heap.object(result).pointee.length = UInt32(length)
    } else if function == .filter {
      result = try newArray(like: object)
    }
    var index = 0.0
    while index < length {
      try context.count(steps: 1)
      if try hasElement(object, index) {
        let value = try context.element(object, index)
        let answer = try context.call(visitor, this: this, value, .number(index), object)
        switch function {
        case .every: if !context.toBoolean(answer) { return .boolean(false) }
        case .some: if context.toBoolean(answer) { return .boolean(true) }
        case .map: try put(.object(result), index, answer)
        case .filter: if context.toBoolean(answer) { try context.append(value, to: result) }
        default: break
        }
      }
      index += 1
    }
    switch function {
    case .every: return .boolean(true)
    case .some: return .boolean(false)
    case .forEach: return .undefined
    default: return .object(result)
    }
  }

  // MARK: - Iterators

  /// Returns the result of an iterator's `next`.
  func next(_ this: Value) throws(Exception) -> Value {
    guard this.isObject, heap.object(this).pointee.kind == .iterator else {
      throw context.typeError("this is not an iterator")
    }
    let value = try context.nextValue(this)
    let result = try heap.newObject(.ordinary, prototype: context.realm.object, properties: 2)
    try heap.addProperty(result, Name.value.id, value ?? .undefined, .all)
    try heap.addProperty(result, Name.done.id, .boolean(value == nil), .all)
    return .object(result)
  }

  // MARK: - Sorting

  private func sort(_ object: Value, _ comparator: Value) throws(Exception) -> Value {
    guard comparator.isUndefined || context.isCallable(comparator) else {
      throw context.typeError("\(context.describe(comparator)) is not a function")
    }
    let length = try length(object)
    var values: [Value] = []
    var undefinedCount = 0
    var index = 0.0
    while index < length {
      try context.count(steps: 1)
      if try hasElement(object, index) {
        let value = try context.element(object, index)
        if value.isUndefined { undefinedCount += 1 } else { values.append(value) }
      }
      index += 1
    }
    var strings: [StringID] = []
    if comparator.isUndefined {
      for value in values { strings.append(try context.toStringID(value)) }
    }
    let order = try sortedOrder(values.count) { (a, b) throws(Exception) in
      guard !comparator.isUndefined else { return !(try heap.isLess(strings[b], strings[a])) }
      let answer = try context.call(comparator, this: .undefined, values[a], values[b])
      let number = try context.toNumber(answer)
      return !(number > 0)
    }
    var target = 0.0
    for position in order {
      try setElement(object, target, values[position])
      target += 1
    }
    for _ in 0..<undefinedCount {
      try setElement(object, target, .undefined)
      target += 1
    }
    while target < length {
      try context.count(steps: 1)
      if try hasElement(object, target) { try remove(object, target) }
      target += 1
    }
    return object
  }

  /// Sorts by merging. The sort is stable, and the order of comparisons depends only on their
  /// results.
  private func sortedOrder(
    _ count: Int, _ isOrdered: (Int, Int) throws(Exception) -> Bool
  ) throws(Exception) -> [Int] {
    var order = Array(0..<count)
    var merged = order
    var width = 1
    while width < count {
      var start = 0
      while start < count {
        let middle = min(start + width, count)
        let end = min(start + 2 * width, count)
        var (left, right, target) = (start, middle, start)
        while target < end {
          try context.count(steps: 2)
          var takesLeft = left < middle
          if takesLeft, right < end { takesLeft = try isOrdered(order[left], order[right]) }
          merged[target] = takesLeft ? order[left] : order[right]
          if takesLeft { left += 1 } else { right += 1 }
          target += 1
        }
        start = end
      }
      swap(&order, &merged)
      width *= 2
    }
    return order
  }
}
