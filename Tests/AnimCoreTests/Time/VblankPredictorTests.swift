import Testing

@testable import AnimCore

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
    /// Of the prediction, in microseconds, for each frame before its stamp was seen.
    private(set) var errors: [Double] = []
    private var framesSinceSample = 0

    init(_ display: SimulatedDisplay, seededWith hertz: Double = 60) {
      self.display = display
      predictor = VblankPredictor(
        refreshRate: RefreshRate(hertz: hertz), start: .milliseconds(4990))
    }

    /// Lets one frame go by, of which the predictor gets the stamp if it wants it.
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

  @Test("predicts a perfect display to the nanosecond once it has seen it")
  func perfect() {
    var observation = Observation(SimulatedDisplay(hertz: 60))
    observation.frames(8)
    #expect(observation.predictor.lockState == .locked)
    observation.forgetErrors()
    observation.frames(1800)
    #expect(observation.error(percentile: 100) <= 0.003)
  }

  @Test("is within 1 µs (median) and 4 µs (99 %) of a display that stamps with 10 µs of noise")
  func hardware() {
    var all = SortedErrors()
    for seed in 1...30 as ClosedRange<UInt64> {
      var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: seed))
      observation.frames(32)
      #expect(observation.predictor.lockState == .locked)
      observation.forgetErrors()
      observation.frames(1800)
      #expect(observation.predictor.lockState == .locked)
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
      #expect(observation.predictor.lockState == .locked)
      all.append(observation.errors)
    }
    #expect(all.percentile(50) <= 137)
    #expect(all.percentile(99) <= 347)
  }

  @Test("finds 59.94 Hz where 60 were announced")
  func announcedWrongly() {
    var observation = Observation(SimulatedDisplay(hertz: 60 / 1.001, noise: .hardware))
    observation.frames(64)
    #expect(abs(1 / observation.predictor.period - 59.94) < 0.005)
    observation.forgetErrors()
    observation.frames(1800)
    #expect(observation.error(percentile: 99) <= 4)
  }

  @Test("finds the rate where it is far from the one assumed", arguments: [30, 50, 75, 144, 240])
  func assumedWrongly(hertz: Double) {
    var observation = Observation(SimulatedDisplay(hertz: hertz, noise: .hardware))
    observation.frames(32)
    #expect(observation.predictor.lockState == .locked)
    #expect(abs(1 / observation.predictor.period / hertz - 1) < 0.001)
    observation.forgetErrors()
    observation.frames(600)
    #expect(observation.error(percentile: 99) <= 20)
  }

  @Test("is not led astray by 2 % of outliers")
  func outliers() {
    var display = SimulatedDisplay(hertz: 60, noise: .hardware, seed: 3)
    display.outliers = 0.02
    var observation = Observation(display)
    var heldBack = 0
    for _ in 0..<32 { observation.frame() }
    observation.forgetErrors()
    for _ in 0..<1800 where observation.frame() == .heldBack { heldBack += 1 }
    #expect(heldBack > 5)
    #expect(observation.predictor.lockState == .locked)
    #expect(observation.error(percentile: 50) <= 10)
    #expect(observation.error(percentile: 99) <= 60)
  }

  @Test("is locked again within 32 frames after a jump of the phase", arguments: [-5, 2, 7.9])
  func phaseJump(milliseconds: Double) {
    for noise in [.hardware, .fakeVblank] as [SimulatedDisplay.Noise] {
      var observation = Observation(SimulatedDisplay(hertz: 60, noise: noise, seed: 4))
      observation.frames(600)
      observation.display.shift(by: milliseconds * 1e6)
      // Less than four deviations is noise to the gate, and takes longer: see the next test.
      observation.frames(noise == .fakeVblank && abs(milliseconds) < 4 ? 120 : 32)
      #expect(observation.predictor.lockState == .locked)
      observation.forgetErrors()
      observation.frames(300)
      #expect(observation.error(percentile: 99) <= 1e6 / 60 / 10)
    }
  }

  @Test("notices a jump of the phase that hides inside the gate")
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
    "is locked again within 32 frames after a change of the rate",
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
      #expect(observation.predictor.lockState == .locked)
      #expect(abs(observation.predictor.period * hertz - 1) < 0.02)
      observation.forgetErrors()
      observation.frames(300)
      #expect(observation.error(percentile: 99) <= 1e6 / hertz / 10)
    }
  }

  @Test("runs freely on its last line when the stamps stop, and catches up when they return")
  func stampsStop() {
    var observation = Observation(SimulatedDisplay(hertz: 75, noise: .hardware, seed: 6))
    observation.frames(1800)
    for _ in 0..<4 { observation.predictor.sampleLost() }
    #expect(observation.predictor.lockState == .locked)
    observation.predictor.sampleLost()
    #expect(observation.predictor.lockState == .freeRunning)
    for _ in 0..<75 * 60 { _ = observation.display.next() }
    let next = observation.display.next()
    // A minute later the period's error of a few parts in ten million shows.
    #expect(abs(observation.predictor.time(ofVblank: next.msc) - observation.display.time) < 100e-6)
    observation.frames(8)
    #expect(observation.predictor.lockState == .locked)
  }

  @Test("ignores stamps that repeat, go back, come from the future or have no time")
  func invalidStamps() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 7))
    observation.frames(64)
    let stamp = observation.display.next()
    #expect(observation.predictor.add(stamp, now: stamp.ust) == .accepted)
    let next = observation.predictor.time(ofVblank: stamp.msc + 1)
    let bad = [
      stamp,
      VblankStamp(msc: stamp.msc - 1, ust: next),
      VblankStamp(msc: .min, ust: next),
      VblankStamp(msc: stamp.msc + 1, ust: stamp.ust + -0.001),
      VblankStamp(msc: stamp.msc + 1, ust: .zero),
    ]
    for stamp in bad { #expect(observation.predictor.add(stamp, now: next) == .invalid) }
    let future = VblankStamp(msc: stamp.msc + 3, ust: next + 0.034)
    #expect(observation.predictor.add(future, now: next) == .invalid)
    #expect(observation.predictor.time(ofVblank: stamp.msc + 1) == next)
    observation.forgetErrors()
    observation.frames(300)
    #expect(observation.error(percentile: 99) <= 10)
  }

  @Test("learns the display anew when its count begins again")
  func countRestart() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 8))
    observation.frames(600)
    observation.display.count(from: 3)
    observation.frames(32)
    #expect(observation.predictor.lockState == .locked)
    observation.forgetErrors()
    observation.frames(300)
    #expect(observation.error(percentile: 99) <= 10)
  }

  @Test("takes a cadence of one second for a picture that is not visible, not for 1 Hz")
  func notVisible() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 9))
    observation.frames(600)
    let period = observation.predictor.period
    observation.display.period = 1e9
    for _ in 0..<20 {
      if let verdict = observation.frame() { #expect(verdict == .notVisible) }
    }
    #expect(!observation.predictor.isVisible)
    #expect(observation.predictor.period == period)
    observation.display.period = 1e9 / 60
    observation.frames(32)
    #expect(observation.predictor.isVisible)
    #expect(observation.predictor.lockState == .locked)
  }

  @Test("does not lock to stamps that may be anywhere in the period")
  func mereNoise() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var display = SimulatedDisplay(hertz: 60, seed: seed)
      display.outliers = 1
      var observation = Observation(display)
      observation.frames(600)
      #expect(observation.predictor.lockState == .acquiring)
    }
  }

  @Test("stays exact for days in which it is asked for few stamps, and after them")
  func days() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 11))
    observation.frames(60 * 60 * 20)
    let predictor = observation.predictor
    let far = predictor.vblank(nearest: observation.display.time) + 60 * 86_400 * 3
    let step = predictor.time(ofVblank: far + 1) - predictor.time(ofVblank: far)
    #expect(abs(step - predictor.period) <= 1e-9)
    #expect(predictor.vblank(nearest: predictor.time(ofVblank: far)) == far)
  }

  @Test("acts after the vblank by at least 0.2 ms, and by more the less it knows")
  func phaseMargin() {
    var quiet = Observation(SimulatedDisplay(hertz: 60, noise: .hardware))
    quiet.frames(100)
    #expect(quiet.predictor.phaseMargin == 0.2e-3)
    var noisy = Observation(SimulatedDisplay(hertz: 60, noise: .fakeVblank))
    noisy.frames(12)
    let early = noisy.predictor.phaseMargin
    noisy.frames(500)
    #expect(early > 0.3e-3)
    #expect(noisy.predictor.phaseMargin < early)
  }

  @Test("asks for every stamp in the beginning and in doubt, and for few in the long run")
  func sampling() {
    var observation = Observation(SimulatedDisplay(hertz: 60, noise: .hardware, seed: 12))
    #expect(observation.predictor.framesToNextSample == 1)
    observation.frames(256 + 2 * 256)
    #expect(observation.predictor.framesToNextSample == 8)
    observation.display.shift(by: 5e6)
    while observation.frame() == nil {}
    #expect(observation.predictor.framesToNextSample == 1)
  }
}
