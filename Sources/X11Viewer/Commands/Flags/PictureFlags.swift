import AnimCore
import ArgumentParser

/// The flags for the size of pictures that are drawn without a window.
struct PictureFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The size of pictures in pixels (default: the file's own, else 960x400).", valueName: "WxH"),
    transform: parsePixelSize)
  var size: PixelSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point (default: 1).", valueName: "factor"),
    transform: parseScale)
  var scale: Double?
}
