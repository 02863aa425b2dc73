/// The source of display links' frames: a display, or a clock that is moved by hand.
///
/// A source counts the refreshes of its display as *slots*. Its driver calls
/// ``deliver(slot:timestamp:targetTimestamp:missed:)`` in the slots that ``demand`` requests, and
/// may sleep through all others. ``TimerFrameSource`` and ``VirtualFrameSource`` drive themselves.
/// A program with its own display drives its source. A source keeps its links alive until they end.
/// Not thread-safe: one loop owns a source and its links.
public class FrameSource {
  /// The target of the last slot, or zero before the first.
  public internal(set) final var currentTime = Timestamp.zero

  /// The present time, at or after ``currentTime``. Animations that start between two frames, or
  /// after a pause, start at this time; see ``LayerTree/attach(to:at:)``.
  public var now: Timestamp { max(currentTime, clock?() ?? currentTime) }

  /// A closure that returns the current time of the same clock as the targets. Without it, time
  /// doesn't advance between slots.
  public final var clock: (() -> Timestamp)?

  /// The last slot that was delivered, or slept through because no link was due.
  final var currentSlot = -1
  /// The target of the last delivery, or `nil` before the first one and after an interruption.
  private final var shown: Timestamp?

  /// Seconds between two refreshes of the display, clamped to 0.001 ... 1,000; NaN becomes 1/60.
  /// Set it when the display changes: the links' divisors are recomputed, and animations continue.
  public var refreshInterval: Seconds {
    didSet {
      refreshInterval = RefreshRate.clamped(interval: refreshInterval)
      if refreshInterval != oldValue { for link in links { link.refreshIntervalChanged() } }
    }
  }

  /// The background work of scenes for later frames, or `nil` if no frame waits, so that background
  /// work wouldn't save time.
  package final var background: (any BackgroundWork)?

  /// Called when a link is added, resumed, paused or ended, or changes its rate outside a delivery,
  /// so that ``demand`` may have changed.
  public final var onDemandChange: (() -> Void)?

  private final var links: [DisplayLink] = []
  /// Whether a callback is running, from which time can't be moved.
  private(set) final var isDelivering = false

  /// - Parameter refreshInterval: See ``refreshInterval``.
  public init(refreshInterval: Seconds = 1 / 60) {
    self.refreshInterval = RefreshRate.clamped(interval: refreshInterval)
  }

  /// Delivers one slot to every link that is due.
  ///
  /// Links can be added, paused, resumed and ended in a callback. A link that is added gets its
  /// first frame in the next slot. Calling this method in a callback has no effect. Complexity:
  /// O(*n*) in the number of links, without allocation.
  /// - Parameters:
  ///   - slot: The number of the refresh. It must increase with every delivery, even when the
  ///     refresh rate changes. To start a new count, call ``interrupt()`` first. It is clamped to
  ///     ±2⁶⁰, which takes a billion years to reach.
  ///   - timestamp: The time at which the last frame reached the screen, if it differs from the
  ///     target of the previous delivery.
  ///   - targetTimestamp: The time at which the current frame will reach the screen.
  ///   - missed: The number of slots since the last delivery in which a frame was requested but
  ///     not shown.
  public final func deliver(
    slot: Int, timestamp: Timestamp? = nil, targetTimestamp: Timestamp, missed: Int = 0
  ) {
    guard !isDelivering else { return }
    let slot = Self.clamped(slot)
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
    removeDetachedLinks()
  }

  /// Call this when time was interrupted because the window was hidden, the machine slept or the
  /// clock was set. The next delta of every link is zero, and the next slot is delivered to all
  /// links that aren't paused.
  public final func interrupt() {
    shown = nil
    for link in links { link.interrupt() }
  }
}

extension FrameSource {
  /// The next request of the links.
  public enum Demand: Hashable, Sendable {
    /// No link is running, so no timer is needed.
    case nothing
    /// All links sleep until the first slot whose target is at or after the instant.
    case at(Timestamp)
    /// A link is due in this slot, or in the next one if it has passed. No link is due before it,
    /// except for those that sleep until the instant `orAt`, which may be sooner.
    case slot(Int, orAt: Timestamp?)
  }

  /// The next request of the links. Complexity: O(*n*) in the number of links.
  ///
  /// Links whose listeners have been released are removed here, because an idle source has no other
  /// occasion.
  public final var demand: Demand {
    var slot: Int?
    var time: Timestamp?
    var hasStrangers = false
    for link in links {
      guard link.belongs(to: self) else {
        hasStrangers = true
        continue
      }
      switch link.state {
      case .running: slot = min(slot ?? .max, max(link.nextSlot, currentSlot + 1))
      case .asleep(let until): time = min(time ?? until, until)
      case .paused, .ended: break
      }
    }
    if hasStrangers && !isDelivering { removeDetachedLinks() }
    guard let slot else { return time.map(Demand.at) ?? .nothing }
    return .slot(slot, orAt: time)
  }

  private static var lastSlot: Int { 1 << 60 }

  private static func clamped(_ slot: Int) -> Int { min(max(slot, -lastSlot), lastSlot) }

  /// Returns the slot `count` slots after the current one, or the last possible slot.
  final func slot(after count: Int) -> Int { Self.clamped(currentSlot + Self.clamped(count)) }

  final func add(_ link: DisplayLink) {
    if !links.contains(where: { $0 === link }) { links.append(link) }
    demandChanged()
  }

  final func demandChanged() {
    guard !isDelivering else { return }
    removeDetachedLinks()
    onDemandChange?()
  }

  /// Releases the links that ended or moved to another source. Never during a delivery, which
  /// iterates over the links by index.
  private final func removeDetachedLinks() {
    links.removeAll { !$0.remains(in: self) }
  }
}

/// Does work in parallel with the loop that shows frames.
package protocol BackgroundWork: Sendable {
  /// Does some work, after all that it was given before.
  func run(_ work: @escaping @Sendable () -> Void)
  /// The maximum time that a frame waits for work, in nanoseconds.
  var timeout: Int { get }
  /// Stops other work from waiting for the current or next piece of work, which continues.
  func passOver()
  /// Requests a frame, from any thread, because work that a frame waited for has finished late.
  func requestFrame()
}

extension BackgroundWork {
  package var timeout: Int { 0 }
  package func passOver() {}
  package func requestFrame() {}
}
