import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import AnimGraphics
@testable import DemoScenes
@testable import ImageFiles
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Keys, on a desktop", .serialized, .xServer)
struct DesktopKeyTests {
  private let desktop: Desktop

  init() throws { desktop = try Desktop() }

  /// Starts a viewer in which only keys change anything: it is paused at 1.5 s of scene time.
  private func pausedViewer(
    _ arguments: [String] = [], in directory: String? = nil
  ) throws -> RunningViewer {
    let viewer = try RunningViewer(
      [
        "--start", "1.5", "--size", "320x200", "--clock-time", "10:08:42", "--clock-motion",
        "sweep",
      ]
        + arguments, on: desktop.server, in: directory)
    try viewer.press("space")
    try viewer.press("Home")
    return viewer
  }

  private var paused: Expected {
    var expected = Expected.paused
    expected.configuration.clock.look.motion = .sweep
    return expected
  }

  private func expectQuit(_ viewer: RunningViewer) throws {
    try expectEqual(viewer.process.wait(), .exit(0))
    expectEqual(viewer.process.text(of: 2), "")
  }

  @Test("Ctrl+W quits")
  func quit() throws {
    let viewer = try RunningViewer([], on: desktop.server)
    try viewer.press("ctrl+w")
    try expectQuit(viewer)
  }

  @Test("a pause shows a badge over an otherwise unchanged image, and Home moves to the start")
  func pause() throws {
    let viewer = try pausedViewer()
    try viewer.waitForImage(paused.image("tiled", at: 1.5))
    try viewer.press("space")
    let still = paused.image("tiled", at: 1.5)
    try waitUntil("it continues") { viewer.image().map { $0 != still } ?? false }
  }

  @Test("s and F12 save the image alone, named after scene and frame, and overwrite nothing")
  func images() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("mine", to: "tiled-0090.png")
    let viewer = try pausedViewer(in: scratch.path)
    try viewer.waitForImage(paused.image("tiled", at: 1.5))
    // Neither the badge nor the help is part of the image.
    try viewer.press("question")
    for (key, name) in [("s", "tiled-0090-2.png"), ("F12", "tiled-0090-3.png")] {
      try viewer.press(key)
      let line = try viewer.process.waitForLine(on: 2) { $0.hasSuffix("/\(name)") }
      #expect(line.hasPrefix("x11viewer: saved /"), "\(line)")
      #expect(
        try PNG.decode(scratch.bytes(name))
          == Expected(configuration: paused.configuration).image("tiled", at: 1.5))
    }
    expectEqual(scratch.allNames, ["tiled-0090-2.png", "tiled-0090-3.png", "tiled-0090.png"])
    try expectEqual(scratch.read("tiled-0090.png"), "mine")
  }

  @Test("keys and a double click enter and leave fullscreen", arguments: ["alt+Return", "click"])
  func fullscreen(key: String) throws {
    let viewer = try RunningViewer(["--size", "320x200"], on: desktop.server)
    func toggle() throws {
      if key == "click" {
        try viewer.server.run(
          "xdotool", "mousemove", "--window", viewer.id, "60", "50", "click", "--repeat", "2",
          "--delay", "40", "1")
      } else {
        try viewer.press(key)
      }
    }
    try toggle()
    try viewer.waitForProperty("_NET_WM_STATE") { $0.contains("_NET_WM_STATE_FULLSCREEN") }
    try waitUntil("it covers the screen") {
      viewer.size == PixelSize(width: 1024, height: 768)
    }
    try toggle()
    try viewer.waitForProperty("_NET_WM_STATE") { !$0.contains("FULLSCREEN") }
    try waitUntil("it is small again") { viewer.size == PixelSize(width: 320, height: 200) }
  }

  @Test("Esc first leaves fullscreen, and then quits")
  func escape() throws {
    let viewer = try RunningViewer(["--fullscreen"], on: desktop.server)
    try viewer.waitForProperty("_NET_WM_STATE") { $0.contains("_NET_WM_STATE_FULLSCREEN") }
    expectEqual(viewer.size, PixelSize(width: 1024, height: 768))
    try viewer.press("Escape")
    try viewer.waitForProperty("_NET_WM_STATE") { !$0.contains("FULLSCREEN") }
    #expect(viewer.isMapped)
    try viewer.press("Escape")
    try expectQuit(viewer)
  }
}
