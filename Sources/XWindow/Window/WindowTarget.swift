import AnimCore
import CX11

/// Which window shows the picture.
package enum WindowTarget: Hashable {
  /// A new window.
  case new
  /// A window of another client, by its number.
  case existing(ResourceID)
  /// The window for a screen saver to draw on; see ``Connection/screenSaverWindow()``.
  case screenSaver
}

extension Window {
  /// Opens the window that `configuration` describes: makes one, without mapping it, or finds it.
  package static func open(
    _ configuration: WindowConfiguration, on connection: Connection
  ) throws(WindowError) -> Window {
    switch configuration.target {
    case .new: try Window(on: connection, configuration)
    case .existing(let id): try Window(adopting: id, on: connection)
    case .screenSaver: try Window(adopting: connection.screenSaverWindow(), on: connection)
    }
  }
}

/// What the server knows about a window of another client.
struct FoundWindow {
  /// All zero if there is no such window.
  var attributes = XWindowAttributes()
  /// Its top left corner on the screen.
  var position = WindowPosition(x: 0, y: 0)
  /// Whether its parent is the root window, or it is the root window itself.
  var isOnRoot = false

  /// Queries the server. The caller must trap errors.
  init(_ id: ResourceID, on display: XDisplay) {
    guard XGetWindowAttributes(display, id, &attributes) != 0 else { return }
    let root = XDefaultRootWindow(display)
    var (x, y, child): (Int32, Int32, ResourceID) = (0, 0, 0)
    XTranslateCoordinates(display, id, root, 0, 0, &x, &y, &child)
    position = WindowPosition(x: Int(x), y: Int(y))
    var (owner, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
    var list: UnsafeMutablePointer<ResourceID>?
    guard XQueryTree(display, id, &owner, &parent, &list, &count) != 0 else { return }
    if let list { XFree(list) }
    isOnRoot = parent == root || id == root
  }
}
