// Objects consist of a record, and blocks for properties and elements that grow by doubling.

/// An object in the heap, 64 bytes.
struct ObjectRecord {
  enum Kind: UInt8 {
    case ordinary, array, function, native, bound, error, boolean, number, string, arguments
    case regularExpression, iterator, global
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let extensible = Flags(rawValue: 1)
    /// The properties `length`, `name` and `prototype` of a function haven't been created.
    static let hasLazyProperties = Flags(rawValue: 2)
    /// The length of an array can't be set.
    static let hasFixedLength = Flags(rawValue: 4)
    /// Whether the object stores some indices as properties, because they are far beyond the
    /// elements.
    static let isSparse = Flags(rawValue: 8)
    static let isConstructor = Flags(rawValue: 16)
  }

  var kind: Kind
  var flags: Flags = .extensible
  var spare: UInt16 = 0
  var prototype: ObjectID
  var properties: UInt32 = 0
  var propertyCount: UInt32 = 0
  var propertyCapacity: UInt32 = 0
  /// The index of a hash table of property numbers plus one, with twice as many 16-bit entries as
  /// the capacity, or 0 if there are few properties.
  var hash: UInt32 = 0
  var elements: UInt32 = 0
  var elementCount: UInt32 = 0
  var elementCapacity: UInt32 = 0
  /// The length of an array.
  var length: UInt32 = 0
  /// The environment of a closure, the number of a function of the language, or the position of an
  /// iterator.
  var a: UInt32 = 0
  var b: UInt32 = 0
  /// The value of a wrapper, the code of a closure, or the object of an iterator.
  var value: Value = .undefined
}

typealias ObjectPointer = UnsafeMutablePointer<ObjectRecord>

extension Heap {
  @inline(__always)
  func object(_ id: ObjectID) -> ObjectPointer {
    UnsafeMutableRawPointer(cell(id)).assumingMemoryBound(to: ObjectRecord.self)
  }

  @inline(__always)
  func object(_ value: Value) -> ObjectPointer { object(value.id) }

  @inline(__always)
  func newObject(
    _ kind: ObjectRecord.Kind, prototype: ObjectID, properties: Int = 0
  ) throws(Exception) -> ObjectID {
    let id = try allocate(4 + properties)
    var record = ObjectRecord(kind: kind, prototype: prototype)
    if properties > 0 {
      record.properties = id + 4
      record.propertyCapacity = UInt32(properties)
    }
    object(id).initialize(to: record)
    return id
  }

  // MARK: - Properties

  /// Returns the object's own property with a name.
  @inline(__always)
  func findProperty(_ object: ObjectPointer, _ name: StringID) -> UnsafeMutablePointer<Cell>? {
    if object.pointee.hash != 0 { return findHashed(object, name) }
    let start = self.cell(object.pointee.properties)
    var cell = start
    let end = start + Int(object.pointee.propertyCount)
    while cell < end {
      if cell.pointee.key == name { return cell }
      cell += 1
    }
    return nil
  }

