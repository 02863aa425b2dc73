import AnimCore
import CX11

/// Finds out which areas of the screen other windows cover, where a window lies below them.
///
/// With a compositor, VisibilityNotify is sent as if nothing covered a window. The watcher therefore follows the
/// children of the root window through events, and examines only those that lie above the window and may cover the
/// area. It doesn't poll.
package final class CoverWatcher {
  private let connection: Connection
  private let window: ResourceID
  private var stack: WindowStack
  /// The child of the root window that contains the window: a window manager's frame, or the window itself, or `nil` if
  /// it must be determined again.
  private var frame: ResourceID?
  /// Whether something has changed since ``takeChange()``.
  private var hasChanged = true

  /// Starts to watch. Waits for the server.
  package init(below window: Window) {
    connection = window.connection
    self.window = window.id
    connection.watchesDesktop = true
    let root = connection.rootWindow
    let entries = try? connection.trappingErrors { display -> [WindowStack.Entry] in
      // Select events before the query, so that no change is missed.
      XSelectInput(display, root, SubstructureNotifyMask | PropertyChangeMask)
      return childWindows(of: root, on: display).compactMap { WindowStack.Entry($0, on: display) }
    }
    stack = WindowStack(entries ?? [])
  }

  /// Updates the stack of windows for an event.
  package func handle(_ event: Event) {
    switch event {
    case .desktop(.property(let name)):
      let atoms = connection.atoms
      let names: [Atoms.Name] = [
        .netActiveWindow, .netClientListStacking, .netCurrentDesktop, .netSupportingWMCheck,
      ]
      if names.contains(where: { atoms[$0] == name }) { hasChanged = true }
    case .desktop(let change):
      stack.apply(change)
      hasChanged = true
    case .reparented:
      frame = nil
      hasChanged = true
    case .compositorChange: hasChanged = true
    default: break
    }
  }

  /// Returns whether any area may have been covered or uncovered since the last call.
  package func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// Returns whether opaque windows cover an entire area of the screen. Waits for the server if their areas do.
  package func covers(_ area: PixelRect) -> Bool {
    let candidates = stack.windows(above: findFrame()).filter {
      !$0.area.intersection(area).isEmpty && !$0.isOfServer
    }
    guard isCovered(area, by: candidates.map(\.area)) else { return false }
    let isComposited = connection.isComposited
    let desktop = property(.netCurrentDesktop, of: connection.rootWindow).first
    let clients = Set(
      connection.property(
        connection.atoms[.netClientListStacking], cx11_XA_WINDOW, of: connection.rootWindow))
    var rest = [area]
    // The topmost windows are the most likely ones to cover everything.
    for entry in candidates.reversed() where !rest.isEmpty {
      let areas = opaqueAreas(
        of: entry, clients: clients, desktop: desktop, isComposited: isComposited)
      for opaque in areas { rest = rest.subtracting(opaque) }
    }
    return rest.isEmpty
  }

  private func isCovered(_ area: PixelRect, by areas: [PixelRect]) -> Bool {
    var rest = [area]
    for cover in areas where !rest.isEmpty { rest = rest.subtracting(cover) }
    return rest.isEmpty
  }

  private func findFrame() -> ResourceID {
    if let frame { return frame }
    let root = connection.rootWindow
    let found = try? connection.trappingErrors { [window] display in
      ancestor(of: window, below: root, on: display)
    }
    frame = found ?? window
    return found ?? window
  }

  private func property(_ name: Atoms.Name, of window: ResourceID) -> [UInt] {
    connection.property(connection.atoms[name], cx11_XA_CARDINAL, of: window)
  }
}

// The opaque areas of other windows.
extension CoverWatcher {
  /// Returns the areas of the screen in which a window hides everything below it.
  ///
  /// - Parameters:
  ///   - clients: The windows that the window manager manages.
  ///   - desktop: The number of the current desktop, if known.
  private func opaqueAreas(
    of entry: WindowStack.Entry, clients: Set<ResourceID>, desktop: UInt?, isComposited: Bool
  ) -> [PixelRect] {
    let found = try? connection.trappingErrors { display in
      ForeignFrame(entry.id, clients: clients, on: display)
    }
    guard let found, found.isViewable else { return [] }
    let client = found.client ?? entry.id
    if isHidden(client, desktop: desktop) { return [] }
    let shape = found.shape.map { $0.map { $0.moved(x: entry.area.x0, y: entry.area.y0) } }
    guard isComposited else { return shape ?? [entry.area] }
    // Compositors read the opacity from the frame, window managers copy it there from the client.
    let opacities = Set([entry.id, client]).compactMap {
      property(.netWMWindowOpacity, of: $0).first
    }
    guard opacities.allSatisfy({ $0 & 0xFFFF_FFFF == 0xFFFF_FFFF }) else { return [] }
    guard found.hasAlpha else { return shape ?? [entry.area] }
    let region = property(.netWMOpaqueRegion, of: client)
    return stride(from: 0, to: region.count - region.count % 4, by: 4).map { index in
      let (x, y) = (
        found.clientPosition.x + Int(region[index]), found.clientPosition.y + Int(region[index + 1])
      )
      return PixelRect(
        x0: x, y0: y, x1: x + Int(clamping: region[index + 2]),
        y1: y + Int(clamping: region[index + 3])
      ).intersection(entry.area)
    }
  }

