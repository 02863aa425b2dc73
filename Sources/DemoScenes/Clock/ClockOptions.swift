import AnimCore
import OptionValues

extension WallClockConfiguration: SceneSettings {
  package static let sceneName = "clock"
  package static var keyPaths: [WritableKeyPath<SceneConfiguration, Self> & Sendable] { [\.clock] }

  package static let aliases = ["time-zone"]

  package static let options: [CommandOption<Self>] = [
    .value(
      "clock-time", "now|H:MM[:SS]",
      "Start at this time of day (default: now in a window, 10:08:42 in render and "
        + "screenshots).",
      ClockStart.parse
    ) { $0.start = $1 },
    .number(
      "clock-offset", "seconds", "Set the clock ahead, or back if negative (default: 0).",
      in: -86_400...86_400, "seconds"
    ) { $0.offset = $1 },
    .value(
      "clock-time-zone", alias: aliases[0], "zone",
      """
      Set the time zone: a name such as Europe/Berlin, or a POSIX rule such as EST5EDT (default: \
      the time zone of the system).
      """, TimeZone.parse
    ) { $0.timeZone = $1 },
    .choice(
      "clock-motion",
      "Tick once a second, or sweep (default: \(ClockConfiguration().motion))."
    ) { $0.look.motion = $1 },
    .value(
      "clock-curve", "curve", "Set the timing curve of a tick: \(curveForms) (default: ease-in).",
      parseCurve
    ) { $0.look.curve = $1.function },
    .number(
      "clock-duration", "seconds",
      """
      Move the hands for this time in a tick (default: \(plain(ClockConfiguration().duration))).
      """, in: 0...1, "seconds"
    ) { $0.look.duration = $1 },
    .onOff("clock-marks", "Draw the twelve marks of the dial (default: yes).") {
      $0.look.hasMarks = $1
    },
    .color("clock-face-color", "the dial", default: "white") { $0.look.faceColor = $1 },
    .color("clock-mark-color", "the marks and the rim", default: "#8a8f98") {
      $0.look.markColor = $1
    },
    .color("clock-hour-color", "the hour hand", default: "#20242c") { $0.look.hourColor = $1 },
    .color("clock-minute-color", "the minute hand", default: "#20242c") {
      $0.look.minuteColor = $1
    },
    .color("clock-second-color", "the second hand", default: "#e4572e") {
      $0.look.secondColor = $1
    },
  ]
}

extension ClockConfiguration.HandMotion: OptionChoice {}
