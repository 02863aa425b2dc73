import AnimCore

/// When the clock was set, and by how much, which makes its picture a function of time even after
/// the user has turned its hands.
struct ClockAdjustments {
  private struct Entry {
    /// In the time of the clock's layers.
    var time: Seconds
    /// The whole seconds by which the clock is fast from then on.
    var total: Seconds
  }

  /// In order of time.
  private var entries: [Entry] = []

  /// Sets the clock ahead by `span` whole seconds from `time` on. Later adjustments are discarded:
  /// after a seek to before them, they have not happened yet.
  mutating func add(_ span: Seconds, at time: Seconds) {
    let total = total(at: time) + span
    entries.removeAll { $0.time >= time }
    entries.append(Entry(time: time, total: total))
  }

  /// The seconds by which the clock is fast at `time`.
  func total(at time: Seconds) -> Seconds {
    entries.last { $0.time <= time }?.total ?? 0
  }

  /// The times at which the clock was set, in order.
  var times: some Sequence<Seconds> { entries.lazy.map(\.time) }

  /// The last second, up to `second`, at which no earlier adjustment is still in motion.
  func quietSecond(upTo second: Seconds) -> Seconds {
    var quiet = second
    for entry in entries.reversed() where entry.time < quiet {
      if entry.time <= quiet - 1 { break }
      quiet = entry.time.rounded(.down)
    }
    return quiet
  }
}
