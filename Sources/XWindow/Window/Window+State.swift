import AnimCore
import CX11

// Fullscreen, and the state that the window manager reports (EWMH).
extension Window {
  /// Enters or leaves fullscreen. With a window manager, this is a request to cover the output:
  /// ``isFullscreen`` changes when it is granted. Without one, the window covers the screen by
  /// itself.
  package func setFullscreen(_ wanted: Bool) {
    guard isOwn, let display = connection.display, wanted != isFullscreen else { return }
    let atoms = connection.atoms
    let fullscreen = atoms[.netWMStateFullscreen]
    if !connection.windowManagerSupports(fullscreen) {
      coverOutput(wanted, display)
    } else if isManaged {
      // 0 removes the state, and 1 adds it; the last number marks a request from an application.
      sendToRoot(atoms[.netWMState], (wanted ? 1 : 0, Int(fullscreen), 0, 1, 0), display)
    } else {
      // The window manager reads the property when the window is mapped.
      connection.setProperty(
        atoms[.netWMState], cx11_XA_ATOM, of: id, to: wanted ? [Int(fullscreen)] : [])
      became(fullscreen: wanted)
    }
  }

  /// Reads `_NET_WM_STATE` after the window manager changed it.
  func readState() {
    let atoms = connection.atoms
    let state = connection.property(atoms[.netWMState], cx11_XA_ATOM, of: id)
    visibility.didRead(.netWMState, state.contains(atoms[.netWMStateHidden]))
    if areaBeforeFullscreen == nil {
      became(fullscreen: state.contains(atoms[.netWMStateFullscreen]))
    }
  }

  /// Reads `WM_STATE` after the window manager changed it.
  func readICCCMState() {
    let name = connection.atoms[.wmState]
    let state = connection.property(name, name, of: id).first
    visibility.didRead(.wmState, state.map { $0 != UInt(NormalState) } ?? false)
  }

  private func became(fullscreen: Bool) {
    guard fullscreen != isFullscreen else { return }
    isFullscreen = fullscreen
    let bypass = connection.atoms[.netWMBypassCompositor]
    if fullscreen {
      connection.setProperty(bypass, cx11_XA_CARDINAL, of: id, to: [1])
    } else {
      connection.deleteProperty(bypass, of: id)
    }
    updateCursor()
  }

  /// Hides the pointer over a fullscreen window, unless it is needed.
  func updateCursor() {
    guard isOwn, let display = connection.display else { return }
    if isFullscreen, !showsPointer {
      let cursor = blankCursor ?? connection.makeBlankCursor(display)
      blankCursor = cursor
      XDefineCursor(display, id, cursor)
    } else {
      XUndefineCursor(display, id)
    }
  }

  private func coverOutput(_ wanted: Bool, _ display: XDisplay) {
    let area: PixelRect
    if wanted {
      let own = areaOnScreen
      areaBeforeFullscreen = own
      area = connection.output(showing: own)?.area ?? connection.screenSize.bounds
    } else {
      area = areaBeforeFullscreen ?? size.bounds
      areaBeforeFullscreen = nil
    }
    setStaticGravity(display)
    XMoveResizeWindow(
      display, id, Int32(area.x0), Int32(area.y0), UInt32(max(1, area.width)),
      UInt32(max(1, area.height)))
    if wanted { XRaiseWindow(display, id) }
    became(fullscreen: wanted)
  }

  /// Makes a window manager that only knows ICCCM move the window itself, not the frame around it,
  /// to requested positions (ICCCM 4.1.2.3). Otherwise, twm would leave its title bar on the
  /// screen.
  private func setStaticGravity(_ display: XDisplay) {
    var (hints, supplied) = (XSizeHints(), 0)
    guard XGetWMNormalHints(display, id, &hints, &supplied) != 0 else { return }
    hints.flags |= PWinGravity
    hints.win_gravity = StaticGravity
    XSetWMNormalHints(display, id, &hints)
  }

