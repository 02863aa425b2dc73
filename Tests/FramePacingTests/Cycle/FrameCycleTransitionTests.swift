import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing

/// The loop as a table of sentences. The display has 50 Hz, so a slot lasts 20 ms, and a frame
/// takes 1 ms to draw.
@Suite("The frame cycle, from state to state")
struct FrameCycleTransitionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var sentence: String
    var state: @Sendable () -> CycleBench
    var event: @Sendable (inout CycleBench) -> Void
    var outputs: String

    init(
      _ sentence: String, _ state: @autoclosure @escaping @Sendable () -> CycleBench,
      _ outputs: String, _ event: @escaping @Sendable (inout CycleBench) -> Void
    ) {
      (self.sentence, self.state, self.event, self.outputs) = (sentence, state, event, outputs)
    }

    var testDescription: String { sentence }
  }

  private static let area = PixelRect(x0: 0, y0: 0, x1: 10, y1: 10)

  static let rows: [Row] = [
    Row(
      "a window that appears shows a frame at once", .hidden, "draw, publish, sleep 19 ms unheard"
    ) { $0.cycle.windowIsVisible(true, at: $0.now) },
    Row(
      "a hidden window asks every two seconds", .hidden, "ask whether it is visible, sleep 2000 ms"
    ) { $0.pass(2) },
    Row("a key does not wake a hidden window", .hidden, "sleep 2000 ms") {
      $0.cycle.contentsChanged(at: $0.now)
    },
    Row("the slot of the first frame leads to the next one", .shown, "draw, sleep 19 ms unheard") {
      $0.pass(0.0192)
    },
    Row("a key in the slot of a shown frame waits for the next slot", .shown, "sleep 19 ms unheard")
    { $0.cycle.contentsChanged(at: $0.now) },
    Row(
      "in its slot a frame is published, and the next one drawn", .drawn,
      "publish, draw, sleep 19 ms unheard"
    ) { $0.pass(0.019) },
    Row("a wake-up before the slot leads to sleep again", .drawn, "sleep 14 ms unheard") {
      $0.pass(0.005)
    },
    Row("a key before the slot draws the frame again", .drawn, "draw, sleep 18 ms unheard") {
      $0.cycle.contentsChanged(at: $0.now)
    },
    Row(
      "a loss before the slot publishes the frame at once", .drawn,
      "repair, publish, sleep 19 ms unheard"
    ) { $0.cycle.didLose(area) },
    Row(
      "a loss in a frame that is shown is repaired from it", .shown, "repair, sleep 19 ms unheard"
    ) { $0.cycle.didLose(area) },
    Row("a loss while nothing moves is repaired", .idle, "repair, sleep on") {
      $0.cycle.didLose(area)
    },
    Row("a loss while the next frame is far is repaired", .waiting, "repair, sleep 449 ms") {
      $0.cycle.didLose(area)
    },
    Row("a loss while the server is busy is repaired", .blocked, "repair, sleep 250 ms") {
      $0.cycle.didLose(area)
    },
    Row("a window that is hidden sleeps, and drops its frame", .drawn, "sleep 2000 ms") {
      $0.cycle.windowIsVisible(false, at: $0.now)
    },
    Row("while nothing moves, it sleeps until an event comes", .idle, "sleep on") { $0.pass(100) },
    Row("a key while nothing moves shows in the next slot", .idle, "draw, sleep 19 ms unheard") {
      $0.cycle.contentsChanged(at: $0.now)
    },
    Row("a frame for a far slot is drawn shortly before it", .waiting, "draw, sleep 50 ms unheard")
    {
      $0.pass(0.449)
    },
    Row(
      "a key while a frame is far draws one for the next slot", .waiting, "draw, sleep 9 ms unheard"
    ) {
      $0.pass(0.01)
      $0.cycle.contentsChanged(at: $0.now)
    },
    Row("while the server is busy nothing is drawn", .blocked, "sleep 240 ms") { $0.pass(0.01) },
    Row("a server that is silent for 250 ms is asked", .blocked, "recover, sleep 250 ms") {
      $0.pass(0.25)
    },
    Row("a server that has finished gets the next frame", .blocked, "draw, sleep 8 ms unheard") {
      $0.pass(0.01)
      $0.renderer = .ready
    },
    Row(
      "a process that was stopped shows a frame at once", .drawn,
      "draw, publish, sleep 18 ms unheard"
    ) {
      $0.pass(5)
      $0.cycle.didContinue(at: $0.now)
    },
    Row("a frame that cannot be drawn is not drawn again", .idle, "sleep on") {
      $0.cycle.contentsChanged(at: $0.now)
      while true {
        if case .draw = $0.cycle.next(at: $0.now, renderer: .idle) { break }
      }
      $0.cycle.didNotDraw(at: $0.now)
    },
    Row("an end that is asked for comes before all else", .blocked, "end") {
      $0.cycle.didLose(area)
      $0.cycle.end(.finished)
    },
  ]

  @Test("follows the table", arguments: rows)
  func row(row: Row) {
    var bench = row.state()
    row.event(&bench)
    expectEqual(bench.turns(), row.outputs)
  }
}

