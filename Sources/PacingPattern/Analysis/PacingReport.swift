import AnimCore
import FramePacing
import LinuxSystem
import PacingStatistics
import PlainText

/// Reports events in a recording while it is read, in lines for people or rows for programs.
///
/// For people, successive frames without errors share a line.
package final class PacingReport {
  package enum Form: Hashable {
    case text
    /// Comma-separated values. For a torn image, `first` is the frame at the top and `last` the one
    /// at the bottom. If frames went back, they are the frames before and after.
    case csv
  }

  private let form: Form
  private let clock: RecordingClock
  private let write: (String) -> Void
  private var stretch: Stretch?
  private(set) var tally = PacingTally()

  /// - Parameters:
  ///   - rate: The frame rate of the recording.
  ///   - write: A closure that receives each line, including its line feed.
  init(_ form: Form, rate: RefreshRate, write: @escaping (String) -> Void) {
    self.form = form
    clock = RecordingClock(rate: rate)
    self.write = write
    if form == .csv { write("seconds,event,first,last,recorded_frames,milliseconds\n") }
  }

  func add(_ event: PacingEvent) {
    tally.count(event, clock)
    switch form {
    case .text: report(event)
    case .csv: addRow(event)
    }
  }

  /// Reports pending lines. Call this once, after the last event.
  func finish() { endStretch() }

  /// Returns the totals in one line, terminated by a line feed.
  ///
  /// - Parameter frames: The number of recorded frames.
  func summary(frames: Int) -> String {
    "\(frames) recorded frames at \(decimalText(clock.rate.hertz, places: 2)) Hz: \(tally).\n"
  }
}

// MARK: - For people

extension PacingReport {
  /// Successive frames, each shown once and not for too long.
  private struct Stretch {
    var first: UInt32
    var last: UInt32
    var start: Int
    var counts: ClosedRange<Int>
  }

  private func report(_ event: PacingEvent) {
    if case .shown(let number, let start, let count, false) = event {
      extend(number, start: start, count: count)
      return
    }
    endStretch()
    switch event {
    case .shown(let number, let start, let count, _):
      report(start, "frame \(number): \(clock.lengths(count...count)), doubled")
    case .skipped(let first, 1, let start):
      report(start, "frame \(first): skipped")
    case .skipped(let first, let count, let start):
      report(start, "frames \(first) to \(first &+ UInt32(count) &- 1): skipped")
    case .wentBack(let from, let to, let start):
      report(start, "frame \(to) after frame \(from): went back")
    case .torn(let top, let bottom, let start):
      report(start, "torn: \(Self.name(top)) at the top, \(Self.name(bottom)) at the bottom")
    case .absent(let start, let count):
      report(start, "no pattern: \(clock.lengths(count...count))")
    }
  }

  private static func name(_ number: UInt32?) -> String {
    number.map { "frame \($0)" } ?? "a mixture"
  }

  private func extend(_ number: UInt32, start: Int, count: Int) {
    if var stretch, stretch.last &+ 1 == number {
      stretch.last = number
      stretch.counts =
        min(stretch.counts.lowerBound, count)...max(stretch.counts.upperBound, count)
      self.stretch = stretch
    } else {
      endStretch()
      stretch = Stretch(first: number, last: number, start: start, counts: count...count)
    }
  }

  private func endStretch() {
    guard let stretch else { return }
    self.stretch = nil
    let lengths = clock.lengths(stretch.counts)
    if stretch.first == stretch.last {
      report(stretch.start, "frame \(stretch.first): \(lengths)")
    } else {
      report(stretch.start, "frames \(stretch.first) to \(stretch.last): \(lengths) each")
    }
  }

  private func report(_ start: Int, _ text: String) {
    write(clock.seconds(start).padded(before: 10) + " s  " + text + "\n")
  }
}

// MARK: - For programs

extension PacingReport {
  private func addRow(_ event: PacingEvent) {
    switch event {
    case .shown(let number, let start, let count, let isDoubled):
      addRow(start, isDoubled ? "doubled" : "shown", number, number, count)
    case .skipped(let first, let count, let start):
      addRow(start, "skipped", first, first &+ UInt32(count) &- 1, 0)
    case .wentBack(let from, let to, let start): addRow(start, "back", from, to, 0)
    case .torn(let top, let bottom, let start): addRow(start, "torn", top, bottom, 1)
    case .absent(let start, let count): addRow(start, "absent", nil, nil, count)
    }
  }

  private func addRow(
    _ start: Int, _ event: String, _ first: UInt32?, _ last: UInt32?, _ count: Int
  ) {
    let numbers = [first, last].map { $0.map(String.init) ?? "" }
    write(
      "\(clock.seconds(start)),\(event),\(numbers[0]),\(numbers[1]),\(count),"
        + "\(clock.milliseconds(count))\n")
  }
}

/// Counts the events of each kind.
struct PacingTally {
  private(set) var shown = 0
  private(set) var skipped = 0
  private(set) var doubled = 0
  private(set) var torn = 0
  private(set) var wentBack = 0
  /// The number of recorded frames without the pattern.
  private(set) var absent = 0
  /// The distribution of the times for which frames were shown.
  private var lengths = DurationHistogram()

  /// Whether the pattern was found at all.
  var hasPattern: Bool { shown + torn > 0 }

  fileprivate mutating func count(_ event: PacingEvent, _ clock: RecordingClock) {
    switch event {
    case .shown(_, _, let count, let isDoubled):
      shown += 1
      if isDoubled { doubled += 1 }
      lengths.record(clock.nanoseconds(count))
    case .skipped(_, let count, _): skipped += count
    case .wentBack: wentBack += 1
    case .torn: torn += 1
    case .absent(_, let count): absent += count
    }
  }
}

extension PacingTally: CustomStringConvertible {
  var description: String {
    var text = "\(shown) frames shown"
    if let half = lengths.percentile(50), let most = lengths.percentile(99) {
      text += " (p50 \(durationText(half)), p99 \(durationText(most)))"
    }
    text += ", \(skipped) skipped, \(doubled) doubled, \(torn) torn"
    if wentBack > 0 { text += ", \(wentBack) back" }
    if absent > 0 { text += ", \(absent) recorded frames without the pattern" }
    return text
  }
}

/// Converts recorded frames to times.
private struct RecordingClock {
  let rate: RefreshRate

  func nanoseconds(_ frames: Int) -> Int64 { rate.nanoseconds(toSlot: frames) }

  func seconds(_ frames: Int) -> String {
    decimalText(Double(nanoseconds(frames)) / 1e9, places: 3)
  }

  func milliseconds(_ frames: Int) -> String {
    decimalText(Double(nanoseconds(frames)) / 1e6, places: 2)
  }

  /// Returns a duration for people, such as "2 recorded frames (16.67 ms)" or "1 to 2 recorded
  /// frames (8.33 to 16.67 ms)".
  func lengths(_ counts: ClosedRange<Int>) -> String {
    let (low, high) = (counts.lowerBound, counts.upperBound)
    if low == high {
      return "\(counted(low, "recorded frame")) (\(milliseconds(low)) ms)"
    }
    return "\(low) to \(high) recorded frames (\(milliseconds(low)) to \(milliseconds(high)) ms)"
  }
}
