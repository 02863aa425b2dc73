import AnimCore

/// What the clock shows, and where its time comes from. ``ClockFlags`` make it.
struct WallClockConfiguration: Hashable {
  /// Nil for the present time in real time, and a fixed one otherwise.
  var start: ClockStart?
  /// Seconds by which the clock is fast.
  var offset: Seconds = 0
  /// Nil for the system's.
  var timeZone: TimeZone?
  /// How it looks and moves, with the time that it starts at where that is fixed.
  var look = ClockConfiguration()
}

extension WallClockConfiguration {
  /// Whether the clock shows the present time.
  ///
  /// - Parameter isLive: whether it does by default.
  func showsPresentTime(isLive: Bool) -> Bool { start.map { $0 == .now } ?? isLive }

  /// - Parameter isLive: see ``showsPresentTime(isLive:)``.
  func configuration(isLive: Bool) -> ClockConfiguration {
    timeZone?.use()
    var configuration = look
    if case .at(let time) = start { configuration.startTime = time }
    if showsPresentTime(isLive: isLive) { configuration.startTime = WallClock.timeOfDay }
    configuration.startTime += offset
    return configuration
  }
}
