import AnimCore
import CX11
import Glibc

/// A window that shows the image. It belongs to this client or to another one.
///
/// It follows ICCCM and EWMH, and also works without a window manager. Its state is updated only by the events that are
/// passed to ``handle(_:)``.
///
/// Deallocation destroys the counter first, then the window itself, then the colormap and the cursor. Another client's
/// window remains unchanged.
package final class Window {
  package let connection: Connection
  package let id: ResourceID
  /// The layout of the visual's pixels in an image.
  package let format: PixelFormat
  /// Whether the window belongs to this client. Only then can its title, size and state be set.
  package let isOwned: Bool
  /// The size in pixels, without the window manager's frame.
  package private(set) var size: PixelSize
  private var visibility: WindowVisibility
  package private(set) var isFullscreen = false
  /// Whether the window manager was requested to map the window. From then on, `_NET_WM_STATE` belongs to the window
  /// manager.
  private var isManaged = false
  /// The area before the window covered the screen without a window manager, or `nil` if the window isn't fullscreen in
  /// this way.
  private var areaBeforeFullscreen: PixelRect?
  private var blankCursor: ResourceID?
  /// The cursor that ``setCursor(_:)`` has chosen, or `nil` for that of the desktop.
  private var cursor: ResourceID?
  /// The colour of areas that the window gains, or `nil` if the server leaves them as they are.
  private var background: Color?
  /// Whether the pointer is hidden even while the window isn't fullscreen.
  package var hidesPointer: Bool { didSet { if hidesPointer != oldValue { updateCursor() } } }
  /// The input method, while text is typed.
  private var inputMethod: InputMethod?
  /// Whether the server reports all pointer movements.
  private var followsPointer = false
  /// The states other than fullscreen that the window manager is asked for before the window is mapped.
  private let states: [Atoms.Name]
  /// Whether the pixels of the window have alpha, which a compositor applies.
  package let isTransparent: Bool
  /// Whether frames stop although the window is visible: other windows cover it, or the program has another reason.
  package var isSuspended = false
  /// Whether to show the pointer over the window even if it would be hidden.
  package var showsPointer = false { didSet { if showsPointer != oldValue { updateCursor() } } }
  /// The XSync counter of `_NET_WM_SYNC_REQUEST`, or `nil` without the extension.
  let syncCounter: ResourceID?
  private(set) var resizeRequest = ResizeRequest.none
  private let colormap: ResourceID?
  /// The position of the top left corner on the screen, as last reported by the server or the window manager.
  package private(set) var position: WindowPosition
  /// Whether the last report contained ``position``.
  private var isPositionReported = false
  /// Whether the parent is the root window, so the window's position is relative to the screen.
  private var isOnRoot: Bool

  /// Creates a window without mapping it.
  init(on connection: Connection, _ configuration: WindowConfiguration) throws(WindowError) {
    guard let display = connection.display else { throw .connectionLost }
    let size = PixelSize(
      width: configuration.geometry?.width ?? configuration.size.width,
      height: configuration.geometry?.height ?? configuration.size.height)
    guard WindowLimit.allows(size) else {
      throw .invalidSize(width: size.width, height: size.height)
    }
    let transparent = configuration.isTransparent ? TrueColorVisual.transparent(on: display) : nil
    let visual: TrueColorVisual
    if let transparent { visual = transparent } else { visual = try .best(on: display) }
    let root = XDefaultRootWindow(display)
    let position = configuration.position(of: size, on: connection.screenSize)

    colormap =
      visual.isDefault ? nil : XCreateColormap(display, root, visual.visual, AllocNone)
    var attributes = XSetWindowAttributes()
    // Without a background, the server doesn't clear the window at every change of size, which would be visible before
    // the next frame. The background of a transparent window is transparent.
    attributes.background_pixmap = 0
    attributes.background_pixel = 0
    attributes.override_redirect = configuration.isUnmanaged ? 1 : 0
    // A window whose depth differs from its parent's requires a border pixel. Otherwise, creation fails with BadMatch.
    attributes.border_pixel = 0
    // Keep the contents in the top left corner during resizing.
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap ?? XDefaultColormap(display, XDefaultScreen(display))
    attributes.event_mask = Self.ownedEvents
    let background = transparent == nil ? CWBackPixmap : CWBackPixel
    let mask =
      background | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask | CWOverrideRedirect
    id = XCreateWindow(
      display, root, Int32(clamping: position?.x ?? 0), Int32(clamping: position?.y ?? 0),
      UInt32(size.width), UInt32(size.height), 0, Int32(visual.format.depth),
      UInt32(InputOutput), visual.visual, UInt(mask), &attributes)
    syncCounter = connection.extensions.sync.map { _ in
      XSyncCreateCounter(display, XSyncValue())
    }
    self.connection = connection
    self.size = size
    format = visual.format
    isOwned = true
    visibility = WindowVisibility(.unmapped)
    self.position = position ?? WindowPosition(x: 0, y: 0)
    isOnRoot = true
    hidesPointer = configuration.hidesPointer
    states = configuration.states
    isTransparent = transparent != nil
    setHints(configuration)
    setStates(fullscreen: false)
    if configuration.isFullscreen { setFullscreen(true) }
    updateCursor()
  }

  /// Adopts a window of another client to draw on, with that window's visual. Waits for the server.
  ///
  /// Keys and buttons remain with its owner: only one client can select button presses, and presses would no longer
  /// reach the window's parents.
  package init(adopting id: ResourceID, on connection: Connection) throws(WindowError) {
    let found: FoundWindow
    do throws(TrapError) {
      found = try connection.trappingErrors { display in
        // Select events before the queries, so that no change is missed.
        XSelectInput(display, id, ExposureMask | StructureNotifyMask | VisibilityChangeMask)
        return FoundWindow(id, on: display)
      }
    } catch .connectionLost {
      throw .connectionLost
    } catch {
      throw .noSuchWindow(id)
    }
    let attributes = found.attributes
    guard let display = connection.display else { throw .connectionLost }
    guard attributes.class == InputOutput, let visual = attributes.visual?.pointee,
      visual.class == TrueColor,
      let format = PixelFormat(of: visual, depth: Int(attributes.depth), on: display)
    else { throw .unusableWindow(id) }
    self.connection = connection
    self.id = id
    self.format = format
    size = PixelSize(width: Int(attributes.width), height: Int(attributes.height))
    isOwned = false
    visibility = WindowVisibility(WindowVisibility.MapState(attributes))
    colormap = nil
    syncCounter = nil
    position = found.position
    isOnRoot = found.isOnRoot
    hidesPointer = false
    states = []
    isTransparent = false
  }

  deinit {
    inputMethod = nil
    guard let display = connection.display else { return }
    if let syncCounter { XSyncDestroyCounter(display, syncCounter) }
    if isOwned { XDestroyWindow(display, id) }
    if let colormap { XFreeColormap(display, colormap) }
    if let blankCursor { XFreeCursor(display, blankCursor) }
    if let cursor { XFreeCursor(display, cursor) }
  }
}

