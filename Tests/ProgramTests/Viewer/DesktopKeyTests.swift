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

  @Test("q and Ctrl+W quit, and so does Esc in a window", arguments: ["q", "ctrl+w", "Escape"])
  func quit(key: String) throws {
    let viewer = try RunningViewer([], on: desktop.server)
    try viewer.press(key)
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

  @Test("period and comma step by frames, arrows seek by five seconds")
  func steps() throws {
    let ruler = Ruler()
    let viewer = try RunningViewer(
      ruler.arguments + ["--size", "1000x60", "--start", "2"], on: desktop.server)
    try waitUntil("it moves") { (ruler.time(of: viewer) ?? 0) > 2.1 }
    try viewer.press("space")
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
    let start = try #require(ruler.time(of: viewer))

    func expect(_ key: String, _ time: Seconds) throws {
      try viewer.press(key)
      try waitUntil("\(key) leads from \(start) to \(time), not \(ruler.time(of: viewer) ?? -1)") {
        ruler.time(of: viewer).map { abs($0 - time) < 2 * ruler.resolution } ?? false
      }
    }
    try expect("Home", 2)
    // Frames of a video of 60 Hz.
    let frame = 120.0
    try expect("period", (frame + 1) / 60)
    try expect("period", (frame + 2) / 60)
    try expect("comma", (frame + 1) / 60)
    try expect("Right", (frame + 1) / 60 + 5)
    try expect("Left", (frame + 1) / 60)
    try expect("Left", 0)
    try expect("Home", 2)
    try expect("Right", 7)
    // Restarting plays, from the start.
    try viewer.press("r")
    var time: Seconds = 7
    try waitUntil("it starts again") {
      time = ruler.time(of: viewer) ?? 7
      return time < 7
    }
    #expect(time >= 2 - 2 * ruler.resolution)
    try waitUntil("it plays") { (ruler.time(of: viewer) ?? 0) > time }
    expectEqual(viewer.pixel(1000 - 18, 10), 0xFFFF_FFFF)
  }

  @Test(
    "brackets and braces change the speed, Backspace resets it, and another viewer isn't affected")
  func speed() throws {
    let ruler = Ruler(speed: 20)
    let other = try RunningViewer(
      ruler.arguments + ["-geometry", "1000x60+0+100"], on: desktop.server)
    let viewer = try RunningViewer(
      ruler.arguments + ["-geometry", "1000x60+0+300"], on: desktop.server)
    for (keys, speed) in [
      (["braceright"], 2), (["braceleft", "braceleft"], 0.5), (["BackSpace"], 1),
      (Array(repeating: "bracketright", count: 8), 2.144), (["BackSpace"], 1),
      (Array(repeating: "bracketleft", count: 8), 0.467),
    ] {
      try viewer.server.run("xdotool", "windowfocus", "--sync", viewer.id)
      try viewer.server.run(["xdotool", "key"] + keys)
      let start = (try #require(ruler.time(of: viewer)), try #require(ruler.time(of: other)))
      var (own, others) = (0.0, 0.0)
      try waitUntil("the other moves") {
        others = (ruler.time(of: other) ?? 0) - start.1
        own = (ruler.time(of: viewer) ?? 0) - start.0
        return others > 1.2
      }
      #expect(abs(own / others / speed - 1) < 0.25, "\(keys): \(own / others)")
    }
  }

  @Test("digits show one scene or all, and page keys change the scene")
  func scenes() throws {
    let viewer = try pausedViewer()
    for (key, scene) in [
      ("1", "fan"), ("2", "squares"), ("3", "clock"), ("0", "tiled"), ("Next", "fan"),
      ("greater", "squares"), ("Page_Down", "clock"), ("less", "squares"), ("Prior", "fan"),
      ("Prior", "tiled"), ("Prior", SceneCatalog.entries[SceneCatalog.entries.count - 1].name),
      ("KP_Next", "tiled"),
    ] {
      try viewer.press(key)
      // Its name is shown for two seconds, which need not be waited for.
      var named = paused
      named.overlay.toast = Toast("scene \(scene)", at: .zero)
      try viewer.waitForImage(
        named.image(scene, at: 1.5), or: paused.image(scene, at: 1.5))
    }
    try viewer.waitForImage(paused.image("tiled", at: 1.5))
  }

  @Test(
    "arrows set the clock by a minute, with Shift by an hour, and scene changes keep the setting"
  )
  func clock() throws {
    let viewer = try pausedViewer(["--scene", "clock"])
    try viewer.press("Up", "Up", "shift+Up", "Down")
    try viewer.waitForImage(
      paused.image("clock", at: 1.5) { $0.adjustClocks(3660) })
    try viewer.press("shift+Down", "Down")
    try viewer.waitForImage(paused.image("clock", at: 1.5))
  }

  @Test("question mark and h show the keys, and i the statistics")
  func panels() throws {
    let viewer = try pausedViewer()
    try viewer.press("question")
    var help = paused
    help.overlay.showsHelp = true
    help.overlay.helpContext = [.clock, .scenes]
    try viewer.waitForImage(help.image("tiled", at: 1.5))
    try viewer.press("h")
    try viewer.waitForImage(paused.image("tiled", at: 1.5))
    // The statistics depend on the machine, but the panel's corner is dark.
    try viewer.press("i")
    try waitUntil("statistics are shown") { (viewer.pixel(6, 6) ?? .max) & 0xFF < 0x60 }
    try viewer.press("i")
    try viewer.waitForImage(paused.image("tiled", at: 1.5))
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

  @Test("a screenshot that can't be saved is reported, and the viewer continues")
  func unwritableScreenshot() throws {
    let viewer = try pausedViewer(in: "/proc")
    try viewer.press("s")
    let line = try viewer.process.waitForLine(on: 2)
    #expect(line.hasPrefix("x11viewer: tiled-0090.png: cannot be created: "), "\(line)")
    try viewer.press("q")
    try expectEqual(viewer.process.wait(), .exit(0))
  }

  @Test(
    "f, F11, Alt+Enter and a double click enter and leave fullscreen",
    arguments: ["f", "F11", "alt+Return", "click"])
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

  @Test("unassigned keys do nothing")
  func otherKeys() throws {
    let viewer = try pausedViewer()
    let still = paused.image("tiled", at: 1.5)
    try viewer.waitForImage(still)
    try viewer.press("d", "z", "F6", "ctrl+d", "alt+f", "super+s", "F2", "6", "7", "ctrl+x")
    try viewer.press("question", "question")
    try viewer.waitForImage(still)
  }
}
