import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing

/// The display has 50 Hz, so a slot lasts 20 ms, and a frame takes 1 ms to draw.
@Suite("The rules of the frame cycle")
struct CycleRuleTests {
  @Test("the run starts at its scene time and speed, hidden and held")
  func start() throws {
    var cycle = FrameCycle(
      TimingConfiguration(), rate: RefreshRate(hertz: 50), hasVblanks: false,
      sceneTime: Timestamp(seconds: 7), speed: 2, at: Timestamp(seconds: 100))
    #expect(cycle.isHidden && cycle.end == nil && cycle.publishedCount == 0)
    expectEqual(cycle.timeline.sceneTime(at: Timestamp(seconds: 200)), Timestamp(seconds: 7))
    expectEqual(cycle.timeline.speed, 2)
    cycle.windowIsVisible(true, at: Timestamp(seconds: 100))
    #expect(!cycle.isHidden)
    let effects = (0..<2).map { _ in cycle.next(at: Timestamp(seconds: 100), renderer: .idle) }
    guard case .draw(let request)? = effects.last else {
      Issue.record("it does not draw: \(effects)")
      return
    }
    expectEqual(request.sceneTime, Timestamp(seconds: 7))
    #expect(request.isInterrupted && request.advances && request.missed == 0)
    #expect(request.shownTime == nil && request.slotInterval == 0.02)
  }

  @Test("a hidden window is not checked if an event will report that it is visible")
  func awaitedVisibility() throws {
    var bench = CycleBench.drawn
    bench.cycle.windowIsVisible(false, at: bench.now)
    bench.cycle.awaitsVisibility = true
    let held = bench.cycle.timeline.sceneTime(at: bench.now)
    bench.pass(3600)
    var effects: [FrameCycle.Effect] = []
    for _ in 0..<4 { effects.append(bench.cycle.next(at: bench.now, renderer: .idle)) }
    #expect(effects.contains { if case .sleep(nil, _) = $0 { true } else { false } }, "\(effects)")
    #expect(!effects.contains { if case .askForVisibility = $0 { true } else { false } })
    bench.cycle.windowIsVisible(true, at: bench.now)
    expectEqual(bench.cycle.timeline.sceneTime(at: bench.now), held)
    #expect(!bench.cycle.isHidden)
  }

  @Test("another frame rate applies to the next frame")
  func rate() {
    var bench = CycleBench.drawn
    bench.cycle.setRate(.fixed(RefreshRate(hertz: 10)))
    bench.show(2)
    let start = bench.now
    bench.show(5)
    #expect(abs(bench.now - start - 0.5) < 0.001)
    bench.cycle.setRate(.display)
    bench.show(2)
    let end = bench.now
    bench.show(5)
    #expect(abs(bench.now - end - 0.1) < 0.001)
  }

  @Test("each frame limit is reached with exactly that many frames", arguments: [1, 2, 5])
  func limits(limit: Int) {
    var bench = CycleBench(frameLimit: limit)
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.show(limit)
    #expect(bench.cycle.publishedCount == limit && bench.turns() == "end")
  }

  @Test(
    "a scene that requests a slot, or an instant if that is sooner, is drawn in the sooner of the two",
    arguments: [(10, 0.05, 3), (10, 0.04, 2), (2, 0.05, 2), (3, 0.061, 3), (1, 0.001, 1)])
  func sooner(slots: Int, seconds: Seconds, expected: Int) {
    var bench = CycleBench()
    bench.demand = { .slot($0.slot + slots, orAt: $0.sceneTime + seconds) }
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.show(5)
    let drawn = bench.requests.map(\.slot)
    let steps = zip(drawn, drawn.dropFirst()).map { $1 - $0 }
    #expect(steps.count >= 4 && steps.allSatisfy { $0 == expected }, "\(drawn)")
  }

  @Test("a blank display is polled every two seconds, and frames continue when it has vblanks")
  func darkDisplay() {
    var bench = CycleBench(hasVblanks: true)
    bench.cycle.windowIsVisible(true, at: bench.now)
    _ = bench.turns()
    var msc: Int64 = 100
    func tick(after span: Seconds) {
      bench.pass(span)
      msc += 1
      _ = bench.cycle.didReceive(VblankStamp(msc: msc, ust: bench.now), at: bench.now)
      _ = bench.turns()
    }
    for span in [0.02, 0.02, 0.02, 1, 1] { tick(after: span) }
    #expect(bench.cycle.isHidden)
    bench.pass(2)
    #expect(bench.turns().hasPrefix("ask whether it is visible, ask for a vblank, sleep"))
    for _ in 0..<2 { tick(after: 0.02) }
    #expect(!bench.cycle.isHidden)
  }

