/// Values by name. A scope usually has few names, which are found faster one by one than by
/// hashing.
struct NameMap<Value> {
  private(set) var entries: [(name: StringID, value: Value)] = []
  /// A hash table with open addressing, used once there are many entries. It contains their indices
  /// plus one.
  private var slots: [UInt32] = []

  private static var fewest: Int { 16 }

  private func index(of name: StringID) -> Int? {
    if slots.isEmpty {
      for index in entries.indices where entries[index].name == name { return index }
      return nil
    }
    let entry = slots[slot(of: name)]
    return entry == 0 ? nil : Int(entry) - 1
  }

  /// Returns the slot with a name or, if there is none, the free slot for it.
  private func slot(of name: StringID) -> Int {
    let mask = slots.count - 1
    // The golden ratio spreads numbers that follow each other.
    var slot = Int(truncatingIfNeeded: (name &* 0x9E37_79B1) >> 12) & mask
    while slots[slot] != 0, entries[Int(slots[slot]) - 1].name != name { slot = (slot + 1) & mask }
    return slot
  }

  subscript(name: StringID) -> Value? {
    get { index(of: name).map { entries[$0].value } }
    set {
      guard let newValue else { return }
      if let index = index(of: name) {
        entries[index].value = newValue
        return
      }
      entries.append((name, newValue))
      if entries.count > Self.fewest { noteLast() }
    }
  }

  /// Enters the last entry into the table, which is at most half full.
  private mutating func noteLast() {
    var first = entries.count - 1
    if entries.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: max(64, slots.count * 4))
      first = 0
    }
    for index in first..<entries.count {
      slots[slot(of: entries[index].name)] = UInt32(index + 1)
    }
  }
}
