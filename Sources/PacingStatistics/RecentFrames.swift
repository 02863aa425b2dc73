import AnimCore
import FramePacing
import LinuxSystem
import PlainText

/// Statistics of the last second and the times of recent frames, for an overlay.
package struct RecentFrames: Hashable, Sendable {
  /// The statistics, one per line.
  package var lines: [String]
  /// The times from each frame to the next, in seconds, oldest first, at most ``capacity``. Slots without a requested
  /// frame aren't included, so a punctual frame takes one slot at any frame rate.
  package var frameTimes: [Seconds]
  /// The duration of the display's slot, in seconds, or `nil` if there are no slots.
  package var slot: Seconds?

  /// The maximum number of frame times.
  package static let capacity = 90

  package init(lines: [String], frameTimes: [Seconds], slot: Seconds?) {
    self.lines = lines
    self.frameTimes = frameTimes
    self.slot = slot
  }
}

/// Collects ``RecentFrames``.
struct RecentFrameMeter {
  private var frameTimes: [Seconds] = []
  private var lines: [String] = []
  /// The measures of the current second, which started when `start` was published.
  private var lateness = DurationHistogram(precision: .two)
  private var start: Timestamp?
  private var end = Timestamp.zero
  private var frames = 0
  private var phaseError: Int64?
  /// The slot of the last frame.
  private var lastSlot: Int?

  init() { frameTimes.reserveCapacity(RecentFrames.capacity + 1) }

  /// - Parameter slot: The length of the display's slot, in seconds, or `nil` if it has no slots.
  mutating func count(_ frame: FrameRecord, interval: Int64?, slot: Seconds?) {
    let idleSlots = lastSlot.map { max(frame.slot - $0 - 1 - frame.missed, 0) } ?? 0
    lastSlot = frame.slot
    if let interval {
      frames += 1
      frameTimes.append(max(Double(interval) / 1e9 - Double(idleSlots) * (slot ?? 0), 0))
      if frameTimes.count > RecentFrames.capacity { frameTimes.removeFirst() }
    }
    if let late = frame.lateness { lateness.record(late) }
    phaseError = frame.phaseError ?? phaseError
    if start == nil { start = frame.published }
    end = frame.published
  }

  /// Starts a new second.
  mutating func interrupt() {
    start = nil
    frames = 0
    lateness.reset()
  }

  mutating func recent(_ status: TimingStatus, frames total: Int, missed: Int) -> RecentFrames {
    let span = start.map { end - $0 } ?? 0
    if lines.isEmpty || span >= Self.period {
      write(status, total: total, missed: missed, span: span)
      if span >= Self.period {
        interrupt()
        start = end
      }
    }
    return RecentFrames(
      lines: lines, frameTimes: frameTimes, slot: status.refreshRate.map { 1 / $0 })
  }

  private mutating func write(_ status: TimingStatus, total: Int, missed: Int, span: Seconds) {
    let rate = span > 0 ? decimalText(Double(frames) / span, places: 1) : "-"
    lines.removeAll(keepingCapacity: true)
    lines.append("\(status)")
    lines.append("\(rate) frames per second")
    if let phaseError {
      lines.append("phase error \(phaseError < 0 ? "" : "+")\(durationText(phaseError))")
    }
    if let half = lateness.percentile(50), let high = lateness.percentile(99) {
      lines.append("wake-up late by p50 \(durationText(half)), p99 \(durationText(high))")
    }
    lines.append("missed \(missed) of \(total + missed) slots")
    lines.append("renderer \(status.renderer)")
  }

  /// The minimum time between changes of the text, in seconds.
  private static let period = 1.0
}
