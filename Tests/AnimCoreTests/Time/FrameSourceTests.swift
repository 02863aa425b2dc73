import TestSupport
import Testing

@testable import AnimCore

@Suite("A frame source")
struct FrameSourceTests {
  let source = FrameSource(refreshInterval: 0.01)
  let recorder = FrameRecorder()

  private func deliver(_ slots: Int...) {
    for slot in slots {
      source.deliver(
        slot: slot, timestamp: .milliseconds(Int64(slot) * 10 - 10),
        targetTimestamp: .milliseconds(Int64(slot) * 10))
    }
  }

  @Test("without running links requests no slot")
  func nothing() {
    expectEqual(source.demand, .nothing)
    let link = recorder.follow(source)
    expectEqual(source.demand, .slot(0, orAt: nil))
    link.isPaused = true
    expectEqual(source.demand, .nothing)
  }

  @Test("requests the next slot for a link at the display's rate")
  func everySlot() {
    _ = recorder.follow(source)
    deliver(7)
    expectEqual(source.demand, .slot(8, orAt: nil))
    expectEqual(source.currentTime, .milliseconds(70))
  }

  @Test("requests the earliest slot of its links, and the earliest sleeper")
  func mixture() throws {
    let slow = FrameRecorder()
    slow.follow(source).preferredFrameRateRange = FrameRateRange(maximum: 10)
    let slower = FrameRecorder()
    slower.follow(source).preferredFrameRateRange = FrameRateRange(maximum: 5)
    FrameRecorder.sleepers(on: source, until: 900, 400, keptBy: recorder)
    deliver(33)
    expectEqual(source.demand, .slot(40, orAt: .milliseconds(400)))
  }

  @Test("with only sleepers requests the instant at which the first one wakes")
  func sleepers() {
    FrameRecorder.sleepers(on: source, until: 900, 400, keptBy: recorder)
    expectEqual(source.demand, .at(.milliseconds(400)))
  }

  @Test("doesn't count unrequested slots as missed")
  func unwantedSlots() {
    _ = recorder.follow(source)
    deliver(1, 3, 5)
    expectEqual(recorder.frames.map(\.missed), [0, 0, 0])
    expectEqual(recorder.deltas, [0, 0.02, 0.02])
  }

  @Test("makes the next delta of every link zero when interrupted")
  func interrupt() {
    let other = FrameRecorder()
    _ = recorder.follow(source)
    _ = other.follow(source)
    deliver(1, 2)
    source.interrupt()
    deliver(900, 901)
    expectEqual(recorder.deltas, [0, 0.01, 0, 0.01])
    expectEqual(other.deltas, recorder.deltas)
  }

  @Test("reports only changes of its demand outside a delivery")
  func demandHook() throws {
    var changes = 0
    source.onDemandChange = { changes += 1 }
    let link = recorder.follow(source)
    expectEqual(changes, 1)
    link.add(to: source)
    expectEqual(changes, 1)
    link.isPaused = true
    link.isPaused = false
    expectEqual(changes, 3)
    recorder.reaction = { link, _ in link.pause(until: .zero) }
    deliver(1)
    expectEqual(changes, 3)
    link.preferredFrameRateRange = FrameRateRange(maximum: 30)
    expectEqual(changes, 4)
    link.invalidate()
    link.invalidate()
    expectEqual(changes, 5)
  }

  @Test("ignores a delivery from inside a callback")
  func reentrance() {
    recorder.reaction = { [source] _, frame in
      source.deliver(slot: 2, timestamp: .zero, targetTimestamp: .milliseconds(20))
    }
    _ = recorder.follow(source)
    deliver(1)
    expectEqual(recorder.targets, [.milliseconds(10)])
    expectEqual(source.currentTime, .milliseconds(10))
  }

