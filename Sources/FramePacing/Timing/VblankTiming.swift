import AnimCore

/// Times frames in slots: those of the display's refreshes if the wanted rate divides theirs, and
/// otherwise those of a timer at the wanted rate.
///
/// Two sources for the rate of one display may disagree: RandR may report 50 Hz while Present's
/// vblanks come at 60 Hz, as with Xorg's dummy driver and VNC servers. The vblanks count, so their
/// rate is measured first.
package struct VblankTiming {
  let configuration: TimingConfiguration
  private(set) var slotTiming: SlotTiming
  var scheduler: FrameScheduler
  /// Predicts the display's vblanks, whether slots follow them or not.
  package private(set) var display: VblankPredictor
  /// Nil if stamps are not available or not wanted.
  private(set) var sampler: VblankSampler?
  /// The refresh rate in hertz that ``slotTiming`` was made for.
  private var assumedRate: Double

  /// How many stamps determine the rate to well within the tolerance of ``TimingConfiguration``.
  private static let measuredCount = 32
  /// How many are needed if they are noisy.
  private static let noisyMeasuredCount = 64
  /// If this many stamps do not determine the rate, more will not either.
  private static let longestBurst = 96

  /// - Parameters:
  ///   - rate: of the display, nil where that is not known.
  ///   - hasVblanks: whether the server reports vblanks.
  package init(
    _ configuration: TimingConfiguration, rate: RefreshRate?, hasVblanks: Bool, at now: Timestamp
  ) {
    self.configuration = configuration
    slotTiming = configuration.slotTiming(for: rate)
    assumedRate = Self.hertz(rate)
    display = Self.predictor(rate, at: now)
    sampler =
      hasVblanks && configuration.source != .timer ? Self.sampler(for: slotTiming) : nil
    scheduler = FrameScheduler(
      predictor: VblankPredictor(refreshRate: slotTiming.slots, start: now))
    scheduler.preferredDivisor = slotTiming.divisor
    scheduler.phaseOffset = configuration.phaseOffset
  }

  private static func hertz(_ rate: RefreshRate?) -> Double { rate?.hertz ?? 60 }

  private static func predictor(_ rate: RefreshRate?, at now: Timestamp) -> VblankPredictor {
    VblankPredictor(refreshRate: rate ?? RefreshRate(hertz: 60), start: now)
  }
}

extension VblankTiming {
  /// Frames in every refresh send requests often enough. At lower rates, a burst finds out soon
  /// whether the rate is as assumed.
  private static func sampler(for slotTiming: SlotTiming) -> VblankSampler {
    VblankSampler(burst: slotTiming.followsDisplay && slotTiming.divisor == 1 ? 0 : longestBurst)
  }

  /// Whether the display shows anything, as far as its vblanks show.
  var isDisplayVisible: Bool { display.isVisible }

  /// Whether the display's rate is known from its own vblanks.
  private var isMeasured: Bool {
    switch display.lockState {
    case .locked: display.sampleCount >= Self.measuredCount
    case .acquiring: display.sampleCount >= Self.noisyMeasuredCount
    case .freeRunning, .foreignClock: false
    }
  }

  /// The window is on another display, or the display's mode has changed. The slot being drawn for
  /// stays the same.
  mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    assumedRate = Self.hertz(rate)
    display = Self.predictor(rate, at: now)
    let slotTiming = configuration.slotTiming(for: rate)
    if sampler != nil { sampler = Self.sampler(for: slotTiming) }
    adopt(slotTiming)
  }

  private mutating func adopt(_ new: SlotTiming) {
    // A timer with the same rate continues undisturbed.
    guard new.followsDisplay || new != slotTiming else { return }
    slotTiming = new
    scheduler.preferredDivisor = new.divisor
    scheduler.predictor =
      new.followsDisplay
      ? display
      : VblankPredictor(
        refreshRate: new.slots, start: scheduler.time(of: scheduler.nextSlot))
  }
}

// MARK: - Stamps

extension VblankTiming {
  /// A frame is about to be published.
  /// - Returns: whether to ask for a vblank's stamp with it.
  mutating func asksForVblank(at now: Timestamp) -> Bool {
    guard slotTiming.followsDisplay || !isMeasured, display.lockState != .foreignClock else {
      return false
    }
    let asks = sampler?.framePublished(&display, at: now) ?? false
    return asks
  }

  /// Whether to ask now, to learn whether the display shows something again.
  mutating func probes(at now: Timestamp) -> Bool {
    guard !display.isVisible else { return false }
    return sampler?.probe(display, at: now) ?? false
  }

  /// Stops waiting for stamps, because no frame will come for a while.
  mutating func pauseSampling() { sampler?.pause() }

  /// Falls back to a timer, because no stamp has arrived in time.
  package mutating func giveUpOnStamps() {
    while display.lockState == .acquiring { display.sampleLost() }
  }

  /// Takes a stamp from the server.
  /// - Returns: how much later than predicted it was, in seconds, or nil if there was no
  ///   prediction; and whether to ask for another one at once.
  package mutating func stamped(
    _ stamp: VblankStamp, at now: Timestamp
  ) -> (error: Seconds?, asksAgain: Bool) {
    let expected = display.sampleCount > 0 ? display.time(ofVblank: stamp.msc) : nil
    let verdict = display.add(stamp, now: now)
    if slotTiming.followsDisplay { scheduler.predictor = display }
    followMeasuredRate()
    if isMeasured || display.lockState == .foreignClock { sampler?.endBurst() }
    let asksAgain = sampler?.answered(display, at: now) ?? false
    return (verdict == .invalid ? nil : expected.map { stamp.ust - $0 }, asksAgain)
  }

  /// Plans the slots again if the display's measured rate is not the assumed one.
  private mutating func followMeasuredRate() {
    let rate = 1 / display.period
    guard isMeasured, abs(rate / assumedRate - 1) > TimingConfiguration.tolerance else { return }
    assumedRate = rate
    adopt(configuration.slotTiming(for: RefreshRate(hertz: rate)))
  }
}

// MARK: - What is in use

extension VblankTiming {
  /// The current source of the slots.
  var source: TimingStatus.Source {
    guard slotTiming.followsDisplay, sampler != nil else { return .timer }
    switch display.lockState {
    case .acquiring, .locked: return .present
    case .freeRunning, .foreignClock: return .timer
    }
  }

  /// Why they come from a timer; nil if they do not.
  var reason: TimingStatus.Reason? {
    guard source == .timer else { return nil }
    if configuration.source == .timer { return .chosen }
    if sampler == nil { return .noVblanks }
    switch display.lockState {
    case .foreignClock: return .foreignClock
    case .freeRunning: return .noStamps
    case .acquiring, .locked: return .otherRate
    }
  }

  var isLocked: Bool { source == .present && display.lockState == .locked }
}
