import TestSupport
import Testing

@testable import AnimCore

@Suite("The queue of a tree's events")
struct EventQueueTests {
  @Test(
    "returns the next event first, in insertion order for the same instant, whatever is removed")
  func order() {
    var generator = SeededGenerator(seed: 0x9E0E)
    for round in 0..<40 {
      var queue = EventQueue()
      var waiting: [AnimationInstance] = []
      for sequence in 0..<120 {
        let item = AnimationInstance(
          timing: MediaTiming(), key: nil, isRemovedOnCompletion: true, redraws: true, state: nil,
          group: nil)
        item.begin = (generator.unit() * 30).rounded()
        item.end = item.begin + 5
        item.hasBegun = sequence % 3 == 0
        item.sequence = sequence
        queue.insert(item)
        waiting.append(item)
        // Occasionally, most items are removed, and some of them are added again for another
        // instant.
        let removed = sequence % 50 == 49 ? 40 : sequence % 4 == 3 ? 1 : 0
        for number in 0..<removed {
          let item = waiting.remove(at: Int(generator.unit() * Double(waiting.count)))
          queue.remove(item)
          guard number % 5 == 1 else { continue }
          item.hasBegun.toggle()
          queue.insert(item)
          waiting.append(item)
        }
      }
      waiting.sort { ($0.nextEvent, $0.sequence) < ($1.nextEvent, $1.sequence) }
      expectEqual(queue.lastEnd, waiting.map(\.end).max())
      for item in waiting {
        #expect(queue.first === item, "round \(round)")
        guard let first = queue.first else { break }
        queue.remove(first)
        #expect(!first.isQueued)
      }
      #expect(queue.isEmpty && queue.lastEnd == nil)
    }
  }
}