@Suite("The frame cycle")
struct FrameCycleTests {
  @Test("a frame in steady state is one publication, one drawing and one sleep")
  func steady() {
    var bench = CycleBench.drawn
    for _ in 0..<1_000 {
      bench.pass((bench.cycle.timing.deadline ?? bench.now) - bench.now)
      var outputs: [String] = []
      while outputs.last != "sleep" {
        switch bench.cycle.next(at: bench.now, renderer: .ready) {
        case .exchange: outputs.append("exchange")
        case .publish: outputs.append("publish")
        case .draw(let request):
          outputs.append("draw")
          bench.cycle.didDraw(.slot(request.slot + 1, orAt: nil))
        case .sleep(_, let isListening):
          #expect(!isListening)
          outputs.append("sleep")
        default: outputs.append("else")
        }
      }
      expectEqual(outputs, ["exchange", "publish", "draw", "sleep"])
    }
  }

  @Test("if completions are measured, the loop wakes up when the server has finished")
  func completions() {
    var bench = CycleBench.drawn
    bench.cycle.timesCompletions = true
    expectEqual(bench.turns(), "sleep 19 ms")
  }

  @Test("at one frame per second, scene time follows the display")
  func oneASecond() {
    var bench = CycleBench(TimingConfiguration(rate: .fixed(RefreshRate(hertz: 1))))
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.drawing = 0.003
    for _ in 0..<20 {
      bench.show(1)
      // Late by less than a slot, each time.
      bench.pass(0.009)
    }
    let times = bench.requests.map(\.sceneTime.seconds)
    for (index, time) in times.enumerated() { #expect(abs(time - Double(index)) < 1e-9) }
    #expect(bench.publications.allSatisfy { $0.missed == 0 })
  }

  @Test("slots in which the server is busy with the last frame are missed")
  func missed() {
    var bench = CycleBench.blocked
    let slot = bench.cycle.timing.nextSlot
    bench.pass(0.1)
    bench.renderer = .ready
    bench.show(1)
    expectEqual(bench.publications.last?.missed, 5)
    expectEqual(bench.publications.last?.slot, slot + 5)
  }

  @Test("missed slots are counted by one frame only")
  func missedOnce() {
    var bench = CycleBench.blocked
    bench.pass(0.1)
    bench.renderer = .ready
    bench.show(4)
    expectEqual(bench.publications.suffix(4).map(\.missed), [5, 0, 0, 0])
  }

  @Test("a key in the slot of the first frame shows in the next one, even if nothing moves")
  func keyAfterFirstFrame() {
    var bench = CycleBench()
    bench.demand = { _ in .nothing }
    bench.cycle.windowIsVisible(true, at: bench.now)
    expectEqual(bench.turns(), "draw, publish, sleep 19 ms unheard")
    bench.cycle.contentsChanged(at: bench.now)
    bench.pass(0.0192)
    expectEqual(bench.turns(), "draw, sleep 19 ms unheard")
  }

  @Test("after the server was stopped for seconds, the delta is zero, and no time is made up for")
  func serverStop() throws {
    var bench = CycleBench.blocked
    let before = try #require(bench.requests.last?.sceneTime)
    for _ in 0..<20 {
      bench.pass(0.25)
      _ = bench.turns()
    }
    bench.renderer = .idle
    bench.cycle.didWake()
    _ = bench.turns()
    let after = try #require(bench.requests.last)
    #expect(after.isInterrupted)
    #expect(after.sceneTime - before < 0.05)
  }

  @Test("a server that is always slow doesn't stop the scene")
  func slowServer() throws {
    var bench = CycleBench.drawn
    for _ in 0..<10 {
      bench.renderer = .busy
      bench.pass(0.02)
      _ = bench.turns()
      for _ in 0..<6 {
        bench.pass(0.25)
        _ = bench.turns()
      }
      bench.renderer = .idle
      bench.cycle.didWake()
      _ = bench.turns()
    }
    let times = bench.requests.map(\.sceneTime.seconds)
    #expect((times.last ?? 0) - times[0] > 10)
  }

  @Test("after the process was stopped, the first delta is zero, and there is one frame per slot")
  func stopped() throws {
    var bench = CycleBench.drawn
    let before = try #require(bench.requests.last?.sceneTime)
    bench.pass(30)
    bench.cycle.didContinue(at: bench.now)
    #expect(bench.turns().hasPrefix("draw, publish, sleep"))
    let first = try #require(bench.requests.last)
    #expect(first.isInterrupted)
    expectEqual(first.sceneTime, before)
    bench.show(3)
    #expect(bench.requests.suffix(3).allSatisfy { !$0.isInterrupted })
  }

  @Test("slots that pass while the process is stopped by a signal aren't missed")
  func stoppedSlots() {
    var bench = CycleBench.drawn
    let before = bench.publications.count
    bench.pass(30)
    bench.cycle.didContinue(at: bench.now)
    bench.show(3)
    expectEqual(bench.publications.dropFirst(before).map(\.missed), [0, 0, 0])
    expectEqual(bench.requests.suffix(3).map(\.missed), [0, 0, 0])
  }

  @Test("a machine that was suspended without notice is recognised by a late wake-up")
  func stall() throws {
    var bench = CycleBench.drawn
    let before = try #require(bench.requests.last?.sceneTime)
    bench.pass(10)
    #expect(bench.turns().hasPrefix("draw, publish, sleep"))
    expectEqual(bench.requests.last?.sceneTime, before)
    expectEqual(bench.publications.last.map { $0.missed > 400 }, true)
  }

  @Test("slow drawing isn't a stop: time continues with the display")
  func slowDrawing() {
    var bench = CycleBench.drawn
    bench.drawing = 0.6
    bench.show(6)
    let times = bench.requests.suffix(5).map(\.sceneTime.seconds)
    for (a, b) in zip(times, times.dropFirst()) { #expect(abs(b - a - 0.6) < 0.05) }
  }

  @Test("while hidden, scene time is stopped, and the first delta is zero")
  func hidden() throws {
    var bench = CycleBench.drawn
    let before = try #require(bench.requests.last?.sceneTime)
    bench.cycle.windowIsVisible(false, at: bench.now)
    bench.pass(60)
    bench.cycle.windowIsVisible(true, at: bench.now)
    _ = bench.turns()
    expectEqual(bench.requests.last?.sceneTime, before)
    expectEqual(bench.requests.last?.isInterrupted, true)
    expectEqual(bench.publications.last?.isInterrupted, true)
  }

  @Test("vblanks once a second hide the window, and those of a display show it again")
  func hiddenDisplay() {
    var bench = CycleBench(hasVblanks: true)
    bench.cycle.windowIsVisible(true, at: bench.now)
    var msc: Int64 = 0
    func stamp(after span: Seconds) {
      msc += 1
      bench.now = bench.now + span
      _ = bench.cycle.didReceive(VblankStamp(msc: msc, ust: bench.now), at: bench.now)
    }
    for _ in 0..<10 { stamp(after: 0.02) }
    #expect(bench.cycle.state != .hidden)
    stamp(after: 1)
    expectEqual(bench.cycle.state, .hidden)
    stamp(after: 0.02)
    expectEqual(bench.cycle.state, .due)
  }

  @Test("while paused, a busy server doesn't delay the effect of a key")
  func pausedAndBusy() {
    var bench = CycleBench.blocked
    bench.cycle.changeTime(at: bench.now) { $0.pause(at: $1) }
    bench.renderer = .idle
    bench.cycle.didWake()
    #expect(bench.turns().hasPrefix("draw"))
    expectEqual(bench.requests.last?.advances, false)
    bench.show(1)
    expectEqual(bench.turns(), "sleep on")
  }

  @Test("a frame limit ends the run with the frame that reaches it")
  func frameLimit() {
    var bench = CycleBench(frameLimit: 3)
    bench.cycle.windowIsVisible(true, at: bench.now)
    bench.show(3)
    expectEqual(bench.turns(), "end")
    expectEqual(bench.publications.count, 3)
  }

  @Test("uncapped frames follow the server, with signals checked in between")
  func uncapped() {
    var bench = CycleBench(TimingConfiguration(rate: .maximum))
    bench.cycle.windowIsVisible(true, at: bench.now)
    expectEqual(bench.turns(), "draw, publish, sleep 0 ms")
    bench.pass(0)
    expectEqual(bench.turns(), "draw, publish, sleep 0 ms")
    bench.pass(0)
    bench.renderer = .ready
    expectEqual(bench.turns(), "sleep 250 ms")
    bench.pass(0.01)
    bench.renderer = .idle
    expectEqual(bench.turns(), "draw, publish, sleep 0 ms")
    expectEqual(bench.publications.map(\.slot), [0, 1, 2])
    #expect(bench.publications.allSatisfy { $0.lateness == nil })
  }

  @Test("an uncapped frame for later waits for its instant, unless a key is pressed")
  func uncappedWaiting() {
    var bench = CycleBench(TimingConfiguration(rate: .maximum))
    bench.demand = { .at($0.sceneTime + 0.4) }
    bench.cycle.windowIsVisible(true, at: bench.now)
    expectEqual(bench.turns(), "draw, publish, sleep 399 ms")
    bench.pass(0.1)
    bench.cycle.contentsChanged(at: bench.now)
    expectEqual(bench.turns(), "draw, publish, sleep 399 ms")
  }
}
