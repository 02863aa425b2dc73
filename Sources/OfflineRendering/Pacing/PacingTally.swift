import FramePacing

/// Counts the events of each kind.
struct PacingTally {
  private(set) var shown = 0
  private(set) var skipped = 0
  private(set) var doubled = 0
  private(set) var torn = 0
  private(set) var wentBack = 0
  /// Recorded frames without the pattern.
  private(set) var absent = 0
  /// The distribution of how long frames were shown.
  private var lengths = DurationHistogram()

  /// Whether the pattern was seen at all.
  var hasPattern: Bool { shown + torn > 0 }

  mutating func count(_ event: PacingEvent, _ clock: RecordingClock) {
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
  package var description: String {
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
