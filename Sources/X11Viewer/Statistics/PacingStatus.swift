/// By what frames are timed, and how they are drawn.
struct PacingStatus: Hashable, Sendable {
  var source: Source
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
}

extension PacingStatus: CustomStringConvertible {
  /// For instance "60.00 Hz, Present, locked".
  var description: String {
    let rate = refreshRate.map { decimalText($0, places: 2) + " Hz, " } ?? ""
    switch source {
    case .present: return rate + (isLocked ? "Present, locked" : "Present, not locked")
    case .timer: return rate + "timer"
    case .uncapped: return "uncapped"
    }
  }
}