  private func table(_ object: ObjectPointer) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(cell(object.pointee.hash)).assumingMemoryBound(to: UInt16.self)
  }

  @inline(__always)
  private func slot(_ name: StringID, _ mask: Int) -> Int {
    Int((name &* 0x9E37_79B1) >> 12) & mask
  }

  @inline(never)
  private func findHashed(
    _ object: ObjectPointer, _ name: StringID
  ) -> UnsafeMutablePointer<Cell>? {
    let table = table(object)
    let mask = Int(object.pointee.propertyCapacity) * 2 - 1
    let start = cell(object.pointee.properties)
    var slot = slot(name, mask)
    while table[slot] != 0 {
      let cell = start + Int(table[slot] - 1)
      if cell.pointee.key == name { return cell }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The number that marks deleted properties. No name has this number.
  static let deleted: StringID = 0x7FFF_FFFE

  /// Adds a property that doesn't exist.
  func addProperty(
    _ id: ObjectID, _ name: StringID, _ value: Value, _ attributes: Attributes
  ) throws(Exception) {
    touch(id)
    let object = object(id)
    if object.pointee.propertyCount == object.pointee.propertyCapacity {
      try growProperties(object)
    }
    let index = Int(object.pointee.propertyCount)
    (cell(object.pointee.properties) + index).initialize(
      to: Cell(payload: value.payload, tag: value.tag, attributes: attributes, key: name))
    object.pointee.propertyCount += 1
    if object.pointee.hash != 0 { insertHashed(object, name, index) }
  }

  private func insertHashed(_ object: ObjectPointer, _ name: StringID, _ index: Int) {
    let table = table(object)
    let mask = Int(object.pointee.propertyCapacity) * 2 - 1
    var slot = slot(name, mask)
    while table[slot] != 0 { slot = (slot + 1) & mask }
    table[slot] = UInt16(index + 1)
  }

  private func growProperties(_ object: ObjectPointer) throws(Exception) {
    let count = Int(object.pointee.propertyCount)
    var capacity = 4
    while capacity <= count { capacity *= 2 }
    guard capacity <= 32768 else { throw Exception(reason: .limit(.heapBytes)) }
    let block = try allocate(capacity)
    cell(block).update(from: cell(object.pointee.properties), count: count)
    object.pointee.properties = block
    object.pointee.propertyCapacity = UInt32(capacity)
    if capacity > 8 {
      // Two entries of two bytes for each property.
      object.pointee.hash = try allocate(capacity * 4 / 16)
      table(object).update(repeating: 0, count: capacity * 2)
      let start = cell(object.pointee.properties)
      for index in 0..<count where start[index].key != Heap.deleted {
        insertHashed(object, start[index].key, index)
      }
    }
  }

  func removeProperty(_ id: ObjectID, _ cell: UnsafeMutablePointer<Cell>) {
    touch(id)
    let object = object(id)
    cell.pointee.key = Heap.deleted
    cell.pointee.value = .undefined
    if object.pointee.hash == 0 {
      // Remove deleted properties so that they don't accumulate. Few properties move.
      let end = self.cell(object.pointee.properties) + Int(object.pointee.propertyCount)
      var current = cell
      while current + 1 < end {
        current.pointee = (current + 1).pointee
        current += 1
      }
      object.pointee.propertyCount -= 1
    } else {
      // The table still refers to this property, whose name is never looked up. A name that is
      // added again gets a new property.
    }
  }

  // MARK: - Elements

  /// Returns the element with an index, if it exists among the elements.
  @inline(__always)
  func findElement(_ object: ObjectPointer, _ index: UInt32) -> UnsafeMutablePointer<Cell>? {
    guard index < object.pointee.elementCount else { return nil }
    let cell = self.cell(object.pointee.elements) + Int(index)
    return cell.pointee.tag == .empty ? nil : cell
  }

  /// Returns whether an index can be stored among the elements.
  func isDense(_ object: ObjectPointer, _ index: UInt32) -> Bool {
    index < object.pointee.elementCapacity
      || (index < arrayLimit && index <= object.pointee.elementCount * 2 + 1024)
  }

  func reserveElements(_ object: ObjectPointer, _ count: Int) throws(Exception) {
    guard count > Int(object.pointee.elementCapacity) else { return }
    guard count <= arrayLimit else { throw Exception(reason: .limit(.arrayLength)) }
    var capacity = max(4, Int(object.pointee.elementCapacity) * 2)
    while capacity < count { capacity *= 2 }
    let block = try allocate(capacity)
    cell(block).update(
      from: cell(object.pointee.elements), count: Int(object.pointee.elementCount))
    object.pointee.elements = block
    object.pointee.elementCapacity = UInt32(capacity)
  }

  /// Sets or adds an element, if it can be stored among the elements.
  func setElement(
    _ id: ObjectID, _ index: UInt32, _ value: Value, _ attributes: Attributes = .all
  ) throws(Exception) {
    touch(id)
    let object = object(id)
    let count = object.pointee.elementCount
    if index >= count {
      try reserveElements(object, Int(index) + 1)
      let start = cell(object.pointee.elements)
      for hole in Int(count)..<Int(index) {
        (start + hole).initialize(
          to: Cell(payload: 0, tag: .empty, attributes: .all, key: 0))
      }
      object.pointee.elementCount = index + 1
      if index >= object.pointee.length { object.pointee.length = index + 1 }
    }
    (cell(object.pointee.elements) + Int(index)).initialize(
      to: Cell(payload: value.payload, tag: value.tag, attributes: attributes, key: 0))
  }

  func newArray(
    _ values: UnsafePointer<Value>, _ count: Int, prototype: ObjectID
  ) throws(Exception) -> ObjectID {
    let capacity = max(count, 2)
    guard capacity <= arrayLimit else { throw Exception(reason: .limit(.arrayLength)) }
    let id = try allocate(4 + capacity)
    var record = ObjectRecord(kind: .array, prototype: prototype)
    record.elements = id + 4
    record.elementCapacity = UInt32(capacity)
    record.elementCount = UInt32(count)
    record.length = UInt32(count)
    object(id).initialize(to: record)
    let start = cell(id) + 4
    for index in 0..<count {
      let value = values[index]
      (start + index).initialize(
        to: Cell(payload: value.payload, tag: value.tag, attributes: .all, key: 0))
    }
    return id
  }
}
