import AnimCore
import ArgumentParser
import PlainText
import XWindow

/// The flags for where a new window opens and how it presents itself to the desktop.
struct WindowFlags: ParsableArguments {
  @Option(
    "WxH+X+Y",
    "Set the size and position of the window, such as 640x480-0+20 (default: 960x400). A "
      + "window can have \(WindowLimit.description).", parseGeometry)
  private var geometry: WindowGeometry?

  @Option(
    "WxH",
    "Set the size of the image in pixels (default: the size of --geometry, otherwise of the file).",
    parsePixelSize)
  private var size: PixelSize?

  @Option("name", "Set the name of the window for resources and window managers.")
  private var name: String?

  @Option("text", "Set the title (default: \(SessionConfiguration().title)).")
  private var title: String?

  @Flag("Open in fullscreen, or not (default).", name: .shortAndLong)
  private var fullscreen: Bool?

  @Option(
    "name|number",
    "Open on this monitor: its xrandr name, or its number counted from 1 (default: chosen by "
      + "the window manager).")
  private var monitor: String?

  @Flag("Open without a border, or with one (default).")
  private var borderless: Bool?

  @Flag("Stay above other windows, or not (default).")
  private var onTop: Bool?

  @Flag("Always hide the pointer, or only in fullscreen (default).")
  private var hideCursor: Bool?

  func apply(to view: inout ViewConfiguration) {
    view.window.geometry = geometry
    view.window.size = size
    view.window.name = name
    view.window.title = title ?? view.window.title
    view.keepsTitle = title != nil
    view.window.isFullscreen = fullscreen == true
    view.window.monitor = monitor
    view.window.isBorderless = borderless == true
    view.window.isOnTop = onTop == true
    view.window.hidesPointer = hideCursor == true
  }
}

/// The flags for the window to draw on, and how large.
struct TargetFlags: ParsableArguments {
  @Option("host:number", "Connect to this X server (default: $DISPLAY).")
  private var display: String?

  @Option(
    "percent", "Show the image at this percentage of its size, in a window of that size.",
    in: 1...6400, "percent")
  private var zoom: Double?

  @Option(
    "factor",
    "Set the number of pixels per point (default: from Xft.dpi, otherwise from the size of "
      + "the display, otherwise 1).", in: scaleRange, "a factor")
  private var scale: Double?

  @Flag(
    help: ArgumentHelp(
      "Draw on the window of a screen saver.",
      discussion: """
        The window is $XSCREENSAVER_WINDOW, otherwise a virtual root window (__SWM_VROOT), \
        otherwise the root window.
        """))
  private var root = false

  @Option(
    "number", "Draw on this window of another program.",
    discussion: """
      The ID is decimal, or hexadecimal with the prefix 0x. --window-id takes precedence over \
      --root. Both refuse --geometry, --size, --name, --title, --fullscreen, --monitor, \
      --borderless, --on-top and --hide-cursor, because the other program controls its window.
      """, parseWindowID)
  private var windowId: ResourceID?

  /// The flag that chooses a window of another program, or `nil` for a new window.
  var foreignWindow: String? { windowId != nil ? "--window-id" : root ? "--root" : nil }

  func apply(to view: inout ViewConfiguration) {
    view.window.display = display
    view.window.target = windowId.map { .existing($0) } ?? (root ? .screenSaver : .new)
    view.window.scale = scale
    view.zoom = zoom.map { $0 / 100 }
  }
}

/// The numbers of pixels per point, for ``TargetFlags`` and ``ImageFlags``.
let scaleRange = 0.1...16.0

private func parseWindowID(_ text: String) throws -> ResourceID {
  guard let id = Connection.windowID(text) else {
    throw InvalidValue(
      expected: "the number of a window as xwininfo prints it, such as 0x1a00003 or 27262979")
  }
  return id
}

/// Parses a geometry whose sides a window can have.
func parseGeometry(_ text: String) throws -> WindowGeometry {
  let sides = 1...WindowLimit.side
  guard let geometry = try? WindowGeometry(text), sides.contains(geometry.width ?? 1),
    sides.contains(geometry.height ?? 1)
  else {
    throw InvalidValue(
      expected: "WIDTHxHEIGHT, +X+Y or both, such as 640x480-0+20, "
        + "each side from 1 to \(sides.upperBound) pixels and no offset beyond \(sides.upperBound)")
  }
  return geometry
}
