import AnimCore

/// Where a window is to open and how it presents itself to the desktop; what ``WindowFlags`` come
/// to.
struct WindowSettings: Hashable {
  /// The X server; nil for the one that DISPLAY names.
  var display: String?
  var geometry: WindowGeometry?
  /// The picture's size in pixels; nil for that of the geometry.
  var size: PixelSize?
  /// The instance in WM_CLASS; nil for the usual one.
  var name: String?
  var title = "x11viewer"
  var isFullscreen = false
  /// Pixels per point; nil for what the desktop says.
  var scale: Double?
}

extension WindowSettings {
  /// - Parameter scale: pixels per point.
  func windowOptions(scale: Double) -> WindowOptions {
    var options = WindowOptions()
    options.title = title
    options.instanceName = name
    options.isFullscreen = isFullscreen
    options.geometry = geometry
    options.size =
      size
      ?? PixelSize(
        width: Int((Double(defaultPictureSize.width) * scale).rounded()),
        height: Int((Double(defaultPictureSize.height) * scale).rounded()))
    if let size {
      options.geometry?.width = size.width
      options.geometry?.height = size.height
    }
    return options
  }
}

/// The size of a picture, and of a window, where nobody asked for another.
let defaultPictureSize = PixelSize(width: 960, height: 400)
