import AnimCore
import ArgumentParser
import DemoScenes
import PlainText

/// The options of the clock.
struct ClockOptions: ParsableArguments {
  @Option(
    "now|H:MM[:SS]",
    "Start at this time of day (default: now in a window, 10:08:42 in render and screenshots).",
    ClockStart.parse)
  private var clockTime: ClockStart?

  @Option(
    "seconds", "Set the clock ahead, or back if negative (default: 0).", in: -86_400...86_400,
    "seconds")
  private var clockOffset: Double?

  @Option(
    "zone",
    "Set the time zone: a name such as Europe/Berlin, or a POSIX rule such as EST5EDT (default: "
      + "the time zone of the system).", name: [.long, .customLong("time-zone")], TimeZone.parse)
  private var clockTimeZone: TimeZone?

  @Option("Tick once a second, or sweep (default: \(ClockConfiguration().motion)).")
  private var clockMotion: ClockConfiguration.HandMotion?

  @Option(
    "curve", "Set the timing curve of a tick: \(curveForms) (default: ease-in).", parseCurve)
  private var clockCurve: NamedCurve?

  @Option(
    "seconds",
    "Move the hands for this time in a tick (default: \(plain(ClockConfiguration().duration))).",
    in: 0...1, "seconds")
  private var clockDuration: Double?

  @Flag("Draw the twelve marks of the dial (default: yes).")
  private var clockMarks: Bool?

  @Option(colorOf: "the dial", default: "white")
  private var clockFaceColor: Color?

  @Option(colorOf: "the marks and the rim", default: "#8a8f98")
  private var clockMarkColor: Color?

  @Option(colorOf: "the hour hand", default: "#20242c")
  private var clockHourColor: Color?

  @Option(colorOf: "the minute hand", default: "#20242c")
  private var clockMinuteColor: Color?

  @Option(colorOf: "the second hand", default: "#e4572e")
  private var clockSecondColor: Color?

  func apply(to clock: inout WallClockConfiguration) {
    clock.start = clockTime
    clock.offset = clockOffset ?? clock.offset
    clock.timeZone = clockTimeZone
    clock.look.motion = clockMotion ?? clock.look.motion
    clock.look.curve = clockCurve?.function ?? clock.look.curve
    clock.look.duration = clockDuration ?? clock.look.duration
    clock.look.hasMarks = clockMarks ?? clock.look.hasMarks
    clock.look.faceColor = clockFaceColor ?? clock.look.faceColor
    clock.look.markColor = clockMarkColor ?? clock.look.markColor
    clock.look.hourColor = clockHourColor ?? clock.look.hourColor
    clock.look.minuteColor = clockMinuteColor ?? clock.look.minuteColor
    clock.look.secondColor = clockSecondColor ?? clock.look.secondColor
  }
}

extension ClockConfiguration.HandMotion: ExpressibleByArgument {}
