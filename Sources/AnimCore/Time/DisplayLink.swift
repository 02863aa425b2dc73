/// Calls its listener once per frame with the time at which the next image will be shown.
///
/// The listener is referenced weakly. When it is deallocated, the link ends. A link is kept alive
/// by the source that it was added to, so it need not be stored.
public final class DisplayLink {
  /// The state of a link.
  enum State {
    case running
    case asleep(until: Timestamp)
    case paused
    case ended
  }

  /// The time at which the last frame reached the screen, as of the latest callback, or zero before
  /// the first. See ``Frame/timestamp``.
  public private(set) var timestamp = Timestamp.zero
  /// The time at which the current frame will reach the screen, as of the latest callback, or zero
  /// before the first.
  public private(set) var targetTimestamp = Timestamp.zero
  /// The policy that computes the delta of a frame from the time between two targets.
  public var deltaPolicy = DeltaPolicy.clamped() {
    didSet { if deltaPolicy != oldValue { meter.restartSteps() } }
  }

  /// The preferred frame rates, by default every refresh of the display.
  public var preferredFrameRateRange = FrameRateRange.default {
    didSet {
      if preferredFrameRateRange != oldValue {
        refreshIntervalChanged()
        source?.demandChanged()
      }
    }
  }

  private(set) var state = State.running
  /// The slot of the previous frame, or `nil` before the first frame after a start or an
  /// interruption.
  private var lastSlot: Int?
  /// The number of the display's slots per slot of this link.
  private var divisor = 1
  private var number = 0
  private var meter = DeltaMeter()
  private weak var source: FrameSource?
  private weak var listener: AnyObject?
  /// Another object that the link ends with, if it has one.
  private weak var companion: AnyObject?
  private var hasCompanion = false
  /// The callback. A link that has ended releases it with its captures.
  private var tick: ((DisplayLink, Frame) -> Void)?

  /// Creates a link that calls its listener.
  public init<Listener: DisplayLinkListener>(listener: Listener) {
    self.listener = listener
    tick = { [weak listener] link, frame in listener?.displayLink(link, didTick: frame) }
  }

  /// Creates a link that calls `body` while `listener` is alive. The listener is passed to the
  /// body, which shouldn't capture it, because that would keep it alive forever.
  public init<Listener: AnyObject>(
    for listener: Listener, _ body: @escaping (Listener, Frame) -> Void
  ) {
    self.listener = listener
    tick = { [weak listener] _, frame in
      if let listener { body(listener, frame) }
    }
  }

  /// Creates a link with a closure that receives the link, for example to end it during its first
  /// call.
  public init<Listener: AnyObject>(
    for listener: Listener, _ body: @escaping (Listener, DisplayLink, Frame) -> Void
  ) {
    self.listener = listener
    tick = { [weak listener] link, frame in
      if let listener { body(listener, link, frame) }
    }
  }
}

extension DisplayLink {
  /// The refresh interval of the display in seconds, regardless of the preferred rate, or zero
  /// without a source.
  public var duration: Seconds { source?.refreshInterval ?? 0 }

  /// A Boolean value that indicates whether the link is paused: it gets no callbacks and no timer
  /// is armed for it. Initially false, and false after ``invalidate()``, when setting it has no
  /// effect. Setting it to true overrides ``pause(until:)``; setting it to false resumes the link
  /// in the next slot, with a delta of zero.
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

  /// Pauses until the first slot whose target is at or after `instant`, and resumes there with a
  /// delta of zero. Something that ticks once a second needs no wake-ups in between.
  public func pause(until instant: Timestamp) {
    if case .ended = state { return }
    enter(.asleep(until: instant))
  }

  /// Starts in the next slot. A second call with the same source has no effect; with another
  /// source, the link moves there. A link that has ended stays ended.
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

  /// Ends the link permanently. It gets no more callbacks. May be called at any time, even inside a
  /// callback, and more than once.
  public func invalidate() {
    state = .ended
    tick = nil
    let previous = source
    source = nil
    previous?.demandChanged()
  }
}

extension DisplayLink {
  func belongs(to source: FrameSource) -> Bool {
    self.source === source && listener != nil && (!hasCompanion || companion != nil)
  }

  /// Returns whether the link still belongs to a source. A link whose listener is gone ends.
  func remains(in source: FrameSource) -> Bool {
    if belongs(to: source) { return true }
    if self.source === source { (state, tick, self.source) = (.ended, nil, nil) }
    return false
  }

  /// Ends the link together with `companion`, as well as with its listener.
  func end(with companion: AnyObject) {
    self.companion = companion
    hasCompanion = true
  }

  /// The first slot in which the link is due. Links of the same rate share their slots no matter
  /// when they started, which saves wake-ups.
  var nextSlot: Int {
    guard let lastSlot else { return .min }
    let phase = lastSlot % divisor
    return lastSlot + divisor - (phase < 0 ? phase + divisor : phase)
  }

  /// Delivers the next frame in the next slot, with a delta of zero.
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
    // At most the number that the display missed: slots that the loop didn't request aren't missed.
    let unused = lastSlot == nil ? 0 : min(max(missed, 0), (slot - nextSlot) / divisor)
    // The screen showed the same image for as long as the link was paused, so its last refresh
    // counts.
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
    tick?(self, frame)
  }

  private func enter(_ state: State) {
    self.state = state
    interrupt()
    source?.demandChanged()
  }
}

/// The receiver of a display link's callbacks.
public protocol DisplayLinkListener: AnyObject {
  /// Prepares the image that will be shown at `frame.targetTimestamp`.
  ///
  /// Any link, this one included, may be added, paused, resumed or invalidated here.
  func displayLink(_ link: DisplayLink, didTick frame: Frame)
}
