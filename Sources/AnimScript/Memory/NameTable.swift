/// Strings that are numbered when a vocabulary or a script is created, and don't change afterwards.
///
/// Equal strings have the same number, so that names are compared as numbers. The table of a script
/// continues that of its vocabulary, which starts as a copy of the language's or another
/// vocabulary's.
final class NameTable: @unchecked Sendable {
  // Unchanged once a vocabulary or a script is complete, so that threads may share it.

  struct Record {
    var units: UnsafeMutablePointer<UInt16>
    var count: Int
    var hash: UInt32
    /// The array index if this is its decimal form, or `nil`.
    var index: UInt32?
  }

  private let base: NameTable?
  private let first: StringID
  /// The table from which the first records were copied. It owns their units.
  private let origin: NameTable?
  private let copied: Int
  @exclusivity(unchecked) private(set) var records: UnsafeMutablePointer<Record>
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var capacity: Int
  /// The slots, with open addressing: the position of a record, plus one.
  @exclusivity(unchecked) private var slots: [UInt32]

  /// The first number after those of this table.
  var end: StringID { first + UInt32(count) }

  /// Creates a table with the names that the language itself knows.
  init() {
    base = nil
    first = 0
    origin = nil
    copied = 0
    capacity = 1024
    records = .allocate(capacity: capacity)
    slots = [UInt32](repeating: 0, count: 2048)
    for unit in 0..<128 { _ = intern([UInt16(unit)]) }
    _ = intern([])
    for name in Name.allCases { _ = intern(utf16Units(of: name.rawValue)) }
    for name in LanguageConstants.names { _ = intern(utf16Units(of: name)) }
    for group in NativeGroup.allCases {
      for function in group.functions { _ = intern(utf16Units(of: function.name)) }
    }
  }

  /// Creates a table of additional names that continues `base`.
  init(continuing base: NameTable) {
    self.base = base
    first = base.end
    origin = nil
    copied = 0
    capacity = 16
    records = .allocate(capacity: capacity)
    slots = [UInt32](repeating: 0, count: 32)
  }

  /// Creates a table with the names of `origin`, which isn't a continuation, and with memory for
  /// additional names.
  init(copying origin: NameTable, adding more: Int = 0) {
    base = nil
    first = 0
    self.origin = origin
    copied = origin.count
    count = origin.count
    capacity = origin.count + more
    records = .allocate(capacity: max(capacity, 1))
    records.initialize(from: origin.records, count: origin.count)
    slots = origin.slots
  }

  deinit {
    for index in copied..<count { records[index].units.deallocate() }
    records.deallocate()
  }

  @inline(__always)
  func record(_ id: StringID) -> Record {
    if id >= first { return records[Int(id - first)] }
    return base.unsafelyUnwrapped.records[Int(id)]
  }

  func intern(_ units: [UInt16]) -> StringID {
    units.withUnsafeBufferPointer { intern($0) }
  }

  func intern(_ units: UnsafeBufferPointer<UInt16>) -> StringID {
    let hash = Self.hash(units)
    if let found = find(units, hash: hash) { return found }
    if (count + 1) * 2 > slots.count { growSlots() }
    if count == capacity { growRecords() }
    let copy = UnsafeMutablePointer<UInt16>.allocate(capacity: max(units.count, 1))
    if let start = units.baseAddress { copy.update(from: start, count: units.count) }
    (records + count).initialize(
      to: Record(units: copy, count: units.count, hash: hash, index: arrayIndex(units)))
    insert(hash: hash, position: count)
    count += 1
    return first + UInt32(count - 1)
  }

  func find(_ units: UnsafeBufferPointer<UInt16>, hash: UInt32) -> StringID? {
    if let found = base?.find(units, hash: hash) { return found }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot] - 1)
      let record = records[position]
      if record.hash == hash, record.count == units.count,
        equalUnits(record.units, units.baseAddress, units.count)
      {
        return first + UInt32(position)
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func insert(hash: UInt32, position: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(position + 1)
  }

  private func growSlots() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for position in 0..<count { insert(hash: records[position].hash, position: position) }
  }

  private func growRecords() {
    capacity = max(16, capacity * 2)
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: capacity)
    larger.moveInitialize(from: records, count: count)
    records.deallocate()
    records = larger
  }

  /// Returns the FNV-1a hash, with mixed bits because tables use the low ones.
  static func hash(_ units: UnsafeBufferPointer<UInt16>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for unit in units { hash = (hash ^ UInt32(unit)) &* 16_777_619 }
    return hash ^ (hash >> 15)
  }
}

/// Returns whether the first `count` units are equal. The second pointer can be `nil` if `count` is
/// 0.
@inline(__always)
func equalUnits(_ a: UnsafePointer<UInt16>, _ b: UnsafePointer<UInt16>?, _ count: Int) -> Bool {
  guard let b else { return true }
  for index in 0..<count where a[index] != b[index] { return false }
  return true
}

/// Returns the array index that these units represent in decimal form, from 0 to 2³² − 2 and
/// without leading zeros, or `nil`.
func arrayIndex(_ units: UnsafeBufferPointer<UInt16>) -> UInt32? {
  guard units.count > 0, units.count <= 10, units[0] &- 48 < 10 else { return nil }
  if units[0] == 48 { return units.count == 1 ? 0 : nil }
  var value: UInt64 = 0
  for unit in units {
    guard unit &- 48 < 10 else { return nil }
    value = value * 10 + UInt64(unit - 48)
  }
  return value < 0xFFFF_FFFF ? UInt32(value) : nil
}

extension NameTable {
  /// The names of the language only.
  static let language = NameTable()
}
