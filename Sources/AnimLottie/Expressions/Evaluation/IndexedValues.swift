/// A hash table with 64-bit keys and open addressing. Each value is created on first use and never
/// changes.
///
/// Expressions look up nodes of a file so often that a dictionary would take most of their time.
/// Values are borrowed from the table's own memory, so that no reference counting is needed.
final class IndexedValues<Value> {
  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Slot>
  /// The capacity, a power of two that is at least twice the number of values.
  @exclusivity(unchecked) private var capacity = 32
  /// 64 minus the binary logarithm of the capacity.
  @exclusivity(unchecked) private var shift: UInt64 = 64 - 5
  @exclusivity(unchecked) private var values: UnsafeMutablePointer<Value>
  private var valueCapacity = 16
  private var count = 0

  private struct Slot {
    var key: UInt64
    var index: Int

    /// A free slot, whose key has all bits set, unlike any real key.
    static var free: Slot { Slot(key: .max, index: -1) }
  }

  init() {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: .free, count: capacity)
    values = .allocate(capacity: valueCapacity)
  }

  deinit {
    slots.deallocate()
    values.deinitialize(count: count)
    values.deallocate()
  }

  /// Returns the value of a key, or `nil` if it doesn't exist yet.
  @inline(__always)
  subscript(key: UInt64) -> Value? {
    guard let value = find(key) else { return nil }
    return value.pointee
  }

  /// Returns a pointer to the value of a key, which is valid until the next insertion, or `nil` if
  /// the value doesn't exist yet.
  @inline(__always)
  func find(_ key: UInt64) -> UnsafeMutablePointer<Value>? {
    var slot = home(of: key)
    while slots[slot].key != key {
      if slots[slot].key == .max { return nil }
      slot = (slot + 1) & (capacity - 1)
    }
    return values + slots[slot].index
  }

  /// Inserts a value for a new key.
  func insert(_ key: UInt64, _ value: Value) {
    if count == valueCapacity { grow() }
    (values + count).initialize(to: value)
    put(Slot(key: key, index: count))
    count += 1
  }

  /// Returns the first slot for a key. The golden ratio spreads consecutive keys.
  @inline(__always)
  private func home(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  private func put(_ new: Slot) {
    var slot = home(of: new.key)
    while slots[slot].key != .max { slot = (slot + 1) & (capacity - 1) }
    slots[slot] = new
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: valueCapacity * 2)
    larger.moveInitialize(from: values, count: count)
    values.deallocate()
    values = larger
    valueCapacity *= 2

    let old = UnsafeBufferPointer(start: slots, count: capacity)
    capacity *= 2
    shift -= 1
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: .free, count: capacity)
    for slot in old where slot.key != .max { put(slot) }
    old.deallocate()
  }
}
