import AnimCore
import Foundation
import Testing

@testable import X11Viewer

/// A desktop: a server with a window manager, for a serial suite of tests.
private final class Desktop {
  let server: XServer
  private let manager: ChildProcess

  init(screen: String = "1024x768x24") throws {
    server = try XServer(screen: screen)
    manager = try server.startWindowManager()
  }
}

@Suite("Keys, on a desktop", .serialized)
struct DesktopKeyTests {
  private let desktop: Desktop

  init() throws { desktop = try Desktop() }

  /// Starts a viewer in which only keys change anything: it is paused at 1.5 s of scene time.
  private func pausedViewer(
    _ arguments: [String] = [], in directory: String? = nil
  ) throws -> Viewer {
    let viewer = try Viewer(
      ["--at", "1.5", "--size", "320x200", "--clock-time", "10:08:42", "--clock-motion", "sweep"]
        + arguments, on: desktop.server, in: directory)
    try viewer.press("space")
    try viewer.press("Home")
    return viewer
  }

  private var paused: Expected {
    var expected = Expected.paused
    expected.configuration.clock.motion = .sweep
    return expected
  }

  private func expectQuit(_ viewer: Viewer) throws {
    #expect(try viewer.process.wait() == .exit(0))
    #expect(viewer.process.text(of: 2) == "")
  }

  @Test("q and Ctrl+W quit, and so does Esc in a window", arguments: ["q", "ctrl+w", "Escape"])
  func quit(key: String) throws {
    let viewer = try Viewer([], on: desktop.server)
    try viewer.press(key)
    try expectQuit(viewer)
  }

  @Test("a pause shows a badge over an otherwise unchanged picture, and Home goes to the start")
  func pause() throws {
    let viewer = try pausedViewer()
    try viewer.waitForPicture(paused.picture("tiled", at: 1.5))
    try viewer.press("p")
    let still = paused.picture("tiled", at: 1.5)
    try waitUntil("it goes on") { viewer.picture().map { $0 != still } ?? false }
  }

  @Test("period and comma step by frames, arrows seek by five seconds")
  func steps() throws {
    let ruler = Ruler()
    let viewer = try Viewer(
      ruler.arguments + ["--size", "1000x60", "--at", "2"], on: desktop.server)
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
    // Frames of a film of 60 Hz; the pause may have come between two of them.
    let frame = (start * 60 + 0.02).rounded(.down)
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
    try waitUntil("it begins again") {
      time = ruler.time(of: viewer) ?? 7
      return time < 7
    }
    #expect(time >= 2 - 2 * ruler.resolution)
    try waitUntil("it plays") { (ruler.time(of: viewer) ?? 0) > time }
    #expect(viewer.pixel(1000 - 18, 10) == 0xFFFF_FFFF)
  }

  @Test(
    "brackets and braces change the speed, Backspace resets it, and another viewer is not affected")
  func speed() throws {
    let ruler = Ruler(speed: 20)
    let other = try Viewer(ruler.arguments + ["-geometry", "1000x60+0+100"], on: desktop.server)
    let viewer = try Viewer(ruler.arguments + ["-geometry", "1000x60+0+300"], on: desktop.server)
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

  @Test(
    "digits show one scene or all, and page keys change the scene",
    arguments: [
      (["1"], "fan"), (["2"], "squares"), (["3"], "clock"), (["3", "0"], "tiled"),
      (["Next"], "fan"), (["greater", "Page_Down"], "squares"),
      (["Prior"], SceneCatalog.entries[SceneCatalog.entries.count - 1].name),
      (["2", "less"], "fan"), (["KP_Next"], "fan"),
    ])
  func scenes(keys: [String], scene: String) throws {
    let viewer = try pausedViewer()
    for key in keys { try viewer.press(key) }
    try viewer.waitForPicture(paused.picture(scene, at: 1.5))
  }

  @Test(
    "arrows set the clock by a minute, with Shift by an hour, and scene changes keep the setting"
  )
  func clock() throws {
    let viewer = try pausedViewer(["--scene", "clock"])
    try viewer.press("Up", "Up", "shift+Up", "Down")
    try viewer.waitForPicture(
      paused.picture("clock", at: 1.5) { $0.adjustClocks(by: 3660) })
    try viewer.press("shift+Down", "Down")
    try viewer.waitForPicture(paused.picture("clock", at: 1.5))
  }

  @Test("question mark and h show the keys, and i the statistics")
  func panels() throws {
    let viewer = try pausedViewer()
    try viewer.press("question")
    var help = paused
    help.overlay.showsHelp = true
    try viewer.waitForPicture(help.picture("tiled", at: 1.5))
    try viewer.press("h")
    try viewer.waitForPicture(paused.picture("tiled", at: 1.5))
    // The statistics depend on the machine, but the panel's corner is dark.
    try viewer.press("i")
    try waitUntil("statistics are shown") { (viewer.pixel(6, 6) ?? .max) & 0xFF < 0x60 }
    try viewer.press("i")
    try viewer.waitForPicture(paused.picture("tiled", at: 1.5))
  }

  @Test("s and F12 save the picture in the current directory, and overwrite nothing")
  func screenshots() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("mine", to: "x11viewer-0001.png")
    let viewer = try pausedViewer(in: scratch.path)
    let expected = paused.picture("tiled", at: 1.5)
    try viewer.waitForPicture(expected)
    try viewer.press("s")
    _ = try viewer.process.waitForLine(on: 2) { $0 == "x11viewer: saved x11viewer-0002.png" }
    try viewer.press("F12")
    _ = try viewer.process.waitForLine(on: 2) { $0 == "x11viewer: saved x11viewer-0003.png" }
    #expect(scratch.allNames == (1...3).map { "x11viewer-000\($0).png" })
    #expect(try scratch.read("x11viewer-0001.png") == "mine")
    for name in scratch.allNames.dropFirst() {
      #expect(try PNG.decode(scratch.bytes(name)) == expected)
    }
  }

