/// By how much the clock was set on or back, and when: what makes its picture a function of time
/// again after the user has turned its hands.
struct ClockAdjustments {
  private struct Entry {
    /// In the time of the clock's layers.
    var time: Seconds
    /// By how many seconds the clock is fast from then on, whole ones.
    var total: Seconds
  }

  /// In rising order of their times.
  private var entries: [Entry] = []

  /// Sets the clock on by `span` whole seconds from `time` on. What was set later is forgotten: with
  /// a seek to before it, it has not happened yet.
  mutating func add(_ span: Seconds, at time: Seconds) {
    let total = total(at: time) + span
    entries.removeAll { $0.time >= time }
    entries.append(Entry(time: time, total: total))
  }

  /// By how many seconds the clock is fast at `time`.
  func total(at time: Seconds) -> Seconds {
    entries.last { $0.time <= time }?.total ?? 0
  }

  /// The times at which the clock was set, rising.
  var times: some Sequence<Seconds> { entries.lazy.map(\.time) }

  /// The latest second, at most `second`, at which nothing is still moving that was set before it.
  func quietSecond(upTo second: Seconds) -> Seconds {
    var quiet = second
    for entry in entries.reversed() where entry.time < quiet {
      if entry.time <= quiet - 1 { break }
      quiet = entry.time.rounded(.down)
    }
    return quiet
  }
}
