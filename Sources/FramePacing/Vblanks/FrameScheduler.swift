import AnimCore

/// Assigns frames to slots, which are a display's refreshes.
///
/// A pure value on top of the display's ``VblankPredictor``. The loop
///
/// 1. draws the frame of ``nextSlot`` for the slot's ``instant(of:)``,
/// 2. sleeps until the slot's ``deadline``, and
/// 3. calls ``wake(at:)`` and, if it returns a ``Wake``, publishes the frame. A deadline is just
///    after a vblank, never just before, so that the image changes in a part that the display isn't
///    reading yet.
///
/// Slots count the display's refreshes continuously, even when the rate changes. Their times come
/// from the predictor, never from an earlier slot or a wake-up, so nothing drifts. A slot never has
/// two frames, and late frames don't cause a burst.
struct FrameScheduler: Sendable {
  /// The result of a wake-up.
  struct Wake: Hashable, Sendable {
    /// The slot in which the drawn frame is shown.
    var slot: Int
    /// The number of frames requested since the previous wake-up that didn't get a slot.
    var missed: Int
    /// The seconds from the slot's deadline to the wake-up. Negative if the slot hasn't started and
    /// is nearer to the wake-up than the previous one.
    var lateness: Seconds
  }

  /// The predictor of the display's vblanks. Set it when timestamps arrive and, with another seed,
  /// when the display changes: the slot that is being drawn keeps its time, to the nearest vblank,
  /// and slots continue from there.
  var predictor: VblankPredictor {
    didSet { keepNextSlot(from: oldValue) }
  }

  /// The requested number of refreshes per frame, at least 1: 2 for 30 frames per second at 60 Hz.
  var preferredDivisor = 1 {
    didSet { preferredDivisor = max(preferredDivisor, 1) }
  }

  /// The delay of publishing frames in seconds, or the advance if negative, for displays that
  /// report their vblanks inaccurately.
  var phaseOffset: Seconds = 0

  /// The slot of the frame that is being drawn, or is drawn but not shown. −1 before the first
  /// start.
  private(set) var nextSlot = -1

  /// Whether drawing takes so long that only every second requested slot is used.
  private(set) var isOverloaded = false

  /// The slot of the latest wake-up.
  private var shownSlot = -1
  /// The number of the vblank at slot 0.
  private var firstVblank: Int64 = 0
  /// The time of the last shown frame. Later frames never precede it.
  private var latest: Timestamp?
  /// The number of consecutive frames that indicate a change of ``isOverloaded``.
  private var overloadEvidence = 0

  init(predictor: VblankPredictor) { self.predictor = predictor }
}

// MARK: - Slots and their times

extension FrameScheduler {
  /// The current number of refreshes per frame.
  var stride: Int { isOverloaded ? 2 * preferredDivisor : preferredDivisor }

  /// Returns the time of the vblank at which a slot starts, by the display's clock.
  func time(of slot: Int) -> Timestamp { predictor.time(ofVblank: vblank(of: slot)) }

  /// Returns the time to publish the frame of a slot: its vblank plus
  /// ``VblankPredictor/phaseMargin`` and ``phaseOffset``.
  func deadline(of slot: Int) -> Timestamp { time(of: slot) + margin }

  private var margin: Seconds { predictor.phaseMargin + phaseOffset }

  /// The time at which to publish the frame of ``nextSlot``.
  var deadline: Timestamp { deadline(of: nextSlot) }

  /// Returns the time for which to draw the frame in `slot`, by the display's clock. It never
  /// decreases from one shown frame to the next, whatever the predictor does.
  func instant(of slot: Int) -> Timestamp {
    let instant = time(of: slot)
    guard let latest, slot >= nextSlot else { return instant }
    return max(instant, latest)
  }

  private func vblank(of slot: Int) -> Int64 { firstVblank &+ Int64(slot) }

  private mutating func keepNextSlot(from old: VblankPredictor) {
    let instant = old.time(ofVblank: vblank(of: nextSlot))
    // Most new timestamps move the predictor only by microseconds, which doesn't affect the count.
    let shift = time(of: nextSlot) - instant
    if abs(shift) > predictor.period / 2 {
      firstVblank = predictor.vblank(nearest: instant) &- Int64(nextSlot)
    }
  }
}

