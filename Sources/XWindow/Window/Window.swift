import AnimCore
import CX11

/// The window that shows the picture: our own, or another client's.
///
/// It follows ICCCM and EWMH, and works without a window manager too. It learns everything about
/// itself from the events that are passed to ``handle(_:)``.
///
/// When it is deallocated, its counter is destroyed first, then the window itself, then the
/// colormap and the cursor that it used. Another client's window is left as it is.
package final class Window {
  package let connection: Connection
  package let id: ResourceID
  /// The layout of its visual's pixels in an image.
  package let format: PixelFormat
  /// Whether it is our own window. Only then may its title, its size and its state be set.
  package let isOwn: Bool
  /// The size in pixels, without the window manager's frame.
  package private(set) var size: PixelSize
  var visibility: WindowVisibility
  package var isFullscreen = false
  /// Whether the window manager was asked to map the window. From then on, the window manager owns
  /// `_NET_WM_STATE`.
  private(set) var isManaged = false
  /// The area before the window covered the screen without a window manager; nil if it does not.
  var areaBeforeFullscreen: PixelRect?
  var blankCursor: ResourceID?
  /// Whether the pointer is visible over the window even in fullscreen.
  package var showsPointer = false { didSet { if showsPointer != oldValue { updateCursor() } } }
  /// The XSync counter of `_NET_WM_SYNC_REQUEST`; nil without the extension.
  let syncCounter: ResourceID?
  var resizeRequest = ResizeRequest.none
  private let colormap: ResourceID?
  /// Its top left corner on the screen, as last reported by the server or the window manager.
  package private(set) var position: WindowPosition
  /// Whether its parent is the root window, so that its coordinates are those of the screen.
  private var isOnRoot: Bool

  /// Makes a window, without mapping it.
  init(on connection: Connection, _ configuration: WindowConfiguration) throws(WindowError) {
    guard let display = connection.display else { throw .connectionLost }
    let size = PixelSize(
      width: configuration.geometry?.width ?? configuration.size.width,
      height: configuration.geometry?.height ?? configuration.size.height)
    guard size.isDrawable else {
      throw .invalidSize(width: size.width, height: size.height)
    }
    let visual = try TrueColorVisual.best(on: display)
    let root = XDefaultRootWindow(display)
    let position = configuration.geometry?.position(of: size, on: connection.screenSize)

    colormap =
      visual.isDefault ? nil : XCreateColormap(display, root, visual.visual, AllocNone)
    var attributes = XSetWindowAttributes()
    // No background: the server would show it briefly at every change of size, before we paint.
    attributes.background_pixmap = 0
    // A window with another depth than its parent needs a border of its own, or it is a BadMatch.
    attributes.border_pixel = 0
    // The contents stay at the top left corner while the window is resized.
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap ?? XDefaultColormap(display, XDefaultScreen(display))
    attributes.event_mask = Self.ownEvents
    let mask = CWBackPixmap | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask
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
    isOwn = true
    visibility = WindowVisibility(.unmapped)
    self.position = position ?? WindowPosition(x: 0, y: 0)
    isOnRoot = true
    setHints(configuration)
    if configuration.isFullscreen { setFullscreen(true) }
  }

  /// Adopts a window of another client to draw on, with that window's visual. Waits for the server.
  ///
  /// Keys and buttons stay with its owner: if one client selects button presses, all others are
  /// refused, and presses no longer reach the window's parents.
  package init(adopting id: ResourceID, on connection: Connection) throws(WindowError) {
    let found: FoundWindow
    do throws(TrapError) {
      found = try connection.trappingErrors { display in
        // Before the queries, so that no change is missed.
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
    isOwn = false
    visibility = WindowVisibility(WindowVisibility.MapState(attributes))
    colormap = nil
    syncCounter = nil
    position = found.position
    isOnRoot = found.isOnRoot
  }

  deinit {
    guard let display = connection.display else { return }
    if let syncCounter { XSyncDestroyCounter(display, syncCounter) }
    if isOwn { XDestroyWindow(display, id) }
    if let colormap { XFreeColormap(display, colormap) }
    if let blankCursor { XFreeCursor(display, blankCursor) }
  }
}

extension Window {
  private static let ownEvents =
    ExposureMask | StructureNotifyMask | VisibilityChangeMask | PropertyChangeMask
    | KeyPressMask | KeyReleaseMask | ButtonPressMask | FocusChangeMask

  /// Makes the server report the pointer's movements, or no longer do so, since each costs a
  /// wake-up.
  package func followPointer(_ isFollowed: Bool) {
    guard isOwn, let display = connection.display else { return }
    let pointerEvents = PointerMotionMask | ButtonReleaseMask | LeaveWindowMask
    XSelectInput(display, id, isFollowed ? Self.ownEvents | pointerEvents : Self.ownEvents)
  }

  package var isMapped: Bool { visibility.isMapped }
  /// Whether any part of it can be seen, as far as the server and the window manager report.
  package var isVisible: Bool { visibility.isVisible }

  /// Shows the window. ``isMapped`` changes with the server's event.
  package func map() {
    guard isOwn, let display = connection.display else { return }
    isManaged = true
    XMapWindow(display, id)
  }

  /// Asks the server whether the window is mapped, and whether the window manager's properties say
  /// that it is hidden, in case an event was lost. Waits for the answers.
  package func askForVisibility() {
    let state = try? connection.trappingErrors { [id] display in
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, id, &attributes)
      return WindowVisibility.MapState(attributes)
    }
    if let state { visibility.didFind(state) }
    guard isOwn else { return }
    readState()
    readICCCMState()
  }

  /// Records what an event says about the window, and answers the window manager.
  package func handle(_ event: Event) {
    switch event {
    case .configure(let size, let position, let origin):
      self.size = size
      if origin == .screen || isOnRoot { self.position = position }
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

extension Connection {
  /// The size of the screen in pixels, all outputs together.
  package var screenSize: PixelSize {
    guard let display else { return .zero }
    let screen = XDefaultScreen(display)
    return PixelSize(
      width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }
}
