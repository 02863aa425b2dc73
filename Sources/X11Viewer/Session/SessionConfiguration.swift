import AnimCore
import OfflineRendering
import XWindow

/// Where a window opens and how it presents itself to the desktop. Made by ``WindowFlags``.
struct SessionConfiguration: Hashable {
  /// The text of the title bar for anything without a title of its own.
  static let defaultTitle = "x11viewer"

  /// The X server; nil for the one that DISPLAY names.
  var display: String?
  var target = WindowTarget.new
  var geometry: WindowGeometry?
  /// The size of the picture in pixels; nil for that of the geometry.
  var size: PixelSize?
  /// The size of the content in points, which is the window's default size; nil for the usual one.
  var contentSize: Size?
  /// Whether a window of the content's size is made smaller if it does not fit the screen.
  var fitsScreen = true
  /// The instance in WM_CLASS; nil for the default.
  var name: String?
  var title = defaultTitle
  var isFullscreen = false
  /// The monitor to open on: its name, or its number from 1; nil for wherever the window manager likes.
  var monitor: String?
  var isBorderless = false
  var isOnTop = false
  var hidesPointer = false
  /// Pixels per point; nil for the desktop's setting.
  var scale: Double?
}

extension SessionConfiguration {
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - screen: the size of the screen, or of the monitor, in pixels.
  ///   - monitor: the monitor that was asked for.
  func windowConfiguration(
    scale: Double, screen: PixelSize, monitor: PixelRect? = nil
  ) -> WindowConfiguration {
    var configuration = WindowConfiguration()
    configuration.monitor = monitor
    configuration.isBorderless = isBorderless
    configuration.isOnTop = isOnTop
    configuration.hidesPointer = hidesPointer
    configuration.target = target
    configuration.title = title
    configuration.instanceName = name
    configuration.isFullscreen = isFullscreen
    configuration.geometry = geometry
    configuration.size = size ?? contentPixels(scale: scale, screen: screen, monitor)
    if let size {
      configuration.geometry?.width = size.width
      configuration.geometry?.height = size.height
    }
    return configuration
  }
}

extension SessionConfiguration {
  private func contentPixels(
    scale: Double, screen: PixelSize, _ monitor: PixelRect?
  ) -> PixelSize {
    guard let natural = contentSize else {
      let usual = Size(
        width: Double(defaultPictureSize.width), height: Double(defaultPictureSize.height)
      ).pixels(scale: scale)
      guard let monitor, fitsScreen else { return usual }
      // A window manager takes the monitor with the largest part of the window for the window's.
      return PixelSize(
        width: min(usual.width, monitor.width), height: min(usual.height, monitor.height))
    }
    return natural.pixels(scale: scale, fitting: fitsScreen ? screen : nil)
  }
}

extension Size {
  /// The size in pixels of a window for content of this size in points.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels per point.
  ///   - screen: The size to which larger windows are scaled down, in pixels, or `nil` for no limit.
  func pixels(scale: Double, fitting screen: PixelSize?) -> PixelSize {
    guard let screen else { return pixels(scale: scale) }
    let room = min(Double(screen.width) / (width * scale), Double(screen.height) / (height * scale))
    return pixels(scale: room > 0 && room < 1 ? scale * room : scale)
  }
}
