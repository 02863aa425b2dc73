import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("A vblank predictor")
struct VblankPredictorTests {
  /// The errors of many frames, in microseconds.
  struct SortedErrors {
    private var errors: [Double] = []

    mutating func append(_ more: [Double]) { errors = (errors + more).sorted() }

    func percentile(_ share: Double) -> Double {
      errors[Int((Double(errors.count - 1) * share / 100).rounded())]
    }
  }

  /// A predictor that watches a simulated display, frame by frame.
  struct Observation {
    var display: SimulatedDisplay
    var predictor: VblankPredictor
    /// The error of the prediction, in microseconds, for each frame before its stamp was seen.
    private(set) var errors: [Double] = []
    private var framesSinceSample = 0

    init(_ display: SimulatedDisplay, seededWith hertz: Double = 60) {
      self.display = display
      predictor = VblankPredictor(
        refreshRate: RefreshRate(hertz: hertz), start: .milliseconds(4990))
    }

    /// Advances by one frame, whose stamp is passed to the predictor if it requests one.
    @discardableResult
    mutating func frame() -> VblankPredictor.Verdict? {
      let stamp = display.next()
      errors.append(abs(predictor.time(ofVblank: stamp.msc) - display.time) * 1e6)
      framesSinceSample += 1
      guard framesSinceSample >= predictor.framesToNextSample else { return nil }
      framesSinceSample = 0
      return predictor.add(stamp, now: max(stamp.ust, display.time))
    }

    mutating func frames(_ count: Int) { for _ in 0..<count { frame() } }

    mutating func forgetErrors() { errors = [] }

    func error(percentile: Double) -> Double {
      var sorted = SortedErrors()
      sorted.append(errors)
      return sorted.percentile(percentile)
    }
  }

  @Test("predicts a perfect display to the nanosecond")
  func perfect() {
    var observation = Observation(SimulatedDisplay(hertz: 60))
    observation.frames(8)
    expectEqual(observation.predictor.lockState, .locked)
    observation.forgetErrors()
    observation.frames(1800)
    #expect(observation.error(percentile: 100) <= 0.003)
  }

