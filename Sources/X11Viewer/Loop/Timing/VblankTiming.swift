import AnimCore

/// Frames in the slots of a display: of its refreshes, as far as the wanted rate divides theirs,
/// and otherwise of a timer at the wanted rate.
///
/// Two clocks of one display may disagree: RandR may name 50 Hz, and Present's vblanks come at 60,
/// as with Xorg's dummy driver and VNC servers. What really ticks counts, so it is measured first,
/// whatever RandR says.
struct VblankTiming {
  let configuration: TimingConfiguration
  private(set) var slotTiming: SlotTiming
  var scheduler: FrameScheduler
  /// When the display's vblanks are, whether slots follow them or not.
  private(set) var display: VblankPredictor
  /// Nil where no stamps are to be had, or none are wanted.
  private(set) var sampler: VblankSampler?
  /// The display's rate in hertz that ``slotTiming`` was made for.
  private var assumedRate: Double

  /// This many stamps determine the rate well within ``TimingConfiguration/tolerance``.
  private static let measuredCount = 32
  /// Noisy ones take this many.
  private static let noisyMeasuredCount = 64
  /// Stamps so noisy that this many do not determine the rate never will.
  private static let longestBurst = 96

  /// - Parameters:
  ///   - rate: of the display, nil where that is not known.
  ///   - hasVblanks: whether the server reports vblanks.
  init(
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
  /// Frames in every refresh ask often enough. Where they are fewer, whether they are as many as
  /// wanted is to be known soon.
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

  /// Another display shows the window, or its mode has changed. The slot being drawn stays.
  mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    assumedRate = Self.hertz(rate)
    display = Self.predictor(rate, at: now)
    let slotTiming = configuration.slotTiming(for: rate)
    if sampler != nil { sampler = Self.sampler(for: slotTiming) }
    adopt(slotTiming)
  }

  private mutating func adopt(_ new: SlotTiming) {
    // A timer of the same rate goes on undisturbed.
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

  /// No frame will come for a while.
  mutating func pauseSampling() { sampler?.pause() }

  /// No stamp has come, however long they were waited for.
  mutating func giveUpOnStamps() {
    while display.lockState == .acquiring { display.sampleLost() }
  }

  /// A stamp has come.
  /// - Returns: by how many seconds it was later than predicted, nil where that is not known, and
  ///   whether to ask for another one at once.
  mutating func stamped(
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

  /// Plans the slots again where the display turns out to have another rate than assumed.
  private mutating func followMeasuredRate() {
    let rate = 1 / display.period
    guard isMeasured, abs(rate / assumedRate - 1) > TimingConfiguration.tolerance else { return }
    assumedRate = rate
    adopt(configuration.slotTiming(for: RefreshRate(hertz: rate)))
  }
}

// MARK: - What is in use

extension VblankTiming {
  /// Where the slots come from now.
  var source: TimingStatus.Source {
    guard slotTiming.followsDisplay, sampler != nil else { return .timer }
    switch display.lockState {
    case .acquiring, .locked: return .present
    case .freeRunning, .foreignClock: return .timer
    }
  }

  /// Why they come from a timer; nil where they do not.
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