// MARK: - Transitions between slots

extension FrameScheduler {
  /// Starts, or restarts after a stop: the next frame gets the first slot whose deadline is after
  /// `now`.
  mutating func restart(at now: Timestamp) {
    overloadEvidence = 0
    count(nextSlot + 1, from: vblank(after: now))
  }

  /// Records a wake-up. The next frame is then one stride later, unless ``plan(slot:orAt:)``
  /// changes that.
  ///
  /// A frame that is up to half a refresh late keeps its slot. A later frame moves to the nearest
  /// slot. The slots in between count as missed.
  /// - Returns: The slot to show, or `nil` if it is too early and the loop should sleep again,
  ///   because the predictor was changed during the sleep.
  mutating func wake(at now: Timestamp) -> Wake? {
    let margin = margin
    let planned = nextSlot
    // Half the margin after the vblank is safe, so a small correction doesn't require a second
    // wake-up.
    let early = predictor.phaseMargin / 2
    guard now >= deadline(of: planned) - early else { return nil }
    latest = instant(of: planned)
    // Subtract a nanosecond, so that exactly half a refresh late doesn't reach the next slot.
    let present = (now - margin).advanced(byNanoseconds: -1)
    shownSlot = max(planned, Int(predictor.vblank(nearest: present) &- firstVblank))
    nextSlot = shownSlot + stride
    return Wake(
      slot: shownSlot, missed: (shownSlot - planned) / stride,
      lateness: now - deadline(of: shownSlot))
  }

  /// Moves the next frame to `slot` or to the first slot at or after `instant`, whichever is
  /// sooner: a source's ``FrameSource/Demand``, by the display's clock. Call this between
  /// ``wake(at:)`` and drawing.
  mutating func plan(slot: Int?, orAt instant: Timestamp? = nil) {
    var sooner = slot ?? .max
    if let instant {
      let vblank = predictor.vblank(nearest: instant)
      let reaching = predictor.time(ofVblank: vblank) < instant ? vblank + 1 : vblank
      sooner = min(sooner, Int(reaching &- firstVblank))
    }
    guard sooner < .max else { return }
    nextSlot = max(sooner, shownSlot + stride)
  }

  /// Moves a frame planned for later to the first slot whose deadline hasn't passed, because of an
  /// urgent change.
  /// - Returns: Whether the frame was moved. Slots then decrease, so a source that has received the
  ///   planned slot needs a ``FrameSource/interrupt()``.
  @discardableResult
  mutating func advanceDeadline(at now: Timestamp) -> Bool {
    var vblank = vblank(after: now)
    // A frame that was shown slightly before its deadline already has the next vblank.
    if let latest, predictor.time(ofVblank: vblank) - latest < predictor.period / 2 { vblank += 1 }
    guard vblank < self.vblank(of: nextSlot) else { return false }
    let planned = nextSlot
    // After a change of the rate, there may be fewer slots than refreshes before the planned one.
    count(max(Int(vblank &- firstVblank), shownSlot + 1), from: vblank)
    return nextSlot != planned
  }

  /// Returns the first vblank whose deadline is after `now`.
  private func vblank(after now: Timestamp) -> Int64 {
    let nearest = predictor.vblank(nearest: now)
    return predictor.time(ofVblank: nearest) + margin > now ? nearest : nearest + 1
  }

  private mutating func count(_ slot: Int, from vblank: Int64) {
    nextSlot = slot
    shownSlot = slot - 1
    firstVblank = vblank &- Int64(slot)
  }
}

// MARK: - Overload

extension FrameScheduler {
  /// Reports the drawing time of a frame, in seconds.
  ///
  /// If drawing takes more than 0.9 of the time between requested slots in 32 consecutive frames,
  /// only every second slot is used. If it takes less than 0.7 in 128 consecutive frames, every
  /// slot is used again.
  mutating func didDraw(in time: Seconds) {
    let load = time / (Double(preferredDivisor) * predictor.period)
    let speaksForChange = isOverloaded ? load < 0.7 : load > 0.9
    overloadEvidence = speaksForChange ? overloadEvidence + 1 : 0
    guard overloadEvidence >= (isOverloaded ? 128 : 32) else { return }
    isOverloaded.toggle()
    overloadEvidence = 0
  }
}
