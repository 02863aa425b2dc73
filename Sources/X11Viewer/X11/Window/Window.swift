import AnimCore
import CX11

/// The window that the picture is shown in: one of our own, or another client's.
///
/// It keeps to ICCCM and EWMH, and works with no window manager at all. Everything it knows about
/// itself it learns from the events that ``handle(_:)`` is given.
///
/// When it is deallocated, its counter is destroyed first, then the window itself, then the
/// colormap and the cursor that it used. Another client's window is left as it is.
final class Window {
  let connection: Connection
  let id: ResourceID
  /// How the pixels of its visual lie in an image.
  let format: PixelFormat
  /// Whether it is ours. Only then are its title, its size and its state ours to set.
  let isOwn: Bool
  /// In pixels, without the window manager's frame.
  private(set) var size: PixelSize
  var visibility: WindowVisibility
  var isFullscreen = false
  /// Whether the window manager was asked to map the window. From then on it owns
  /// `_NET_WM_STATE`.
  private(set) var isManaged = false
  /// The area before the window was made to cover the screen without a window manager's help.
  var areaBeforeFullscreen: PixelRect?
  var blankCursor: ResourceID?
  /// Whether the pointer is to be seen over the window even where that is fullscreen.
  var showsPointer = false { didSet { if showsPointer != oldValue { updateCursor() } } }
  /// The XSync counter of `_NET_WM_SYNC_REQUEST`; nil without the extension.
  let syncCounter: ResourceID?
  var resizeRequest = ResizeRequest.none
  private let colormap: ResourceID?
  /// Its top left corner on the screen, as the server or the window manager last said.
  private(set) var position: WindowPosition
  /// Whether its parent is the root window, so that its coordinates are those of the screen.
  private var isOnRoot: Bool

  /// Makes a window, not yet mapped.
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
    // No background: the server would flash it at every change of size, before we paint.
    attributes.background_pixmap = 0
    // Without a border of its own a window of another depth than its parent is a BadMatch.
    attributes.border_pixel = 0
    // What is painted stays while the window grows, at the corner that does not move.
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

  /// Draws on a window of another client, with that window's visual. Waits for the server.
  ///
  /// Keys and buttons stay with its owner: a button that one client selects is refused to all
  /// others, and no longer reaches the parents of the window.
  init(adopting id: ResourceID, on connection: Connection) throws(WindowError) {
    let found: FoundWindow
    do throws(TrapError) {
      found = try connection.trappingErrors { display in
        // Before the questions, so that no change can come between.
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

  /// Has the server report where the pointer is, or no longer do so: it takes a wake-up each time.
  func followPointer(_ isFollowed: Bool) {
    guard isOwn, let display = connection.display else { return }
    let pointerEvents = PointerMotionMask | ButtonReleaseMask | LeaveWindowMask
    XSelectInput(display, id, isFollowed ? Self.ownEvents | pointerEvents : Self.ownEvents)
  }

  var isMapped: Bool { visibility.isMapped }
  /// Whether any of it can be seen, as far as the server and the window manager say.
  var isVisible: Bool { visibility.isVisible }

  /// Shows the window. ``isMapped`` follows with the server's event.
  func map() {
    guard isOwn, let display = connection.display else { return }
    isManaged = true
    XMapWindow(display, id)
  }

  /// Asks the server whether the window is mapped, and the window manager's properties whether it is
  /// hidden, in case an event was lost. Waits for the answers.
  func askForVisibility() {
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

  /// Keeps what an event says about the window, and answers the window manager.
  func handle(_ event: Event) {
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
  var screenSize: PixelSize {
    guard let display else { return .zero }
    let screen = XDefaultScreen(display)
    return PixelSize(
      width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }
}
