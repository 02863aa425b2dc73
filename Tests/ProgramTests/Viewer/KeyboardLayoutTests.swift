import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

/// Keys in other alphabets: those in the positions of a US keyboard act.
@Suite(.xServer)
struct KeyboardLayoutTests {
  @Test("q ends the viewer, and s saves an image", arguments: ["ru", "ara"])
  func viewer(layout: String) throws {
    let scratch = try ScratchDirectory()
    let server = try XServer()
    try server.run("setxkbmap", layout)
    let viewer = try RunningViewer(["--size", "200x100"], on: server, in: scratch.path)
    try viewer.press("39")
    _ = try viewer.process.waitForLine(on: 2) { $0.contains("saved ") && $0.contains(".png") }
    try viewer.press("24")
    try expectEqual(viewer.process.wait(), .exit(0))
  }
}
