/// Objects in order, each of which knows its slot, so that any of them is removed in constant time.
///
/// A removed object leaves an empty slot. Empty slots are closed up once they are the majority, so
/// that appending, prepending and removing take constant time on average, and iteration takes a
/// time in proportion to the number of objects.
struct SlotList<Slot: SlotKey> {
  typealias Element = Slot.Element

  /// The object of a list that has had no other since it was empty, as most lists have: such a list
  /// needs no memory of its own.
  private(set) var only: Element?
  /// The objects of any other list in order, and empty slots between them.
  private var slots: [Element?] = []
  /// The number of empty slots.
  private var emptyCount: UInt32 = 0
  /// Whether there is ``only`` one object.
  private var isSingle = false
  /// The first slot that is not empty.
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

  /// Inserts an element as number `index`, which is clamped to the list. Complexity: O(n), but
  /// constant at both ends.
  mutating func insert(_ element: Element, at index: Int) {
    if index >= count { return append(element) }
    if index <= 0 { return prepend(element) }
    closeUp()
    slots.insert(element, at: index)
    number(from: index)
  }

  /// Complexity: like that of ``insert(_:at:)``.
  mutating func insert(_ element: Element, above sibling: Element) {
    if sibling === last { return append(element) }
    closeUp()
    insert(element, at: Slot.slot(of: sibling) + 1)
  }

  /// Complexity: like that of ``insert(_:at:)``.
  mutating func insert(_ element: Element, below sibling: Element) {
    if sibling === first { return prepend(element) }
    closeUp()
    insert(element, at: Slot.slot(of: sibling))
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

  /// Gives the only object a slot, so that there can be others.
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

  /// Goes through the objects as they are now, even if the list changes.
  func makeIterator() -> Iterator { Iterator(only: only, slots: slots, index: Int(start)) }
}

/// Where the objects of a ``SlotList`` keep their slots. An object may be in several lists, with a
/// slot for each.
protocol SlotKey {
  associatedtype Element: AnyObject

  static func slot(of element: Element) -> Int
  static func set(_ slot: Int, of element: Element)
}