extension Window {
  private static let ownedEvents =
    ExposureMask | StructureNotifyMask | VisibilityChangeMask | PropertyChangeMask
    | KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | Button1MotionMask
    | FocusChangeMask

  /// Sets whether the server reports all pointer movements, rather than only those with the left button pressed. Each
  /// movement wakes the process.
  package func followPointer(_ isFollowed: Bool) {
    followsPointer = isFollowed
    selectEvents()
  }

  /// Sets whether the user types text, with the help of the input method if there is one. Opening the input method
  /// waits for its program.
  package func takeText(_ takesText: Bool) {
    guard isOwned else { return }
    inputMethod = takesText ? InputMethod(for: id, on: connection) : nil
    connection.inputMethod = inputMethod
    selectEvents()
  }

  private func selectEvents() {
    guard isOwned, let display = connection.display else { return }
    let pointerEvents = PointerMotionMask | EnterWindowMask | LeaveWindowMask
    XSelectInput(
      display, id,
      Self.ownedEvents | (followsPointer ? pointerEvents : 0)
        | (inputMethod?.events ?? 0))
  }

  /// Requests another size. ``size`` changes when the request is granted. A window that would extend beyond the right
  /// or lower edge of an area is moved.
  package func resize(to size: PixelSize, within area: PixelRect) {
    guard isOwned, let display = connection.display, WindowLimit.allows(size) else { return }
    let covered = areaOnScreen
    let x = max(min(covered.x0, area.x1 - size.width), min(covered.x0, area.x0))
    let y = max(min(covered.y0, area.y1 - size.height), min(covered.y0, area.y0))
    if x == covered.x0, y == covered.y0 {
      XResizeWindow(display, id, UInt32(size.width), UInt32(size.height))
    } else {
      setStaticGravity(display)
      XMoveResizeWindow(
        display, id, Int32(clamping: x), Int32(clamping: y), UInt32(size.width),
        UInt32(size.height))
    }
  }

