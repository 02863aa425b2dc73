import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("A thread for consecutive work")
struct SerialThreadTests {
  @Test("all work is done in order, even if the thread is abandoned in the meantime")
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

  @Test("skipped work continues, while another thread does the rest in order")
  func passingOver() {
    let (isHeld, done) = (Monitor(true), Monitor([Int]()))
    var thread: SerialThread? = SerialThread()
    // Nothing is done that could be passed over.
    thread?.passOver()
    for number in 0..<3 {
      thread?.run {
        done.change { $0.append(number) }
        isHeld.wait { $0 ? nil : () }
        done.change { $0.append(10 + number) }
      }
      // The next work is in the queue already or is added later.
      if number == 0 { thread?.run { done.change { $0.append(5) } } }
      done.wait { $0.contains(number) ? () : nil }
      thread?.passOver()
    }
    thread?.run { done.change { $0.append(6) } }
    done.wait { $0.contains(6) ? () : nil }
    expectEqual(done.change { $0 }, [0, 5, 1, 2, 6])
    thread = nil
    isHeld.change { $0 = false }
    let all = done.wait { $0.count == 8 ? $0 : nil }
    expectEqual(all.suffix(3).sorted(), [10, 11, 12])
  }

  @Test("work that is skipped before it starts doesn't delay other work either")
  func passingOverWhatIsNext() {
    let isHeld = Monitor(true)
    defer { isHeld.change { $0 = false } }
    for _ in 0..<20 {
      let (thread, done) = (SerialThread(), Monitor(false))
      thread.run { isHeld.wait { $0 ? nil : () } }
      thread.passOver()
      thread.run { done.change { $0 = true } }
      #expect(done.wait(nanoseconds: 20_000_000_000) { $0 ? true : nil } == true)
    }
  }

  @Test("work waits if no thread can be started, and isn't lost")
  func noThreads() {
    let (fails, done) = (Monitor(true), Monitor([Int]()))
    let thread = SerialThread { body throws(SystemError) in
      if fails.change({ $0 }) { throw SystemError(call: "pthread_create", code: EAGAIN) }
      try startThread(body)
    }
    for number in 0..<2 { thread.run { done.change { $0.append(number) } } }
    // It can't be passed over either.
    thread.passOver()
    fails.change { $0 = false }
    thread.run { done.change { $0.append(2) } }
    let all = done.wait(nanoseconds: 20_000_000_000) { $0.count == 3 ? $0 : nil }
    expectEqual(all, [0, 1, 2])
  }

  @Test("waiting for a change ends at the deadline and returns the current value")
  func limits() {
    let monitor = Monitor(0)
    expectEqual(monitor.wait(nanoseconds: 0) { $0 == 0 ? $0 : nil }, 0)
    expectEqual(monitor.wait(nanoseconds: 1_000) { $0 == 1 ? $0 : nil }, nil)
    SerialThread().run { monitor.change { $0 = 1 } }
    expectEqual(monitor.wait(nanoseconds: .max / 2) { $0 == 1 ? $0 : nil }, 1)
  }
}