  @Test("only the frames after a stop are recorded as such")
  func interruptions() {
    var bench = CycleBench.drawn
    bench.show(2)
    bench.cycle.windowIsVisible(false, at: bench.now)
    _ = bench.turns()
    bench.pass(1)
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.show(3)
    expectEqual(
      bench.publications.map(\.isInterrupted),
      [true, false, false, false, false]
        + [true, false, false])
    #expect(bench.publications.map(\.missed).allSatisfy { $0 == 0 })
  }

  @Test(
    "a sleep that ends a quarter of a second late is a stop, and a shorter delay isn't",
    arguments: [(0.24, false), (0.26, true)])
  func stall(late: Seconds, isStop: Bool) throws {
    var bench = CycleBench.drawn
    let deadline = try #require(bench.cycle.timing.deadline)
    let before = try #require(bench.requests.last?.sceneTime)
    bench.pass(deadline - bench.now + late)
    _ = bench.turns()
    let request = try #require(bench.requests.last)
    expectEqual(request.isInterrupted, isStop)
    expectEqual((request.sceneTime - before < 0.03), isStop)
  }

  @Test(
    "a server that takes more than a second was stopped, and one that takes less wasn't",
    arguments: [(0.9, false), (1.1, true)])
  func block(span: Seconds, isStop: Bool) throws {
    var bench = CycleBench.blocked
    let before = try #require(bench.requests.last?.sceneTime)
    var rest = span
    while rest > 0 {
      bench.pass(min(rest, 0.2))
      rest -= 0.2
      if rest > 0 { _ = bench.turns() }
    }
    bench.renderer = .idle
    _ = bench.turns()
    let request = try #require(bench.requests.last)
    expectEqual(request.isInterrupted, isStop)
    expectEqual((request.sceneTime - before < 0.1), isStop)
  }

  @Test(
    "a server that is four times as slow as before was stopped, and one that is only slower wasn't")
  func slower() throws {
    for (second, isStop) in [(3.0, false), (6.0, true)] {
      var bench = CycleBench.drawn
      for (index, span) in [1.2, second].enumerated() {
        bench.renderer = .busy
        bench.cycle.contentsChanged(at: bench.now)
        _ = bench.turns()
        var rest = span
        while rest > 0 {
          bench.pass(0.2)
          rest -= 0.2
          _ = bench.turns()
        }
        bench.renderer = .idle
        bench.cycle.didWake()
        _ = bench.turns()
        if index == 1 { expectEqual(bench.requests.last?.isInterrupted, isStop, "\(second)") }
        bench.show(1)
      }
    }
  }

  @Test("a silent server is queried every quarter of a second, counted from the last query")
  func asking() {
    var bench = CycleBench.blocked
    for _ in 0..<3 {
      bench.pass(0.249)
      expectEqual(bench.turns(), "sleep 1 ms")
      bench.pass(0.001)
      expectEqual(bench.turns(), "recover, sleep 250 ms")
    }
  }

  @Test("a hidden window queries every two seconds, counted from when it was hidden")
  func hiding() {
    var bench = CycleBench.drawn
    bench.pass(0.005)
    bench.cycle.windowIsVisible(false, at: bench.now)
    expectEqual(bench.turns(), "sleep 2000 ms")
    bench.pass(1.5)
    expectEqual(bench.turns(), "sleep 500 ms")
    for _ in 0..<2 {
      bench.pass(bench.cycle.isHidden ? 0.5 : 0)
      expectEqual(bench.turns(), "ask whether it is visible, sleep 2000 ms")
      bench.pass(1.5)
      expectEqual(bench.turns(), "sleep 500 ms")
    }
  }

  @Test("while hidden, neither a key nor an overlay that disappears wakes it")
  func hiddenChanges() {
    var bench = CycleBench.hidden
    bench.cycle.contentsWillChange(at: bench.now + 0.5)
    expectEqual(bench.turns(), "sleep 2000 ms")
    bench.pass(0.7)
    bench.cycle.contentsChanged(at: bench.now)
    expectEqual(bench.turns(), "sleep 1300 ms")
  }

  @Test("events end the sleep before a slot that is more than 50 ms ahead, and no other")
  func listening() {
    var bench = CycleBench(TimingConfiguration(rate: .fixed(RefreshRate(hertz: 5))))
    bench.cycle.windowIsVisible(true, at: bench.now)
    // The first frame is published before its slot, in which events are heard while it is far.
    let first = bench.turns()
    #expect(first.hasPrefix("draw, publish, sleep"))
    bench.show(2)
    #expect(bench.turns().hasSuffix("ms"))
    var near = CycleBench.drawn
    #expect(near.turns().hasSuffix("unheard"))
  }

