import AnimCore
import CX11
import Glibc

// The hints for the window manager that a new window sets before it is mapped (ICCCM 4.1.2, EWMH).
extension Window {
  /// The class in WM_CLASS. The desktop file names it in StartupWMClass.
  static let className = "X11Viewer"

  func setHints(_ configuration: WindowConfiguration) {
    setTitle(configuration.title)
    setClass(instance: configuration.instanceName)
    setClient()
    setSizeHints(configuration)
    setProtocols()
    let atoms = connection.atoms
    connection.setProperty(
      atoms[.netWMWindowType], cx11_XA_ATOM, of: id, to: [Int(atoms[.netWMWindowTypeNormal])])
  }

  /// Sets the title in the frame and in task bars.
  package func setTitle(_ title: String) {
    guard isOwn else { return }
    let atoms = connection.atoms
    let text = Array(title.utf8)
    for name in [atoms[.netWMName], atoms[.netWMIconName]] {
      connection.setProperty(name, atoms[.utf8String], of: id, to: text)
    }
    // The older pair has the type STRING, which is Latin-1. Titles with other characters are set as
    // UTF-8, which window managers of this century accept there too.
    let latin = title.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    let fits = latin.count == title.unicodeScalars.count
    for name in [cx11_XA_WM_NAME, cx11_XA_WM_ICON_NAME] {
      connection.setProperty(
        name, fits ? cx11_XA_STRING : atoms[.utf8String], of: id, to: fits ? latin : text)
    }
  }

  private func setClass(instance: String?) {
    let name = instance ?? getenv("RESOURCE_NAME").map { String(cString: $0) } ?? "x11viewer"
    // Two strings, each with its terminating zero.
    let text = Array(name.utf8) + [0] + Array(Self.className.utf8) + [0]
    connection.setProperty(cx11_XA_WM_CLASS, cx11_XA_STRING, of: id, to: text)
  }

  /// Sets the number of the process, and the name of its machine, without which that is
  /// meaningless.
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
    // Without a requested position the window manager chooses one.
    if let geometry = configuration.geometry, geometry.x != nil || geometry.y != nil {
      hints.flags |= USPosition | PWinGravity
      hints.win_gravity = geometry.gravity
    }
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

  /// Sets icons for task bars and switchers, in several sizes to choose from.
  package func setIcons(_ icons: [WindowIcon]) {
    guard isOwn else { return }
    let whole = icons.filter { $0.argb.count == $0.size.width * $0.size.height }
    guard !whole.isEmpty else { return }
    let values = whole.flatMap { icon in
      [icon.size.width, icon.size.height] + icon.argb.map { Int($0) }
    }
    connection.setProperty(
      connection.atoms[.netWMIcon], cx11_XA_CARDINAL, of: id, to: values)
  }
}