  /// Returns whether a window manager shows nothing of a client, even if its window is mapped: some compositors keep
  /// windows on other desktops mapped to show previews of them.
  private func isHidden(_ client: ResourceID, desktop: UInt?) -> Bool {
    let atoms = connection.atoms
    let states = connection.property(atoms[.netWMState], cx11_XA_ATOM, of: client)
    if states.contains(atoms[.netWMStateHidden]) { return true }
    guard let desktop, let own = property(.netWMDesktop, of: client).first else { return false }
    return own != desktop && own & 0xFFFF_FFFF != UInt(Window.allDesktops)
  }
}

extension WindowStack.Entry {
  fileprivate init?(_ id: ResourceID, on display: XDisplay) {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, id, &attributes) != 0 else { return nil }
    self.init(
      id: id,
      area: PixelRect(
        x: attributes.x, y: attributes.y, width: attributes.width, height: attributes.height,
        border: attributes.border_width),
      isMapped: attributes.map_state != IsUnmapped)
  }

  /// Whether the window belongs to the server itself, like the overlay in which a compositor draws. Such windows cover
  /// everything although everything is visible through them. Clients have larger numbers.
  fileprivate var isOfServer: Bool { id < 1 << 20 }
}

/// A child of the root window, with the client inside it. The caller must trap errors.
private struct ForeignFrame {
  /// Whether the window is shown and has pixels.
  var isViewable = false
  /// The client inside the frame, or `nil` if the frame has no client.
  var client: ResourceID?
  /// The position of the client, or of the frame without one, on the screen.
  var clientPosition = WindowPosition(x: 0, y: 0)
  /// Whether the pixels of the frame or the client have alpha.
  var hasAlpha = false
  /// The areas that are shown, relative to the frame, or `nil` if all of it is.
  var shape: [PixelRect]?

  init(_ id: ResourceID, clients: Set<ResourceID>, on display: XDisplay) {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, id, &attributes) != 0 else { return }
    isViewable = attributes.map_state == IsViewable && attributes.class == InputOutput
    guard isViewable else { return }
    client = clients.contains(id) ? id : findClient(in: id, among: clients, on: display)
    hasAlpha = attributes.depth == 32
    if let client, client != id {
      var inner = XWindowAttributes()
      XGetWindowAttributes(display, client, &inner)
      if inner.depth == 32 { hasAlpha = true }
    }
    var (x, y, child): (Int32, Int32, ResourceID) = (0, 0, 0)
    XTranslateCoordinates(
      display, client ?? id, XDefaultRootWindow(display), 0, 0, &x, &y, &child)
    clientPosition = WindowPosition(x: Int(x), y: Int(y))
    var (isBounded, isClipped): (Int32, Int32) = (0, 0)
    var box: (x: Int32, y: Int32, width: UInt32, height: UInt32) = (0, 0, 0, 0)
    var clip = box
    guard
      XShapeQueryExtents(
        display, id, &isBounded, &box.x, &box.y, &box.width, &box.height, &isClipped, &clip.x,
        &clip.y, &clip.width, &clip.height) != 0, isBounded != 0
    else { return }
    var (count, order): (Int32, Int32) = (0, 0)
    let list = XShapeGetRectangles(display, id, ShapeBounding, &count, &order)
    defer { if let list { XFree(list) } }
    let areas = UnsafeBufferPointer(start: list, count: Int(count))
    shape = areas.map { PixelRect($0) }
  }
}

/// Returns the children of a window, the topmost last. The caller must trap errors.
func childWindows(of window: ResourceID, on display: XDisplay) -> [ResourceID] {
  var (root, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
  var list: UnsafeMutablePointer<ResourceID>?
  guard XQueryTree(display, window, &root, &parent, &list, &count) != 0 else { return [] }
  defer { if let list { XFree(list) } }
  return Array(UnsafeBufferPointer(start: list, count: Int(count)))
}

/// Returns the child of `root` that contains a window, which may be the window itself.
private func ancestor(
  of window: ResourceID, below root: ResourceID, on display: XDisplay
) -> ResourceID {
  var window = window
  while true {
    var (owner, parent, count): (ResourceID, ResourceID, UInt32) = (0, 0, 0)
    var list: UnsafeMutablePointer<ResourceID>?
    guard XQueryTree(display, window, &owner, &parent, &list, &count) != 0 else { return window }
    if let list { XFree(list) }
    guard parent != 0, parent != root else { return window }
    window = parent
  }
}

/// Returns a client in a window manager's frame, which may consist of several windows inside each other.
private func findClient(
  in frame: ResourceID, among clients: Set<ResourceID>, on display: XDisplay, depth: Int = 3
) -> ResourceID? {
  guard depth > 0, !clients.isEmpty else { return nil }
  let children = childWindows(of: frame, on: display)
  if let client = children.first(where: clients.contains) { return client }
  for child in children {
    if let client = findClient(in: child, among: clients, on: display, depth: depth - 1) {
      return client
    }
  }
  return nil
}

extension PixelRect {
  init(_ rectangle: XRectangle) {
    let (x, y) = (Int(rectangle.x), Int(rectangle.y))
    self.init(x0: x, y0: y, x1: x + Int(rectangle.width), y1: y + Int(rectangle.height))
  }

  fileprivate func moved(x: Int, y: Int) -> PixelRect {
    PixelRect(x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y)
  }
}
