import CX11
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer
@testable import XWindow

/// The viewer on windows of other clients, as xscreensaver and xsecurelock start it.
@Suite("As a screen saver", .serialized, .xServer)
struct ScreenSaverTests {
  private let server: XServer

  init() throws { server = try XServer(screen: "800x600x24") }

  /// An image that no longer changes, since the fan is open.
  private static let still = ["--scene", "fan", "--start", "10"]

  private func expected(_ size: PixelSize = PixelSize(width: 320, height: 200)) -> PixelImage {
    var expected = Expected()
    expected.size = size
    return expected.image("fan", at: 10)
  }

  private func start(
    _ arguments: [String], on server: XServer? = nil, saving window: String? = nil
  ) throws -> ChildProcess {
    try ViewerProcess.start(
      arguments, on: server ?? self.server,
      environment: ["XSCREENSAVER_WINDOW": window])
  }

  private func expectEnd(
    _ process: ChildProcess, _ status: ExitStatus, _ words: String...
  ) throws {
    let end = try process.wait()
    let complaint = process.text(of: 2)
    expectEqual(end, .exit(status.rawValue), "\(complaint)")
    #expect(complaint.hasPrefix("x11viewer: ") && complaint.split(separator: "\n").count == 1)
    for word in words { #expect(complaint.contains(word), "\(word) in \(complaint)") }
  }

  @Test("-root draws on the window of XSCREENSAVER_WINDOW, in another directory, and maps none")
  func namedWindow() throws {
    let host = try HostWindow(on: server)
    let saver = try ChildProcess(
      ["env", "-C", "/", try ViewerProcess.path, "-root"] + Self.still,
      environment: ["DISPLAY": server.display, "XSCREENSAVER_WINDOW": host.hexadecimal])
    try host.waitForImage(expected())
    try expectEqual(host.connection.viewableWindows(), [host.id])
    // It may be the only image, but the viewer must not have ended.
    try ProcessRecord(pid: saver.pid).waitUntilAsleep()
    saver.send(SIGTERM)
    try expectEqual(saver.wait(within: 2), .signal(SIGTERM))
    expectEqual(saver.text(of: 2), "")
  }

  @Test("--window-id overrides --root, and may be decimal or hexadecimal")
  func precedence() throws {
    let named = try HostWindow(on: server)
    let host = try HostWindow(on: server, PixelRect(x0: 400, y0: 300, x1: 720, y1: 500))
    for arguments in [
      ["--root", "--window-id", host.hexadecimal], ["-window-id", "\(host.id)", "-root"],
    ] {
      let saver = try start(arguments + Self.still, saving: named.hexadecimal)
      try host.waitForImage(expected())
      saver.send(SIGTERM)
      try saver.wait()
      try host.connection.trappingErrors { _ = XClearWindow($0, host.id) }
    }
    #expect(try named.image() != expected())
  }

  @Test("the window keeps its visual, its depth and its parent", arguments: ["shm", "core"])
  func depth(renderer: String) throws {
    let outer = try HostWindow(on: server, PixelRect(x0: 10, y0: 10, x1: 500, y1: 400))
    // The screen's depth is 24. At depth 32, the other bits must be opaque alpha.
    let host = try HostWindow(
      on: server, PixelRect(x0: 5, y0: 5, x1: 325, y1: 205), depth: 32, in: outer.id)
    let saver = try start(
      ["--window-id", host.hexadecimal, "--renderer", renderer, "--background", "red", "--scene"]
        + ["squares", "--squares-count", "0"])
    try waitUntil("it is red") { try host.image()[7, 7] == 0xFFFF_0000 }
    let opaque = try host.connection.trappingErrors { display -> UInt8? in
      guard let image = XGetImage(display, host.id, 7, 7, 1, 1, UInt.max, ZPixmap) else {
        return nil
      }
      defer { _ = cx11_destroy_image(image) }
      return image.pointee.data.map { UInt8(bitPattern: $0[3]) }
    }
    expectEqual(opaque, 0xFF)
    saver.send(SIGTERM)
    try saver.wait()
  }

  @Test("a resized window is filled again, and an unmapped one costs nothing")
  func changes() throws {
    let host = try HostWindow(on: server)
    let saver = try start(["--window-id", host.hexadecimal] + Self.still)
    try host.waitForImage(expected())
    for size in [PixelSize(width: 200, height: 300), PixelSize(width: 500, height: 400)] {
      try host.resize(to: size)
      try host.waitForImage(expected(size))
    }
    let moving = try HostWindow(on: server, PixelRect(x0: 0, y0: 0, x1: 100, y1: 100))
    let other = try start(["--window-id", moving.hexadecimal, "--scene", "squares"])
    let record = ProcessRecord(pid: other.pid)
    try record.waitUntilRunning()
    try moving.connection.trappingErrors { _ = XUnmapWindow($0, moving.id) }
    try record.waitUntilAsleep()
    try moving.connection.trappingErrors { _ = XMapWindow($0, moving.id) }
    try record.waitUntilRunning()
    withExtendedLifetime(saver) {}
  }

  @Test("keys, buttons and the close button are left to its owner")
  func events() throws {
    let buttons = ButtonPressMask | ButtonReleaseMask
    let host = try HostWindow(on: server, selecting: buttons)
    let saver = try start(["--window-id", host.hexadecimal] + Self.still)
    try host.waitForImage(expected())
    let connection = host.connection
    let keys = KeyPressMask | KeyReleaseMask
    try expectEqual(connection.selectedEvents(on: host.id) & (buttons | keys), buttons)
    let plain = try HostWindow(on: server, PixelRect(x0: 400, y0: 300, x1: 720, y1: 500))
    let second = try start(["--window-id", plain.hexadecimal] + Self.still)
    try plain.waitForImage(expected())
    try expectEqual(connection.selectedEvents(on: plain.id) & (buttons | keys), 0)
    try server.run("xdotool", "windowfocus", host.hexadecimal)
    try server.run("xdotool", "mousemove", "60", "60", "key", "q", "Escape", "f")
    try server.run("xdotool", "click", "--repeat", "2", "--delay", "40", "1")
    try host.resize(to: PixelSize(width: 330, height: 200))
    try host.waitForImage(expected(PixelSize(width: 330, height: 200)))
    withExtendedLifetime((saver, second)) {}
  }

  @Test("if the window is destroyed by its owner or does not exist, it exits with 69")
  func vanished() throws {
    let host = try HostWindow(on: server)
    let saver = try start(["--window-id", host.hexadecimal, "--scene", "squares"])
    try ProcessRecord(pid: saver.pid).waitUntilRunning()
    try host.destroy()
    try expectEnd(saver, .unavailable, "window")
    try expectEnd(start(["--window-id", "0x123456"]), .unavailable, "0x123456", "--window-id")
    try expectEnd(
      start(["--root"], saving: "nonsense"), .unavailable, "XSCREENSAVER_WINDOW", "nonsense")
  }

  @Test("without a window, it draws on the root window, and follows its size")
  func root() throws {
    let server = try XServer.vnc(pixelFormat: "rgb888", depth: 24)
    let connection = try Connection(display: server.display)
    let saver = try start(["--root"] + Self.still, on: server, saving: "")
    for size in [PixelSize(width: 640, height: 480), PixelSize(width: 800, height: 600)] {
      try server.run("xrandr", "--fb", "\(size.width)x\(size.height)")
      let format = try Window(adopting: connection.rootWindow, on: connection).format
      let last = PixelRect(
        x0: size.width - 1, y0: size.height - 1, x1: size.width, y1: size.height)
      try waitUntil("the whole screen is painted") {
        connection.readPixels(of: connection.rootWindow, last, PixelPacker(format))
          == [0xFFFA_FAF7]
      }
    }
    try expectEqual(connection.viewableWindows(), [])
    withExtendedLifetime(saver) {}
  }

  @Test("a virtual root is used instead of the root")
  func virtualRoot() throws {
    let desktop = try HostWindow(on: server)
    let connection = desktop.connection
    connection.setProperty(
      connection.atoms[.swmVirtualRoot], cx11_XA_WINDOW, of: desktop.id, to: [Int(desktop.id)])
    connection.synchronize()
    let saver = try start(["--root"] + Self.still)
    try desktop.waitForImage(expected())
    withExtendedLifetime(saver) {}
  }

  @Test("xsecurelock shows it on its own window", arguments: [false, true])
  func xsecurelock(asHack: Bool) throws {
    let scratch = try ScratchDirectory()
    let viewer = try ViewerProcess.path
    var environment: [String: String?] = ["DISPLAY": server.display, "HOME": scratch.path]
    let script = scratch / "saver"
    // It normally runs a program without arguments; another mode passes "-root" to a hack of
    // xscreensaver.
    try scratch.writeProgram(
      "#!/bin/sh\nexec \(viewer) \"${@:---root}\" --scene fan --start 10\n", to: "saver")
    environment["XSECURELOCK_SAVER"] = asHack ? "saver_xscreensaver" : script
    environment["XSECURELOCK_XSCREENSAVER_PATH"] = scratch.path
    let locker: ChildProcess
    do {
      locker = try ChildProcess(["xsecurelock"], environment: environment)
    } catch {
      try Test.cancel("xsecurelock is not installed")
    }
    let connection = try Connection(display: server.display)
    let format = try Window(adopting: connection.rootWindow, on: connection).format
    let whole = expected(PixelSize(width: 800, height: 600))
    try waitUntil("the saver is shown; it says: \(locker.text(of: 2))") {
      connection.readPixels(of: connection.rootWindow, whole.size.bounds, PixelPacker(format))
        == whole.withPixels { Array($0) }
    }
    locker.send(SIGTERM)
    try locker.wait()
  }
}
