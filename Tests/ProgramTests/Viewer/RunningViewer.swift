import Foundation
import TestSupport
import XServerSupport

@testable import AnimGraphics
@testable import X11Viewer
@testable import XWindow

/// The built program with a window on a server, used as a desktop user would: keys and
/// mouse through xdotool, images from the server.
package final class RunningViewer {
  let server: XServer
  let process: ChildProcess
  /// The window's number as tools expect it.
  let id: String
  let number: ResourceID
  private let connection: Connection
  private let window: Window

  /// Starts the viewer, and waits until its first frame is shown.
  ///
  /// - Parameters:
  ///   - directory: Its current directory, or `nil` for that of the tests.
  ///   - wrapper: A command to run it with, such as `["nsenter", …]`.
  init(
    _ arguments: [String], on server: XServer, in directory: String? = nil,
    environment: [String: String?] = [:], under wrapper: [String] = []
  ) throws {
    self.server = server
    var variables = environment
    variables["DISPLAY"] = .some(server.display)
    let environment = directory.map { ["env", "-C", $0] } ?? []
    process = try ChildProcess(
      environment + wrapper + [try ViewerProcess.path, "--print-window-id"] + arguments,
      environment: variables)
    id = try process.waitForLine(on: 1)
    number = try Self.number(id)
    connection = try Connection(display: server.display)
    window = try Window(adopting: number, on: connection)
  }

  private static func number(_ id: String) throws -> ResourceID {
    guard id.hasPrefix("0x"), let number = ResourceID(id.dropFirst(2), radix: 16) else {
      throw ChildProcess.Timeout(description: "\(id) is not a window")
    }
    return number
  }
}

// Observing the viewer.
extension RunningViewer {
  /// The window's current size in pixels.
  var size: PixelSize {
    takeEvents()
    return window.size
  }

  var isMapped: Bool {
    takeEvents()
    return window.isMapped
  }

  /// Returns the window's current image, or `nil` while it isn't completely on the screen.
  func image() -> PixelImage? {
    let size = size
    guard let words = row(size.bounds) else { return nil }
    let image = PixelImage(size: size)
    image.withMutablePixels { _ = $0.update(fromContentsOf: words) }
    return image
  }

  /// Returns the pixels of an area of the window.
  func row(_ area: PixelRect) -> [UInt32]? {
    connection.readPixels(of: window.id, area, PixelPacker(window.format))
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32? {
    row(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1))?.first
  }

  private func takeEvents() {
    connection.settle(window.handle)
  }
}

// Acting on the viewer.
extension RunningViewer {
  /// Presses keys, by their names in X, with the keyboard's focus on the window.
  func press(_ keys: String...) throws {
    try server.run("xdotool", "windowfocus", "--sync", id)
    try server.run(["xdotool", "key"] + keys)
  }

  /// Waits until the window shows `expected`, to the last bit.
  ///
  /// - Parameter later: Images that may also be shown, if the window is read later.
  func waitForImage(
    _ expected: PixelImage, or later: PixelImage? = nil, within seconds: Double = 20
  ) throws {
    var last: PixelImage?
    do {
      try waitUntil("the image appears", within: seconds) {
        last = image()
        return last == expected || (later != nil && last == later)
      }
    } catch {
      let path = try ImageFailure(named: "window", expected: expected, actual: last).leave()
      throw ChildProcess.Timeout(description: "the window shows another image; see \(path)")
    }
  }

  /// Returns a property of the window, as xprop prints it.
  func property(_ name: String) throws -> String {
    try server.run("xprop", "-id", id, name)
  }

  func waitForProperty(_ name: String, _ accept: (String) -> Bool) throws {
    var last = ""
    try waitUntil("\(name) changes; it is \(last)") {
      last = try property(name)
      return accept(last)
    }
  }
}
