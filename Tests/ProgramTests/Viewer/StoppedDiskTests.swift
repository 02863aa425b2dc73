import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import X11Viewer

/// A window next to files that currently can't be read. Named pipes without writers represent the
/// files of a disk that has stopped: opening one also waits in the kernel.
@Suite("Stopped disks", .serialized, .xServer)
struct StoppedDiskTests {
  private let scratch: ScratchDirectory
  private let server: XServer

  init() throws {
    scratch = try ScratchDirectory()
    server = try XServer.shared()
    for name in ["a", "c"] { try scratch.write(TestAnimation().json, to: "\(name).json") }
    mkfifo(scratch / "b.json", 0o600)
  }

  /// Expects that a window is resized, and ends when it is asked to.
  private func expectToWork(_ viewer: RunningViewer) throws {
    try server.run("xdotool", "windowsize", viewer.id, "200", "150")
    try waitUntil("it is resized") { viewer.size == PixelSize(width: 200, height: 150) }
    try viewer.press("q")
    try expectEqual(viewer.process.wait(), .exit(0), "\(viewer.process.text(of: 2))")
  }

  /// All files, including the one that would be skipped as a pipe in a folder.
  private var files: [String] { ["a", "b", "c"].map { scratch / "\($0).json" } }

  @Test("an unreadable file is waited for without blocking the window, and skipped")
  func paging() throws {
    let viewer = try RunningViewer(files, on: server)
    try viewer.press("n", "n")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("c.json (3 of 3)") }
    try viewer.press("p")
    try expectToWork(viewer)
  }

  @Test("an overview shows the other files")
  func overview() throws {
    let viewer = try RunningViewer(files + ["--overview"], on: server)
    try expectToWork(viewer)
  }

  @Test("an unreadable file opened by its path leaves the current file open")
  func opening() throws {
    let viewer = try RunningViewer([scratch / "a.json"], on: server)
    try viewer.press("ctrl+o", "ctrl+u")
    try server.run("xdotool", "type", "--delay", "1", scratch / "b.json")
    try viewer.press("Return")
    try expectToWork(viewer)
  }

  @Test(
    "images that are read during playback stop with their disk, and the window doesn't")
  func playing() throws {
    for number in 1...3 {
      try save(
        PixelImage(size: PixelSize(width: 8, height: 8)), to: scratch / "frame.\(number).png")
    }
    mkfifo(scratch / "frame.4.png", 0o600)
    let viewer = try RunningViewer([scratch / "frame.%d.png"], on: server)
    try expectToWork(viewer)
  }
}
