import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing

@Suite("Scene time when frames stop")
struct FrameCycleTimeTests {
  /// Returns the scene time from the last drawn frame to the first frame after a stop, which begins
  /// `span` seconds after the drawn frame.
  private func progress(
    _ bench: CycleBench, after span: Seconds, _ stop: (inout CycleBench) -> Void
  ) throws -> Seconds {
    var bench = bench
    let before = try #require(bench.requests.last?.sceneTime)
    let drawn = try #require(bench.cycle.timeline.instant(reaching: before))
    bench.pass(span)
    let elapsed = bench.now - drawn
    stop(&bench)
    bench.pass(20)
    bench.cycle.windowIsVisible(true, at: bench.now)
    _ = bench.turns()
    let after = try #require(bench.requests.last)
    #expect(after.isInterrupted)
    #expect(bench.requests.count > 1)
    return (after.sceneTime - before) - max(elapsed, 0)
  }

  private func hide(_ bench: inout CycleBench) {
    bench.cycle.windowIsVisible(false, at: bench.now)
    expectEqual(bench.cycle.state, .hidden)
  }

  @Test("a scene that waits for a distant tick, and is hidden, stops at its current time")
  func waiting() throws {
    for span in [0.05, 0.1, 0.3] {
      let difference = try progress(.waiting, after: span, hide)
      #expect(abs(difference) < 1e-6, "\(span): \(difference)")
    }
  }

  @Test("a moving scene that is hidden isn't ahead of its last frame")
  func drawn() throws {
    for bench in [CycleBench.drawn, .shown] {
      let difference = try progress(bench, after: 0.001, hide)
      #expect(abs(difference) < 1e-6)
    }
  }

  @Test("an uncapped scene that is hidden continues from its last frame")
  func uncapped() throws {
    var bench = CycleBench(TimingConfiguration(rate: .maximum))
    bench.cycle.windowIsVisible(true, at: bench.now)
    _ = bench.turns()
    bench.pass(0.01)
    _ = bench.turns()
    let before = try #require(bench.requests.last?.sceneTime)
    bench.pass(0.3)
    hide(&bench)
    bench.pass(5)
    bench.cycle.windowIsVisible(true, at: bench.now)
    _ = bench.turns()
    expectEqual(bench.requests.last?.sceneTime, before)
  }

  @Test("a scene that is paused and hidden stays at its current time")
  func paused() throws {
    var bench = CycleBench.drawn
    bench.cycle.changeTime(at: bench.now) { $0.pause(at: $1) }
    _ = bench.turns()
    bench.show(1)
    let before = try #require(bench.requests.last?.sceneTime)
    expectEqual(bench.turns(), "sleep on")
    hide(&bench)
    bench.pass(5)
    bench.cycle.windowIsVisible(true, at: bench.now)
    _ = bench.turns()
    expectEqual(bench.requests.last?.sceneTime, before)
    expectEqual(bench.requests.last?.advances, false)
  }

  @Test("a finished scene continues from its resting time when a key is pressed")
  func resting() throws {
    var bench = CycleBench.idle
    let before = try #require(bench.requests.last?.sceneTime)
    bench.pass(30)
    bench.demand = { .slot($0.slot + 1, orAt: nil) }
    bench.cycle.contentsChanged(at: bench.now)
    _ = bench.turns()
    let after = try #require(bench.requests.last)
    #expect(after.sceneTime - before < 0.021)
    #expect(after.isInterrupted)
  }

  @Test("an end at a time comes at that time, even if nothing else happens")
  func duration() {
    for rate in [FrameRate.display, .fixed(RefreshRate(hertz: 0.1)), .maximum] {
      let timing = TimingConfiguration(rate: rate)
      let start = Timestamp(seconds: 100)
      var cycle = FrameCycle(
        timing, rate: nil, hasVblanks: false, sceneTime: .zero, duration: 3, at: start)
      func sleep(_ now: Timestamp) -> Timestamp? {
        for _ in 0..<20 {
          switch cycle.next(at: now, renderer: .idle) {
          case .sleep(let end, _): return end
          case .draw: cycle.didDraw(.nothing)
          default: continue
          }
        }
        return nil
      }
      // Hidden, it asks every two seconds.
      expectEqual(sleep(start), start + 2)
      expectEqual(sleep(start + 2.5), start + 3)
      cycle.windowIsVisible(true, at: start + 2.5)
      cycle.didWake()
      _ = sleep(start + 2.5)
      cycle.didWake()
      _ = sleep(start + 2.9)
      cycle.didWake()
      let early = cycle.next(at: start + 2.999_999, renderer: .busy)
      #expect(early != .end(.finished))
      let end = cycle.next(at: start + 3, renderer: .busy)
      expectEqual(end, .end(.finished))
    }
  }

  @Test("the first outcome stays, and a change of the contents happens when it is due")
  func outcomes() {
    var bench = CycleBench.idle
    bench.cycle.contentsWillChange(at: bench.now + 0.4)
    expectEqual(bench.turns(), "sleep 400 ms")
    bench.pass(0.399)
    expectEqual(bench.turns(), "sleep 1 ms")
    bench.pass(0.001)
    #expect(bench.turns().hasPrefix("draw"))
    bench.show(1)
    expectEqual(bench.turns(), "sleep on")
    bench.cycle.end(.windowLost)
    bench.cycle.end(.finished)
    let output = bench.cycle.next(at: bench.now, renderer: .idle)
    expectEqual(output, .end(.windowLost))
  }

  @Test("a change of the contents at a time replaces the one that was expected before")
  func replacedChange() {
    var bench = CycleBench.idle
    bench.cycle.contentsWillChange(at: bench.now + 0.4)
    bench.cycle.contentsWillChange(at: bench.now + 0.7)
    expectEqual(bench.turns(), "sleep 700 ms")
    bench.pass(0.7)
    #expect(bench.turns().hasPrefix("draw"))
    bench.show(1)
    expectEqual(bench.turns(), "sleep on")
  }

  @Test("several lost areas are repaired together, once")
  func lostAreas() {
    var bench = CycleBench.idle
    bench.cycle.didLose(PixelRect(x0: 0, y0: 0, x1: 10, y1: 10))
    bench.cycle.didLose(PixelRect(x0: 50, y0: 5, x1: 60, y1: 30))
    var repaired: [PixelRect] = []
    for _ in 0..<10 {
      if case .repair(let area) = bench.cycle.next(at: bench.now, renderer: .idle) {
        repaired.append(area)
      }
    }
    expectEqual(repaired, [PixelRect(x0: 0, y0: 0, x1: 60, y1: 30)])
  }

  @Test("a frame reports when the previous one was actually shown, and its delay")
  func shownTime() throws {
    var bench = CycleBench.drawn
    bench.show(1)
    bench.pass(0.05)
    let deadline = try #require(bench.cycle.timing.deadline)
    let late = bench.now - deadline
    _ = bench.turns()
    let publication = try #require(bench.publications.last)
    let request = try #require(bench.requests.last)
    // The slots that pass while a frame waits are counted as missed by the next frame.
    expectEqual(publication.missed, 0)
    expectEqual(request.missed, 2)
    let lateness = try #require(publication.lateness)
    #expect(lateness < late)
    #expect(abs(publication.drawingTime - bench.drawing) < 1e-9)
    let shown = try #require(request.shownTime)
    // The next frame is for the slot after the one in which the last was shown.
    #expect(abs(request.sceneTime - shown - 0.02) < 1e-9)
    expectEqual(request.slotInterval, 0.02)
  }
}
