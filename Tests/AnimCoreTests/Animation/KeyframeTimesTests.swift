import TestSupport
import Testing

@testable import AnimCore

@Suite("The times of keyframes")
struct KeyframeTimesTests {
  @Test("the last keyframe at or before a time is found, regardless of earlier lookups")
  func random() {
    var generator = SeededGenerator(seed: 7)
    for count in 0..<40 {
      // Few distinct values, so that keyframes often share a time.
      let times = (0..<count).map { _ in Double(Int.random(in: 0..<30, using: &generator)) }
        .sorted()
      var search = KeyframeTimes(times)
      for _ in 0..<200 {
        let time = Double(Int.random(in: -4..<68, using: &generator)) / 2
        expectEqual(search.index(at: time), times.lastIndex { $0 <= time })
      }
    }
  }

  @Test("NaN is after no keyframe")
  func notANumber() {
    var times = KeyframeTimes([0, 1, 2])
    expectEqual(times.index(at: 1.5), 1)
    #expect(times.index(at: .nan) == nil)
  }
}
