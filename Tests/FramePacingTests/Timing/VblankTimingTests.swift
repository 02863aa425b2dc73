import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("Vblank timing")
struct VblankTimingTests {
  /// A display that ticks at its own rate, whatever it reports, and is asked for stamps as the
  /// timing requests.
  private struct Display {
    var timing: VblankTiming
    var hertz: Double
    var now = Timestamp(seconds: 5_000)
    var questions = 0
    /// The offset by which the server's clock is ahead of ours.
    var offset: Seconds = 0
    private var isAsked = false
    private var msc: Int64 = 1_000
    private var lastVblank = Timestamp(seconds: 5_000)

    init(rate: FrameRate, says said: Double, ticksAt hertz: Double) {
      self.hertz = hertz
      timing = VblankTiming(
        TimingConfiguration(rate: rate), rate: RefreshRate(hertz: said), hasVblanks: true, at: now)
      timing.restart(at: now)
    }

    /// Shows `count` frames.
    mutating func show(_ count: Int) {
      for _ in 0..<count {
        let deadline = timing.scheduler.deadline
        while isAsked, vblank < deadline { answer() }
        now = max(now, deadline)
        if timing.needsVblank(at: now) { ask() }
        _ = timing.wake(at: now)
      }
    }

    private mutating func ask() {
      questions += 1
      isAsked = true
    }

    private var vblank: Timestamp {
      Timestamp(seconds: ((now.seconds * hertz + 1e-6).rounded(.down) + 1) / hertz)
    }

    private mutating func answer() {
      now = vblank
      isAsked = false
      msc += max(1, Int64(((now - lastVblank) * hertz).rounded()))
      lastVblank = now
      if timing.didReceive(VblankStamp(msc: msc, ust: now + offset), at: now).asksAgain { ask() }
    }

    /// Frames per second of the present slots.
    var rate: Double {
      1 / (timing.scheduler.predictor.period * Double(timing.scheduler.stride))
    }
  }

  @Test("requests that measure a rate end when the server's clock is found to be a different one")
  func foreignClock() {
    let half = RefreshRate(hertz: 25)
    for (offset, isFew) in [(0, false), (-1_000, true)] {
      var display = Display(rate: .fixed(half), says: 50, ticksAt: 50)
      display.offset = Seconds(offset)
      display.show(60)
      expectEqual((display.questions < 10), isFew, "\(offset): \(display.questions)")
    }
  }

  @Test(
    "a requested rate follows the measured vblanks, not RandR",
    arguments: [
      (50, 100, 60, 50, false), (50, 50, 60, 50, false), (50, 60, 50, 50, true),
      (50, 60, 100, 50, true), (30, 75, 60, 30, true), (60, 60, 59.94, 59.94, true),
      (1, 100, 60, 1, true), (75, 75, 60, 75, false),
    ] as [(Double, Double, Double, Double, Bool)])
  func wantedRate(
    wanted: Double, said: Double, ticking: Double, rate: Double, follows: Bool
  ) {
    var display = Display(
      rate: .fixed(RefreshRate(hertz: wanted)), says: said, ticksAt: ticking)
    display.show(100)
    #expect(abs(display.rate / rate - 1) < 0.003)
    expectEqual(display.timing.source, (follows ? .present : .timer))
    expectEqual(display.timing.reason, (follows ? nil : .otherRate))
  }

  @Test("by default, the display's measured rate is used, whatever it reports")
  func ownRate() {
    var display = Display(rate: .display, says: 50, ticksAt: 60)
    display.show(100)
    #expect(abs(display.rate / 60 - 1) < 0.001)
    #expect(display.timing.isLocked)
    #expect(abs(display.timing.slots.rate.hertz / 60 - 1) < 0.001)
  }

  @Test(
    "timestamps of another clock aren't used, and soon not requested", arguments: [864e3, -1e3])
  func foreignClock(offset: Seconds) {
    var display = Display(rate: .display, says: 60, ticksAt: 59)
    display.offset = offset
    display.show(60)
    expectEqual(display.timing.source, .timer)
    expectEqual(display.timing.reason, .foreignClock)
    #expect(!display.timing.isLocked)
    #expect(display.questions < 6)
    #expect(abs(display.rate - 60) < 1e-6)
  }

  @Test(
    "a mode change is followed if the rate divides the new one, or otherwise a timer takes over")
  func modeChange() {
    var display = Display(rate: .fixed(RefreshRate(hertz: 50)), says: 60, ticksAt: 60)
    display.show(100)
    expectEqual(display.timing.source, .timer)
    let next = display.timing.scheduler.deadline
    display.timing.displayChanged(to: RefreshRate(hertz: 75), at: display.now)
    expectEqual(display.timing.scheduler.deadline, next)
    display.hertz = 100
    display.timing.displayChanged(to: RefreshRate(hertz: 100), at: display.now)
    expectEqual(display.timing.scheduler.stride, 2)
    display.show(100)
    expectEqual(display.timing.source, .present)
    #expect(abs(display.rate - 50) < 0.05)
  }

  @Test("a display with one vblank per second from the start is slow, not hidden")
  func slowDisplay() {
    var display = Display(rate: .display, says: 60, ticksAt: 1)
    display.show(300)
    #expect(display.timing.isDisplayVisible)
    #expect(abs(display.rate - 1) < 0.01)
  }

  @Test("a display that changes to one vblank per second is hidden until it is queried again")
  func hiddenDisplay() {
    var display = Display(rate: .display, says: 60, ticksAt: 60)
    display.show(600)
    display.hertz = 1
    display.show(200)
    #expect(!display.timing.isDisplayVisible)
    let asks = display.timing.probes(at: display.now + 3)
    #expect(asks)
    let asksTwice = display.timing.probes(at: display.now + 3.5)
    #expect(!asksTwice)
  }

  @Test("without further timestamps, a timer takes over, which is reported")
  func stampsStop() {
    var display = Display(rate: .display, says: 60, ticksAt: 60)
    display.show(100)
    expectEqual(display.timing.source, .present)
    for _ in 0..<200 {
      display.now = display.timing.scheduler.deadline
      _ = display.timing.needsVblank(at: display.now)
      _ = display.timing.wake(at: display.now)
    }
    expectEqual(display.timing.source, .timer)
    expectEqual(display.timing.reason, .noStamps)
  }

  @Test("few timestamps are requested once the display is known")
  func steady() {
    var display = Display(rate: .display, says: 60, ticksAt: 60)
    display.show(1_000)
    let before = display.questions
    display.show(800)
    #expect(display.questions - before <= 102)
  }

  @Test("a request that is pending when frames stop is abandoned when they resume")
  func pausedSampling() {
    var display = Display(rate: .display, says: 60, ticksAt: 60)
    let asks = display.timing.needsVblank(at: display.now)
    #expect(asks)
    let asksTwice = display.timing.needsVblank(at: display.now)
    #expect(!asksTwice)
    display.timing.pauseSampling()
    let asksAgain = display.timing.needsVblank(at: display.now)
    #expect(asksAgain)
  }

  @Test("a timer chosen by the user requests no timestamps")
  func chosenTimer() {
    var timing = VblankTiming(
      TimingConfiguration(source: .timer), rate: nil, hasVblanks: true, at: .zero)
    let asks = timing.needsVblank(at: Timestamp(seconds: 1))
    #expect(!asks)
    expectEqual(timing.reason, .chosen)
  }
}
