import TestSupport
import Testing

@testable import LinuxSystem

@Suite("The helper process of the window")
struct DesktopHelperTests {
  @Test("runs only the commands of keys, about whole paths, and names what it refuses")
  func refusals() throws {
    let helper = try DesktopHelper(DesktopHelper.Rights(commands: ["true"]))
    for (command, path, reason) in [
      ("rm", "/a.gif", "no key had the command 'rm' when the viewer was started"),
      ("true", "-a.gif", "'-a.gif' does not begin with a slash"),
    ] {
      let failure = #expect(throws: Failure.self) { try helper.run(command, about: path) }
      expectEqual(failure?.message.contains(reason), true)
    }
    try helper.run("true", about: "/a.gif")
  }

  @Test(
    "refuses names of new files that are hidden, options, or have unusual characters",
    arguments: [
      ".bashrc", ".bashrc\0", "a\0", "-a", "", "a/b", "../a", "a\nb", "a`b", "a$b", "a\\b",
    ])
  func names(stem: String) throws {
    let helper = try DesktopHelper(DesktopHelper.Rights(endings: [".png"]))
    let failure = #expect(throws: Failure.self) {
      _ = try helper.save([1], stem, ending: ".png")
    }
    expectEqual(failure?.message.hasSuffix("not a valid name for a new file"), true)
  }
}