  /// Moves the window, or its frame, to a position on the screen.
  package func move(to position: WindowPosition) {
    guard isOwned, let display = connection.display else { return }
    XMoveWindow(display, id, Int32(clamping: position.x), Int32(clamping: position.y))
  }

  /// Moves and resizes a window without a frame to an area of the screen.
  package func cover(_ area: PixelRect) {
    guard isOwned, let display = connection.display,
      WindowLimit.allows(PixelSize(width: area.width, height: area.height))
    else { return }
    XMoveResizeWindow(
      display, id, Int32(clamping: area.x0), Int32(clamping: area.y0), UInt32(area.width),
      UInt32(area.height))
  }

  /// Sets the colour of newly exposed areas until the next frame is shown.
  package func setBackground(_ color: Color) {
    guard isOwned, let display = connection.display, color != background else { return }
    background = color
    var attributes = XSetWindowAttributes()
    attributes.background_pixel =
      isTransparent ? UInt(color.premultipliedARGB) : UInt(PixelPacker(format).pixel(color.argb))
    XChangeWindowAttributes(display, id, UInt(CWBackPixel), &attributes)
  }

  package var isMapped: Bool { visibility.isMapped }
  /// Whether any part of the window is visible, according to the server and the window manager.
  package var isVisible: Bool { visibility.isVisible && !isSuspended }

  /// Shows the window. ``isMapped`` changes when the server reports it.
  package func map() {
    guard isOwned, let display = connection.display else { return }
    isManaged = true
    XMapWindow(display, id)
    // Other windows of the desktop, such as icons of a file manager, stay above.
    if states.contains(.netWMStateBelow) { XLowerWindow(display, id) }
  }

  /// Queries whether the window is mapped, and whether the window manager's properties mark it as hidden, in case an
  /// event was lost. Waits for the server.
  package func askForVisibility() {
    let state = try? connection.trappingErrors { [id] display in
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, id, &attributes)
      return WindowVisibility.MapState(attributes)
    }
    if let state { visibility.didFind(state) }
    guard isOwned else { return }
    readState()
    readICCCMState()
  }

  /// Updates the state of the window for an event, and answers the window manager.
  package func handle(_ event: Event) {
    switch event {
    case .configure(let size, let position, let origin):
      self.size = size
      isPositionReported = origin == .screen || isOnRoot
      if isPositionReported { self.position = position }
      resizeRequest.configured()
    case .reparented(let parent): isOnRoot = parent == connection.rootWindow
    case .mapped: visibility.didMap()
    case .unmapped, .destroyed: visibility.didUnmap()
    case .visibility(let isFullyObscured): visibility.didObscure(fully: isFullyObscured)
    case .expose: visibility.didExpose()
    case .property(connection.atoms[.netWMState]): readState()
    case .property(connection.atoms[.wmState]): readICCCMState()
    case .ping(let message): answer(message)
    case .syncRequest(let value): resizeRequest = .announced(value)
    default: break
    }
  }
}

