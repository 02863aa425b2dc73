import AnimCore

/// Times frames in slots. These are the display's refreshes if the requested rate divides their
/// rate, and otherwise those of a timer at the requested rate.
///
/// Two sources for the rate of a display may disagree: RandR may report 50 Hz although Present's
/// vblanks occur at 60 Hz, as with Xorg's dummy driver and VNC servers. The vblanks take
/// precedence, so their rate is measured first.
package struct VblankTiming: FrameTiming {
  private(set) var configuration: TimingConfiguration
  private(set) var slots: Slots
  private(set) var scheduler: FrameScheduler
  /// The predictor of the display's vblanks, regardless of whether slots follow them.
  private(set) var display: VblankPredictor
  /// The sampler, or `nil` if timestamps aren't available or aren't requested.
  private var sampler: VblankSampler?
  /// The refresh rate in hertz for which ``slots`` were computed.
  private var assumedRate: Double
  /// The same rate, or `nil` if the server doesn't report one.
  private var displayRate: RefreshRate?

  /// The number of timestamps that determine the rate to well within the tolerance of
  /// ``TimingConfiguration``.
  private static let measuredCount = 32
  /// The number of timestamps that are required if they are noisy.
  private static let noisyMeasuredCount = 64
  /// The number of timestamps after which more of them wouldn't determine the rate either.
  private static let longestBurst = 96

  /// Creates a timing.
  /// - Parameters:
  ///   - rate: The refresh rate of the display, or `nil` if it isn't known.
  ///   - hasVblanks: Whether the server reports vblanks.
  package init(
    _ configuration: TimingConfiguration, rate: RefreshRate?, hasVblanks: Bool, at now: Timestamp
  ) {
    self.configuration = configuration
    slots = configuration.slots(for: rate)
    assumedRate = Self.hertz(rate)
    displayRate = rate
    display = Self.predictor(rate, at: now)
    sampler =
      hasVblanks && configuration.source != .timer ? Self.sampler(for: slots) : nil
    scheduler = FrameScheduler(
      predictor: VblankPredictor(refreshRate: slots.rate, start: now))
    scheduler.preferredDivisor = slots.divisor
    scheduler.phaseOffset = configuration.phaseOffset
  }

  private static func hertz(_ rate: RefreshRate?) -> Double { rate?.hertz ?? 60 }

  private static func predictor(_ rate: RefreshRate?, at now: Timestamp) -> VblankPredictor {
    VblankPredictor(refreshRate: rate ?? RefreshRate(hertz: 60), start: now)
  }
}

extension VblankTiming {
  /// Returns the sampler for slots. Frames in every refresh send enough requests. At lower rates, a
  /// burst quickly checks the assumed rate.
  private static func sampler(for slots: Slots) -> VblankSampler {
    VblankSampler(burst: slots.followsDisplay && slots.divisor == 1 ? 0 : longestBurst)
  }

  var isDisplayVisible: Bool { display.isVisible }

  /// Whether the display's rate is known from its own vblanks.
  private var isMeasured: Bool {
    switch display.lockState {
    case .locked: display.sampleCount >= Self.measuredCount
    case .acquiring: display.sampleCount >= Self.noisyMeasuredCount
    case .freeRunning, .foreignClock: false
    }
  }

  /// Handles a change of the display. The slot that is being drawn remains the same.
  mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    assumedRate = Self.hertz(rate)
    displayRate = rate
    display = Self.predictor(rate, at: now)
    let slots = configuration.slots(for: rate)
    if sampler != nil { sampler = Self.sampler(for: slots) }
    adopt(slots)
  }

  mutating func setRate(_ rate: FrameRate) {
    guard rate != .maximum, rate != configuration.rate else { return }
    configuration.rate = rate
    adopt(configuration.slots(for: displayRate))
  }

  private mutating func adopt(_ new: Slots) {
    // A timer with the same rate continues undisturbed.
    guard new.followsDisplay || new != slots else { return }
    slots = new
    scheduler.preferredDivisor = new.divisor
    scheduler.predictor =
      new.followsDisplay
      ? display
      : VblankPredictor(
        refreshRate: new.rate, start: scheduler.time(of: scheduler.nextSlot))
  }
}

// MARK: - Frames

extension VblankTiming {
  var isUncapped: Bool { false }

  var nextSlot: Int { scheduler.nextSlot }

  var deadline: Timestamp? { scheduler.deadline }

  var slotInterval: Seconds? { slots.rate.interval }

  func instant(at now: Timestamp) -> Timestamp { scheduler.instant(of: scheduler.nextSlot) }

  func time(of slot: Int) -> Timestamp? { scheduler.time(of: slot) }

  func drawingStart(lead: Seconds) -> Timestamp? { scheduler.deadline - lead }

  mutating func restart(at now: Timestamp) { scheduler.restart(at: now) }

  mutating func advanceDeadline(at now: Timestamp) -> Bool { scheduler.advanceDeadline(at: now) }

  mutating func plan(slot: Int?, orAt instant: Timestamp?) {
    scheduler.plan(slot: slot, orAt: instant)
  }

  mutating func wake(at now: Timestamp) -> FrameScheduler.Wake? { scheduler.wake(at: now) }

  mutating func didDraw(in time: Seconds) { scheduler.didDraw(in: time) }

  func didPublish() {}
}

// MARK: - Timestamps

