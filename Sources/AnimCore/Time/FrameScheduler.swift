/// Says when to show which frame, and for which instant to draw the next one.
///
/// A pure value between the display's ``VblankLattice`` and the loop, which does three things:
///
/// 1. It sleeps until ``deadline``.
/// 2. It calls ``wake(at:)``, and if that gives a ``Wake``, publishes the frame drawn before. A
///    deadline is just after a vblank, never just before, so that the picture changes where the
///    display is not yet reading it.
/// 3. It draws the frame of ``nextSlot`` for ``animationTime(of:)`` that slot, says how long that
///    took (``drew(in:)``), and sleeps again.
///
/// Slots count the display's refreshes on and on, over changes of the rate too. Their times come
/// from the lattice, none from the slot before or from a wake-up: nothing drifts. There are never
/// two frames for one slot, and one that is late is not made up for by a burst.
public struct FrameScheduler: Sendable {
  /// What a wake-up is for.
  public struct Wake: Hashable, Sendable {
    /// The slot in which the frame drawn before is shown.
    public var slot: Int
    /// How many frames that were wanted since the previous wake-up have no slot of their own.
    public var missed: Int
    /// Seconds from the deadline of that slot to the wake-up: negative if the slot is still to
    /// come and the wake-up nearer to it than to the one before.
    public var lateness: Seconds
  }

  /// When the display's vblanks are. Set it as stamps come in, and to a lattice with another seed
  /// when the display changes: the slot being drawn stays where it is, to the nearest vblank, and
  /// the slots go on from there.
  public var lattice: VblankLattice {
    didSet { keepNextSlot(from: oldValue) }
  }

  /// Refreshes per frame that are wanted, from 1: 2 for 30 frames per second at 60 Hz.
  public var preferredDivisor = 1 {
    didSet { preferredDivisor = max(preferredDivisor, 1) }
  }

  /// Seconds by which frames are published later than they would be, or earlier where negative:
  /// for displays whose own idea of the vblank is off.
  public var phaseOffset: Seconds = 0

  /// The slot whose frame is drawn, or being drawn, and not shown yet.
  public private(set) var nextSlot = 0

  /// Whether frames are wanted; if not, there is no deadline and animation time stands still.
  public private(set) var isRunning = false

  /// Whether drawing takes so long that only every second of the wanted slots is used.
  public private(set) var isOverloaded = false

  /// The slot of the latest wake-up.
  private var shownSlot = -1
  /// Slot 0 is the vblank of this number.
  private var firstVblank: Int64 = 0
  /// How far animation time lies behind the display's, in nanoseconds: the sum of all stops, and
  /// of what stalls took beyond ``longestJump``.
  private var lag: Int64 = 0
  /// The animation time of the latest frame that was begun; no later one is before it.
  private var latestTime: Timestamp?
  /// Frames in a row that speak for the other state of ``isOverloaded``.
  private var overloadEvidence = 0

  /// A stop of the whole program, such as a debugger's, moves the animation no further.
  private static let longestJump: Int64 = 250_000_000

  public init(lattice: VblankLattice) { self.lattice = lattice }
}

// MARK: - Slots and their times

extension FrameScheduler {
  /// Refreshes from frame to frame at present.
  public var stride: Int { isOverloaded ? 2 * preferredDivisor : preferredDivisor }

  /// The vblank at which a slot begins, by the display's clock.
  public func time(of slot: Int) -> Timestamp { lattice.time(ofVblank: vblank(of: slot)) }

  /// When to publish the frame of a slot: its vblank, ``VblankLattice/phaseMargin`` and
  /// ``phaseOffset``.
  public func deadline(of slot: Int) -> Timestamp { time(of: slot) + margin }

  private var margin: Seconds { lattice.phaseMargin + phaseOffset }

  /// When to publish the frame of ``nextSlot``; `nil` while stopped.
  public var deadline: Timestamp? { isRunning ? deadline(of: nextSlot) : nil }

  /// The instant that a frame shown in `slot` is to be drawn for: the display's time without the
  /// stops. It never goes back from one shown frame to the next, whatever the lattice does.
  public func animationTime(of slot: Int) -> Timestamp {
    let instant = time(of: slot).advanced(byNanoseconds: -lag)
    guard let latestTime, slot >= nextSlot else { return instant }
    return max(instant, latestTime)
  }

  private func vblank(of slot: Int) -> Int64 { firstVblank &+ Int64(slot) }

  private mutating func keepNextSlot(from old: VblankLattice) {
    let instant = old.time(ofVblank: vblank(of: nextSlot))
    // Most new stamps move the lattice by microseconds, and the count goes on as it is.
    let shift = time(of: nextSlot) - instant
    if abs(shift) > lattice.period / 2 {
      firstVblank = lattice.vblank(nearest: instant) &- Int64(nextSlot)
    }
  }
}

// MARK: - Running

