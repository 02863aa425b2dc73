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
    .text("display", "host:number", "Connect to this X server (default: $DISPLAY).") {
      $0.display = $1
    },
    .value(
      "geometry", "WxH+X+Y",
      "Set the size and position of the window, such as 640x480-0+20 (default: 960x400). A "
        + "window can have \(WindowLimit.description).", parseGeometry
    ) { $0.geometry = $1 },
    .value(
      "size", "WxH",
      "Set the size of the image in pixels (default: the size of --geometry, otherwise of the "
        + "file).",
      parsePixelSize
    ) { $0.size = $1 },
    .text(
      "name", "name", "Set the name of the window for resources and window managers."
    ) { $0.name = $1 },
    .text(
      "title", "text",
      "Set the title (default: \(SessionConfiguration().title))."
    ) { $0.title = $1 },
    .onOff("fullscreen", "Open in fullscreen, or not (default).") { $0.fullscreen = $1 },
    .text(
      "monitor", "name|number",
      "Open on this monitor: its xrandr name, or its number counted from 1 (default: chosen by "
        + "the window manager)."
    ) { $0.look.monitor = $1 },
    .onOff("borderless", "Open without a border, or with one (default).") {
      $0.look.isBorderless = $1
    },
    .onOff("on-top", "Stay above other windows, or not (default).") { $0.look.isOnTop = $1 },
    .onOff(
      "hide-cursor", "Always hide the pointer, or only in fullscreen (default)."
    ) { $0.look.hidesPointer = $1 },
    .number(
      "zoom", "percent",
      "Show the image at this percentage of its size, in a window of that size.",
      in: 1...6400, "percent"
    ) { $0.look.zoom = $1 / 100 },
    .on(
      "root", "Draw on the window of a screen saver.",
      discussion: """
        The window is $XSCREENSAVER_WINDOW, otherwise a virtual root window (__SWM_VROOT), \
        otherwise the root window.
        """
    ) { $0.root = true },
    .value(
      "window-id", "number", "Draw on this window of another program.",
      discussion: """
        The ID is decimal, or hexadecimal with the prefix 0x. --window-id takes precedence over \
        --root. Both refuse --geometry, --size, --name, --title, --fullscreen, --monitor, \
        --borderless, --on-top and --hide-cursor, because the other program controls its window.
        """, parseWindowID
    ) { $0.windowID = $1 },
    .number(
      "scale", "factor",
      "Set the number of pixels per point (default: from Xft.dpi, otherwise from the size of "
        + "the display, otherwise 1).",
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
        "\(option): cannot be used with \(windowID == nil ? "--root" : "--window-id")"
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

/// The appearance of a new window of ``WindowFlags``.
struct WindowLook {
  var monitor: String?
  var isBorderless = false
  var isOnTop = false
  var hidesPointer = false
  /// Points per unit of the image, or `nil` to fit the window.
  var zoom: Double?
}

/// The numbers of pixels per point, for ``WindowFlags`` and ``ImageFlags``.
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
