/// By what frames are timed, and how they are drawn.
struct TimingStatus: Hashable, Sendable {
  var source: Source
  /// Why a timer is used; nil with another source.
  var reason: Reason?
  /// Whether the timer is steered by the display: stamps come, and predictions are good.
  var isLocked = false
  /// Slots in a second; nil where there are none.
  var refreshRate: Double?
  /// What draws, in a few words.
  var renderer: String

  /// Where the instants of frames come from.
  enum Source: String, CaseIterable, Hashable, Sendable {
    /// The vblank stamps of the Present extension.
    case present
    /// A timer at the refresh rate, without knowledge of the vblank.
    case timer
    /// Nothing: the next frame comes as soon as the last is done.
    case uncapped
  }

  /// Why frames are timed by a timer.
  enum Reason: String, CaseIterable, Hashable, Sendable {
    case chosen = "as chosen"
    case noVblanks = "the server has no Present extension"
    case noStamps = "the server reports no vblanks"
    case foreignClock = "the server's clock is not this machine's"
    case otherRate = "no whole number of refreshes has this rate"
  }
}

extension TimingStatus: CustomStringConvertible {
  /// For instance "60.00 Hz, Present, locked".
  var description: String {
    let rate = refreshRate.map { decimalText($0, places: 2) + " Hz, " } ?? ""
    switch source {
    case .present: return rate + (isLocked ? "Present, locked" : "Present, not locked")
    case .timer: return rate + "timer" + (reason.map { " (\($0.rawValue))" } ?? "")
    case .uncapped: return "uncapped"
    }
  }
}
