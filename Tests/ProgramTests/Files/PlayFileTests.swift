import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Playing files", .serialized, .xServer)
struct PlayFileTests {
  private let scratch: ScratchDirectory
  private let server: XServer

  init() throws {
    scratch = try ScratchDirectory()
    server = try XServer.shared()
    try scratch.write(TestAnimation().json, to: "a.json")
    try scratch.write(TestAnimation(color: "[0,0,1]").json, to: "b.json")
  }

  private static let blue: UInt32 = 0xFF00_00FF

  private func viewer(_ arguments: String..., of names: [String] = ["a.json"]) throws
    -> RunningViewer
  {
    try RunningViewer(names.map { scratch / $0 } + arguments, on: server)
  }

  private func frame(of viewer: RunningViewer, color: UInt32 = TestAnimation.red) -> Int? {
    viewer.row(PixelRect(x0: 0, y0: 25, x1: 240, y1: 26))
      .flatMap { TestAnimation.frame(in: $0, color: color) }
  }

  private func wait(for frame: Int, in viewer: RunningViewer, color: UInt32 = TestAnimation.red)
    throws
  {
    try waitUntil("frame \(frame) is shown, not \(self.frame(of: viewer, color: color) ?? -1)") {
      self.frame(of: viewer, color: color) == frame
    }
  }

  @Test("the window has the composition's size, the file's name, and a white background")
  func window() throws {
    let viewer = try viewer("--frame", "5")
    expectEqual(viewer.size, PixelSize(width: 240, height: 60))
    #expect(try viewer.property("_NET_WM_NAME").contains("a.json (1 of 2) - x11viewer"))
    try viewer.press("space")
    try viewer.press("Home")
    try wait(for: 5, in: viewer)
    expectEqual(viewer.pixel(0, 0), 0xFFFF_FFFF)
  }

  @Test("the viewer sleeps while it shows a file with a single frame")
  func still() throws {
    try scratch.write(TestAnimation(frames: 1).json, to: "still.json")
    let viewer = try viewer(of: ["still.json"])
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
    expectEqual(frame(of: viewer), 0)
  }

  @Test("without subframes, images are drawn at the file's own frame rate")
  func wholeFrames() throws {
    let run = try Run(
      [
        scratch / "a.json", "--no-subframes", "--duration", "1", "--stats-json", "-", "--timing",
        "timer",
      ], on: server)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let root = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let frames = try #require(root?["frames"] as? Int)
    // 25 frames a second, and one at the start.
    #expect((20...28).contains(frames), "\(frames)")
  }

  @Test("PgUp and PgDn page through the folder, and files that can't be drawn are skipped")
  func pages() throws {
    try scratch.write("{}", to: "c.json")
    let viewer = try viewer()
    try viewer.press("Next")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("\"b.json (2 of 3) - x11viewer\"") }
    try waitUntil("it plays") { (frame(of: viewer, color: Self.blue) ?? 0) > 3 }
    try viewer.press("Next")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("\"a.json (1 of 2) - x11viewer\"") }
    try waitUntil("it plays") { (frame(of: viewer) ?? 0) > 3 }
    try viewer.press("End")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("\"b.json (2 of 2) - x11viewer\"") }
    try viewer.press("Home")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("\"a.json (1 of 2) - x11viewer\"") }
  }

  @Test("the viewer reports a file that can't be drawn, even without a server")
  func failure() throws {
    try scratch.write("{}", to: "c.json")
    let run = try Run([scratch / "c.json"])
    #expect(run.complained(.differs), "\(run.end) \(run.complaint)")
  }
}

@Suite("Files that change while they are shown", .serialized, .xServer)
struct ReloadTests {
  private let scratch: ScratchDirectory
  private let viewer: RunningViewer

  /// Creates a viewer that is paused at frame 20.
  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(height: 200).json, to: "a.json")
    viewer = try RunningViewer([scratch / "a.json", "--frame", "20"], on: .shared())
    try viewer.press("space")
    try viewer.press("Home")
    try wait(for: TestAnimation.red, at: 80)
  }

  private static let blue: UInt32 = 0xFF00_00FF

  private func wait(for color: UInt32, at x: Int) throws {
    try waitUntil("the square is at \(x)") {
      viewer.pixel(x, 105) == color && viewer.pixel(x - 1, 105) == 0xFFFF_FFFF
    }
  }

  @Test("a changed file is reloaded at the same frame, whether it was rewritten or replaced")
  func change() throws {
    try scratch.write(TestAnimation(height: 200, color: "[0,0,1]").json, to: "new.json")
    expectEqual(rename(scratch / "new.json", scratch / "a.json"), 0)
    try wait(for: Self.blue, at: 80)
    // Rewritten in place, by a program that opens and closes it.
    let text = TestAnimation(rate: 50, height: 200).json
    let writer = try ChildProcess([
      "sh", "-c", "cat >\"$0\" <<'END'\n\(text)\nEND", scratch / "a.json",
    ])
    try writer.wait()
    try wait(for: TestAnimation.red, at: 80)
    try ProcessRecord(pid: viewer.process.pid).waitUntilAsleep()
  }
}

