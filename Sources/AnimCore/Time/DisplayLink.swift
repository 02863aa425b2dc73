/// Tells its listener, once per frame, when the next picture will be seen.
///
/// The listener is held weakly: when it is gone, the link ends by itself. The source that a link
/// was added to keeps the link, so that nobody else has to.
public final class DisplayLink {
  /// What a link does at the moment.
  enum State {
    case running
    case asleep(until: Timestamp)
    case paused
    case ended
  }

  /// When the last shown frame reached the screen, as of the latest callback; zero before it. See
  /// ``Frame/timestamp``.
  public private(set) var timestamp = Timestamp.zero
  /// When the frame being prepared will reach the screen, as of the latest callback; zero before.
  public private(set) var targetTimestamp = Timestamp.zero
  /// How a frame's delta comes from the time between two targets.
  public var deltaPolicy = DeltaPolicy.clamped() {
    didSet { if deltaPolicy != oldValue { meter.restartSteps() } }
  }

  /// The frame rates that suit; every refresh of the display by default.
  public var preferredFrameRateRange = FrameRateRange.default {
    didSet {
      if preferredFrameRateRange != oldValue {
        refreshIntervalChanged()
        source?.demandChanged()
      }
    }
  }

  private(set) var state = State.running
  /// The slot of the previous frame; `nil` before the first after a start or an interruption.
  private var lastSlot: Int?
  /// The display's slots per slot of this link.
  private var divisor = 1
  private var number = 0
  private var meter = DeltaMeter()
  private weak var source: FrameSource?
  private weak var listener: AnyObject?
  private let tick: (DisplayLink, Frame) -> Void

  /// A link that calls its listener.
  public init<Listener: DisplayLinkListener>(listener: Listener) {
    self.listener = listener
    tick = { [weak listener] link, frame in listener?.displayLink(link, didTick: frame) }
  }

  /// A link that calls `body` as long as `listener` lives. What the body needs of the listener it
  /// is given, so that it need not capture it, which would keep it alive for ever.
  public init<Listener: AnyObject>(
    for listener: Listener, _ body: @escaping (Listener, Frame) -> Void
  ) {
    self.listener = listener
    tick = { [weak listener] _, frame in
      if let listener { body(listener, frame) }
    }
  }
}

extension DisplayLink {
  /// The display's refresh interval in seconds, which a lower preferred rate does not change;
  /// zero without a source.
  public var duration: Seconds { source?.refreshInterval ?? 0 }

  /// Whether the link rests: no callback comes and no timer is armed for it. False at first, and
  /// after ``invalidate()``, when setting it changes nothing. Setting it to true ends a
  /// ``pause(until:)`` too; to false, the link goes on in the next slot, with a delta of
  /// zero.
  public var isPaused: Bool {
    get {
      switch state {
      case .running, .ended: false
      case .asleep, .paused: true
      }
    }
    set {
      switch state {
      case .ended: return
      case .running where !newValue: return
      case .running, .asleep, .paused: enter(newValue ? .paused : .running)
      }
    }
  }

  /// Rests until `instant` and resumes in the first slot whose target is at or after it, with a
  /// delta of zero. What ticks once a second needs no wake-ups in between.
  public func pause(until instant: Timestamp) {
    if case .ended = state { return }
    enter(.asleep(until: instant))
  }

  /// Starts, from the next slot on. A second call with the same source changes nothing; with
  /// another source the link moves there. A link that has ended stays so.
  public func add(to source: FrameSource) {
    if case .ended = state { return }
    guard self.source !== source else { return }
    let previous = self.source
    self.source = source
    interrupt()
    refreshIntervalChanged()
    previous?.demandChanged()
    source.add(self)
  }

  /// Ends the link for good; no callback comes after it. May be called at any time, inside of a
  /// callback too, and more than once.
  public func invalidate() {
    state = .ended
    let previous = source
    source = nil
    previous?.demandChanged()
  }
}

extension DisplayLink {
  func belongs(to source: FrameSource) -> Bool { self.source === source && listener != nil }

  /// The slot from which on the link is due. Links of one rate share their slots, whenever they
  /// started: fewer wake-ups.
  var nextSlot: Int {
    guard let lastSlot else { return .min }
    let phase = lastSlot % divisor
    return lastSlot + divisor - (phase < 0 ? phase + divisor : phase)
  }

  /// The next frame comes in the next slot, and its delta is zero.
  func interrupt() {
    meter.interrupt()
    lastSlot = nil
  }

  func refreshIntervalChanged() {
    divisor = preferredFrameRateRange.divisor(atRefreshInterval: duration)
  }

  func receive(slot: Int, timestamp: Timestamp, targetTimestamp: Timestamp, missed: Int) {
    switch state {
    case .asleep(let until) where targetTimestamp >= until: state = .running
    case .running where slot >= nextSlot: break
    case .running, .asleep, .paused, .ended: return
    }
    // Not more than the display missed: slots that the loop did not want are not missed.
    let unused = lastSlot == nil ? 0 : min(max(missed, 0), (slot - nextSlot) / divisor)
    // The screen has shown the same for as long as the link rested; its last refresh counts.
    let timestamp = lastSlot == nil ? max(timestamp, targetTimestamp - duration) : timestamp
    let share = meter.share(
      until: targetTimestamp, by: deltaPolicy, interval: Double(divisor) * duration)
    let frame = Frame(
      number: number, timestamp: timestamp, targetTimestamp: targetTimestamp, duration: duration,
      delta: share.delta, missed: unused, steps: share.steps, remainder: share.remainder)

    self.timestamp = timestamp
    self.targetTimestamp = targetTimestamp
    number += 1
    lastSlot = slot
    tick(self, frame)
  }

  private func enter(_ state: State) {
    self.state = state
    interrupt()
    source?.demandChanged()
  }
}
