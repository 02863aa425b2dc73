import Foundation
import TestSupport
import Testing

@testable import LinuxSystem
@testable import Viewer
@testable import X11Viewer

@Suite("The user's settings")
struct UserSettingsTests {
  private let folder: ScratchDirectory

  init() throws { folder = try ScratchDirectory() }

  @Test("are options as on a command line, with or without dashes, quoted as in a shell")
  func syntax() throws {
    let text = """
      # remark
      --fullscreen
      speed 2
      --fit=cover
      title = "two words"
      background #ff8800
      name 'a\\b'  \r
      slot  place=[1,\\ 2]
      """
    let parsed = try UserSettings.parse(text, name: "c")
    expectEqual(parsed.map(\.line), [2, 3, 4, 5, 6, 7, 8])
    expectEqual(
      parsed.map(\.arguments),
      [
        ["--fullscreen"], ["--speed", "2"], ["--fit=cover"], ["--title", "two words"],
        ["--background", "#ff8800"], ["--name", "a\\b"], ["--slot", "place=[1, 2]"],
      ])
  }

  @Test("have errors with the file and the line")
  func errors() throws {
    for (text, message) in [
      ("\ntitle \"a", "c:2: unterminated quote"),
      (
        "speed 1 2",
        "c:1: more than one value; write one option per line, and quote values with spaces"
      ),
      ("--", "c:1: \"--\" is not an option"),
      ("no-config", "c:1: --no-config: not supported in configuration files"),
    ] {
      do {
        _ = try UserSettings.parse(text, name: "c")
        Issue.record("\(text)")
      } catch {
        #expect(error.message == message && error.status == .configuration)
      }
    }
    for (text, end) in [
      ("speed 2\nspeed x", ":2: the value 'x' is invalid for '--speed <factor>'"),
      ("speed 2\nno-loop yes", ":2: --no-loop: takes no value; remove \"yes\""),
      ("fullscreen = on", ":1: --fullscreen: takes no value; remove \"on\""),
      ("fulscreen", ":1: unknown option '--fulscreen'. Did you mean '--fullscreen'?"),
    ] {
      try folder.write(text, to: "config")
      do {
        _ = try Program.command(["--config", folder / "config"])
        Issue.record("\(text)")
      } catch let failure as Failure {
        #expect(
          failure.status == .configuration && failure.message.contains((folder / "config") + end),
          "\(failure)")
      }
    }
  }

  private func configured(_ arguments: [String]) throws -> ViewConfiguration {
    try #require(Program.command(arguments) as? ViewCommand).configurationWithKeys()
  }

  @Test("precede the arguments, and keys follow a preset")
  func order() throws {
    try folder.write("speed 2\nfullscreen\nslot a=1", to: "config")
    try folder.write("p quit\n", to: "keys")
    let file = ["--config", folder / "config"]
    let plain = try configured(file)
    #expect(plain.speed == 2 && plain.window.isFullscreen && plain.file.slots == ["a": "1"])
    expectEqual(plain.keys.map(\.action), [.quit])
    let other = try configured(
      file + ["--speed", "3", "--no-fullscreen", "--slot", "b=2", "--keys", "mpv"])
    #expect(
      other.speed == 3 && !other.window.isFullscreen && other.file.slots == ["a": "1", "b": "2"])
    #expect(other.keys.count > 2 && other.keys.last?.action == .quit)
    try expectEqual(configured(file + ["--no-config"]).speed, 1)
  }
}