extension FrameScheduler {
  /// Begins, or begins again after a stop: draw the frame of ``nextSlot`` at once. Animation time
  /// goes on where it stood, so the first delta is zero.
  public mutating func start(at now: Timestamp) {
    guard !isRunning else { return }
    isRunning = true
    overloadEvidence = 0
    if let latestTime {
      count(nextSlot + 1, from: vblank(after: now))
      lag = time(of: nextSlot).nanoseconds(since: latestTime)
    } else {
      count(0, from: vblank(after: now))
    }
  }

  /// Nothing moves any more, or nobody sees it: no deadline, and animation time stands still.
  public mutating func stop(at now: Timestamp) {
    guard isRunning else { return }
    isRunning = false
    // A frame planned for far ahead was not shown yet.
    let soon = now.advanced(byNanoseconds: -lag) + Double(stride) * lattice.period
    begun(at: min(animationTime(of: nextSlot), soon))
  }

  /// Takes note of a wake-up. The frame a stride later is then the next, unless
  /// ``plan(slot:orAt:)`` says otherwise.
  ///
  /// Up to half a refresh late, the frame keeps its slot; later than that, it takes the slot that
  /// is nearest, and those in between are missed.
  /// - Returns: `nil` when stopped, or if it is too early and the loop is to sleep again, which
  ///   happens when the lattice was moved while it slept.
  public mutating func wake(at now: Timestamp) -> Wake? {
    let margin = margin
    let planned = nextSlot
    // Half the margin after the vblank is safe; a small correction needs no second wake-up.
    let early = lattice.phaseMargin / 2
    guard isRunning, now >= deadline(of: planned) - early else { return nil }
    begun(at: animationTime(of: planned))
    // A nanosecond less, so that half a refresh late is not yet the next slot.
    let present = (now - margin).advanced(byNanoseconds: -1)
    shownSlot = max(planned, Int(lattice.vblank(nearest: present) &- firstVblank))
    nextSlot = shownSlot + stride
    holdStall(since: planned)
    return Wake(
      slot: shownSlot, missed: (shownSlot - planned) / stride,
      lateness: now - deadline(of: shownSlot))
  }

  /// The next frame is not wanted before `slot`, nor before the first slot whose animation time
  /// is at or after `instant`, whichever is sooner: a source's ``FrameSource/Demand``. Call it
  /// between ``wake(at:)`` and drawing.
  public mutating func plan(slot: Int?, orAt instant: Timestamp? = nil) {
    var sooner = slot ?? .max
    if let instant {
      let wanted = instant.advanced(byNanoseconds: lag)
      let vblank = lattice.vblank(nearest: wanted)
      let reaching = lattice.time(ofVblank: vblank) < wanted ? vblank + 1 : vblank
      sooner = min(sooner, Int(reaching &- firstVblank))
    }
    guard sooner < .max else { return }
    nextSlot = max(sooner, shownSlot + stride)
  }

  /// Something happened that cannot wait for a frame planned for far ahead: the next frame is
  /// that of the first slot whose deadline is to come, if that is sooner. Draw it at once, in
  /// place of the one that was drawn and not shown. The slots go back by that, so a source that
  /// was given the planned one needs a ``FrameSource/interrupt()`` before.
  public mutating func hurry(at now: Timestamp) {
    guard isRunning else { return }
    let vblank = vblank(after: now)
    guard vblank < self.vblank(of: nextSlot) else { return }
    // After a change of the rate there may be fewer slots up to the planned one than refreshes.
    count(max(Int(vblank &- firstVblank), shownSlot + 1), from: vblank)
  }

  /// The first vblank whose deadline is after `now`.
  private func vblank(after now: Timestamp) -> Int64 {
    let nearest = lattice.vblank(nearest: now)
    return lattice.time(ofVblank: nearest) + margin > now ? nearest : nearest + 1
  }

  private mutating func count(_ slot: Int, from vblank: Int64) {
    nextSlot = slot
    shownSlot = slot - 1
    firstVblank = vblank &- Int64(slot)
  }

  private mutating func begun(at instant: Timestamp) {
    latestTime = latestTime.map { max($0, instant) } ?? instant
  }

  /// Holds animation time back if a wake-up so late would make it leap from the planned frame to
  /// the next.
  private mutating func holdStall(since planned: Int) {
    let unplanned = time(of: shownSlot).nanoseconds(since: time(of: planned))
    let leap = time(of: nextSlot).nanoseconds(since: time(of: planned))
    lag += max(min(unplanned, leap - Self.longestJump), 0)
  }
}

// MARK: - Overload

extension FrameScheduler {
  /// Takes note of how long a frame took to draw, in seconds.
  ///
  /// Above 0.9 of the time from slot to wanted slot in 32 frames in a row, only every second of
  /// them is used; below 0.7 in 128 in a row, every one again.
  public mutating func drew(in time: Seconds) {
    let load = time / (Double(preferredDivisor) * lattice.period)
    let speaksForChange = isOverloaded ? load < 0.7 : load > 0.9
    overloadEvidence = speaksForChange ? overloadEvidence + 1 : 0
    guard overloadEvidence >= (isOverloaded ? 128 : 32) else { return }
    isOverloaded.toggle()
    overloadEvidence = 0
  }
}