extension VblankTiming {
  mutating func needsVblank(at now: Timestamp) -> Bool {
    guard slots.followsDisplay || !isMeasured, display.lockState != .foreignClock else {
      return false
    }
    return sampler?.framePublished(&display, at: now) ?? false
  }

  mutating func probes(at now: Timestamp) -> Bool {
    guard !display.isVisible else { return false }
    return sampler?.probe(display, at: now) ?? false
  }

  mutating func pauseSampling() { sampler?.pause() }

  /// Returns whether timestamps requested over `span` seconds have provided all information about
  /// the display.
  package func isSettled(after span: Seconds) -> Bool {
    switch display.lockState {
    case .foreignClock: true
    case .locked: span >= 0.6
    case .acquiring, .freeRunning: span >= Self.settlingTimeout
    }
  }

  /// The maximum time until ``isSettled(after:)``, in seconds. A display that refreshes once a
  /// second has then done so twice.
  package static let settlingTimeout: Seconds = 2.6

  /// Falls back to a timer, because no timestamp has arrived in time.
  package mutating func giveUpOnStamps() {
    while display.lockState == .acquiring { display.sampleLost() }
  }

  package mutating func didReceive(
    _ stamp: VblankStamp, at now: Timestamp
  ) -> (error: Seconds?, asksAgain: Bool) {
    let expected = display.sampleCount > 0 ? display.time(ofVblank: stamp.msc) : nil
    let verdict = display.add(stamp, now: now)
    if slots.followsDisplay { scheduler.predictor = display }
    followMeasuredRate()
    if isMeasured || display.lockState == .foreignClock { sampler?.endBurst() }
    let asksAgain = sampler?.answered(display, at: now) ?? false
    return (verdict == .invalid ? nil : expected.map { stamp.ust - $0 }, asksAgain)
  }

  /// Plans the slots again if the display's measured rate differs from the assumed rate.
  private mutating func followMeasuredRate() {
    let rate = 1 / display.period
    guard isMeasured, abs(rate / assumedRate - 1) > TimingConfiguration.tolerance else { return }
    assumedRate = rate
    displayRate = RefreshRate(hertz: rate)
    adopt(configuration.slots(for: displayRate))
  }
}

// MARK: - Status

extension VblankTiming {
  /// The current source of the slots.
  var source: TimingStatus.Source {
    guard slots.followsDisplay, sampler != nil else { return .timer }
    switch display.lockState {
    case .acquiring, .locked: return .present
    case .freeRunning, .foreignClock: return .timer
    }
  }

  /// The reason for using a timer, or `nil` if no timer is used.
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

  package func status(renderer: String) -> TimingStatus {
    TimingStatus(
      source: source, reason: reason, isLocked: isLocked,
      refreshRate: 1 / scheduler.predictor.period, renderer: renderer)
  }
}

/// Decides when to request vblank timestamps from the server: as often as the predictor needs them.
///
/// Only one request is pending at a time. Each requires a notification by the server, which the
/// viewer has to read.
struct VblankSampler {
  /// The number of frames published since the last request.
  private var frames = 0
  /// The number of requests that follow the pending one immediately.
  private var followUps: Int
  /// The time at which the pending request was sent, or `nil` if no request is pending.
  private var asked: Timestamp?
  /// The time at which the answer counts as overdue.
  private var overdue = Timestamp.zero

  /// The maximum time to wait for an answer, in seconds. A display that shows nothing still answers
  /// once a second.
  private static let timeout: Seconds = 2.5

  /// Creates a sampler.
  /// - Parameter burst: The number of initial requests in succession, so that the rate of the
  ///   display is known soon, regardless of the frame rate.
  init(burst: Int) { followUps = burst }

  /// Reports that a frame is about to be published.
  /// - Returns: Whether to send a request with it, in the same write.
  mutating func framePublished(_ predictor: inout VblankPredictor, at now: Timestamp) -> Bool {
    frames += 1
    if let asked {
      if now > overdue {
        predictor.sampleLost()
        overdue = now + predictor.period + predictor.sampleTimeout
      }
      guard now - asked > Self.timeout else { return false }
    }
    guard frames >= predictor.framesToNextSample else { return false }
    ask(predictor, at: now)
    return true
  }

  /// Checks, while no frames are published, whether the display shows something again. This takes
  /// two timestamps, because the first one only ends the gap.
  /// - Returns: Whether to send a request.
  mutating func probe(_ predictor: VblankPredictor, at now: Timestamp) -> Bool {
    if let asked, now - asked <= Self.timeout { return false }
    followUps = max(followUps, 1)
    ask(predictor, at: now)
    return true
  }

  /// Ends the initial burst, because the display's rate is known.
  mutating func endBurst() { followUps = 0 }

  /// Reports that the answer has arrived.
  /// - Returns: Whether to send another request immediately.
  mutating func answered(_ predictor: VblankPredictor, at now: Timestamp) -> Bool {
    asked = nil
    guard followUps > 0 else { return false }
    followUps -= 1
    ask(predictor, at: now)
    return true
  }

  /// Stops waiting for the pending answer, because no frame will follow for a while.
  mutating func pause() {
    asked = nil
    frames = 0
  }

  private mutating func ask(_ predictor: VblankPredictor, at now: Timestamp) {
    frames = 0
    asked = now
    overdue = now + predictor.period + predictor.sampleTimeout
  }
}
