import AnimCore
import ArgumentParser
import DemoScenes

/// The flags of the clock scene.
struct ClockFlags: ParsableArguments {
  @Option(
    name: .customLong("clock-time"), parsing: .unconditional,
    help: ArgumentHelp(
      "The time at the start (default: now in a window, 10:08:42 in render and screenshots).",
      valueName: "now|H:MM[:SS]"),
    transform: ClockStart.parse)
  var time: ClockStart?

  @Option(
    name: .customLong("clock-offset"), parsing: .unconditional,
    help: ArgumentHelp(
      "Set the clock ahead, or back if negative (default: 0).", valueName: "seconds"),
    transform: number(in: -86_400...86_400, "seconds"))
  var offset: Seconds?

  @Option(
    name: [.customLong("clock-time-zone"), .customLong("time-zone")], parsing: .unconditional,
    help: ArgumentHelp(
      "The time zone for now: a name such as Europe/Berlin, or a POSIX rule such as EST5EDT "
        + "(default: the system's).", valueName: "zone"),
    transform: TimeZone.parse)
  var timeZone: TimeZone?

  @Option(
    name: .customLong("clock-motion"), parsing: .unconditional,
    help: "Whether the hands tick once a second or sweep. (default: \(ClockConfiguration().motion))"
  )
  var motion: ClockConfiguration.HandMotion?

  @Option(
    name: .customLong("clock-curve"), parsing: .unconditional,
    help: ArgumentHelp(
      "The timing curve of a tick: \(curveForms) (default: ease-in).", valueName: "curve"),
    transform: parseCurve)
  var curve: NamedCurve?

  @Option(
    name: .customLong("clock-duration"), parsing: .unconditional,
    help: ArgumentHelp(
      "How long the hands move in a tick, at most 1 (default: \(plain(ClockConfiguration().duration))).",
      valueName: "seconds"),
    transform: number(in: 0...1, "seconds"))
  var duration: Seconds?

  @Flag(
    name: .customLong("clock-marks"), inversion: .prefixedNo,
    help: "Draw the twelve marks of the dial (default: yes).")
  var marks: Bool?

  @Option(
    name: .customLong("clock-face-color"), parsing: .unconditional,
    help: colorHelp("the dial", default: "white"), transform: parseColor)
  var faceColor: Color?

  @Option(
    name: .customLong("clock-mark-color"), parsing: .unconditional,
    help: colorHelp("the marks and the rim", default: "#8a8f98"), transform: parseColor)
  var markColor: Color?

  @Option(
    name: .customLong("clock-hour-color"), parsing: .unconditional,
    help: colorHelp("the hour hand", default: "#20242c"), transform: parseColor)
  var hourColor: Color?

  @Option(
    name: .customLong("clock-minute-color"), parsing: .unconditional,
    help: colorHelp("the minute hand", default: "#20242c"), transform: parseColor)
  var minuteColor: Color?

  @Option(
    name: .customLong("clock-second-color"), parsing: .unconditional,
    help: colorHelp("the second hand", default: "#e4572e"), transform: parseColor)
  var secondColor: Color?

  /// The configuration from these flags.
  var configuration: WallClockConfiguration {
    var configuration = WallClockConfiguration()
    configuration.start = time
    configuration.offset = offset ?? configuration.offset
    configuration.timeZone = timeZone
    configuration.look = look
    return configuration
  }

  private var look: ClockConfiguration {
    var look = ClockConfiguration()
    look.motion = motion ?? look.motion
    look.curve = curve?.function ?? look.curve
    look.duration = duration ?? look.duration
    look.hasMarks = marks ?? look.hasMarks
    look.faceColor = faceColor ?? look.faceColor
    look.markColor = markColor ?? look.markColor
    look.hourColor = hourColor ?? look.hourColor
    look.minuteColor = minuteColor ?? look.minuteColor
    look.secondColor = secondColor ?? look.secondColor
    return look
  }
}

extension ClockConfiguration.HandMotion: ExpressibleByArgument {}
