import AnimCore

/// What the clock is to show, and where its time comes from; what ``ClockFlags`` come to.
struct ClockSettings: Hashable {
  /// Nil for the present time in real time, and a fixed one otherwise.
  var start: ClockStart?
  /// Seconds by which the clock is fast.
  var offset: Seconds = 0
  /// Nil for the system's.
  var timeZone: TimeZone?
  /// How it looks and moves, with the time that it starts at where that is fixed.
  var look = ClockOptions()
}

extension ClockSettings {
  /// Whether the clock shows the present time.
  ///
  /// - Parameter isLive: whether it does where nobody said anything.
  func showsPresentTime(isLive: Bool) -> Bool { start.map { $0 == .now } ?? isLive }

  /// - Parameter isLive: see ``showsPresentTime(isLive:)``.
  func options(isLive: Bool) -> ClockOptions {
    timeZone?.use()
    var options = look
    if case .at(let time) = start { options.startTime = time }
    if showsPresentTime(isLive: isLive) { options.startTime = WallClock.timeOfDay }
    options.startTime += offset
    return options
  }
}