extension Window {
  /// Opens the window described by `configuration`: creates one without mapping it, or adopts an existing one.
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

// The hints that a new window sets for the window manager before it is mapped (ICCCM 4.1.2, EWMH).
extension Window {
  private func setHints(_ configuration: WindowConfiguration) {
    setTitle(configuration.title)
    setClass(configuration.className, instance: configuration.instanceName)
    setClient()
    setSizeHints(configuration)
    setProtocols()
    let atoms = connection.atoms
    connection.setProperty(
      atoms[.netWMWindowType], cx11_XA_ATOM, of: id, to: [Int(atoms[configuration.type.atom])])
    if configuration.isOnAllDesktops {
      connection.setProperty(
        atoms[.netWMDesktop], cx11_XA_CARDINAL, of: id, to: [Int(Self.allDesktops)])
    }
    setOpacity(configuration.opacity)
    if configuration.isBorderless {
      // The flags mark only the third value as valid: no decorations.
      connection.setProperty(
        atoms[.motifWMHints], atoms[.motifWMHints], of: id, to: [2, 0, 0, 0, 0])
    }
  }

  /// Sets the states that the window manager reads when the window is mapped.
  private func setStates(fullscreen: Bool) {
    let atoms = connection.atoms
    let states = (fullscreen ? [.netWMStateFullscreen] : []) + states
    guard !states.isEmpty || isFullscreen else { return }
    connection.setProperty(
      atoms[.netWMState], cx11_XA_ATOM, of: id, to: states.map { Int(atoms[$0]) })
  }

  /// The number that means all desktops in `_NET_WM_DESKTOP`.
  static let allDesktops: UInt32 = .max

  /// Sets the opacity of the entire window, from 0 to 1, which compositors apply.
  package func setOpacity(_ opacity: Double) {
    guard isOwned else { return }
    let property = connection.atoms[.netWMWindowOpacity]
    guard opacity < 1 else { return connection.deleteProperty(property, of: id) }
    let value = UInt32(max(0, opacity) * Double(UInt32.max))
    connection.setProperty(property, cx11_XA_CARDINAL, of: id, to: [Int(value)])
  }

  /// Sets the title in the title bar and in task bars.
  package func setTitle(_ title: String) {
    guard isOwned else { return }
    let title = title.displayed
    let atoms = connection.atoms
    let text = Array(title.utf8)
    for name in [atoms[.netWMName], atoms[.netWMIconName]] {
      connection.setProperty(name, atoms[.utf8String], of: id, to: text)
    }
    // The older pair of properties has the type STRING, which is Latin-1. Titles with other characters are set as
    // UTF-8, which window managers of this century accept there too.
    let latin = title.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    let fits = latin.count == title.unicodeScalars.count
    for name in [cx11_XA_WM_NAME, cx11_XA_WM_ICON_NAME] {
      connection.setProperty(
        name, fits ? cx11_XA_STRING : atoms[.utf8String], of: id, to: fits ? latin : text)
    }
  }

  private func setClass(_ className: String, instance: String?) {
    let name = instance ?? getenv("RESOURCE_NAME").map { String(cString: $0) } ?? "x11viewer"
    // Two strings, each terminated by zero.
    let text = Array(name.utf8) + [0] + Array(className.utf8) + [0]
    connection.setProperty(cx11_XA_WM_CLASS, cx11_XA_STRING, of: id, to: text)
  }

