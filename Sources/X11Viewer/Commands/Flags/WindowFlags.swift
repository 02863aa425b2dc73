import AnimCore
import ArgumentParser
import OptionValues
import XWindow

/// The flags for where a window opens and how it presents itself to the desktop.
struct WindowFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The X server to use (default: $DISPLAY).", valueName: "host:number"))
  var display: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The window's size and place, such as 640x480-0+20; - counts from the right or the bottom "
        + "(default: 960x400). Pictures have \(PictureLimit.description); in a larger window "
        + "frames stop.",
      valueName: "WxH+X+Y"),
    transform: parseGeometry)
  var geometry: WindowGeometry?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The picture's size in pixels (default: that of --geometry, else the file's own).",
      valueName: "WxH"),
    transform: parsePixelSize)
  var size: PixelSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The name under which resources and window managers know the window.", valueName: "name"))
  var name: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The text of the title bar (default: \(SessionConfiguration().title)).", valueName: "text"))
  var title: String?

  @Flag(help: "Open over the whole screen.")
  var fullscreen = false

  @Flag(
    help: ArgumentHelp(
      "Draw on the window that a screen saver draws on.",
      discussion: """
        It is the one that $XSCREENSAVER_WINDOW names, else a virtual root window \
        (__SWM_VROOT), else the root window.
        """))
  var root = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Draw on this window of another program, even with --root.",
      discussion: """
        The number is decimal, or hexadecimal after 0x. A window of another program keeps its \
        size, its title, its keys and its buttons. So with --window-id and --root the options \
        --geometry, --size, --name, --title and --fullscreen are refused.
        """, valueName: "number"),
    transform: parseWindowID)
  var windowId: ResourceID?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels per point (default: what the desktop says in Xft.dpi, else 1).",
      valueName: "factor"),
    transform: parseScale)
  var scale: Double?

  mutating func validate() throws {
    guard target != .new else { return }
    let refused = [
      ("--geometry", geometry != nil), ("--size", size != nil), ("--name", name != nil),
      ("--title", title != nil), ("--fullscreen", fullscreen),
    ]
    if let option = refused.first(where: \.1)?.0 {
      throw ValidationError(
        "\(option): for a new window only; leave it out with \(windowId == nil ? "--root" : "--window-id")"
      )
    }
  }

  private var target: WindowTarget {
    windowId.map(WindowTarget.existing) ?? (root ? .screenSaver : .new)
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
    configuration.scale = scale
    return configuration
  }
}

/// The number of pixels per point, for ``WindowFlags`` and ``PictureFlags``.
let parseScale = number(in: 0.1...16, "a factor")

private func parseWindowID(_ text: String) throws -> ResourceID {
  guard let id = Connection.windowID(text) else {
    throw InvalidValue(
      expected: "the number of a window as xwininfo prints it, such as 0x1a00003 or 27262979")
  }
  return id
}

/// Parses a geometry whose sides a window can have.
func parseGeometry(_ text: String) throws -> WindowGeometry {
  let sides = 1...PictureLimit.side
  guard let geometry = try? WindowGeometry(text), sides.contains(geometry.width ?? 1),
    sides.contains(geometry.height ?? 1)
  else {
    throw InvalidValue(
      expected: "WIDTHxHEIGHT, +X+Y or both, such as 640x480-0+20, "
        + "each side from 1 to \(sides.upperBound) pixels and no offset beyond \(sides.upperBound)")
  }
  return geometry
}
