/// Where display links get their frames from: a display, or a clock that is moved by hand.
///
/// A source counts the refreshes of its display as *slots*. Whoever drives it calls
/// ``deliver(slot:timestamp:targetTimestamp:missed:)`` in the slots that ``demand`` asks for and
/// may sleep through all others: ``TimerFrameSource`` and ``VirtualFrameSource`` do, and a program
/// with a display of its own does. A source keeps its links alive until they end. Not thread-safe:
/// one loop owns a source and its links.
public class FrameSource {
  /// The target of the latest slot; zero before the first.
  public internal(set) final var currentTime = Timestamp.zero

  /// The present time, at or after ``currentTime``. What starts between two frames, or after a rest
  /// in which there were none, starts then; see ``LayerTree/attach(to:)``.
  public var now: Timestamp { max(currentTime, clock?() ?? currentTime) }

  /// Tells the present time by the clock that targets are given in. Without one, time stands still
  /// between two slots.
  public final var clock: (() -> Timestamp)?

  /// The latest slot that was delivered, or slept through with nobody to serve.
  final var currentSlot = -1
  /// The target of the latest delivery; `nil` before the first and after an interruption.
  private final var shown: Timestamp?

  /// Seconds between two refreshes of the display, from 0.001 to 1,000; others are clamped to these
  /// ends, and NaN becomes 1/60. Set it when the display changes: the links' rates are divided
  /// again and the animation goes on.
  public var refreshInterval: Seconds {
    didSet {
      refreshInterval = RefreshRate.clamped(interval: refreshInterval)
      if refreshInterval != oldValue { for link in links { link.refreshIntervalChanged() } }
    }
  }

  /// Called when a link was added, resumed, paused or ended, or changed its rate, outside of a
  /// delivery, so that ``demand`` may differ from what the loop sleeps by.
  public final var onDemandChange: (() -> Void)?

  private final var links: [DisplayLink] = []
  /// Whether a callback is running; time cannot be moved from there.
  private(set) final var isDelivering = false

  /// - Parameter refreshInterval: see ``refreshInterval``.
  public init(refreshInterval: Seconds = 1 / 60) {
    self.refreshInterval = RefreshRate.clamped(interval: refreshInterval)
  }

  /// Gives one slot to every link that is due.
  ///
  /// Inside a callback links may be added, paused, resumed and ended at will; one that is added
  /// there gets its first frame in the next slot. A delivery from inside a callback does nothing.
  /// Complexity: O(*n*) in the number of links, without allocation.
  /// - Parameters:
  ///   - slot: the display's count of refreshes. It grows from delivery to delivery, also over a
  ///     change of the refresh rate; to begin a new count, call ``interrupt()`` first.
  ///   - timestamp: when the last shown frame reached the screen, if that was not at the target of
  ///     the delivery before.
  ///   - targetTimestamp: when the frame now to be prepared will reach it.
  ///   - missed: how many slots a frame was wanted for since the last delivery and not shown.
  public final func deliver(
    slot: Int, timestamp: Timestamp? = nil, targetTimestamp: Timestamp, missed: Int = 0
  ) {
    guard !isDelivering else { return }
    let timestamp = timestamp ?? shown ?? targetTimestamp - refreshInterval
    shown = targetTimestamp
    currentSlot = slot
    currentTime = targetTimestamp
    isDelivering = true
    for index in links.indices where links[index].belongs(to: self) {
      links[index].receive(
        slot: slot, timestamp: timestamp, targetTimestamp: targetTimestamp, missed: missed)
    }
    isDelivering = false
    removeStrangers()
  }

  /// To be called when time did not go on as usual: the window was hidden, the machine slept, the
  /// time was set. The next delta of every link is zero, and the next slot serves them all but those
  /// that are paused.
  public final func interrupt() {
    shown = nil
    for link in links { link.interrupt() }
  }
}

extension FrameSource {
  /// What the links want next.
  public enum Demand: Hashable, Sendable {
    /// No link runs: nothing moves, no timer need be armed.
    case nothing
    /// All links sleep until the first slot whose target is at or after the instant.
    case at(Timestamp)
    /// A link is due in the slot of that number (in the next one, if that slot has passed); none
    /// before it, but for those that sleep until the instant `orAt` and so may be due sooner.
    case slot(Int, orAt: Timestamp?)
  }

  /// What the links want next. Complexity: O(*n*) in the number of links.
  public final var demand: Demand {
    var slot: Int?
    var time: Timestamp?
    for link in links where link.belongs(to: self) {
      switch link.state {
      case .running: slot = min(slot ?? .max, max(link.nextSlot, currentSlot + 1))
      case .asleep(let until): time = min(time ?? until, until)
      case .paused, .ended: break
      }
    }
    guard let slot else { return time.map(Demand.at) ?? .nothing }
    return .slot(slot, orAt: time)
  }

  final func add(_ link: DisplayLink) {
    if !links.contains(where: { $0 === link }) { links.append(link) }
    demandChanged()
  }

  final func demandChanged() {
    guard !isDelivering else { return }
    removeStrangers()
    onDemandChange?()
  }

  /// Releases the links that ended or went to another source. Never during a delivery, which
  /// goes through the links by their places.
  private final func removeStrangers() {
    links.removeAll { !$0.belongs(to: self) }
  }
}