  @Test("a key while a late frame waits keeps the missed slots")
  func missedKept() {
    var bench = CycleBench.drawn
    bench.pass(0.1)
    // The frame is published late, and the next one includes the missed slots.
    _ = bench.turns()
    let missed = bench.requests.last?.missed ?? 0
    #expect(missed > 2)
    bench.cycle.contentsChanged(at: bench.now)
    _ = bench.turns()
    expectEqual(bench.requests.last?.missed, missed)
    bench.show(1)
    expectEqual(bench.publications.last?.missed, missed)
    bench.show(1)
    expectEqual(bench.publications.last?.missed, 0)
  }

  @Test("a lost area is repaired once, and a waiting frame is shown with it")
  func repair() {
    var bench = CycleBench.drawn
    let count = bench.publications.count
    bench.cycle.didLose(PixelRect(x0: 0, y0: 0, x1: 1, y1: 1))
    #expect(bench.turns().hasPrefix("repair, publish"))
    expectEqual(bench.publications.count, count + 1)
    #expect(bench.publications.last?.lateness == nil)
    // The next frame waits for its slot again.
    bench.show(1)
    #expect(bench.publications.last?.lateness != nil)
  }

  @Test("a paused scene shows changes, and then rests")
  func paused() {
    var bench = CycleBench.drawn
    bench.cycle.changeTime(at: bench.now) { $0.pause(at: $1) }
    bench.show(1)
    expectEqual(bench.turns(), "sleep on")
    #expect(bench.requests.last?.advances == false && bench.requests.last?.isInterrupted == true)
    bench.cycle.contentsChanged(at: bench.now)
    bench.show(1)
    expectEqual(bench.turns(), "sleep on")
    bench.cycle.changeTime(at: bench.now) { $0.resume(at: $1) }
    bench.show(3)
    #expect(bench.requests.last?.advances == true && bench.requests.last?.isInterrupted == false)
  }

  @Test("a change of time takes effect at the instant of the next frame")
  func changeInstant() throws {
    var bench = CycleBench.drawn
    bench.show(1)
    var instant: Timestamp?
    bench.cycle.changeTime(at: bench.now) { timeline, now in
      instant = now
      timeline.seek(to: Timestamp(seconds: 50), at: now)
    }
    bench.show(1)
    let request = try #require(bench.requests.first { $0.sceneTime >= Timestamp(seconds: 50) })
    let taken = try #require(instant)
    expectEqual(request.sceneTime, Timestamp(seconds: 50))
    expectEqual(bench.cycle.timeline.sceneTime(at: taken), Timestamp(seconds: 50))
    #expect(request.isInterrupted)
  }

  @Test("a timestamp that reveals a nearer slot wakes a waiting frame")
  func replanned() {
    var bench = CycleBench(hasVblanks: true)
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.demand = { .at($0.sceneTime + 0.5) }
    bench.show(1)
    _ = bench.turns()
    bench.pass(0.03)
    let before = bench.turns()
    bench.cycle.displayChanged(to: RefreshRate(hertz: 10), at: bench.now)
    let after = bench.turns()
    #expect(before.hasPrefix("sleep") && after.hasPrefix("sleep") && before != after)
  }

  @Test("a vblank is requested with the first frame, and not again while the request is pending")
  func stamps() {
    var bench = CycleBench(hasVblanks: true)
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.show(4)
    expectEqual(bench.publications.map(\.needsVblank), [true, false, false, false])
    let error = bench.cycle.didReceive(VblankStamp(msc: 1, ust: bench.now), at: bench.now)
    #expect(error == nil)
    bench.show(2)
    expectEqual(bench.publications.suffix(2).map(\.needsVblank), [true, false])
    let status = bench.cycle.status(renderer: "r")
    #expect(status.source == .present && status.renderer == "r")
  }

  @Test("a process that resumes while its window is hidden stays hidden")
  func continued() {
    var bench = CycleBench.hidden
    bench.cycle.didContinue(at: bench.now)
    #expect(bench.cycle.isHidden && bench.turns() == "sleep 2000 ms")
  }

  @Test("a frame that can't be drawn stops scene time until the contents change")
  func notDrawn() {
    var bench = CycleBench.idle
    bench.cycle.contentsChanged(at: bench.now)
    while true {
      if case .draw = bench.cycle.next(at: bench.now, renderer: .idle) { break }
    }
    bench.cycle.didNotDraw(at: bench.now)
    let held = bench.cycle.timeline.sceneTime(at: bench.now + 9)
    expectEqual(bench.cycle.timeline.sceneTime(at: bench.now), held)
    bench.pass(9)
    bench.cycle.contentsChanged(at: bench.now)
    #expect(bench.turns().hasPrefix("draw"))
    #expect((bench.requests.last?.sceneTime ?? .zero) - held < 0.05)
  }
}
