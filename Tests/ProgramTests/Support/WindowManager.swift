import CX11
import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import X11Viewer
@testable import XWindow

/// A third-party window manager. Each interprets ICCCM and EWMH in its own way.
enum WindowManager: String, CaseIterable {
  case openbox, fvwm3, twm, icewm, i3

  /// A minimal configuration that shows no windows of the manager's own.
  private var settings: String {
    switch self {
    case .openbox, .icewm: ""
    case .fvwm3: "Style * UsePPosition\n"
    case .twm:
      "RandomPlacement\nNoGrabServer\n"
        + ["Title", "Resize", "Menu", "Icon", "IconManager"].map { "\($0)Font \"fixed\"\n" }
        .joined()
    // Without the first line it is converted from version 3, with a bar that takes room from the
    // window at any time.
    case .i3: "# i3 config file (v4)\nfont pango:monospace 8\n"
    }
  }

  private func arguments(_ file: String) -> [String] {
    switch self {
    case .openbox: ["--sm-disable"]
    case .fvwm3, .twm: ["-f", file]
    case .icewm: []
    case .i3: ["-c", file]
    }
  }

  /// Starts it, and waits until it shows windows. Skips the test if it isn't installed.
  func start(on server: XServer, in scratch: ScratchDirectory) throws -> ChildProcess {
    // Don't use its own name, because i3 creates a folder with it.
    try scratch.write(settings, to: "settings")
    let manager: ChildProcess
    do {
      manager = try ChildProcess(
        [rawValue] + arguments(scratch / "settings"),
        environment: [
          "DISPLAY": server.display, "HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path,
          "LC_ALL": "C",
        ])
    } catch {
      try Test.cancel("\(rawValue) is not installed")
    }
    let connection = try Connection(display: server.display)
    try waitUntil("\(self) manages the screen") {
      try connection.selectedEvents(on: connection.rootWindow) & SubstructureRedirectMask != 0
    }
    // Until it is ready, some lose windows.
    try waitUntil("\(self) shows a window") {
      let window = try Window(on: connection, WindowConfiguration())
      window.map()
      return (try? connection.wait(within: 1, window.handle, until: window.isMapped)) != nil
    }
    connection.synchronize()
    return manager
  }

  /// Hides a window, like its user would.
  func hide(_ viewer: RunningViewer) throws {
    try viewer.server.run(
      self == .i3 ? ["i3-msg", "workspace", "2"] : ["xdotool", "windowminimize", viewer.id])
  }

  /// Shows it again.
  func show(_ viewer: RunningViewer) throws {
    try viewer.server.run(
      self == .i3 ? ["i3-msg", "workspace", "1"] : ["xdotool", "windowmap", viewer.id])
  }
}
