import AnimCore
import ArgumentParser

/// The flags that say where a window opens and how it presents itself to the desktop.
struct WindowFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The X server to use (default: $DISPLAY).", valueName: "host:number"))
  var display: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The window's size and place, such as 960x400+10-10 (default: 960x400).",
      valueName: "WxH±X±Y"),
    transform: parseGeometry)
  var geometry: WindowGeometry?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The picture's size in pixels (default: that of --geometry).", valueName: "WxH"),
    transform: parsePixelSize)
  var size: PixelSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The name under which resources and window managers know the window.", valueName: "name"))
  var name: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The text of the title bar.", valueName: "text"))
  var title = WindowSettings().title

  @Flag(help: "Open over the whole screen.")
  var fullscreen = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels per point (default: what the desktop says in Xft.dpi, else 1).",
      valueName: "factor"),
    transform: parseScale)
  var scale: Double?

  /// What the flags come to.
  var settings: WindowSettings {
    WindowSettings(
      display: display, geometry: geometry, size: size, name: name, title: title,
      isFullscreen: fullscreen, scale: scale)
  }
}

/// How much larger than a pixel a point may be drawn, for ``WindowFlags`` and ``RenderCommand``.
let parseScale = number(in: 0.1...16, "a factor")

/// A geometry with sides that a window can have.
private func parseGeometry(_ text: String) throws -> WindowGeometry {
  let sides = 1...WindowError.limit
  guard let geometry = try? WindowGeometry(text), sides.contains(geometry.width ?? 1),
    sides.contains(geometry.height ?? 1)
  else {
    throw InvalidValue(
      expected: "WIDTHxHEIGHT, +X+Y or both, such as 640x480-0+20, "
        + "each side from 1 to \(sides.upperBound) pixels and no offset beyond \(sides.upperBound)")
  }
  return geometry
}