  /// Sets the process ID, and the name of the machine, which is necessary to interpret the ID.
  private func setClient() {
    var name = [CChar](repeating: 0, count: 256)
    if gethostname(&name, name.count - 1) == 0 {
      connection.setProperty(
        cx11_XA_WM_CLIENT_MACHINE, cx11_XA_STRING, of: id,
        to: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
      connection.setProperty(
        connection.atoms[.netWMPID], cx11_XA_CARDINAL, of: id, to: [Int(getpid())])
    }
    guard let display = connection.display else { return }
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = 1
    hints.initial_state = NormalState
    XSetWMHints(display, id, &hints)
  }

  private func setSizeHints(_ configuration: WindowConfiguration) {
    guard let display = connection.display else { return }
    var hints = XSizeHints()
    hints.flags = PMinSize | (configuration.geometry?.width != nil ? USSize : PSize)
    hints.min_width = Int32(min(configuration.minimumSize.width, size.width))
    hints.min_height = Int32(min(configuration.minimumSize.height, size.height))
    hints.width = Int32(size.width)
    hints.height = Int32(size.height)
    // Without a requested position, the window manager chooses one.
    let geometry = configuration.geometry
    if configuration.monitor != nil || geometry?.x != nil || geometry?.y != nil {
      hints.flags |= USPosition | PWinGravity
      hints.win_gravity = geometry?.gravity ?? NorthWestGravity
    }
    XSetWMNormalHints(display, id, &hints)
  }

  /// Sets the smallest size that the window manager should allow. Waits for the server.
  package func setMinimumSize(_ size: PixelSize) {
    guard isOwned, let display = connection.display else { return }
    var (hints, supplied) = (XSizeHints(), 0)
    XGetWMNormalHints(display, id, &hints, &supplied)
    hints.flags |= PMinSize
    hints.min_width = Int32(min(max(size.width, 1), WindowLimit.side))
    hints.min_height = Int32(min(max(size.height, 1), WindowLimit.side))
    XSetWMNormalHints(display, id, &hints)
  }

  private func setProtocols() {
    let atoms = connection.atoms
    var protocols = [atoms[.wmDeleteWindow], atoms[.netWMPing]]
    if let syncCounter {
      protocols.append(atoms[.netWMSyncRequest])
      connection.setProperty(
        atoms[.netWMSyncRequestCounter], cx11_XA_CARDINAL, of: id, to: [Int(syncCounter)])
    }
    connection.setProperty(
      atoms[.wmProtocols], cx11_XA_ATOM, of: id, to: protocols.map { Int($0) })
  }

  /// Sets the icons for task bars and switchers, in several sizes.
  package func setIcons(_ icons: [WindowIcon]) {
    guard isOwned else { return }
    let whole = icons.filter { $0.argb.count == $0.size.width * $0.size.height }
    guard !whole.isEmpty else { return }
    let values = whole.flatMap { icon in
      [icon.size.width, icon.size.height] + icon.argb.map { Int($0) }
    }
    connection.setProperty(
      connection.atoms[.netWMIcon], cx11_XA_CARDINAL, of: id, to: values)
  }
}

// Fullscreen, and the window state reported by the window manager (EWMH).
extension Window {
  /// Enters or leaves fullscreen. With a window manager, this is a request to cover the output, and ``isFullscreen``
  /// changes when it is granted. Without one, the window is resized to cover the screen.
  package func setFullscreen(_ wanted: Bool) {
    guard isOwned, let display = connection.display, wanted != isFullscreen else { return }
    let atoms = connection.atoms
    let fullscreen = atoms[.netWMStateFullscreen]
    if !connection.windowManagerSupports(fullscreen) {
      coverOutput(wanted, display)
    } else if isManaged {
      // 0 removes the state, and 1 adds it. The last number identifies the sender as an application.
      sendToRoot(atoms[.netWMState], (wanted ? 1 : 0, Int(fullscreen), 0, 1, 0), display)
    } else {
      // The window manager reads the property when the window is mapped.
      setStates(fullscreen: wanted)
      became(fullscreen: wanted)
    }
  }

  /// Reads `_NET_WM_STATE` after the window manager has changed it.
  private func readState() {
    let atoms = connection.atoms
    let state = connection.property(atoms[.netWMState], cx11_XA_ATOM, of: id)
    visibility.didRead(.netWMState, state.contains(atoms[.netWMStateHidden]))
    if areaBeforeFullscreen == nil {
      became(fullscreen: state.contains(atoms[.netWMStateFullscreen]))
    }
  }

