import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Warnings of scene options")
struct SceneWarningTests {
  @Test("flags of a scene that isn't shown cause a warning with the name of the current scene")
  func unusedFlags() throws {
    let run = try CommandRun(["render", "-o", "-", "--scene", "fan", "--clock-offset", "3"])
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "x11viewer: --clock-offset: ignored by scene 'fan'\n")
    for arguments in [
      ["--scene", "clock", "--clock-offset", "3"], ["--scene", "fan", "--fan-repeat", "2"],
      ["--clock-offset", "3"], ["--scene", "fan", "--seed", "7"],
    ] {
      try expectEqual(
        CommandRun(["render", "-o", "-", "--size", "40x40"] + arguments).complaint, "")
    }
  }

  @Test("a warning names every option of a scene that isn't shown, once")
  func unusedOptions() throws {
    let run = try CommandRun([
      "render", "-o", "-", "--scene", "fan", "--squares-count", "3", "--no-clock-marks",
      "--squares-count", "4", "--fan-duration", "2",
    ])
    expectEqual(
      run.complaint.split(separator: "\n").sorted(),
      [
        "x11viewer: --no-clock-marks: ignored by scene 'fan'",
        "x11viewer: --squares-count: ignored by scene 'fan'",
      ])
  }

  @Test("a time zone without an effect causes a warning")
  func unusedTimeZone() throws {
    let warning =
      "x11viewer: --clock-time-zone: ignored because the clock shows a fixed time; "
      + "add --clock-time now\n"
    for (arguments, complaint) in [
      (["--scene", "clock"], warning), ([], warning),
      (["--scene", "clock", "--clock-time", "1:00"], warning),
      (["--scene", "clock", "--clock-time", "now"], ""),
    ] {
      let run = try CommandRun(
        ["render", "-o", "-", "--size", "40x40", "--time-zone", "UTC"] + arguments)
      expectEqual(run.complaint, complaint, "\(arguments)")
    }
  }
}
