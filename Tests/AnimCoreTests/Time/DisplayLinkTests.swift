import TestSupport
import Testing

@testable import AnimCore

@Suite("A display link")
struct DisplayLinkTests {
  let source = VirtualFrameSource(refreshRate: 100)
  let recorder = FrameRecorder()

  @Test("reports when the last frame was shown and when the next one will be")
  func timestamps() {
    let link = recorder.follow(source)
    source.pump(frames: 3)
    expectEqual(recorder.targets, [.zero, .milliseconds(10), .milliseconds(20)])
    expectEqual(recorder.last?.timestamp, .milliseconds(10))
    expectEqual(recorder.frames.map(\.number), [0, 1, 2])
    expectEqual(link.timestamp, .milliseconds(10))
    expectEqual(link.targetTimestamp, .milliseconds(20))
    expectEqual(link.duration, 0.01)
  }

  @Test("starts with a delta of zero")
  func firstDelta() {
    source.advance(by: 1000)
    _ = recorder.follow(source)
    source.pump(frames: 3)
    expectEqual(recorder.deltas, [0, 0.01, 0.01])
  }

  @Test("resumes with a delta of zero after a pause of any length")
  func resume() {
    let link = recorder.follow(source)
    #expect(!link.isPaused)
    source.pump(frames: 2)
    link.isPaused = true
    source.advance(by: 3600)
    expectEqual(recorder.frames.count, 2)
    link.isPaused = false
    source.pump(frames: 2)
    expectEqual(recorder.deltas, [0, 0.01, 0, 0.01])
    expectEqual(recorder.frames.map(\.missed), [0, 0, 0, 0])
  }

  @Test("is called once per frame when added twice")
  func secondAdd() {
    let link = recorder.follow(source)
    source.pump(frames: 1)
    link.add(to: source)
    source.pump(frames: 1)
    expectEqual(recorder.deltas, [0, 0.01])
  }

  @Test("follows only the last source that it was added to")
  func move() {
    let other = VirtualFrameSource(refreshRate: 50)
    let link = recorder.follow(source)
    source.pump(frames: 2)
    link.add(to: other)
    source.pump(frames: 5)
    other.pump(frames: 2)
    expectEqual(recorder.deltas, [0, 0.01, 0, 0.02])
    expectEqual(link.duration, 0.02)
    expectEqual(source.demand, .nothing)
  }

  @Test("gets no more frames of a source after moving to another one inside a delivery")
  func moveInside() {
    let other = VirtualFrameSource()
    let moving = FrameRecorder()
    _ = recorder.follow(source)
    let link = moving.follow(source)
    recorder.reaction = { _, _ in link.add(to: other) }
    source.pump(frames: 3)
    #expect(moving.frames.isEmpty)
    other.pump(frames: 1)
    expectEqual(moving.frames.count, 1)
  }

  @Test("can be invalidated in its first callback")
  func inFirstCallback() {
    var count = 0
    DisplayLink(for: recorder) { _, link, _ in
      count += 1
      link.invalidate()
    }.add(to: source)
    source.pump(frames: 5)
    expectEqual(count, 1)
  }

  @Test("ends permanently when invalidated, even inside its callback and more than once")
  func invalidate() {
    let link = recorder.follow(source)
    recorder.reaction = { link, frame in if frame.number == 2 { link.invalidate() } }
    source.pump(frames: 10)
    expectEqual(recorder.frames.count, 3)
    link.invalidate()
    link.isPaused = false
    link.pause(until: .zero)
    link.add(to: source)
    source.pump(frames: 10)
    expectEqual(recorder.frames.count, 3)
    expectEqual(source.demand, .nothing)
  }

