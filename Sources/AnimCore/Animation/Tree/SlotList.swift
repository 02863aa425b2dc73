/// An ordered list of objects, each of which stores its slot, so that any of them can be removed in
/// constant time.
///
/// A removed object leaves an empty slot. Empty slots are removed once they are the majority, so
/// that appending, prepending and removing take constant time on average, and iteration takes time
/// in proportion to the number of objects.
///
/// If many objects are inserted between others, up to a third of the slots are empty and spread among
/// them: a packed-memory array (Itai, Konheim and Rodeh 1981; Bender, Demaine and Farach-Colton 2000).
struct SlotList<Slot: SlotKey> {
  typealias Element = Slot.Element

  /// The only object since the list was last empty. Most lists have a single object and allocate no
  /// memory.
  private(set) var only: Element?
  /// The objects of any other list in order, with empty slots in between.
  private var slots: [Element?] = []
  /// The number of empty slots.
  private var emptyCount: UInt32 = 0
  /// Whether the list consists of the object in ``only``.
  private var isSingle = false
  /// The first slot that isn't empty.
  private var start: UInt32 = 0

  var count: Int { isSingle ? 1 : slots.count - Int(emptyCount) }
  var isEmpty: Bool { !isSingle && slots.count == Int(emptyCount) }
  var first: Element? { only ?? (isEmpty ? nil : slots[Int(start)]) }
  // The last slot is never empty.
  var last: Element? { only ?? slots.last ?? nil }

  /// The objects in order. Complexity: O(n).
  var elements: [Element] { Array(self) }

  mutating func append(_ element: Element) {
    if slots.isEmpty && !isSingle {
      only = element
      isSingle = true
      Slot.set(0, of: element)
      return
    }
    spread()
    Slot.set(slots.count, of: element)
    slots.append(element)
  }

  mutating func prepend(_ element: Element) {
    guard !isEmpty else { return append(element) }
    spread()
    if start == 0 {
      let room = count / 2 + 4
      slots.insert(contentsOf: repeatElement(nil, count: room), at: 0)
      emptyCount += UInt32(room)
      start = UInt32(room)
      number(from: room)
    }
    start -= 1
    emptyCount -= 1
    slots[Int(start)] = element
    Slot.set(Int(start), of: element)
  }

  /// Inserts an element at `index`, which is clamped to the list. Complexity: constant at both
  /// ends, otherwise that of ``insert(_:above:)`` and of counting the empty slots before it.
  mutating func insert(_ element: Element, at index: Int) {
    if index >= count { return append(element) }
    if index <= 0 { return prepend(element) }
    insert(element, before: slot(ofNumber: index))
  }

  /// Inserts an element above `sibling`. Complexity: O(log² n) on average.
  mutating func insert(_ element: Element, above sibling: Element) {
    if sibling === last { return append(element) }
    var next = Slot.slot(of: sibling) + 1
    while slots[next] == nil { next += 1 }
    insert(element, before: next)
  }

  /// Inserts an element below `sibling`. Complexity: like that of ``insert(_:above:)``.
  mutating func insert(_ element: Element, below sibling: Element) {
    if sibling === first { return prepend(element) }
    insert(element, before: Slot.slot(of: sibling))
  }

  /// Removes an element of the list.
  mutating func remove(_ element: Element) {
    if isSingle {
      only = nil
      isSingle = false
      return
    }
    let slot = Slot.slot(of: element)
    slots[slot] = nil
    emptyCount += 1
    if isEmpty {
      slots.removeAll(keepingCapacity: slots.count < 16)
      (emptyCount, start) = (0, 0)
    } else if slot == slots.count - 1 {
      while slots[slots.count - 1] == nil {
        slots.removeLast()
        emptyCount -= 1
      }
    } else if slot == start {
      while slots[Int(start)] == nil { start += 1 }
    }
    if emptyCount > 8 && Int(emptyCount) > slots.count / 2 { closeUp() }
  }

  /// Moves the only object to a slot, so that other objects can be added.
  private mutating func spread() {
    guard let element = only else { return }
    only = nil
    isSingle = false
    slots.append(element)
  }

  private mutating func closeUp() {
    guard emptyCount > 0 else { return }
    slots.removeAll { $0 == nil }
    (emptyCount, start) = (0, 0)
    number(from: 0)
  }

  private mutating func number(from start: Int) {
    for index in start..<slots.count {
      if let element = slots[index] { Slot.set(index, of: element) }
    }
  }
}