  @Test(
    "is within 1 µs (median) and 4 µs (99 %) of a display with 10 µs of noise in its timestamps")
  func hardware() {
    var all = SortedErrors()
    for seed in 1...30 as ClosedRange<UInt64> {
      var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: seed))
      observation.frames(32)
      expectEqual(observation.predictor.lockState, .locked)
      observation.forgetErrors()
      observation.frames(1800)
      expectEqual(observation.predictor.lockState, .locked)
      all.append(observation.errors)
    }
    #expect(all.percentile(50) <= 1)
    #expect(all.percentile(99) <= 4)
  }

  @Test("is within 137 µs (median) and 347 µs (99 %) of the fake vblanks of a virtual server")
  func fakeVblank() {
    var all = SortedErrors()
    for seed in 1...30 as ClosedRange<UInt64> {
      var observation = Observation(
        SimulatedDisplay(hertz: 1e6 / 16_666, noise: .fakeVblank, seed: seed))
      observation.frames(32)
      observation.forgetErrors()
      observation.frames(1800)
      expectEqual(observation.predictor.lockState, .locked)
      all.append(observation.errors)
    }
    #expect(all.percentile(50) <= 137)
    #expect(all.percentile(99) <= 347)
  }

  @Test("finds 59.94 Hz when 60 Hz is announced")
  func announcedWrongly() {
    var observation = Observation(SimulatedDisplay(hertz: 60 / 1.001, noise: .hardware))
    observation.frames(64)
    #expect(abs(1 / observation.predictor.period - 59.94) < 0.005)
    observation.forgetErrors()
    observation.frames(1800)
    #expect(observation.error(percentile: 99) <= 4)
  }

  @Test("finds a rate that is far from the assumed one", arguments: [30, 50, 75, 144, 240])
  func assumedWrongly(hertz: Double) {
    var observation = Observation(SimulatedDisplay(hertz: hertz, noise: .hardware))
    observation.frames(32)
    expectEqual(observation.predictor.lockState, .locked)
    #expect(abs(1 / observation.predictor.period / hertz - 1) < 0.001)
    observation.forgetErrors()
    observation.frames(600)
    #expect(observation.error(percentile: 99) <= 20)
  }

  @Test("is not affected by 2 % of outliers")
  func outliers() {
    var display = SimulatedDisplay(hertz: 60, noise: .hardware, seed: 3)
    display.outliers = 0.02
    var observation = Observation(display)
    var heldBack = 0
    for _ in 0..<32 { observation.frame() }
    observation.forgetErrors()
    for _ in 0..<1800 where observation.frame() == .heldBack { heldBack += 1 }
    #expect(heldBack > 5)
    expectEqual(observation.predictor.lockState, .locked)
    #expect(observation.error(percentile: 50) <= 10)
    #expect(observation.error(percentile: 99) <= 60)
  }

  @Test("is locked again within 32 frames after a phase jump", arguments: [-5, 2, 7.9])
  func phaseJump(milliseconds: Double) {
    for noise in [.hardware, .fakeVblank] as [SimulatedDisplay.Noise] {
      var observation = Observation(SimulatedDisplay(hertz: 60, noise: noise, seed: 4))
      observation.frames(600)
      observation.display.shift(by: milliseconds * 1e6)
      // The gate treats a jump of less than four deviations as noise, so it takes longer; see the
      // next test.
      observation.frames(noise == .fakeVblank && abs(milliseconds) < 4 ? 120 : 32)
      expectEqual(observation.predictor.lockState, .locked)
      observation.forgetErrors()
      observation.frames(300)
      #expect(observation.error(percentile: 99) <= 1e6 / 60 / 10)
    }
  }

  @Test("notices a phase jump that is within the gate")
  func smallPhaseJump() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 5))
    observation.frames(1800)
    observation.display.shift(by: 40e3)
    observation.frames(120)
    observation.forgetErrors()
    observation.frames(300)
    #expect(observation.error(percentile: 99) <= 15)
  }

  @Test(
    "is locked again within 32 frames after a change of rate",
    arguments: [
      (75, SimulatedDisplay.Noise.hardware), (144, .hardware), (59.94, .hardware), (30, .hardware),
      (75, .fakeVblank), (48, .fakeVblank), (30, .fakeVblank),
    ])
  func rateChange(hertz: Double, noise: SimulatedDisplay.Noise) {
    for seed in 1...40 as ClosedRange<UInt64> {
      var observation = Observation(SimulatedDisplay(hertz: 60, noise: noise, seed: seed))
      observation.frames(1800)
      observation.display.period = 1e9 / hertz
      observation.frames(32)
      expectEqual(observation.predictor.lockState, .locked)
      #expect(abs(observation.predictor.period * hertz - 1) < 0.02)
      observation.forgetErrors()
      observation.frames(300)
      #expect(observation.error(percentile: 99) <= 1e6 / hertz / 10)
    }
  }

  @Test("runs freely on its last line when timestamps stop, and catches up when they return")
  func stampsStop() {
    var observation = Observation(SimulatedDisplay(hertz: 75, noise: .hardware, seed: 6))
    observation.frames(1800)
    for _ in 0..<4 { observation.predictor.sampleLost() }
    expectEqual(observation.predictor.lockState, .locked)
    observation.predictor.sampleLost()
    expectEqual(observation.predictor.lockState, .freeRunning)
    for _ in 0..<75 * 60 { _ = observation.display.next() }
    let next = observation.display.next()
    // A minute later, the period's error of a few parts in ten million is noticeable.
    #expect(abs(observation.predictor.time(ofVblank: next.msc) - observation.display.time) < 100e-6)
    observation.frames(8)
    expectEqual(observation.predictor.lockState, .locked)
  }

  @Test(
    "holds back a timestamp that is over a quarter of the period off, however noisy timestamps are")
  func gate() {
    var predictor = VblankPredictor(refreshRate: RefreshRate(hertz: 50), start: .milliseconds(5000))
    func stamp(_ number: Int64, off milliseconds: Double) -> VblankStamp {
      VblankStamp(msc: number, ust: .milliseconds(5000 + 20 * number) + milliseconds / 1e3)
    }
    for number in 1...400 as ClosedRange<Int64> {
      let stamp = stamp(number, off: number % 2 == 0 ? 1.7 : -1.7)
      expectEqual(predictor.add(stamp, now: stamp.ust), .accepted)
    }
    // Four deviations are 6.8 ms.
    #expect(4 * predictor.deviation > 6.2e-3)
    let far = stamp(401, off: 6.2)
    expectEqual(predictor.add(far, now: far.ust), .heldBack)
  }

  @Test(
    "doesn't use timestamps of another clock, and reports it after three", arguments: [-1e4, 1e4])
  func foreignClock(offset: Seconds) {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 13))
    observation.frames(64)
    let before = observation.predictor
    for count in 1...3 {
      let stamp = observation.display.next()
      let foreign = VblankStamp(msc: stamp.msc, ust: max(stamp.ust + offset, .milliseconds(1)))
      expectEqual(observation.predictor.add(foreign, now: stamp.ust), .invalid)
      expectEqual(observation.predictor.lockState, (count < 3 ? .locked : .foreignClock))
    }
    expectEqual(observation.predictor.period, before.period)
    #expect(observation.predictor.framesToNextSample > 100)
    observation.frames(2_000)
    expectEqual(observation.predictor.lockState, .locked)
  }

  @Test("treats a display with one vblank per second from the start as one of 1 Hz")
  func slowDisplay() {
    var display = SimulatedDisplay(hertz: 60, noise: .hardware, seed: 14)
    display.period = 1e9
    var observation = Observation(display)
    observation.frames(3)
    #expect(observation.predictor.isVisible)
    #expect(abs(observation.predictor.period - 1) < 1e-3)
  }

  @Test("ignores timestamps that repeat, go back, are in the future or have no time")
  func invalidStamps() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 7))
    observation.frames(64)
    let stamp = observation.display.next()
    expectEqual(observation.predictor.add(stamp, now: stamp.ust), .accepted)
    let next = observation.predictor.time(ofVblank: stamp.msc + 1)
    let bad = [
      stamp,
      VblankStamp(msc: stamp.msc - 1, ust: next),
      VblankStamp(msc: .min, ust: next),
      VblankStamp(msc: stamp.msc + 1, ust: stamp.ust + -0.001),
      VblankStamp(msc: stamp.msc + 1, ust: .zero),
    ]
    for stamp in bad { expectEqual(observation.predictor.add(stamp, now: next), .invalid) }
    let future = VblankStamp(msc: stamp.msc + 3, ust: next + 0.034)
    expectEqual(observation.predictor.add(future, now: next), .invalid)
    expectEqual(observation.predictor.time(ofVblank: stamp.msc + 1), next)
    observation.forgetErrors()
    observation.frames(300)
    #expect(observation.error(percentile: 99) <= 10)
  }

  @Test("starts over when the display's count restarts")
  func countRestart() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 8))
    observation.frames(600)
    observation.display.count(from: 3)
    observation.frames(32)
    expectEqual(observation.predictor.lockState, .locked)
    observation.forgetErrors()
    observation.frames(300)
    #expect(observation.error(percentile: 99) <= 10)
  }

  @Test("treats a change to one vblank per second as a hidden window, not as 1 Hz")
  func notVisible() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 9))
    observation.frames(600)
    let period = observation.predictor.period
    observation.display.period = 1e9
    for _ in 0..<20 {
      if let verdict = observation.frame() { expectEqual(verdict, .notVisible) }
    }
    #expect(!observation.predictor.isVisible)
    expectEqual(observation.predictor.period, period)
    observation.display.period = 1e9 / 60
    observation.frames(32)
    #expect(observation.predictor.isVisible)
    expectEqual(observation.predictor.lockState, .locked)
  }

  @Test("doesn't lock to random timestamps")
  func mereNoise() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var display = SimulatedDisplay(hertz: 60, seed: seed)
      display.outliers = 1
      var observation = Observation(display)
      observation.frames(600)
      expectEqual(observation.predictor.lockState, .acquiring)
    }
  }

  @Test("stays exact for days with few timestamps, and afterwards")
  func days() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 11))
    observation.frames(60 * 60 * 20)
    let predictor = observation.predictor
    let far = predictor.vblank(nearest: observation.display.time) + 60 * 86_400 * 3
    let step = predictor.time(ofVblank: far + 1) - predictor.time(ofVblank: far)
    #expect(abs(step - predictor.period) <= 1e-9)
    expectEqual(predictor.vblank(nearest: predictor.time(ofVblank: far)), far)
  }

  @Test("has a phase margin of at least 0.2 ms, which grows with uncertainty")
  func phaseMargin() {
    var quiet = Observation(SimulatedDisplay(hertz: 60, noise: .hardware))
    quiet.frames(100)
    expectEqual(quiet.predictor.phaseMargin, 0.2e-3)
    var noisy = Observation(SimulatedDisplay(hertz: 60, noise: .fakeVblank))
    noisy.frames(12)
    let early = noisy.predictor.phaseMargin
    noisy.frames(500)
    #expect(early > 0.3e-3)
    #expect(noisy.predictor.phaseMargin < early)
  }

  @Test("requests every timestamp at first and in doubt, and few in the long run")
  func sampling() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 12))
    expectEqual(observation.predictor.framesToNextSample, 1)
    observation.frames(256 + 2 * 256)
    expectEqual(observation.predictor.framesToNextSample, 8)
    observation.display.shift(by: 5e6)
    while observation.frame() == nil {}
    expectEqual(observation.predictor.framesToNextSample, 1)
  }
}