  /// The area of the screen that the window covers, in pixels. Waits for the server's answer,
  /// unless mapping was not requested yet: until then, the window has not been moved.
  package var areaOnScreen: PixelRect {
    let origin = isOwn && !isManaged ? position : askedPosition ?? position
    return PixelRect(
      x0: origin.x, y0: origin.y, x1: origin.x + size.width, y1: origin.y + size.height)
  }

  private var askedPosition: WindowPosition? {
    try? connection.trappingErrors { [id] display -> WindowPosition in
      var (x, y, child): (Int32, Int32, ResourceID) = (0, 0, 0)
      XTranslateCoordinates(display, id, XDefaultRootWindow(display), 0, 0, &x, &y, &child)
      return WindowPosition(x: Int(x), y: Int(y))
    }
  }
}

// Answers to the window manager.
extension Window {
  func answer(_ ping: PingMessage) {
    guard let display = connection.display else { return }
    let data = ping.data
    sendToRoot(
      connection.atoms[.wmProtocols], (data[0], data[1], data[2], data[3], data[4]), display,
      about: XDefaultRootWindow(display))
  }

  /// Tells the window manager that a frame of this size was published, so that it can continue a
  /// resize that waits for it.
  package func didPublish(_ size: PixelSize) {
    if size == self.size { completeResize() }
  }

  /// Lets the window manager continue a resize that waits for a frame, because one was published,
  /// or none will be, since the window is hidden or the size cannot be drawn.
  package func completeResize() {
    guard let value = resizeRequest.takeDue(), let syncCounter, let display = connection.display
    else { return }
    XSyncSetCounter(
      display, syncCounter,
      XSyncValue(
        hi: Int32(truncatingIfNeeded: value >> 32), lo: UInt32(truncatingIfNeeded: value)))
    connection.exchange()
  }

  private func sendToRoot(
    _ type: Atom, _ data: (Int, Int, Int, Int, Int), _ display: XDisplay,
    about window: ResourceID? = nil
  ) {
    let root = XDefaultRootWindow(display)
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window ?? id
    event.xclient.message_type = type
    event.xclient.format = 32
    event.xclient.data.l = data
    XSendEvent(
      display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
  }
}

/// The progress of a resize with `_NET_WM_SYNC_REQUEST`. The window manager announces it, the
/// server configures the window, and the first frame in the new size completes it.
enum ResizeRequest: Hashable {
  case none
  case announced(Int64)
  case due(Int64)

  mutating func configured() {
    if case .announced(let value) = self { self = .due(value) }
  }

  /// Takes the counter's new value if the window has been configured; nil otherwise, and after it
  /// was taken.
  mutating func takeDue() -> Int64? {
    guard case .due(let value) = self else { return nil }
    self = .none
    return value
  }
}

extension Connection {
  /// Whether there is a window manager that supports the state or property `hint` of EWMH.
  func windowManagerSupports(_ hint: Atom) -> Bool {
    guard let display else { return false }
    let root = XDefaultRootWindow(display)
    let check = atoms[.netSupportingWMCheck]
    // The named window must also name itself: a window manager that died leaves the root's property
    // behind.
    guard let manager = property(check, cx11_XA_WINDOW, of: root).first,
      property(check, cx11_XA_WINDOW, of: manager).first == manager
    else { return false }
    return property(atoms[.netSupported], cx11_XA_ATOM, of: root).contains(hint)
  }

  fileprivate func makeBlankCursor(_ display: XDisplay) -> ResourceID {
    var nothing: CChar = 0
    let bitmap = XCreateBitmapFromData(display, XDefaultRootWindow(display), &nothing, 1, 1)
    defer { XFreePixmap(display, bitmap) }
    var (foreground, background) = (XColor(), XColor())
    return XCreatePixmapCursor(display, bitmap, bitmap, &foreground, &background, 0, 0)
  }
}
