import AnimGraphics
import Synchronization
import TestSupport
import Testing

@testable import LinuxSystem
@testable import OfflineRendering

@Suite("Work in order")
struct OrderedWorkTests {
  @Test("no more items are in progress or waiting than the limit")
  func givenRoom() throws {
    let waiting = Mutex((count: 0, most: 0))
    try OrderedWork<Int>(count: 200, jobs: 4, room: 2) {
      { number throws(Failure) in
        waiting.withLock {
          $0.count += 1
          $0.most = max($0.most, $0.count)
        }
        return number
      }
    }.run { (_, _) throws(Failure) in waiting.withLock { $0.count -= 1 } }
    // A piece is delivered before it is counted as such.
    #expect(waiting.withLock { $0.most } <= 3)
  }

  @Test("together, threads draw no more pixels than the largest image has")
  func pixels() throws {
    let largest = PixelSize(width: 1 << 14, height: 1 << 13)
    expectEqual(PixelBudget.jobs(for: largest, upTo: 6), 1)
    expectEqual(PixelBudget.jobs(for: PixelSize(width: 1 << 14, height: 1 << 11), upTo: 6), 4)
    expectEqual(PixelBudget.jobs(for: PixelSize(width: 16, height: 16), upTo: 6), 6)
    let budget = PixelBudget()
    let used = Mutex((count: 0, most: 0))
    let count = 1 << 25
    try OrderedWork<Int>(count: 64, jobs: 8) {
      { number throws(Failure) in
        // A larger image is drawn alone.
        let own = number == 40 ? 1 << 28 : count
        return try budget.withPixels(own) { () throws(Failure) in
          used.withLock {
            $0.count += own
            if number != 40 { $0.most = max($0.most, $0.count) } else { expectEqual($0.count, own) }
          }
          used.withLock { $0.count -= own }
          return number
        }
      }
    }.run { (_, _) throws(Failure) in }
    #expect(used.withLock { $0.most } <= 1 << 27)
  }

  @Test("every item is executed once and delivered in order", arguments: [1, 2, 7])
  func order(jobs: Int) throws {
    let done = Mutex<[Int]>([])
    var handedOver: [Int] = []
    try OrderedWork<Int>(count: 500, jobs: jobs) {
      { number throws(Failure) in
        // Later pieces of a turn take less time. (Not by taking the lock often, which is dear.)
        var work = 0
        for step in 0..<(7 - number % 7) * 1_000 { work &+= step }
        withExtendedLifetime(work) {}
        done.withLock { $0.append(number) }
        return number * number
      }
    }.run { (number, square) throws(Failure) in
      handedOver.append(number)
      expectEqual(square, number * number)
    }
    expectEqual(handedOver, Array(0..<500))
    expectEqual(done.withLock { $0.sorted() }, Array(0..<500))
  }

  @Test("the first item that fails ends the work, whichever thread is the first to fail")
  func failure() {
    for _ in 0..<20 {
      var handedOver: [Int] = []
      #expect(throws: Failure.self) {
        try OrderedWork<Int>(count: 100, jobs: 4) {
          { number throws(Failure) in
            if number == 11 || number > 12 { throw Failure("\(number)", status: .writingFailed) }
            return number
          }
        }.run { (number, _) throws(Failure) in handedOver.append(number) }
      }
      expectEqual(handedOver, Array(0..<11))
    }
  }

  @Test("no thread continues after a result is rejected")
  func refusal() {
    let running = Mutex(0)
    #expect(throws: Failure.self) {
      try OrderedWork<Int>(count: 1000, jobs: 3) {
        { number throws(Failure) in
          running.withLock { $0 += 1 }
          defer { running.withLock { $0 -= 1 } }
          return number
        }
      }.run { (number, _) throws(Failure) in
        if number == 5 { throw Failure("enough", status: .writingFailed) }
      }
    }
    expectEqual(running.withLock { $0 }, 0)
  }

  @Test("work is at most a few items per thread ahead")
  func room() throws {
    let begun = Mutex(0)
    try OrderedWork<Int>(count: 200, jobs: 2) {
      { number throws(Failure) in
        begun.withLock { $0 = max($0, number) }
        return number
      }
    }.run { (number, _) throws(Failure) in
      #expect(begun.withLock { $0 } <= number + 6)
    }
  }
}
