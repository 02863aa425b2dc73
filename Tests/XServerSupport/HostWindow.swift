import AnimGraphics
import CX11
import TestSupport
import Testing
import XWindow

/// A window of another client that a viewer can draw on, like xscreensaver's windows.
package final class HostWindow {
  package let connection: Connection
  package let id: ResourceID
  /// Reads its pixels.
  private let reader: Window

  /// Makes a mapped window above all others, ignored by window managers.
  ///
  /// - Parameters:
  ///   - depth: The depth of its visual, or `nil` for the screen's depth.
  ///   - parent: Its parent, or `nil` for the root window.
  ///   - events: The events that its client selects.
  package init(
    on server: XServer, _ area: PixelRect = PixelRect(x0: 30, y0: 20, x1: 350, y1: 220),
    depth: Int32? = nil, in parent: ResourceID? = nil, selecting events: Int = 0
  ) throws {
    connection = try Connection(display: server.display)
    let display: XDisplay = try #require(connection.display)
    let screen = XDefaultScreen(display)
    var info = XVisualInfo()
    try #require(
      XMatchVisualInfo(display, screen, depth ?? XDefaultDepth(display, screen), TrueColor, &info)
        != 0)
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = 1
    attributes.background_pixel = 0
    attributes.border_pixel = 0
    attributes.event_mask = events
    attributes.colormap = XCreateColormap(
      display, XDefaultRootWindow(display), info.visual, AllocNone)
    let mask = CWOverrideRedirect | CWBackPixel | CWBorderPixel | CWColormap | CWEventMask
    id = XCreateWindow(
      display, parent ?? XDefaultRootWindow(display), Int32(area.x0), Int32(area.y0),
      UInt32(area.width), UInt32(area.height), 0, info.depth, UInt32(InputOutput), info.visual,
      UInt(mask), &attributes)
    XMapWindow(display, id)
    connection.synchronize()
    reader = try Window(adopting: id, on: connection)
    // Reading selects events as well; restore the requested selection.
    XSelectInput(display, id, events)
    connection.synchronize()
  }

  /// Its number as options take it.
  package var hexadecimal: String { "0x" + String(id, radix: 16) }

  package func image(size: PixelSize = PixelSize(width: 320, height: 200)) throws -> PixelImage {
    let words = try #require(
      connection.readPixels(of: id, size.bounds, PixelPacker(reader.format)))
    let image = PixelImage(size: size)
    image.withMutablePixels { _ = $0.update(fromContentsOf: words) }
    return image
  }

  /// Waits until the window shows `expected`, to the last bit.
  package func waitForImage(_ expected: PixelImage) throws {
    var last: PixelImage?
    do {
      try waitUntil("the image appears") {
        last = try image(size: expected.size)
        return last == expected
      }
    } catch {
      let place = try ImageFailure(named: "host", expected: expected, actual: last).leave()
      throw ChildProcess.Timeout(description: "\(error); see \(place)")
    }
  }

  package func resize(to size: PixelSize) throws {
    let display: XDisplay = try #require(connection.display)
    XResizeWindow(display, id, UInt32(size.width), UInt32(size.height))
    connection.synchronize()
  }

  package func destroy() throws {
    let display: XDisplay = try #require(connection.display)
    XDestroyWindow(display, id)
    connection.synchronize()
  }
}

extension Connection {
  /// Returns the events that any client selects on `window`.
  package func selectedEvents(on window: ResourceID) throws -> Int {
    let attributes = try trappingErrors { display in
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, window, &attributes)
      return attributes
    }
    return attributes.all_event_masks
  }

  /// Returns the visible children of the root window, the topmost last.
  package func viewableWindows() throws -> [ResourceID] {
    try trappingErrors { display in
      var (root, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
      var list: UnsafeMutablePointer<ResourceID>?
      XQueryTree(display, XDefaultRootWindow(display), &root, &parent, &list, &count)
      defer { if let list { XFree(list) } }
      return UnsafeBufferPointer(start: list, count: Int(count)).filter { window in
        var attributes = XWindowAttributes()
        return XGetWindowAttributes(display, window, &attributes) != 0
          && attributes.class == InputOutput && attributes.map_state == IsViewable
      }
    }
  }
}
