import TestSupport
import Testing

@testable import AnimCore
@testable import DemoScenes
@testable import Viewer
@testable import X11Viewer

@Suite("The command line")
struct CommandLineTests {
  private func view(_ text: String) throws -> ViewConfiguration {
    let command = try Program.command(text.split(separator: " ").map(String.init))
    return try #require(command as? ViewCommand).configuration
  }

  /// Returns the sentence by which a command line is refused.
  private func refusal(_ text: String) -> String {
    do {
      _ = try Program.command(text.split(separator: " ").map(String.init))
      return ""
    } catch {
      return Program.message(for: error)
    }
  }

  @Test("the first argument is the name of the command, by default view")
  func command() throws {
    #expect(try Program.command([]) is ViewCommand)
    #expect(try Program.command(["view", "a.json"]) is ViewCommand)
    #expect(try Program.command(["render", "-o", "a.png"]) is RenderCommand)
    try expectEqual(view("a.json render").files, ["a.json", "render"])
    try expectEqual(view("--stats view").files, ["view"])
    try expectEqual(view("-- --fan-color").files, ["--fan-color"])
  }

  @Test("options can be anywhere, and values can follow an equals sign")
  func places() throws {
    let configuration = try view("--scene fan --fan-duration 5 --stats")
    try expectEqual(view("view --fan-duration=5 --stats --scene=fan"), configuration)
    expectEqual(configuration.scenes.fan.duration, 5)
    #expect(configuration.statistics.printsSummary)
  }

  @Test("the value of an option may look like another option")
  func values() throws {
    let configuration = try view("--title --fan-color --fan-start-angle -90")
    expectEqual(configuration.window.title, "--fan-color")
    expectEqual(configuration.scenes.fan.startAngle, .degrees(-90))
    expectEqual(configuration.scenes.fan.color, FanConfiguration().color)
  }

  @Test("the last value of a repeated scene option counts")
  func twice() throws {
    try expectEqual(view("--fan-duration 2 --fan-duration 3").scenes.fan.duration, 3)
    #expect(try !view("--clock-marks --no-clock-marks").scenes.clock.look.hasMarks)
    let zones = try view("--clock-time-zone UTC --time-zone GMT")
    expectEqual(zones.scenes.clock.timeZone, (try TimeZone.parse("GMT")))
  }

  @Test("invalid options of scenes are rejected like all others")
  func refused() {
    #expect(
      refusal("--fan-duration x")
        == "The value 'x' is invalid for '--fan-duration <seconds>': "
        + "expected seconds from 0.001 to 1000000")
    expectEqual(refusal("--fan-duration"), "Missing value for '--fan-duration <seconds>'")
    #expect(
      refusal("--fan-duratio 3")
        == "Unknown option '--fan-duratio'. Did you mean '--fan-duration'?")
    #expect(
      refusal("--squares-edges q")
        == "The value 'q' is invalid for '--squares-edges <squares-edges>'. "
        + "Please provide one of 'none', 'bounce' or 'wrap'.")
    #expect(
      refusal("--clock-marks=yes")
        == "The option '--clock-marks' does not take any value, but 'yes' was specified.")
    expectEqual(refusal("info --fan-color red"), "Unknown option '--fan-color'")
  }

  @Test(
    "an unknown option is reported before the errors that it causes, and isn't a value of another")
  func unknownFirst() {
    expectEqual(
      refusal("render a.json --ouput x.png"), "Unknown option '--ouput'. Did you mean '--output'?")
    expectEqual(
      refusal("render a.json --size 9x9 --ouput=x.png"),
      "Unknown option '--ouput'. Did you mean '--output'?")
    for arguments in ["render a.json --marker --ouput", "render a.json -- --ouput"] {
      #expect(refusal(arguments).hasPrefix("--output: not specified"), "\(arguments)")
    }
  }
}
