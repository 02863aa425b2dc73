/// The upcoming events of a tree's animations, the next one first: a binary heap.
///
/// An animation waits here for its start, and then for its end. Simultaneous events are in the
/// order in which their animations were added.
///
/// The heap contains the instants themselves, because looking them up in a million animations would
/// cause as many cache misses. An animation that is removed leaves its entry behind. The entry is
/// dropped when it would be the first, or together with all others of its kind when they make up a
/// quarter of the heap.
struct EventQueue {
  private struct Entry {
    let time: Seconds
    let sequence: Int
    /// Valid as long as the entry's generation is that of its ticket: an animation is removed from
    /// the queue before its layer releases it.
    unowned(unsafe) let item: AnimationInstance
    let ticket: UInt32
    let generation: UInt32

    func precedes(_ other: Entry) -> Bool {
      time == other.time ? sequence < other.sequence : time < other.time
    }
  }

  private var heap: [Entry] = []
  /// The number of times that each ticket was returned. The first ticket is never used.
  private var generations: [UInt32] = [0]
  private var freeTickets: [UInt32] = []
  /// The number of entries whose animations have been removed.
  private var staleCount = 0

  var isEmpty: Bool { heap.count == staleCount }

  /// The animations, in any order. Complexity: O(n).
  var items: [AnimationInstance] { heap.lazy.filter(isLive).map(\.item) }

  /// The end of the last animation, or `nil` if there are no animations. Complexity: O(*n*).
  var lastEnd: Seconds? { heap.lazy.filter(isLive).map(\.item.end).max() }

  /// The animation with the next event. Complexity: O(log n) for each one removed before it.
  var first: AnimationInstance? {
    mutating get {
      while let entry = heap.first {
        if isLive(entry) { return entry.item }
        dropFirst()
        staleCount -= 1
      }
      return nil
    }
  }

  /// Adds an animation that isn't in the queue. Complexity: O(log n).
  mutating func insert(_ item: AnimationInstance) {
    let ticket = freeTickets.popLast() ?? UInt32(generations.count)
    if ticket == generations.count { generations.append(0) }
    item.ticket = ticket
    heap.append(
      Entry(
        time: item.nextEvent, sequence: item.sequence, item: item, ticket: ticket,
        generation: generations[Int(ticket)]))
    rise(from: heap.count - 1)
  }

  /// Removes the animation if it is in the queue. Complexity: O(1) on average.
  mutating func remove(_ item: AnimationInstance) {
    guard item.ticket != 0 else { return }
    generations[Int(item.ticket)] &+= 1
    freeTickets.append(item.ticket)
    item.ticket = 0
    staleCount += 1
    if staleCount > 16 + heap.count / 4 || staleCount == heap.count { dropStale() }
  }

  private func isLive(_ entry: Entry) -> Bool {
    generations[Int(entry.ticket)] == entry.generation
  }

  private mutating func dropStale() {
    heap = heap.filter(isLive)
    staleCount = 0
    for index in (0..<heap.count / 2).reversed() { sink(from: index) }
  }

  private mutating func dropFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink(from: 0)
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].precedes(heap[parent]) else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while 2 * index + 1 < heap.count {
      var child = 2 * index + 1
      if child + 1 < heap.count && heap[child + 1].precedes(heap[child]) { child += 1 }
      guard heap[child].precedes(heap[index]) else { return }
      heap.swapAt(index, child)
      index = child
    }
  }
}
