import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import OfflineRendering
@testable import X11Viewer

@Suite("An overview, on a desktop", .serialized, .xServer)
struct OverviewWindowTests {
  private let scratch: ScratchDirectory
  private let viewer: RunningViewer

  /// Creates a viewer of the first of 40 files in a window of 640 by 520 pixels.
  init() throws {
    scratch = try ScratchDirectory()
    for number in 1...40 {
      try scratch.write(
        TestAnimation(color: number == 6 ? "[0,1,0]" : "[1,0,0]").json, to: "s\(number).json")
    }
    viewer = try RunningViewer(
      [scratch / "s1.json", "--size", "640x520", "--geometry", "+0+0"],
      on: XServer(screen: "1024x768x24"), in: scratch.path)
  }

  private func waitForTitle(_ title: String) throws {
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("\"\(title) - x11viewer\"") }
  }

  private func point(_ x: Int, _ y: Int) throws {
    try viewer.server.run("xdotool", "mousemove", "--window", viewer.id, "\(x)", "\(y)")
  }

  /// Returns whether a part of the window has a pixel of a colour.
  private func shows(_ color: UInt32, _ area: PixelRect) -> Bool {
    viewer.row(area)?.contains(color) ?? false
  }

  /// Waits until the overview plays the first files.
  private func waitForCells() throws {
    let upper = PixelRect(x0: 0, y0: 0, x1: 160, y1: 160)
    let other = PixelRect(x0: 480, y0: 0, x1: 640, y1: 160)
    try waitUntil("cells play") {
      shows(TestAnimation.red, upper) && shows(TestAnimation.red, other)
    }
  }

  @Test("keys show all files, select one, and open it; Escape returns")
  func keys() throws {
    try viewer.press("Return")
    try waitForTitle("s1.json (1 of 40)")
    try waitForCells()
    try viewer.press("Right", "Down")
    try waitForTitle("s6.json (6 of 40)")
    try viewer.press("Escape")
    try waitForTitle("s1.json (1 of 40)")
    try viewer.press("Return", "End")
    try waitForTitle("s40.json (40 of 40)")
    try viewer.press("Home", "Next", "Return")
    try viewer.press("Return", "Escape", "q")
    try expectEqual(viewer.process.wait(), .exit(0))
  }

  @Test("the pointer selects, the wheel scrolls, and a click opens")
  func pointer() throws {
    try viewer.press("Return")
    try waitForCells()
    try point(240, 240)
    try waitForTitle("s6.json (6 of 40)")
    for _ in 0..<3 { try viewer.server.run("xdotool", "click", "5") }
    try waitForTitle("s14.json (14 of 40)")
    for _ in 0..<3 { try viewer.server.run("xdotool", "click", "4") }
    try point(241, 241)
    try waitForTitle("s6.json (6 of 40)")
    try viewer.server.run("xdotool", "click", "1")
    // Its image is as wide as the window.
    try waitUntil("it is open") {
      shows(0xFF00_FF00, PixelRect(x0: 0, y0: 230, x1: 640, y1: 280))
        && shows(0xFFFF_FFFF, PixelRect(x0: 0, y0: 0, x1: 640, y1: 1))
    }
    try waitForTitle("s6.json (6 of 40)")
  }

  @Test("an overview without motion makes no system calls, and many files cause no delay")
  func rest() throws {
    for number in 41...3_000 {
      try FileManager.default.createSymbolicLink(
        atPath: scratch / "s\(number).json", withDestinationPath: "s1.json")
    }
    try viewer.press("space", "Return")
    try waitForTitle("s1.json (1 of 3000)")
    try viewer.press("End")
    try waitForTitle("s3000.json (3000 of 3000)")
    try waitUntil("the last cells play") {
      shows(TestAnimation.red, PixelRect(x0: 480, y0: 0, x1: 640, y1: 160))
    }
    let record = ProcessRecord(pid: viewer.process.pid)
    try record.waitUntilAsleep()
    // Being traced, a thread that waits for work begins to wait again.
    let calls = try record.systemCalls(within: 1).filter { !$0.contains("FUTEX_WAIT") }
    #expect(calls.isEmpty, "\(calls.prefix(20))")
  }
}
