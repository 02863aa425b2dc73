import CX11
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import X11Viewer
@testable import XWindow

@Suite("Wallpapers and stickers", .serialized, .xServer)
struct DesktopRoleTests {
  private let server: XServer
  private let screen = PixelSize(width: 640, height: 480)

  init() throws { server = try XServer() }

  /// Writes an image of one colour.
  private func write(_ color: Color, to name: String, in scratch: ScratchDirectory) throws {
    let image = PixelImage(size: PixelSize(width: 4, height: 4))
    image.withMutablePixels { $0.update(repeating: color.argb) }
    try Data(PNG.encode(image, compression: 3)).write(to: URL(fileURLWithPath: scratch / name))
  }

  @Test("a still image becomes the background of the root window, and the viewer ends")
  func stillImage() throws {
    let scratch = try ScratchDirectory()
    try write(.red, to: "red.png", in: scratch)
    try write(.blue, to: "blue.png", in: scratch)
    let connection = try Connection(display: server.display)
    for (name, color) in [("red.png", Color.red), ("blue.png", .blue)] {
      let run = try Run(["--wallpaper", scratch / name], on: server)
      expectEqual(run.end, .exit(0))
      expectEqual(run.complaint, "")
      let packer = PixelPacker(
        try Window(adopting: connection.rootWindow, on: connection).format)
      let pixels = connection.readPixels(of: connection.rootWindow, screen.bounds, packer)
      #expect(pixels?.allSatisfy { $0 == color.argb } == true, "\(name)")
    }
    try expectEqual(connection.viewableWindows(), [])
    let numbered = try Run(["--wallpaper", "--print-window-id", scratch / "red.png"], on: server)
    expectEqual(numbered.end, .exit(0))
    expectEqual(numbered.text, "")
    #expect(numbered.complaint.contains("--print-window-id: a still wallpaper"))
  }

  @Test("an animated wallpaper is below all windows, and lets all clicks pass")
  func wallpaper() throws {
    let host = try HostWindow(on: server)
    let viewer = try RunningViewer(["--wallpaper", "--scene", "squares"], on: server)
    try expectEqual(host.connection.viewableWindows(), [viewer.number, host.id])
    expectEqual(viewer.size, screen)
    try expectEqual(server.windowAt(600, 400), host.connection.rootWindow)
  }

  /// Starts a sticker whose disc covers the middle of the window.
  private func sticker(
    _ arguments: [String] = [], home: ScratchDirectory? = nil
  ) throws -> RunningViewer {
    try RunningViewer(
      ["--sticker", "--scene", "fan", "--start", "10", "--size", "100x100"] + arguments,
      on: server, environment: ["XDG_STATE_HOME": home?.path])
  }

  @Test("clicks next to the drawn pixels of a sticker reach the window below")
  func clicksBelow() throws {
    let host = try HostWindow(on: server, screen.bounds)
    let viewer = try sticker(["--geometry", "+200+100"])
    try expectEqual(server.windowAt(250, 150), viewer.number)
    try expectEqual(server.windowAt(202, 102), host.id)
    let untouchable = try sticker(["--geometry", "+400+100", "--click-through"])
    try expectEqual(server.windowAt(450, 150), host.id)
    withExtendedLifetime(untouchable) {}
  }

  @Test("a sticker can be dragged, and opens there again with --remember-position")
  func position() throws {
    let home = try ScratchDirectory()
    let options = ["--geometry", "+20+30", "--remember-position"]
    let viewer = try sticker(options, home: home)
    try server.run("xdotool", "mousemove", "70", "80", "mousedown", "1")
    try server.run("xdotool", "mousemove", "100", "100", "mousemove", "370", "280", "mouseup", "1")
    let connection = try Connection(display: server.display)
    func corner(_ viewer: RunningViewer) throws -> WindowPosition {
      try connection.trappingErrors { FoundWindow(viewer.number, on: $0).position }
    }
    try waitUntil("it is dragged") { try corner(viewer) == WindowPosition(x: 320, y: 230) }
    try viewer.press("q")
    try expectEqual(viewer.process.wait(), .exit(0))
    try expectEqual(corner(try sticker(options, home: home)), WindowPosition(x: 320, y: 230))
    // Another animation has its own position.
    let other = try sticker(options + ["--scene", "squares"], home: home)
    try expectEqual(corner(other), WindowPosition(x: 20, y: 30))
  }
}

extension XServer {
  /// Moves the pointer, and returns the window that a click reaches, or the root window.
  fileprivate func windowAt(_ x: Int, _ y: Int) throws -> ResourceID {
    try run("xdotool", "mousemove", "\(x)", "\(y)")
    return try Connection(display: display).trappingErrors { display in
      var (root, child): (ResourceID, ResourceID) = (0, 0)
      var (x, y, localX, localY, mask): (Int32, Int32, Int32, Int32, UInt32) = (0, 0, 0, 0, 0)
      XQueryPointer(
        display, XDefaultRootWindow(display), &root, &child, &x, &y, &localX, &localY, &mask)
      return child == 0 ? root : child
    }
  }
}
