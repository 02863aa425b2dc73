/// A display whose time the program advances, for tests, images and videos.
///
/// Slot *n* is shown exactly *n* refresh intervals after zero. The first frame is in slot 0, at
/// time zero. Nothing sleeps, and slots that no link requests cost nothing. Moving time from inside
/// a callback has no effect.
public final class VirtualFrameSource: FrameSource {
  /// The present time, at or after ``FrameSource/currentTime``.
  public override var now: Timestamp { max(instant, currentTime) }
  /// The end of the last movement.
  private var instant = Timestamp.zero

  /// The slot from which slots are counted: the slot of the last change of rate.
  private var anchor = (slot: 0, time: Timestamp.zero)
  private var rate: RefreshRate
  private var missed = 0

  /// May be set at any time: the next slot comes one new interval after the last one.
  public override var refreshInterval: Seconds {
    didSet {
      guard refreshInterval != oldValue else { return }
      anchor = (latest, time(of: latest))
      rate = RefreshRate(hertz: 1 / refreshInterval)
    }
  }

  /// Creates a display with an exact rate, at time zero.
  public init(refreshRate rate: RefreshRate) {
    self.rate = rate
    super.init(refreshInterval: rate.interval)
  }

  /// - Parameter refreshRate: The rate in hertz, as in ``RefreshRate/init(hertz:)``.
  public convenience init(refreshRate: Double = 60) {
    self.init(refreshRate: RefreshRate(hertz: refreshRate))
  }
}

extension VirtualFrameSource {
  /// Advances by `span` seconds; see ``advance(to:)``.
  public func advance(by span: Seconds) { advance(to: now + span) }

  /// Delivers all slots up to and including `target`, where time then stays. Has no effect if
  /// `target` is in the past; see ``seek(to:)``.
  public func advance(to target: Timestamp) {
    guard target >= now, !isDelivering else { return }
    let last = slot(atOrBefore: target)
    deliverSlots(through: last)
    instant = target
  }

  /// Delivers the next `frames` slots. Time then stays at the last of them.
  public func pump(frames: Int = 1) {
    guard frames > 0, !isDelivering else { return }
    let last = slot(after: frames)
    deliverSlots(through: last)
    instant = time(of: last)
  }

  /// Skips the next `frames` slots, or all remaining ones, like a display that doesn't receive its
  /// frames in time. The slot after them reports them as missed.
  public func miss(frames: Int) {
    guard frames > 0, !isDelivering else { return }
    let last = slot(after: frames)
    missed += max(last - currentSlot, 0)
    pass(through: last)
    instant = currentTime
  }

  /// Moves the time to `target`, forwards or backwards, and delivers one frame at exactly that
  /// time, with a delta of zero. The slots in between are skipped.
  public func seek(to target: Timestamp) {
    guard !isDelivering else { return }
    interrupt()
    missed = 0
    instant = target
    deliver(slot: slot(atOrBefore: target), targetTimestamp: target)
  }
}

extension VirtualFrameSource {
  /// The slot from which a change of rate continues to count.
  private var latest: Int { max(currentSlot, 0) }

  private func time(of slot: Int) -> Timestamp {
    anchor.time.advanced(byNanoseconds: rate.nanoseconds(toSlot: slot - anchor.slot))
  }

  private func slot(atOrBefore instant: Timestamp) -> Int {
    anchor.slot + rate.slot(atOrBefore: instant.nanoseconds(since: anchor.time))
  }

  private func deliverSlots(through last: Int) {
    while let slot = nextWantedSlot, slot <= last {
      let missed = self.missed
      self.missed = 0
      deliver(slot: slot, targetTimestamp: time(of: slot), missed: missed)
    }
    pass(through: last)
  }

  private func pass(through last: Int) {
    guard last > currentSlot else { return }
    currentSlot = last
    currentTime = time(of: last)
  }

  private var nextWantedSlot: Int? {
    switch demand {
    case .nothing: nil
    case .at(let instant): slotAfterCurrent(reaching: instant)
    case .slot(let slot, let instant):
      min(slot, instant.map(slotAfterCurrent(reaching:)) ?? slot)
    }
  }

  private func slotAfterCurrent(reaching instant: Timestamp) -> Int {
    let before = slot(atOrBefore: instant)
    return max(time(of: before) < instant ? before + 1 : before, currentSlot + 1)
  }
}
