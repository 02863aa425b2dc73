/// A display whose time is moved by hand: for tests, for pictures and for films.
///
/// Slot *n* is shown exactly *n* refresh intervals after zero; the first movement begins with
/// slot 0 at time zero. Nothing sleeps, and slots that no link wants cost nothing. From inside a
/// callback time cannot be moved: such a call does nothing.
public final class VirtualFrameSource: FrameSource {
  /// Where time stands; at or after ``FrameSource/currentTime``.
  public override var now: Timestamp { max(instant, currentTime) }
  /// Where the last movement ended.
  private var instant = Timestamp.zero

  /// Slots are counted from here, the latest change of the rate.
  private var anchor = (slot: 0, time: Timestamp.zero)
  private var rate: RefreshRate
  private var missed = 0

  /// May be set at any time: the next slot is the new interval after the latest one.
  public override var refreshInterval: Seconds {
    didSet {
      guard refreshInterval != oldValue else { return }
      anchor = (latest, time(of: latest))
      rate = RefreshRate(hertz: 1 / refreshInterval)
    }
  }

  public init(refreshRate rate: RefreshRate) {
    self.rate = rate
    super.init(refreshInterval: rate.interval)
  }

  /// - Parameter refreshRate: in hertz, as ``RefreshRate/init(hertz:)`` takes it.
  public convenience init(refreshRate: Double = 60) {
    self.init(refreshRate: RefreshRate(hertz: refreshRate))
  }
}

extension VirtualFrameSource {
  /// Lets `span` seconds go by; see ``advance(to:)``.
  public func advance(by span: Seconds) { advance(to: now + span) }

  /// Delivers all slots up to and including `target`, and lets time stand there. Going back is not
  /// advancing and does nothing; see ``seek(to:)``.
  public func advance(to target: Timestamp) {
    guard target >= now, !isDelivering else { return }
    let last = slot(atOrBefore: target)
    deliverSlots(through: last)
    instant = target
  }

  /// Delivers the next `frames` slots, and lets time stand at the last of them.
  public func pump(frames: Int = 1) {
    guard frames > 0, !isDelivering else { return }
    let last = currentSlot + frames
    deliverSlots(through: last)
    instant = time(of: last)
  }

  /// Lets the next `frames` slots go by as a display does that was not served in time: the slot
  /// after them reports them as missed.
  public func miss(frames: Int) {
    guard frames > 0, !isDelivering else { return }
    missed += frames
    pass(through: currentSlot + frames)
    instant = currentTime
  }

  /// Sets the time to `target`, forwards or backwards: one delivery at exactly that time, with a
  /// delta of zero, and none for the slots in between.
  public func seek(to target: Timestamp) {
    guard !isDelivering else { return }
    interrupt()
    missed = 0
    instant = target
    deliver(slot: slot(atOrBefore: target), targetTimestamp: target)
  }
}

extension VirtualFrameSource {
  /// The slot that a change of rate counts on from.
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