  @Test("recomputes its links' divisors when the display changes, and animations continue")
  func refreshChange() throws {
    let link = recorder.follow(source)
    link.preferredFrameRateRange = FrameRateRange(preferred: 50)
    deliver(2, 3, 4)
    source.refreshInterval = 0.02
    deliver(5, 6)
    expectEqual(recorder.targets, [20, 40, 50, 60].map { .milliseconds($0) })
    expectEqual(recorder.deltas, [0, 0.02, 0.01, 0.01])
    expectEqual(recorder.last?.duration, 0.02)
  }

  @Test("assumes that the last frame was shown at its target by default")
  func shownAtTarget() {
    _ = recorder.follow(source)
    source.deliver(slot: 1, targetTimestamp: .milliseconds(10))
    source.deliver(slot: 2, targetTimestamp: .milliseconds(20))
    source.deliver(slot: 5, timestamp: .milliseconds(42), targetTimestamp: .milliseconds(50))
    source.interrupt()
    source.deliver(slot: 9, targetTimestamp: .milliseconds(90))
    expectEqual(recorder.frames.map(\.timestamp), [0, 10, 42, 80].map { .milliseconds($0) })
  }

  @Test("has the time of its clock between two slots, but never earlier than the last slot")
  func clock() {
    expectEqual(source.now, .zero)
    deliver(7)
    expectEqual(source.now, .milliseconds(70))
    var time = Timestamp.milliseconds(64)
    source.clock = { time }
    expectEqual(source.now, .milliseconds(70))
    time = .seconds(3600)
    expectEqual(source.now, .seconds(3600))
    expectEqual(source.currentTime, .milliseconds(70))
  }

  @Test("retains no link that has ended, nor the captures of its callback, even if it is idle")
  func endedLinks() {
    final class Captured {}
    final class Listener {}
    func follow(_ listener: Listener) -> (DisplayLink, () -> Captured?) {
      let captured = Captured()
      weak let seen = captured
      let link = DisplayLink(for: listener) { _, _ in _ = captured }
      link.add(to: source)
      link.isPaused = true
      return (link, { seen })
    }
    let listener = Listener()
    let (kept, capturedByKept) = follow(listener)
    #expect(capturedByKept() != nil)
    kept.invalidate()
    #expect(capturedByKept() == nil)

    var released: Listener? = Listener()
    let capturedByReleased = released.map { follow($0).1 }
    released = nil
    expectEqual(source.demand, .nothing)
    #expect(capturedByReleased?() == nil)

    // A tree at rest, whose drawing is released.
    var drawing: Listener? = Listener()
    let tree = LayerTree(root: Layer())
    var captured: Captured? = Captured()
    weak let seen = captured
    if let drawing { tree.attach(to: source, for: drawing) { [captured] _, _ in _ = captured } }
    captured = nil
    deliver(1)
    #expect(source.demand == .nothing && seen != nil)
    drawing = nil
    #expect(source.demand == .nothing && seen == nil)
  }

  @Test("accepts the largest slots and slot counts")
  func extremes() {
    let link = recorder.follow(source)
    for slot in [Int.min, 0, .max, .max] {
      source.deliver(slot: slot, targetTimestamp: .seconds(1), missed: .max)
      _ = source.demand
    }
    link.isPaused = true
    link.isPaused = false
    _ = source.demand
    let virtual = VirtualFrameSource()
    _ = recorder.follow(virtual)
    virtual.pump()
    for _ in 0..<3 { virtual.miss(frames: .max) }
    virtual.pump(frames: .max)
    virtual.advance(by: 1)
    _ = virtual.demand
    virtual.seek(to: .seconds(3))
    expectEqual(recorder.targets.last, .seconds(3))
  }

  @Test("retains no link after it is released")
  func end() {
    weak var link: DisplayLink?
    do {
      let source = FrameSource()
      link = recorder.follow(source)
      #expect(link != nil)
    }
    #expect(link == nil)
  }
}

extension FrameRecorder {
  /// Links that sleep until the given milliseconds and call `recorder`.
  fileprivate static func sleepers(
    on source: FrameSource, until milliseconds: Int64..., keptBy recorder: FrameRecorder
  ) {
    for instant in milliseconds { recorder.follow(source).pause(until: .milliseconds(instant)) }
  }
}
