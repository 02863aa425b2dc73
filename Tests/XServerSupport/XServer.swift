import AnimGraphics
import CX11
import Foundation
import LinuxSystem
import TestSupport
import Testing
import XWindow

/// An X server on an unused display. It ends with this object.
package final class XServer {
  /// The name for `--display` and DISPLAY, such as ":17".
  package let display: String
  private let process: ChildProcess
  /// Files to remove after the server has ended.
  private var files: [String] = []

  package var pid: Int32 { process.pid }

  /// Runs a server that takes `-displayfd`, and waits until it accepts clients.
  private init(_ arguments: [String], environment: [String: String?] = ["DISPLAY": nil]) throws {
    var attempts = 3
    while true {
      // The server takes the first free display, and writes its number when it is ready. Two
      // servers that start at the same time may try the same display, and then one of them ends.
      let server = try ChildProcess(arguments + ["-displayfd", "3"], environment: environment)
      do {
        display = ":" + (try server.waitForLine(on: 3))
        process = server
        return
      } catch {
        attempts -= 1
        if attempts == 0 { throw error }
      }
    }
  }

  /// A server removes its socket and its lock when it ends, but not when it is killed.
  deinit {
    process.terminate()
    let number = display.dropFirst()
    let lock = "/tmp/.X\(number)-lock"
    let owner = try? String(contentsOfFile: lock, encoding: .utf8)
    if owner.flatMap({ pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) == pid {
      files += [lock, "/tmp/.X11-unix/X\(number)"]
    }
    for file in files { unlink(file) }
  }

  /// Xvfb, which keeps its images in memory.
  ///
  /// - Parameters:
  ///   - screen: Width, height and depth.
  ///   - options: For example `["-extension", "MIT-SHM"]`, which disables that extension.
  ///   - wrapper: A command to run the server with, such as `["unshare", "-i"]`.
  package convenience init(
    screen: String = "640x480x24", _ options: [String] = [], under wrapper: [String] = []
  ) throws {
    // Without -noreset it resets whenever its last client leaves.
    try self.init(wrapper + ["Xvfb", "-noreset", "-screen", "0", screen] + options)
  }

  /// Returns a server for tests whose state is in their own windows. It runs until the process of
  /// the tests exits. Tests with the same screen and options share it.
  package static func shared(
    screen: String = "640x480x24", _ options: [String] = []
  ) throws -> XServer {
    let key = [screen] + options
    if let server = common[key] { return server }
    if common.isEmpty {
      atexit { for server in XServer.common.values { server.process.terminate() } }
    }
    let server = try XServer(screen: screen, options)
    common[key] = server
    return server
  }

  /// Tests with servers run one at a time.
  nonisolated(unsafe) private static var common: [[String]: XServer] = [:]

  /// Starts Xvfb in its own IPC namespace. Cancels the test if this process isn't allowed to create
  /// one.
  package static func inOwnNamespace() throws -> XServer {
    guard let server = try? XServer(under: ["unshare", "-i"]) else {
      try Test.cancel("this process may not create an IPC namespace")
    }
    return server
  }

  /// Xvnc, which has real mode lines and any order of channels, for example "bgr565".
  package static func vnc(pixelFormat: String, depth: Int) throws -> XServer {
    let socket = NSTemporaryDirectory() + "x11viewer-" + UUID().uuidString
    let server = try XServer([
      "Xvnc", "-noreset", "-geometry", "640x480", "-depth", "\(depth)", "-pixelformat",
      pixelFormat, "-SecurityTypes", "None", "-rfbport", "-1", "-rfbunixpath", socket,
    ])
    server.files.append(socket)
    return server
  }

  /// Starts Xorg with the dummy driver, whose mode lines report 100 and 50 Hz, and whose Present
  /// events occur at 60 Hz.
  ///
  /// - Parameter mode: "fast" for 100 Hz, "slow" for 50.
  package static func dummy(mode: String, in scratch: ScratchDirectory) throws -> XServer {
    let modes = [
      "fast": "43.16 640 680 744 848 480 481 484 509",
      "slow": "21.58 640 680 744 848 480 481 484 509",
    ]
    try scratch.write(
      """
      Section "Device"
        Identifier "card"
        Driver "dummy"
      EndSection
      Section "Monitor"
        Identifier "monitor"
        HorizSync 5-500
        VertRefresh 5-500
        Modeline "\(mode)" \(modes[mode] ?? "")
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "card"
        Monitor "monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Modes "\(mode)"
        EndSubSection
      EndSection
      """, to: "xorg.conf")
    return try XServer([
      "Xorg", "-noreset", "-config", scratch / "xorg.conf", "-logfile", scratch / "xorg.log",
      "-nolisten", "tcp",
    ])
  }

  /// Xephyr, a server in a window of another server.
  package static func nested(in host: XServer) throws -> XServer {
    try XServer(
      ["Xephyr", "-noreset", "-screen", "500x400"], environment: ["DISPLAY": host.display])
  }

  /// Kills the server, as a crash would.
  package func crash() throws {
    process.send(SIGKILL)
    try process.wait()
  }

  /// Stops the server, or continues it.
  package func halt(_ isHalted: Bool) { process.send(isHalted ? SIGSTOP : SIGCONT) }

  /// Runs a client, such as xprop, to its end, and returns its output.
  @discardableResult
  package func run(_ arguments: String...) throws -> String { try run(arguments) }

  /// Runs a client with an array of arguments.
  @discardableResult
  package func run(_ arguments: [String]) throws -> String {
    let client = try ChildProcess(arguments, environment: ["DISPLAY": display])
    try client.wait()
    return client.text(of: 1) + client.text(of: 2)
  }

  /// Starts a client that keeps running, such as a window manager.
  package func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(arguments, environment: ["DISPLAY": display])
  }

  /// Starts openbox, and waits until it manages the screen.
  package func startWindowManager() throws -> ChildProcess {
    let manager = try start("openbox", "--sm-disable", "--startup", "echo started")
    _ = try manager.waitForLine(on: 1) { $0 == "started" }
    return manager
  }

  /// Asks the window manager to close a window, as its close button and a pager do
  /// (`_NET_CLOSE_WINDOW` of EWMH).
  ///
  /// A key wouldn't always work. The first key of a test comes from a different device than earlier
  /// keys, so openbox grabs its keys again, and misses the keys that are pressed in the meantime.
  package func closeWindow(_ window: ResourceID) throws {
    let pager = try Connection(display: display)
    try pager.trappingErrors { display in
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = XInternAtom(display, "_NET_CLOSE_WINDOW", 0)
      event.xclient.format = 32
      let pagers = 2
      event.xclient.data.l = (CurrentTime, pagers, 0, 0, 0)
      XSendEvent(
        display, XDefaultRootWindow(display), 0, SubstructureRedirectMask | SubstructureNotifyMask,
        &event)
    }
  }
}