  /// Reads `WM_STATE` after the window manager has changed it.
  private func readICCCMState() {
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

  /// Hides the pointer over a fullscreen window, or over any window on request, unless the pointer is needed.
  private func updateCursor() {
    guard isOwned, let display = connection.display else { return }
    if isFullscreen || hidesPointer, !showsPointer {
      let cursor = blankCursor ?? connection.makeBlankCursor(display)
      blankCursor = cursor
      XDefineCursor(display, id, cursor)
    } else if let cursor {
      XDefineCursor(display, id, cursor)
    } else if blankCursor != nil {
      XUndefineCursor(display, id)
    }
  }

  /// Sets the shape of the pointer.
  ///
  /// - Parameter shape: The number in the cursor font (cursorfont.h), or `nil` for the cursor of the desktop.
  package func setCursor(_ shape: UInt32?) {
    guard isOwned, let display = connection.display else { return }
    let old = cursor
    cursor = shape.map { XCreateFontCursor(display, $0) }
    if cursor == nil, old != nil { XUndefineCursor(display, id) }
    updateCursor()
    if let old { XFreeCursor(display, old) }
  }

  private func coverOutput(_ wanted: Bool, _ display: XDisplay) {
    let area: PixelRect
    if wanted {
      let covered = areaOnScreen
      areaBeforeFullscreen = covered
      area = connection.output(showing: covered)?.area ?? connection.screenSize.bounds
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

  /// Makes a window manager that only supports ICCCM move the window itself, rather than its frame, to requested
  /// positions (ICCCM 4.1.2.3). Otherwise, the title bar of twm would remain on the screen.
  private func setStaticGravity(_ display: XDisplay) {
    var (hints, supplied) = (XSizeHints(), 0)
    guard XGetWMNormalHints(display, id, &hints, &supplied) != 0 else { return }
    hints.flags |= PWinGravity
    hints.win_gravity = StaticGravity
    XSetWMNormalHints(display, id, &hints)
  }

  /// The area of the screen that the window covers, in pixels. Waits for the server, unless mapping hasn't been
  /// requested yet: until then, the window hasn't been moved.
  package var areaOnScreen: PixelRect {
    screenArea(at: isOwned && !isManaged ? position : askedPosition ?? position)
  }

  /// Returns whether the entire window is in an area of the screen, according to the last reported position.
  package func isWithin(_ area: PixelRect) -> Bool {
    let covered = screenArea(at: position)
    return area.intersection(covered) == covered
  }

  /// The area of the screen that the window covers, as last reported, or `nil` if the last report didn't contain the
  /// position on the screen.
  package var reportedArea: PixelRect? { isPositionReported ? screenArea(at: position) : nil }

  private func screenArea(at origin: WindowPosition) -> PixelRect {
    PixelRect(
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
  private func answer(_ ping: PingMessage) {
    guard let display = connection.display else { return }
    let data = ping.data
    sendToRoot(
      connection.atoms[.wmProtocols], (data[0], data[1], data[2], data[3], data[4]), display,
      about: XDefaultRootWindow(display))
  }

  /// Notifies the window manager that a frame of this size was presented, so that it can continue a resize that waits
  /// for it.
  package func didPublish(_ size: PixelSize) {
    if size == self.size { completeResize() }
  }

  /// Lets the window manager continue a resize that waits for a frame. Either a frame was presented, or there won't be
  /// one because the window is hidden or its size can't be drawn.
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

  /// Returns and clears the counter's new value if the window has been configured. Returns `nil` otherwise.
  mutating func takeDue() -> Int64? {
    guard case .due(let value) = self else { return nil }
    self = .none
    return value
  }
}

extension Connection {
  fileprivate func makeBlankCursor(_ display: XDisplay) -> ResourceID {
    var nothing: CChar = 0
    let bitmap = XCreateBitmapFromData(display, XDefaultRootWindow(display), &nothing, 1, 1)
    defer { XFreePixmap(display, bitmap) }
    var (foreground, background) = (XColor(), XColor())
    return XCreatePixmapCursor(display, bitmap, bitmap, &foreground, &background, 0, 0)
  }
}