@Suite("Files dropped on the window", .serialized, .xServer)
struct DropTests {
  private let scratch: ScratchDirectory
  private let viewer: RunningViewer

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a b.json")
    try scratch.write(TestAnimation(color: "[0,0,1]").json, to: "c.json")
    viewer = try RunningViewer(["--scene", "fan", "--size", "240x60"], on: .shared())
  }

  private var source: DragSource {
    get throws { try DragSource(on: viewer.server, to: viewer.number) }
  }

  private var uris: String {
    "file://\(scratch.path)/a%20b.json\r\nfile://\(scratch.path)/c.json\r\n"
  }

  private func waitUntilShown(_ name: String) throws {
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("\"\(name) (") }
  }

  @Test("dropped files replace the scene, and can be paged through")
  func files() throws {
    let source = try source
    #expect(try source.drag(["text/uri-list"]))
    #expect(try source.drop(uris))
    try waitUntilShown("a b.json")
    try waitUntil("it plays") { viewer.pixel(239, 0) == 0xFFFA_FAF7 && square(TestAnimation.red) }
    try viewer.press("Next")
    try waitUntilShown("c.json")
    try waitUntil("it plays") { square(0xFF00_00FF) }
  }

  private func square(_ color: UInt32) -> Bool {
    viewer.row(PixelRect(x0: 0, y0: 25, x1: 240, y1: 26))?.contains(color) ?? false
  }

  @Test("a file that can't be opened is reported, and the current file and folder stay open")
  func refused() throws {
    let source = try source
    #expect(try source.drag(["text/uri-list"]))
    #expect(try source.drop(uris))
    try waitUntilShown("a b.json")
    try scratch.write("{", to: "broken.json")
    for uri in ["https://example.org/a.json", "file://\(scratch.path)/broken.json", "# nothing"] {
      #expect(try source.drag(["text/uri-list"]))
      #expect(try !source.drop(uri + "\r\n"), "\(uri)")
    }
    try waitUntil("it plays") { square(TestAnimation.red) }
    try viewer.press("Next")
    try waitUntilShown("c.json")
  }

  @Test("a dropped file whose name isn't UTF-8 is shown, whether its bytes are escaped or not")
  func bytes() throws {
    let name = String(fileName: Array("caf".utf8) + [0xE9] + Array(".json".utf8))
    try OutputFile.write(
      Array(TestAnimation(color: "[0,0,1]").json.utf8), to: scratch / name)
    let source = try source
    #expect(try source.drag(["text/uri-list"]))
    #expect(try source.drop("file://\(scratch.path)/caf%E9.json\r\n"))
    try waitUntil("it plays") { square(0xFF00_00FF) }
    #expect(try source.drag(["text/uri-list"]))
    #expect(try source.drop("file://\(scratch.path)/a%20b.json\r\n"))
    try waitUntil("it plays") { square(TestAnimation.red) }
    #expect(try source.drag(["text/uri-list"]))
    let bytes = Array("file://\(scratch.path)/caf".utf8) + [0xE9] + Array(".json\r\n".utf8)
    #expect(try source.drop(bytes))
    try waitUntil("it plays") { square(0xFF00_00FF) }
  }
}

@Suite("The timeline", .serialized, .xServer)
struct TimelineTests {
  private let scratch: ScratchDirectory
  private let viewer: RunningViewer

  /// Creates a viewer that is paused at frame 0, with room for the timeline below the square.
  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(
      TestAnimation(
        height: 200, more: ", \"markers\": [{\"cm\": \"part\", \"tm\": 35, \"dr\": 10}]"
      ).json,
      to: "a.json")
    viewer = try RunningViewer(
      [scratch / "a.json", "--no-subframes", "--no-autoplay", "-geometry", "+0+0"], on: XServer())
  }

  private var frame: Int? {
    viewer.row(PixelRect(x0: 0, y0: 95, x1: 240, y1: 96)).flatMap { TestAnimation.frame(in: $0) }
  }

  private func wait(for frame: Int) throws {
    try waitUntil("frame \(frame) is shown, not \(self.frame ?? -1)") { self.frame == frame }
  }

  private func point(_ x: Int, _ y: Int) throws {
    try viewer.server.run("xdotool", "mousemove", "--window", viewer.id, "\(x)", "\(y)")
  }

  private var isShown: Bool { viewer.pixel(120, 190) != 0xFFFF_FFFF }

  /// Returns the column of a frame. The rail is between columns 18 and 222.
  private func column(_ frame: Int) -> Int { 18 + 204 * frame / 50 + 2 }

  @Test("clicking or dragging seeks, and an animation that was playing continues from the new time")
  func seek() throws {
    try wait(for: 0)
    try point(column(20), 190)
    try viewer.server.run("xdotool", "click", "1")
    try wait(for: 20)
    try viewer.server.run("xdotool", "mousedown", "1")
    try point(column(35), 190)
    try wait(for: 35)
    // While the button is down, the pointer may be anywhere.
    try point(column(5), 10)
    try wait(for: 5)
    try viewer.server.run("xdotool", "mouseup", "1")
    try waitUntil("it is not shown") { !isShown }
    expectEqual(frame, 5)
    try viewer.press("space")
    try waitUntil("it plays") { (frame ?? 0) > 6 }
    try point(column(10), 190)
    try viewer.server.run("xdotool", "click", "1")
    try waitUntil("it plays from there") { (11...30).contains(frame ?? 0) }
    // Two clicks on it aren't a double click.
    expectEqual(viewer.size, PixelSize(width: 240, height: 200))
  }
}
