/// The coming events of a tree's animations, the next one first: a binary heap in which every
/// animation knows its index, so that it can be removed from anywhere.
///
/// An animation waits here for its start, and then for its end. Events at the same instant come in
/// the order in which their animations were added.
struct EventQueue {
  private(set) var items: [AnimationInstance] = []

  var first: AnimationInstance? { items.first }
  var isEmpty: Bool { items.isEmpty }

  /// When the last animation ends, or nil if there is none. Complexity: O(n).
  var lastEnd: Seconds? { items.lazy.map(\.end).max() }

  /// Complexity: O(log n).
  mutating func insert(_ item: AnimationInstance) {
    item.queueIndex = items.count
    items.append(item)
    rise(from: items.count - 1)
  }

  /// Removes the item if it is there. Complexity: O(log n).
  mutating func remove(_ item: AnimationInstance) {
    guard let index = item.queueIndex else { return }
    item.queueIndex = nil
    let last = items.removeLast()
    guard last !== item else { return }
    place(last, at: index)
    rise(from: index)
    sink(from: last.queueIndex ?? index)
  }

  private mutating func place(_ item: AnimationInstance, at index: Int) {
    items[index] = item
    item.queueIndex = index
  }

  private mutating func rise(from start: Int) {
    var index = start
    let item = items[index]
    while index > 0 {
      let parent = (index - 1) / 2
      guard Self.precedes(item, items[parent]) else { break }
      place(items[parent], at: index)
      index = parent
    }
    place(item, at: index)
  }

  private mutating func sink(from start: Int) {
    var index = start
    let item = items[index]
    while 2 * index + 1 < items.count {
      var child = 2 * index + 1
      if child + 1 < items.count && Self.precedes(items[child + 1], items[child]) { child += 1 }
      guard Self.precedes(items[child], item) else { break }
      place(items[child], at: index)
      index = child
    }
    place(item, at: index)
  }

  private static func precedes(_ a: AnimationInstance, _ b: AnimationInstance) -> Bool {
    a.nextEvent == b.nextEvent ? a.sequence < b.sequence : a.nextEvent < b.nextEvent
  }
}