  @Test("may end, pause, resume and add others inside a callback")
  func callbackChangesOthers() {
    let ended = FrameRecorder()
    let paused = FrameRecorder()
    let resumed = FrameRecorder()
    let added = FrameRecorder()
    _ = recorder.follow(source)
    let links = [ended, paused, resumed].map { $0.follow(source) }
    links[2].isPaused = true
    let late = DisplayLink(listener: added)
    recorder.reaction = { [source] _, frame in
      guard frame.number == 1 else { return }
      links[0].invalidate()
      links[1].isPaused = true
      links[2].isPaused = false
      late.add(to: source)
    }
    source.pump(frames: 4)
    expectEqual(ended.targets, [.zero])
    expectEqual(paused.targets, [.zero])
    expectEqual(resumed.targets, [.milliseconds(10), .milliseconds(20), .milliseconds(30)])
    expectEqual(added.targets, [.milliseconds(20), .milliseconds(30)])
    expectEqual(recorder.frames.count, 4)
  }

  @Test("doesn't keep its listener alive, and ends with it")
  func weakListener() {
    var listener: FrameRecorder? = FrameRecorder()
    weak let remembered = listener
    weak let link = listener?.follow(source)
    source.pump(frames: 1)
    #expect(link != nil)
    listener = nil
    #expect(remembered == nil)
    expectEqual(source.demand, .nothing)
    source.pump(frames: 1)
    source.advance(by: 1)
    source.deliver(slot: 1000, timestamp: .zero, targetTimestamp: .zero)
    #expect(link == nil)
  }

  @Test("with a closure, calls it while the listener is alive, without retaining the listener")
  func closure() {
    final class Counter { var count = 0 }
    var counter: Counter? = Counter()
    weak let remembered = counter
    if let counter {
      DisplayLink(for: counter) { counter, _ in counter.count += 1 }.add(to: source)
    }
    source.pump(frames: 3)
    expectEqual(counter?.count, 3)
    counter = nil
    source.pump(frames: 3)
    #expect(remembered == nil)
    expectEqual(source.demand, .nothing)
  }

  @Test("sleeps until an instant and wakes in the first slot at or after it, with a delta of zero")
  func sleep() {
    let link = recorder.follow(source)
    source.pump(frames: 2)
    link.pause(until: .milliseconds(1005))
    #expect(link.isPaused)
    expectEqual(source.demand, .at(.milliseconds(1005)))
    source.advance(to: .milliseconds(1009))
    expectEqual(recorder.frames.count, 2)
    source.advance(to: .milliseconds(1020))
    expectEqual(recorder.targets.suffix(2), [.milliseconds(1010), .milliseconds(1020)])
    expectEqual(recorder.deltas, [0, 0.01, 0, 0.01])
    #expect(!link.isPaused)
  }

  @Test("wakes once a second if it ticks once a second")
  func secondTick() {
    recorder.reaction = { link, frame in link.pause(until: frame.targetTimestamp + 1) }
    _ = recorder.follow(source)
    source.advance(by: 10)
    let targets = (0...10).map { (second: Int64) -> Timestamp in .milliseconds(second * 1000) }
    expectEqual(recorder.targets, targets)
  }

  @Test("doesn't wake up if it is paused while it sleeps")
  func pauseEndsSleep() {
    let link = recorder.follow(source)
    link.pause(until: .milliseconds(50))
    link.isPaused = true
    source.advance(by: 1)
    #expect(recorder.frames.isEmpty)
    expectEqual(source.demand, .nothing)
  }

  @Test("reports missed slots in one frame, which covers their time")
  func missed() {
    _ = recorder.follow(source)
    source.pump(frames: 2)
    source.miss(frames: 3)
    source.pump(frames: 2)
    expectEqual(recorder.frames.map(\.missed), [0, 0, 3, 0])
    expectEqual(recorder.deltas, [0, 0.01, 0.04, 0.01])
  }

