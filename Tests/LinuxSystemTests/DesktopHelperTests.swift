import TestSupport
import Testing

@testable import LinuxSystem

@Suite("The helper process of the window")
struct DesktopHelperTests {
  @Test("runs only the commands of keys, with absolute paths, and reports refused ones")
  func refusals() throws {
    let helper = try DesktopHelper(DesktopHelper.Rights(commands: ["true"]))
    for (command, path, reason) in [
      ("rm", "/a.gif", "no key had the command 'rm' when the viewer was started"),
      ("true", "-a.gif", "'-a.gif' is not an absolute path"),
    ] {
      let failure = #expect(throws: Failure.self) { try helper.run(command, about: path) }
      expectEqual(failure?.message.contains(reason), true)
    }
    try helper.run("true", about: "/a.gif")
  }

  @Test(
    "rejects names of new files that are hidden, options, or have unusual characters",
    arguments: [
      ".bashrc", ".bashrc\0", "a\0", "-a", "", "a/b", "../a", "a\nb", "a`b", "a$b", "a\\b",
    ])
  func names(stem: String) throws {
    let helper = try DesktopHelper(DesktopHelper.Rights(folders: [".png": "."]))
    let failure = #expect(throws: Failure.self) {
      _ = try helper.save([1], stem, fileExtension: ".png")
    }
    expectEqual(failure?.message.hasSuffix("not a valid name for a new file"), true)
  }

  @Test(
    "saves each kind of file in its own folder, which it creates, and reports folders that it can't create"
  )
  func folders() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("", to: "file")
    let helper = try DesktopHelper(
      DesktopHelper.Rights(folders: [
        ".png": scratch / "a/b", ".script": scratch.path, ".gif": scratch / "file",
      ]))
    try expectEqual(helper.save([1], "x", fileExtension: ".png"), scratch / "a/b/x.png")
    try expectEqual(helper.save([2], "x", fileExtension: ".png"), scratch / "a/b/x-2.png")
    try expectEqual(helper.save([3], "x", fileExtension: ".script"), scratch / "x.script")
    try expectEqual(scratch.bytes("a/b/x-2.png"), [2])
    let failure = #expect(throws: Failure.self) {
      _ = try helper.save([1], "x", fileExtension: ".gif")
    }
    #expect(failure?.message.hasPrefix(scratch / "file") == true)
    #expect(throws: Failure.self) { _ = try helper.save([1], "x", fileExtension: ".svg") }
  }
}
