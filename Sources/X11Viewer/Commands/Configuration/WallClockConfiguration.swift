import AnimCore
import DemoScenes
import XWindow

/// What the clock shows, and where its time comes from. Made by ``ClockFlags``.
struct WallClockConfiguration: Hashable {
  /// The time at the start; nil for the current time in real time, and a fixed time otherwise.
  var start: ClockStart?
  /// Seconds by which the clock is fast.
  var offset: Seconds = 0
  /// The time zone; nil for the system's.
  var timeZone: TimeZone?
  /// How the clock looks and moves, and its start if that is a fixed time.
  var look = ClockConfiguration()
}

extension WallClockConfiguration {
  /// Whether the clock shows the current time.
  ///
  /// - Parameter isLive: whether it does so by default.
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
