import AnimCore
import LinuxSystem
import PlainText

/// Decides when frames are due: ``VblankTiming`` in the slots of a display, and ``UncappedTiming``
/// whenever the server is ready.
protocol FrameTiming {
  var isUncapped: Bool { get }

  /// The slot of the next frame to draw.
  var nextSlot: Int { get }

  /// Returns the time of the next frame, by the display's clock.
  func instant(at now: Timestamp) -> Timestamp

  /// Returns the start of a slot by the clock of the display, or `nil` if there are no slots.
  func time(of slot: Int) -> Timestamp?

  /// The time to publish the next frame, or `nil` to publish it as soon as it is drawn.
  var deadline: Timestamp? { get }

  /// Returns when to start drawing the next frame so that it is ready `lead` seconds before its
  /// deadline, or `nil` to start immediately.
  func drawingStart(lead: Seconds) -> Timestamp?

  /// The nominal time between two slots in seconds, or `nil` if there are no slots.
  var slotInterval: Seconds? { get }

  /// Starts the timing, or restarts it after a stop.
  mutating func restart(at now: Timestamp)

  /// Moves the next frame to an earlier slot, because it can't wait for a slot far ahead.
  /// - Returns: Whether the frame was moved.
  mutating func advanceDeadline(at now: Timestamp) -> Bool

  /// Plans the next frame for `slot`, or for `instant` of the display's clock, whichever is sooner.
  mutating func plan(slot: Int?, orAt instant: Timestamp?)

  /// Records the wake-up for the slot of the next frame. Returns `nil` if it is too early or the
  /// rate isn't limited.
  mutating func wake(at now: Timestamp) -> FrameScheduler.Wake?

  /// Reports the drawing time of a frame, in seconds.
  mutating func didDraw(in time: Seconds)

  /// Reports that a frame was published.
  mutating func didPublish()

  /// Whether the display shows anything, judging by its vblanks.
  var isDisplayVisible: Bool { get }

  /// Handles a move to another display, or a change of the display's mode.
  mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp)

  /// Requests another frame rate, unless the rate isn't limited.
  mutating func setRate(_ rate: FrameRate)

  /// Returns whether to request a vblank timestamp with the frame that is about to be published.
  mutating func needsVblank(at now: Timestamp) -> Bool

  /// Returns whether to request a timestamp now, to find out whether the display shows something
  /// again.
  mutating func probes(at now: Timestamp) -> Bool

  /// Stops waiting for timestamps, because no frame will follow for a while.
  mutating func pauseSampling()

  /// Records a timestamp of the server.
  /// - Returns: The delay relative to the prediction in seconds, or `nil` if there was no
  ///   prediction; and whether to request another timestamp immediately.
  mutating func didReceive(
    _ stamp: VblankStamp, at now: Timestamp
  ) -> (error: Seconds?, asksAgain: Bool)

  /// Returns the current timing of frames that `renderer` draws.
  func status(renderer: String) -> TimingStatus
}

/// A timing of frames that doesn't depend on a display. The time of each frame is the time at which
/// it is drawn.
struct UncappedTiming: FrameTiming {
  /// The number of the next frame.
  private(set) var nextSlot = 0
  /// The time before which no frame is requested, or `nil` if one is requested immediately.
  private var notBefore: Timestamp?

  let isUncapped = true
  let deadline: Timestamp? = nil
  let slotInterval: Seconds? = nil
  let isDisplayVisible = true

  func instant(at now: Timestamp) -> Timestamp { now }

  func time(of slot: Int) -> Timestamp? { nil }

  func drawingStart(lead: Seconds) -> Timestamp? { notBefore }

  mutating func restart(at now: Timestamp) { notBefore = nil }

  mutating func advanceDeadline(at now: Timestamp) -> Bool {
    notBefore = nil
    return false
  }

  mutating func plan(slot: Int?, orAt instant: Timestamp?) {
    notBefore = slot == nil ? instant : nil
  }

  func wake(at now: Timestamp) -> FrameScheduler.Wake? { nil }

  func didDraw(in time: Seconds) {}

  mutating func didPublish() { nextSlot += 1 }

  func displayChanged(to rate: RefreshRate?, at now: Timestamp) {}

  func setRate(_ rate: FrameRate) {}

  func needsVblank(at now: Timestamp) -> Bool { false }

  func probes(at now: Timestamp) -> Bool { false }

  func pauseSampling() {}

  func didReceive(
    _ stamp: VblankStamp, at now: Timestamp
  ) -> (error: Seconds?, asksAgain: Bool) { (nil, false) }

  func status(renderer: String) -> TimingStatus {
    TimingStatus(source: .uncapped, renderer: renderer)
  }
}

/// The timing of frames, and the renderer that draws them.
package struct TimingStatus: Hashable, Sendable {
  package var source: Source
  /// The reason for using a timer, or `nil` with any other source.
  package var reason: Reason?
  /// Whether the timing is locked to the display: timestamps arrive, and predictions are accurate.
  package var isLocked = false
  /// The number of slots per second, or `nil` if there are no slots.
  package var refreshRate: Double?
  /// A short description of the renderer.
  package var renderer: String

  package init(
    source: Source, reason: Reason? = nil, isLocked: Bool = false, refreshRate: Double? = nil,
    renderer: String
  ) {
    self.source = source
    self.reason = reason
    self.isLocked = isLocked
    self.refreshRate = refreshRate
    self.renderer = renderer
  }

  /// The source of frame times.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    /// The vblank timestamps of the Present extension.
    case present
    /// A timer at the refresh rate, without information about vblanks.
    case timer
    /// No slots: the next frame follows as soon as the last one is finished.
    case uncapped
  }

  /// The reason why frames follow a timer.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    case chosen = "as chosen"
    case noVblanks = "the server has no Present extension"
    case noStamps = "the server reports no vblanks"
    case foreignClock = "the server's clock is not this machine's"
    case otherRate = "the rate does not divide the refresh rate"
  }
}

extension TimingStatus: CustomStringConvertible {
  /// A description such as "60.00 Hz, Present, locked".
  package var description: String {
    let rate = refreshRate.map { decimalText($0, places: 2) + " Hz, " } ?? ""
    switch source {
    case .present: return rate + (isLocked ? "Present, locked" : "Present, not locked")
    case .timer: return rate + "timer" + (reason.map { " (\($0.rawValue))" } ?? "")
    case .uncapped: return "uncapped"
    }
  }
}
