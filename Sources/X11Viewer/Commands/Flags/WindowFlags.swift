import AnimCore
import ArgumentParser
import OptionValues
import XWindow

/// The flags for where a window opens and how it presents itself to the desktop.
struct WindowFlags: FlagTable {
  var display: String?
  var geometry: WindowGeometry?
  var size: PixelSize?
  var name: String?
  var title: String?
  var fullscreen = false
  var look = WindowLook()
  var root = false
  var windowID: ResourceID?
  var scale: Double?

  static let options: [CommandOption<Self>] = [
    .text("display", "host:number", "The X server to use (default: $DISPLAY).") {
      $0.display = $1
    },
    .value(
      "geometry", "WxH+X+Y",
      "The window's size and place, such as 640x480-0+20; - counts from the right or the bottom "
        + "(default: 960x400). Windows have \(WindowLimit.description); in a larger one "
        + "frames stop.", parseGeometry
    ) { $0.geometry = $1 },
    .value(
      "size", "WxH",
      "The picture's size in pixels (default: that of --geometry, else the file's own).",
      parsePixelSize
    ) { $0.size = $1 },
    .text(
      "name", "name", "The name under which resources and window managers know the window."
    ) { $0.name = $1 },
    .text(
      "title", "text",
      "The text of the title bar (default: \(SessionConfiguration().title))."
    ) { $0.title = $1 },
    .onOff("fullscreen", "Open over the whole screen, or not (default).") { $0.fullscreen = $1 },
    .text(
      "monitor", "name|number",
      "The monitor to open on, as xrandr names it, or its number from 1 (default: the window manager's choice)."
    ) { $0.look.monitor = $1 },
    .onOff("borderless", "Open without a frame, or with one (default).") {
      $0.look.isBorderless = $1
    },
    .onOff("on-top", "Stay above other windows, or not (default).") { $0.look.isOnTop = $1 },
    .onOff(
      "hide-cursor", "Hide the pointer over the window, or in fullscreen only (default)."
    ) { $0.look.hidesPointer = $1 },
    .number(
      "zoom", "percent",
      "Show the picture at this percentage of its own size; the window opens as large.",
      in: 1...6400, "percent"
    ) { $0.look.zoom = $1 / 100 },
    .on(
      "root", "Draw on the window that a screen saver draws on.",
      discussion: """
        It is the one that $XSCREENSAVER_WINDOW names, else a virtual root window \
        (__SWM_VROOT), else the root window.
        """
    ) { $0.root = true },
    .value(
      "window-id", "number", "Draw on this window of another program, even with --root.",
      discussion: """
        The number is decimal, or hexadecimal after 0x. A window of another program keeps its \
        size, its title, its keys and its buttons. So with --window-id and --root the options \
        --geometry, --size, --name, --title, --fullscreen, --monitor, --borderless, --on-top and \
        --hide-cursor are refused.
        """, parseWindowID
    ) { $0.windowID = $1 },
    .number(
      "scale", "factor",
      "Pixels per point (default: what the desktop says in Xft.dpi, else what the size of the display does, else 1).",
      in: scaleRange, "a factor"
    ) { $0.scale = $1 },
  ]

  mutating func validate() throws {
    guard target != .new else { return }
    let refused = [
      ("--geometry", geometry != nil), ("--size", size != nil), ("--name", name != nil),
      ("--title", title != nil), ("--fullscreen", fullscreen),
      ("--monitor", look.monitor != nil), ("--borderless", look.isBorderless),
      ("--on-top", look.isOnTop), ("--hide-cursor", look.hidesPointer),
    ]
    if let option = refused.first(where: \.1)?.0 {
      throw ValidationError(
        "\(option): for a new window only; leave it out with \(windowID == nil ? "--root" : "--window-id")"
      )
    }
  }

  private var target: WindowTarget {
    windowID.map(WindowTarget.existing) ?? (root ? .screenSaver : .new)
  }

  /// The configuration from these flags.
  var configuration: SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.display = display
    configuration.target = target
    configuration.geometry = geometry
    configuration.size = size
    configuration.name = name
    configuration.title = title ?? configuration.title
    configuration.isFullscreen = fullscreen
    configuration.monitor = look.monitor
    configuration.isBorderless = look.isBorderless
    configuration.isOnTop = look.isOnTop
    configuration.hidesPointer = look.hidesPointer
    configuration.scale = scale
    return configuration
  }
}

/// How a new window of ``WindowFlags`` looks.
struct WindowLook {
  var monitor: String?
  var isBorderless = false
  var isOnTop = false
  var hidesPointer = false
  /// Points per unit of the picture; nil to fit the window.
  var zoom: Double?
}

/// The numbers of pixels per point, for ``WindowFlags`` and ``PictureFlags``.
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
