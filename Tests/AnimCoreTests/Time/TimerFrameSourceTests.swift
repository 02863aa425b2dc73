import Foundation
import TestSupport
import Testing

@testable import AnimCore

@Suite("A timer frame source")
struct TimerFrameSourceTests {
  let timer = VirtualTimer()
  let source: TimerFrameSource
  let recorder = FrameRecorder()

  init() { source = TimerFrameSource(rate: RefreshRate(hertz: 100), timer: timer) }

  /// Milliseconds after the start of the timer.
  private func instants(_ milliseconds: Int64...) -> [Timestamp] {
    milliseconds.map { .milliseconds(1_000_000 + $0) }
  }

  @Test("runs from slot to slot until no link needs another one")
  func run() {
    source.run()
    #expect(timer.deadlines.isEmpty)
    recorder.reaction = { link, frame in link.isPaused = frame.number == 3 }
    let link = recorder.follow(source)
    source.run()
    expectEqual(timer.deadlines, instants(0, 10, 20, 30))
    expectEqual(recorder.targets, timer.deadlines)
    expectEqual(recorder.deltas, [0, 0.01, 0.01, 0.01])
    expectEqual(
      recorder.frames.map { $0.targetTimestamp - $0.timestamp }, [0.01, 0.01, 0.01, 0.01])
    #expect(link.isPaused)
  }

  @Test("starts a later run at once, with a delta of zero")
  func secondRun() {
    recorder.reaction = { link, frame in link.isPaused = frame.number % 2 == 1 }
    let link = recorder.follow(source)
    source.run()
    timer.now += 3600.0005
    link.isPaused = false
    source.run()
    expectEqual(recorder.deltas, [0, 0.01, 0, 0.01])
    expectEqual(recorder.targets[2], .seconds(1000.01 + 3600.0005))
    expectEqual(recorder.frames.map(\.missed), [0, 0, 0, 0])
  }

  @Test("delivers the current slot after a slow callback, and doesn't drift")
  func lateCallback() {
    recorder.reaction = { [timer] link, frame in
      if frame.number == 1 { timer.now += 0.034 }
      if frame.number == 3 { link.invalidate() }
    }
    _ = recorder.follow(source)
    source.run()
    expectEqual(recorder.targets, instants(0, 10, 40, 50))
    expectEqual(recorder.frames.map(\.missed), [0, 0, 2, 0])
  }

  @Test("wakes only when a link of a lower rate or a sleeping one is due")
  func fewWakeUps() throws {
    let slow = recorder.follow(source)
    slow.preferredFrameRateRange = FrameRateRange(maximum: 25)
    recorder.reaction = { link, frame in if frame.number == 2 { link.invalidate() } }
    let sleeper = FrameRecorder()
    sleeper.reaction = { link, frame in
      if frame.number == 0 { link.pause(until: frame.targetTimestamp + 1.003) }
      if frame.number == 1 { link.invalidate() }
    }
    _ = sleeper.follow(source)
    source.run()
    expectEqual(timer.deadlines, instants(0, 40, 80, 1010))
  }

  @Test("continues from the last slot when its refresh interval changes")
  func rateChange() {
    recorder.reaction = { [source] link, frame in
      if frame.number == 1 { source.refreshInterval = 0.05 }
      if frame.number == 3 { link.invalidate() }
    }
    _ = recorder.follow(source)
    source.run()
    expectEqual(timer.deadlines, instants(0, 10, 60, 110))
  }

  @Test("ends its run when cancelled before or during it, and can be run again")
  func cancel() {
    let canceller = source.canceller
    canceller.cancel()
    _ = recorder.follow(source)
    source.run()
    #expect(recorder.frames.isEmpty)
    recorder.reaction = { [source] _, frame in
      source.run()
      if frame.number == 2 { canceller.cancel() }
    }
    source.run()
    expectEqual(recorder.frames.count, 3)
  }

  @Test("with the system's timer uses absolute deadlines, and is woken by another thread")
  func systemTimer() throws {
    let timer = SystemTimer()
    let start = timer.now
    #expect(timer.sleep(until: start - 1))
    #expect(timer.sleep(until: start + 0.02))
    #expect(timer.now >= start + 0.02)
    let source = TimerFrameSource(refreshRate: 100)
    let canceller = source.canceller
    recorder.reaction = { link, _ in
      link.pause(until: .seconds(1e9))
      // Earlier, it could end the run before its first frame.
      Thread.detachNewThread { canceller.cancel() }
    }
    _ = recorder.follow(source)
    source.run()
    expectEqual(source.demand, .at(.seconds(1e9)))
  }
}
