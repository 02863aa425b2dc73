import AnimCore

/// Decides when to show which frame: a display's refreshes, counted as slots.
///
/// A pure value on top of the display's ``VblankPredictor``, with which the loop
///
/// 1. draws the frame of ``nextSlot`` for the ``instant(of:)`` that slot,
/// 2. sleeps until the slot's ``deadline``, and
/// 3. calls ``wake(at:)``, and if that gives a ``Wake``, publishes the frame. A deadline is just
///    after a vblank, never just before, so that the picture changes where the display is not yet
///    reading it.
///
/// Slots count the display's refreshes continuously, even when the rate changes. Their times come
/// from the predictor, never from an earlier slot or a wake-up, so nothing drifts. There are never
/// two frames for one slot, and late frames are not made up for in a burst.
struct FrameScheduler: Sendable {
  /// The result of a wake-up.
  struct Wake: Hashable, Sendable {
    /// The slot in which the drawn frame is shown.
    var slot: Int
    /// The number of frames requested since the previous wake-up that didn't get a slot.
    var missed: Int
    /// Seconds from the deadline of that slot to the wake-up: negative if the slot has not begun
    /// yet and is nearer to the wake-up than the one before.
    var lateness: Seconds
  }

  /// Predicts the display's vblanks. Set it as stamps arrive, and to a predictor with another seed
  /// when the display changes: the slot being drawn keeps its time, to the nearest vblank, and
  /// slots continue from there.
  var predictor: VblankPredictor {
    didSet { keepNextSlot(from: oldValue) }
  }

  /// The wanted number of refreshes per frame, from 1: 2 for 30 frames per second at 60 Hz.
  var preferredDivisor = 1 {
    didSet { preferredDivisor = max(preferredDivisor, 1) }
  }

  /// Seconds by which frames are published later than usual, or earlier if negative, for displays
  /// that report their vblanks inaccurately.
  var phaseOffset: Seconds = 0

  /// The slot whose frame is being drawn or is drawn but not yet shown; −1 before the first start.
  private(set) var nextSlot = -1

  /// Whether drawing takes so long that only every second wanted slot is used.
  private(set) var isOverloaded = false

  /// The slot of the latest wake-up.
  private var shownSlot = -1
  /// Slot 0 is the vblank of this number.
  private var firstVblank: Int64 = 0
  /// The instant of the last shown frame; instants never go back beyond it.
  private var latest: Timestamp?
  /// Consecutive frames that indicate the other state of ``isOverloaded``.
  private var overloadEvidence = 0

  init(predictor: VblankPredictor) { self.predictor = predictor }
}

// MARK: - Slots and their times

extension FrameScheduler {
  /// The present number of refreshes per frame.
  var stride: Int { isOverloaded ? 2 * preferredDivisor : preferredDivisor }

  /// The time of the vblank at which a slot begins, by the display's clock.
  func time(of slot: Int) -> Timestamp { predictor.time(ofVblank: vblank(of: slot)) }

  /// Returns the time to publish the frame of a slot: its vblank plus
  /// ``VblankPredictor/phaseMargin`` and ``phaseOffset``.
  func deadline(of slot: Int) -> Timestamp { time(of: slot) + margin }

  private var margin: Seconds { predictor.phaseMargin + phaseOffset }

  /// The time to publish the frame of ``nextSlot``.
  var deadline: Timestamp { deadline(of: nextSlot) }

  /// The instant to draw a frame for that is shown in `slot`, by the display's clock. It never goes
  /// back from one shown frame to the next, whatever the predictor does.
  func instant(of slot: Int) -> Timestamp {
    let instant = time(of: slot)
    guard let latest, slot >= nextSlot else { return instant }
    return max(instant, latest)
  }

  private func vblank(of slot: Int) -> Int64 { firstVblank &+ Int64(slot) }

  private mutating func keepNextSlot(from old: VblankPredictor) {
    let instant = old.time(ofVblank: vblank(of: nextSlot))
    // Most new stamps move the predictor by microseconds only, and the count stays as it is.
    let shift = time(of: nextSlot) - instant
    if abs(shift) > predictor.period / 2 {
      firstVblank = predictor.vblank(nearest: instant) &- Int64(nextSlot)
    }
  }
}

// MARK: - From slot to slot

extension FrameScheduler {
  /// Starts, or starts again after a stop: the next frame is that of the first slot whose deadline
  /// is after `now`.
  mutating func restart(at now: Timestamp) {
    overloadEvidence = 0
    count(nextSlot + 1, from: vblank(after: now))
  }

  /// Records a wake-up. The next frame is then one stride later, unless ``plan(slot:orAt:)``
  /// changes that.
  ///
  /// A frame that is up to half a refresh late keeps its slot. A later frame moves to the nearest
  /// slot. The slots in between count as missed.
  /// - Returns: `nil` if it is too early and the loop should sleep again, which happens if the
  ///   predictor was changed while it slept.
  mutating func wake(at now: Timestamp) -> Wake? {
    let margin = margin
    let planned = nextSlot
    // Half the margin after the vblank is safe, so a small correction needs no second wake-up.
    let early = predictor.phaseMargin / 2
    guard now >= deadline(of: planned) - early else { return nil }
    latest = instant(of: planned)
    // A nanosecond less, so that exactly half a refresh late is not the next slot.
    let present = (now - margin).advanced(byNanoseconds: -1)
    shownSlot = max(planned, Int(predictor.vblank(nearest: present) &- firstVblank))
    nextSlot = shownSlot + stride
    return Wake(
      slot: shownSlot, missed: (shownSlot - planned) / stride,
      lateness: now - deadline(of: shownSlot))
  }

  /// Moves the next frame to `slot` or to the first slot whose time is at or after `instant`,
  /// whichever is sooner: a source's ``FrameSource/Demand``, by the display's clock. Call it
  /// between ``wake(at:)`` and drawing.
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

  /// Moves a frame planned for later to the first slot whose deadline has not passed, because
  /// something happened that cannot wait.
  /// - Returns: whether the frame was moved. Slots then go back, so a source that was given the
  ///   planned one needs a ``FrameSource/interrupt()``.
  @discardableResult
  mutating func advanceDeadline(at now: Timestamp) -> Bool {
    var vblank = vblank(after: now)
    // A frame that was shown a little before its deadline already has the coming vblank.
    if let latest, predictor.time(ofVblank: vblank) - latest < predictor.period / 2 { vblank += 1 }
    guard vblank < self.vblank(of: nextSlot) else { return false }
    let planned = nextSlot
    // After a change of rate there may be fewer slots than refreshes up to the planned one.
    count(max(Int(vblank &- firstVblank), shownSlot + 1), from: vblank)
    return nextSlot != planned
  }

  /// The first vblank whose deadline is after `now`.
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
  /// Reports how long a frame took to draw, in seconds.
  ///
  /// If drawing takes more than 0.9 of the time between wanted slots in 32 consecutive frames, only
  /// every second slot is used; if less than 0.7 in 128 consecutive frames, every one again.
  mutating func didDraw(in time: Seconds) {
    let load = time / (Double(preferredDivisor) * predictor.period)
    let speaksForChange = isOverloaded ? load < 0.7 : load > 0.9
    overloadEvidence = speaksForChange ? overloadEvidence + 1 : 0
    guard overloadEvidence >= (isOverloaded ? 128 : 32) else { return }
    isOverloaded.toggle()
    overloadEvidence = 0
  }
}