// MARK: - Between others

extension SlotList {
  /// The number of slots up to which an insertion moves all slots after it.
  private static var maximumDenseCount: Int { 64 }
  /// The number of slots of the smallest part in which objects are redistributed, a power of two.
  private static var smallestPart: Int { 16 }

  /// Inserts an element before the one in slot `next`, which isn't the first.
  private mutating func insert(_ element: Element, before next: Int) {
    if slots.count <= Self.maximumDenseCount {
      let successor = slots[next]
      closeUp()
      let slot = successor.map(Slot.slot) ?? slots.count
      slots.insert(element, at: slot)
      return number(from: slot)
    }
    var previous = next - 1
    while slots[previous] == nil { previous -= 1 }
    guard previous == next - 1 else {
      let slot = (previous + next) / 2
      slots[slot] = element
      Slot.set(slot, of: element)
      emptyCount -= 1
      return
    }
    spread(element, before: next)
  }

  /// Inserts an element at a position without an empty slot, and redistributes the objects around
  /// it evenly: those of the smallest surrounding part that is empty enough, of 16 slots, 32, 64
  /// and so on. A larger part must have more empty slots, so that it takes long until the next one
  /// has to be redistributed.
  private mutating func spread(_ element: Element, before next: Int) {
    let depth = slots.count.bitWidth - (slots.count / Self.smallestPart).leadingZeroBitCount
    var level = 0
    var part = Self.smallestPart
    while part < slots.count {
      let low = next / part * part
      let high = Swift.min(low + part, slots.count)
      let used = slots[low..<high].count(where: { $0 != nil })
      level += 1
      // A fifth of the largest part stays empty.
      if used < (high - low) - (high - low) * level / (5 * depth) {
        return spread(element, before: next, low..<high, of: used + 1)
      }
      part *= 2
    }
    let used = count
    let room = Swift.max(used * 3 / 2 + 1 - slots.count, 0)
    slots.append(contentsOf: repeatElement(nil, count: room))
    emptyCount += UInt32(room)
    spread(element, before: next, 0..<slots.count, of: used + 1)
  }

  /// Distributes the objects and a new one evenly over a range of slots. The last slot isn't empty.
  private mutating func spread(
    _ element: Element, before next: Int, _ range: Range<Int>, of count: Int
  ) {
    var objects: [Element] = []
    objects.reserveCapacity(count)
    for slot in range {
      if slot == next { objects.append(element) }
      if let object = slots[slot] {
        objects.append(object)
        slots[slot] = nil
      }
    }
    for (index, object) in objects.enumerated() {
      let slot = range.lowerBound + (index + 1) * range.count / count - 1
      slots[slot] = object
      Slot.set(slot, of: object)
    }
    emptyCount -= 1
    if range.lowerBound <= Int(start), let first = objects.first {
      start = UInt32(Slot.slot(of: first))
    }
  }

  /// Returns the slot of the element at `index`.
  private func slot(ofNumber index: Int) -> Int {
    // Usually, there are no empty slots after the first object.
    if emptyCount == start { return Int(start) + index }
    return slots.withUnsafeBufferPointer { slots in
      let block = 64
      var (slot, rest) = (Int(start), index)
      while slot + block <= slots.count {
        var used = 0
        for place in slot..<slot + block { used += slots[place] == nil ? 0 : 1 }
        if used > rest { break }
        rest -= used
        slot += block
      }
      while true {
        if slots[slot] != nil {
          if rest == 0 { return slot }
          rest -= 1
        }
        slot += 1
      }
    }
  }
}

extension SlotList: Sequence {
  struct Iterator: IteratorProtocol {
    fileprivate var only: Element?
    fileprivate let slots: [Element?]
    fileprivate var index: Int

    mutating func next() -> Element? {
      if let element = only {
        only = nil
        return element
      }
      while index < slots.count {
        defer { index += 1 }
        if let element = slots[index] { return element }
      }
      return nil
    }
  }

  /// Returns an iterator over the current objects, even if the list changes.
  func makeIterator() -> Iterator { Iterator(only: only, slots: slots, index: Int(start)) }
}

/// The storage for the slots of objects in a ``SlotList``. An object can be in several lists, with
/// one slot for each.
protocol SlotKey {
  associatedtype Element: AnyObject

  static func slot(of element: Element) -> Int
  static func set(_ slot: Int, of element: Element)
}
