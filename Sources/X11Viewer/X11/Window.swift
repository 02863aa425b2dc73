import AnimCore
import CX11

/// The window that the picture is shown in: one of our own, or one that somebody else owns.
///
/// It keeps to ICCCM and EWMH, and works with no window manager at all. Everything it knows about
/// itself it learns from the events that ``handle(_:)`` is given.
///
/// When it goes, its counter is destroyed first, then the window itself, then the colormap and
/// the cursor that it used. A window of somebody else is left as it is.
final class Window {
  let connection: Connection
  let id: ResourceID
  /// How the pixels of its visual lie in an image.
  let format: PixelFormat
  /// Whether it is ours. Only then are its title, its size and its state ours to set.
  let isOwn: Bool
  /// In pixels, without the window manager's frame.
  private(set) var size: PixelSize
  private(set) var isMapped: Bool
  private(set) var isFullyObscured = false
  /// Iconified, shaded, or on another desktop: what `_NET_WM_STATE_HIDDEN` says.
  var isHidden = false
  var isFullscreen = false
  /// Whether the window manager was asked to map the window. From then on it owns
  /// `_NET_WM_STATE`.
  private(set) var isManaged = false
  /// The area before the window was made to cover the screen without a window manager's help.
  var areaBeforeFullscreen: PixelRect?
  var blankCursor: ResourceID?
  /// The XSync counter of `_NET_WM_SYNC_REQUEST`; nil without the extension.
  let syncCounter: ResourceID?
  var resizeRequest = ResizeRequest.none
  private let colormap: ResourceID?
  /// Where a window of our own was made, on the root window.
  let firstPosition: WindowPosition

  /// Makes a window, not yet mapped.
  init(on connection: Connection, _ options: WindowOptions) throws(WindowError) {
    guard let display = connection.display else { throw .connectionLost }
    let size = PixelSize(
      width: options.geometry?.width ?? options.size.width,
      height: options.geometry?.height ?? options.size.height)
    let allowed = 1...WindowError.limit
    guard allowed.contains(size.width), allowed.contains(size.height) else {
      throw .invalidSize(width: size.width, height: size.height)
    }
    let choice = try VisualChoice.best(on: display)
    let root = XDefaultRootWindow(display)
    let position = options.geometry?.position(of: size, on: connection.screenSize)

    colormap =
      choice.isDefault ? nil : XCreateColormap(display, root, choice.visual, AllocNone)
    var attributes = XSetWindowAttributes()
    // No background: the server would flash it at every change of size, before we paint.
    attributes.background_pixmap = 0
    // Without a border of its own a window of another depth than its parent is a BadMatch.
    attributes.border_pixel = 0
    // What is painted stays while the window grows, at the corner that does not move.
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap ?? XDefaultColormap(display, XDefaultScreen(display))
    attributes.event_mask =
      ExposureMask | StructureNotifyMask | VisibilityChangeMask | PropertyChangeMask
      | KeyPressMask | KeyReleaseMask | ButtonPressMask | FocusChangeMask
    let mask = CWBackPixmap | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask
    id = XCreateWindow(
      display, root, Int32(clamping: position?.x ?? 0), Int32(clamping: position?.y ?? 0),
      UInt32(size.width), UInt32(size.height), 0, Int32(choice.format.depth),
      UInt32(InputOutput), choice.visual, UInt(mask), &attributes)
    syncCounter = connection.extensions.sync.map { _ in
      XSyncCreateCounter(display, XSyncValue())
    }
    self.connection = connection
    self.size = size
    format = choice.format
    isOwn = true
    isMapped = false
    firstPosition = position ?? WindowPosition(x: 0, y: 0)
    setHints(options)
    if options.isFullscreen { setFullscreen(true) }
  }

  /// Draws on a window of somebody else, with that window's visual.
  init(adopting id: ResourceID, on connection: Connection) throws(WindowError) {
    let attributes: XWindowAttributes
    do throws(TrapError) {
      attributes = try connection.trappingErrors { display in
        var attributes = XWindowAttributes()
        XGetWindowAttributes(display, id, &attributes)
        return attributes
      }
    } catch .connectionLost {
      throw .connectionLost
    } catch {
      throw .noSuchWindow(id)
    }
    guard let display = connection.display else { throw .connectionLost }
    guard attributes.class == InputOutput, let visual = attributes.visual?.pointee,
      visual.class == TrueColor,
      let format = PixelFormat(of: visual, depth: Int(attributes.depth), on: display)
    else { throw .unusableWindow(id) }
    // One client alone may listen to buttons; a second one would get an error.
    let buttons = attributes.all_event_masks & ButtonPressMask == 0 ? ButtonPressMask : 0
    XSelectInput(
      display, id, ExposureMask | StructureNotifyMask | VisibilityChangeMask | buttons)
    self.connection = connection
    self.id = id
    self.format = format
    size = PixelSize(width: Int(attributes.width), height: Int(attributes.height))
    isOwn = false
    isMapped = attributes.map_state != IsUnmapped
    colormap = nil
    syncCounter = nil
    firstPosition = WindowPosition(x: Int(attributes.x), y: Int(attributes.y))
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
  /// Whether anybody can see it, as far as the server and the window manager tell.
  var isVisible: Bool { isMapped && !isHidden && !isFullyObscured }

  /// Shows the window. ``isMapped`` follows with the server's event.
  func map() {
    guard isOwn, let display = connection.display else { return }
    isManaged = true
    XMapWindow(display, id)
  }

  /// Asks the server again whether the window is mapped, and the window manager's property whether
  /// it is hidden. Waits for the answers.
  func askForVisibility() {
    let attributes = try? connection.trappingErrors { [id] display in
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, id, &attributes)
      return attributes
    }
    if let attributes { isMapped = attributes.map_state != IsUnmapped }
    if isOwn { readState() }
  }

  /// Reacts to what happened to the window, and answers the window manager.
  func handle(_ event: Event) {
    switch event {
    case .configure(let size, _):
      self.size = size
      resizeRequest.configured()
    case .mapped: isMapped = true
    case .unmapped, .destroyed: isMapped = false
    case .visibility(let isFullyObscured): self.isFullyObscured = isFullyObscured
    case .property(connection.atoms[.netWMState]): readState()
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