  @Test("counts missed slots in slots of its own rate")
  func missedAtLowerRate() throws {
    let link = recorder.follow(source)
    link.preferredFrameRateRange = FrameRateRange(maximum: 25)
    source.pump(frames: 5)
    source.miss(frames: 9)
    source.pump(frames: 7)
    expectEqual(recorder.targets, [0, 40, 140, 160, 200].map { .milliseconds($0) })
    expectEqual(recorder.frames.map(\.missed), [0, 0, 1, 0, 0])
  }

  @Test("shares its slots with others of the same lower rate, and keeps the duration")
  func lowerRate() throws {
    let other = FrameRecorder()
    let half = FrameRateRange(maximum: 50)
    recorder.follow(source).preferredFrameRateRange = half
    source.pump(frames: 2)
    other.follow(source).preferredFrameRateRange = half
    source.pump(frames: 5)
    expectEqual(recorder.targets, [0, 20, 40, 60].map { .milliseconds($0) })
    expectEqual(other.targets, [20, 40, 60].map { .milliseconds($0) })
    expectEqual(recorder.last?.duration, 0.01)
    expectEqual(source.demand, .slot(8, orAt: nil))
  }

  @Test("gets more frames after the next slot when it raises its rate")
  func raisedRate() throws {
    let link = recorder.follow(source)
    link.preferredFrameRateRange = FrameRateRange(maximum: 1)
    source.pump(frames: 2)
    link.preferredFrameRateRange = .default
    source.pump(frames: 2)
    expectEqual(recorder.targets, [0, 20, 30].map { .milliseconds($0) })
  }

  @Test(
    "at half the rate reports the frame shown two slots before")
  func timestampAtHalfRate() throws {
    let link = recorder.follow(source)
    link.preferredFrameRateRange = FrameRateRange(maximum: 50)
    source.pump(frames: 5)
    expectEqual(recorder.targets, [0, 20, 40].map { .milliseconds($0) })
    expectEqual(recorder.frames.map { $0.targetTimestamp - $0.timestamp }, [0.01, 0.02, 0.02])
    expectEqual(link.targetTimestamp - link.timestamp, 0.02)
  }

  @Test("at half the rate reports the frame that another link had shown in between")
  func timestampBesideOther() throws {
    recorder.follow(source).preferredFrameRateRange = FrameRateRange(maximum: 50)
    let other = FrameRecorder()
    _ = other.follow(source)
    source.pump(frames: 5)
    expectEqual(recorder.frames.map(\.timestamp), [-10, 10, 30].map { .milliseconds($0) })
  }

  @Test("reports the frame that stayed on the screen after missed slots")
  func timestampAfterMissedSlots() {
    _ = recorder.follow(source)
    source.pump(frames: 2)
    source.miss(frames: 3)
    source.pump(frames: 2)
    expectEqual(recorder.frames.map(\.timestamp), [-10, 0, 10, 50].map { .milliseconds($0) })
  }

  @Test("reports the last refresh after a pause, not the frame before the pause")
  func timestampAfterRest() {
    let link = recorder.follow(source)
    source.pump(frames: 2)
    link.isPaused = true
    source.advance(by: 3600)
    link.isPaused = false
    source.pump()
    link.pause(until: .seconds(7200))
    source.advance(by: 3600)
    expectEqual(recorder.frames.count, 6)
    #expect(recorder.frames.allSatisfy { $0.targetTimestamp - $0.timestamp == 0.01 })
  }

  @Test("is never paused once it has ended")
  func pausedAfterEnd() {
    let link = recorder.follow(source)
    link.isPaused = true
    link.invalidate()
    #expect(!link.isPaused)
    link.isPaused = true
    link.pause(until: .seconds(1))
    #expect(!link.isPaused)
  }

  @Test("at half the rate uses even slots even before time zero")
  func negativeSlots() throws {
    recorder.follow(source).preferredFrameRateRange = FrameRateRange(maximum: 50)
    source.seek(to: .milliseconds(-70))
    source.advance(to: .milliseconds(30))
    expectEqual(recorder.targets, [-70, -60, -40, -20, 0, 20].map { .milliseconds($0) })
  }
}
