/// How frames are timed and drawn.
package struct TimingStatus: Hashable, Sendable {
  package var source: Source
  /// Why a timer is used; nil with any other source.
  package var reason: Reason?
  /// Whether the timing is locked to the display: stamps arrive, and predictions are good.
  package var isLocked = false
  /// Slots per second; nil if there are no slots.
  package var refreshRate: Double?
  /// The renderer, in a few words.
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

  /// Where the times of frames come from.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    /// The vblank stamps of the Present extension.
    case present
    /// A timer at the refresh rate, without knowledge of the vblank.
    case timer
    /// Nothing: the next frame follows as soon as the last is done.
    case uncapped
  }

  /// Why frames follow a timer.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    case chosen = "as chosen"
    case noVblanks = "the server has no Present extension"
    case noStamps = "the server reports no vblanks"
    case foreignClock = "the server's clock is not this machine's"
    case otherRate = "no whole number of refreshes has this rate"
  }
}

extension TimingStatus: CustomStringConvertible {
  /// For instance "60.00 Hz, Present, locked".
  package var description: String {
    let rate = refreshRate.map { decimalText($0, places: 2) + " Hz, " } ?? ""
    switch source {
    case .present: return rate + (isLocked ? "Present, locked" : "Present, not locked")
    case .timer: return rate + "timer" + (reason.map { " (\($0.rawValue))" } ?? "")
    case .uncapped: return "uncapped"
    }
  }
}
