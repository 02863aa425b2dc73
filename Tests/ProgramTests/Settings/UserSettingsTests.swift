import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import LinuxSystem
@testable import X11Viewer

@Suite("The user's settings, by the program")
struct UserSettingsTests {
  private let folder: ScratchDirectory

  init() throws { folder = try ScratchDirectory() }

  /// Runs the program with the user's settings in the folder.
  private func run(_ arguments: [String]) throws -> ChildProcess {
    try ViewerProcess.start(arguments, environment: ["XDG_CONFIG_HOME": folder.path])
  }

  @Test("are read only for windows: images, videos and tests don't depend on them")
  func scope() throws {
    try FileManager.default.createDirectory(
      atPath: folder / "x11viewer", withIntermediateDirectories: true)
    try folder.write("speed fast", to: "x11viewer/config")
    let window = try run(["view"])
    try expectEqual(window.wait(), .exit(78))
    #expect(window.text(of: 2).contains("x11viewer/config:1: the value 'fast' is invalid"))
    for arguments in [
      ["render", "--scene", "clock", "-o", folder / "a.png"], ["--list-scenes"],
      ["--no-config", "--list-keys"],
    ] {
      let process = try run(arguments)
      try expectEqual(process.wait(), .exit(0), "\(process.text(of: 2))")
    }
    // Without a display, and not because of the settings.
    for arguments in [["--screenshot", folder / "b.png"], ["--root"]] {
      try expectEqual(run(arguments).wait(), .exit(69))
    }
    try folder.remove("x11viewer/config")
    try folder.write("x exec true\nx11 quit", to: "x11viewer/keys")
    let keys = try run(["--list-keys"])
    try expectEqual(keys.wait(), .exit(78))
    #expect(keys.text(of: 2).contains("x11viewer/keys:2: \"x11\" is not a key"))
  }
}
