import AnimCore
import ArgumentParser

/// The flags of the clock scene.
struct ClockFlags: ParsableArguments {
  @Option(
    name: .customLong("clock-time"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time shown at the start: now, or H:MM[:SS] (default: now in a window, "
        + "10:08:42 in render and screenshots).", valueName: "time"),
    transform: ClockStart.parse)
  var time: ClockStart?

  @Option(
    name: .customLong("clock-offset"),
    parsing: .unconditional,
    help: ArgumentHelp("Seconds by which the clock is fast.", valueName: "seconds"),
    transform: number(in: -86_400...86_400, "seconds"))
  var offset = 0.0

  @Option(
    name: [.customLong("clock-time-zone"), .customLong("time-zone")],
    parsing: .unconditional,
    help: ArgumentHelp(
      "The zone of the present time, such as Europe/Berlin (default: the system's).",
      valueName: "zone"),
    transform: TimeZone.parse)
  var timeZone: TimeZone?

  @Option(
    name: .customLong("clock-motion"),
    parsing: .unconditional, help: "Whether the hands tick once a second, or sweep.")
  var motion = ClockOptions().motion

  @Option(
    name: .customLong("clock-curve"),
    parsing: .unconditional,
    help: ArgumentHelp("How a hand moves from tick to tick: \(curveForms).", valueName: "curve"),
    transform: parseCurve)
  var curve = NamedCurve.easeIn

  @Option(
    name: .customLong("clock-duration"),
    parsing: .unconditional,
    help: ArgumentHelp("Seconds that a hand moves at a tick.", valueName: "seconds"),
    transform: number(in: 0...1, "seconds"))
  var duration = ClockOptions().duration

  @Flag(
    name: .customLong("clock-marks"), inversion: .prefixedNo,
    help: "Whether the face has its twelve marks.")
  var marks = true

  @Option(
    name: .customLong("clock-face-color"),
    parsing: .unconditional, help: ArgumentHelp("The face.", valueName: "color"),
    transform: parseColor)
  var faceColor = ClockOptions().faceColor

  @Option(
    name: .customLong("clock-mark-color"),
    parsing: .unconditional, help: ArgumentHelp("The marks and the rim.", valueName: "color"),
    transform: parseColor)
  var markColor = ClockOptions().markColor

  @Option(
    name: .customLong("clock-hour-color"),
    parsing: .unconditional, help: ArgumentHelp("The hour hand.", valueName: "color"),
    transform: parseColor)
  var hourColor = ClockOptions().hourColor

  @Option(
    name: .customLong("clock-minute-color"),
    parsing: .unconditional, help: ArgumentHelp("The minute hand.", valueName: "color"),
    transform: parseColor)
  var minuteColor = ClockOptions().minuteColor

  @Option(
    name: .customLong("clock-second-color"),
    parsing: .unconditional, help: ArgumentHelp("The second hand.", valueName: "color"),
    transform: parseColor)
  var secondColor = ClockOptions().secondColor

  /// What the flags come to.
  var settings: ClockSettings {
    var settings = ClockSettings()
    settings.start = time
    settings.offset = offset
    settings.timeZone = timeZone
    settings.look.motion = motion
    settings.look.curve = curve.function
    settings.look.duration = duration
    settings.look.hasMarks = marks
    settings.look.faceColor = faceColor
    settings.look.markColor = markColor
    settings.look.hourColor = hourColor
    settings.look.minuteColor = minuteColor
    settings.look.secondColor = secondColor
    return settings
  }
}

extension ClockOptions.Motion: ExpressibleByArgument {}
