import TestSupport
import Testing

@testable import LinuxSystem

@Suite("A thread for one piece of work after the other")
struct SerialThreadTests {
  @Test("work is done in its order, all of it, even if the thread is given up meanwhile")
  func order() {
    let done = Monitor([Int]())
    var thread: SerialThread? = SerialThread()
    for number in 0..<100 {
      thread?.run { done.change { $0.append(number) } }
    }
    thread = nil
    let all = done.wait { $0.count == 100 ? $0 : nil }
    expectEqual(all, Array(0..<100))
  }
}