  @Test("a screenshot that cannot be saved is reported, and the viewer continues")
  func unwritableScreenshot() throws {
    let viewer = try pausedViewer(in: "/proc")
    try viewer.press("s")
    let line = try viewer.process.waitForLine(on: 2)
    #expect(line.hasPrefix("x11viewer: x11viewer-0001.png: cannot be created: "), "\(line)")
    try viewer.press("q")
    #expect(try viewer.process.wait() == .exit(0))
  }

  @Test(
    "f, F11, Alt+Enter and a double click enter and leave fullscreen",
    arguments: ["f", "F11", "alt+Return", "click"])
  func fullscreen(key: String) throws {
    let viewer = try Viewer(["--size", "320x200"], on: desktop.server)
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
    let viewer = try Viewer(["--fullscreen"], on: desktop.server)
    try viewer.waitForProperty("_NET_WM_STATE") { $0.contains("_NET_WM_STATE_FULLSCREEN") }
    #expect(viewer.size == PixelSize(width: 1024, height: 768))
    try viewer.press("Escape")
    try viewer.waitForProperty("_NET_WM_STATE") { !$0.contains("FULLSCREEN") }
    #expect(viewer.isMapped)
    try viewer.press("Escape")
    try expectQuit(viewer)
  }

  @Test("unassigned keys do nothing")
  func otherKeys() throws {
    let viewer = try pausedViewer()
    let still = paused.picture("tiled", at: 1.5)
    try viewer.waitForPicture(still)
    try viewer.press("x", "z", "F5", "ctrl+q", "alt+f", "super+s", "Tab", "6", "7", "ctrl+c")
    try viewer.press("question", "question")
    try viewer.waitForPicture(still)
  }
}

@Suite("The window, on a desktop", .serialized)
struct DesktopWindowTests {
  private let desktop: Desktop

  init() throws { desktop = try Desktop() }

  @Test("closing the window ends it with 0")
  func close() throws {
    let viewer = try Viewer([], on: desktop.server)
    // Openbox handles this key like its close button: it asks the window.
    try viewer.press("alt+F4")
    #expect(try viewer.process.wait() == .exit(0))
    #expect(viewer.process.text(of: 2) == "")
  }

