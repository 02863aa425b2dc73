/// An instant at which an element's interval starts or ends.
struct Milestone: Sendable {
  var time: ClockValue
  var kind: Kind
  var element: Int
  /// The version of the element's interval. The milestone is outdated if the element has a newer
  /// one.
  var version: UInt32

  /// The kinds in their order within an instant: ends precede starts, because an end can allow
  /// another start.
  enum Kind: Int, Sendable {
    case end
    /// The end of an interval that is interrupted by the next interval of the same element.
    case restart
    case begin
  }

  /// Compares by time, kind and document order.
  static func < (a: Milestone, b: Milestone) -> Bool {
    if a.time != b.time { return a.time < b.time }
    if a.kind != b.kind { return a.kind.rawValue < b.kind.rawValue }
    return a.element < b.element
  }
}

/// A priority queue of milestones, earliest first.
struct MilestoneHeap: Sendable {
  private var items: [Milestone] = []

  var first: Milestone? { items.first }

  mutating func insert(_ milestone: Milestone) {
    items.append(milestone)
    var index = items.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard items[index] < items[parent] else { return }
      items.swapAt(index, parent)
      index = parent
    }
  }

  mutating func removeFirst() {
    items.swapAt(0, items.count - 1)
    items.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < items.count && items[child] < items[least] {
        least = child
      }
      guard least != index else { return }
      items.swapAt(index, least)
      index = least
    }
  }
}