  @Test("X's own options set the name, the title and the position, even from the far corner")
  func options() throws {
    let viewer = try Viewer(
      [
        "-name", "saver", "-title", "Fächer – 扇", "-geometry", "320x200-10-20", "-display",
        desktop.server.display,
      ], on: desktop.server)
    let properties = try viewer.server.run("xprop", "-id", viewer.id)
    for line in [
      "WM_CLASS(STRING) = \"saver\", \"X11Viewer\"",
      "_NET_WM_NAME(UTF8_STRING) = \"Fächer – 扇\"",
      "_NET_WM_PID(CARDINAL) = \(viewer.process.pid)", "window gravity: SouthEast",
    ] { #expect(properties.contains(line), "\(line) in \(properties)") }
    // The frame's corner is at the position, and the window inside it.
    let shape = try viewer.server.run("xwininfo", "-id", viewer.id, "-frame", "-stats")
    #expect(shape.contains("-10-20"), "\(shape)")
  }

  @Test("without a window manager the window is at the -geometry position")
  func place() throws {
    let server = try XServer(screen: "800x600x24")
    for (geometry, corners) in [
      ("320x200-10-20", "+470+380"), ("+30+40", "+30+40"), ("100x100+-20+-30", "+-20+-30"),
      ("100x100--20--30", "+720+530"), ("100x100-0+5", "+700+5"),
    ] {
      let viewer = try Viewer(["-geometry", geometry], on: server)
      let shape = try server.run("xwininfo", "-id", viewer.id)
      #expect(shape.contains("Corners:  \(corners) "), "\(geometry): \(shape)")
    }
  }

  @Test("a new size gives a new layout")
  func resize() throws {
    let viewer = try Viewer(
      ["--at", "1.5", "--size", "320x200", "--clock-time", "10:08:42", "--clock-motion", "sweep"],
      on: desktop.server)
    try viewer.press("space")
    try viewer.press("Home")
    for (width, height) in [(200, 320), (641, 133), (64, 64), (320, 200)] {
      try viewer.server.run("xdotool", "windowsize", viewer.id, "\(width)", "\(height)")
      var expected = Expected.paused
      expected.size = PixelSize(width: width, height: height)
      expected.configuration.clock.motion = .sweep
      try viewer.waitForPicture(expected.picture("tiled", at: 1.5))
    }
  }

  @Test("a thousand resizes leave neither segments nor memory", arguments: ["shm", "core"])
  func resizes(renderer: String) throws {
    let viewer = try Viewer(
      ["--renderer", renderer, "-geometry", "320x200+0+0"],
      on: try XServer(screen: "800x600x24"))
    let record = ProcessRecord(pid: viewer.process.pid)
    func resize(_ times: Int) throws {
      let sizes = (1...times).flatMap { number in
        ["windowsize", viewer.id, "\(100 + number * 37 % 500)", "\(100 + number * 53 % 400)"]
      }
      try viewer.server.run(["xdotool"] + sizes + ["windowsize", viewer.id, "321", "201"])
      try waitUntil("it has its last size") {
        viewer.size == PixelSize(width: 321, height: 201)
          && viewer.picture().map { $0[320, 200] & 0xFFFF == 0xFAF7 } ?? false
      }
    }
    try resize(100)
    let memory = try record.memory()
    try resize(1000)
    // The server releases the buffers of the last change but one in its own time.
    try waitUntil("two buffers are left") { try record.segments() <= 2 }
    // One buffer of a window of 600×500 has 1,200 kB.
    #expect(try record.memory() - memory < 4_000)
    viewer.process.send(SIGTERM)
    #expect(try viewer.process.wait() == .signal(SIGTERM))
  }

  @Test("the smallest window and the largest show something and do not crash")
  func extremes() throws {
    let server = try XServer(screen: "800x600x24")
    let viewer = try Viewer(["-geometry", "320x200+0+0"], on: server)
    for (width, height) in [(1, 1), (32_000, 1), (1, 32_000), (2_000, 2_000), (320, 200)] {
      try server.run("xdotool", "windowsize", viewer.id, "\(width)", "\(height)")
      try waitUntil("it has the size") {
        viewer.size == PixelSize(width: width, height: height)
      }
    }
    try waitUntil("it shows a picture") { viewer.pixel(319, 199) == 0xFFFA_FAF7 }
    try viewer.press("q")
    #expect(try viewer.process.wait() == .exit(0))
  }

  @Test("two viewers do not disturb each other")
  func two() throws {
    let ruler = Ruler()
    let first = try Viewer(ruler.arguments + ["-geometry", "1000x60+0+0"], on: desktop.server)
    let second = try Viewer(ruler.arguments + ["-geometry", "1000x60+0+200"], on: desktop.server)
    try second.press("space")
    try ProcessRecord(pid: second.process.pid).waitUntilAsleep()
    let (a, b) = (try #require(ruler.time(of: first)), try #require(ruler.time(of: second)))
    try waitUntil("the first goes on") { (ruler.time(of: first) ?? 0) > a + 0.2 }
    #expect(ruler.time(of: second) == b)
    try second.press("q")
    #expect(try second.process.wait() == .exit(0))
    try waitUntil("the first goes on") { (ruler.time(of: first) ?? 0) > a + 0.4 }
  }

  @Test("--scale and Xft.dpi make everything larger, and --size overrides the window's size")
  func scale() throws {
    let server = try XServer(screen: "800x600x24")
    let doubled = try Viewer(["--scale", "0.5"], on: server)
    #expect(doubled.size == PixelSize(width: 480, height: 200))
    try server.run("sh", "-c", "echo 'Xft.dpi: 48' | xrdb -merge")
    #expect(try Viewer([], on: server).size == PixelSize(width: 480, height: 200))
    #expect(
      try Viewer(["--size", "300x100"], on: server).size == PixelSize(width: 300, height: 100))
  }
}
