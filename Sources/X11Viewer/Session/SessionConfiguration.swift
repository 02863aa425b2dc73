import AnimCore

/// Where a window opens and how it presents itself to the desktop. ``WindowFlags`` make it.
struct SessionConfiguration: Hashable {
  /// The X server; nil for the one that DISPLAY names.
  var display: String?
  var target = WindowTarget.new
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

extension SessionConfiguration {
  /// - Parameter scale: pixels per point.
  func windowConfiguration(scale: Double) -> WindowConfiguration {
    var configuration = WindowConfiguration()
    configuration.target = target
    configuration.title = title
    configuration.instanceName = name
    configuration.isFullscreen = isFullscreen
    configuration.geometry = geometry
    configuration.size =
      size
      ?? PixelSize(
        width: Int((Double(defaultPictureSize.width) * scale).rounded()),
        height: Int((Double(defaultPictureSize.height) * scale).rounded()))
    if let size {
      configuration.geometry?.width = size.width
      configuration.geometry?.height = size.height
    }
    return configuration
  }
}

/// The size of a picture, and of a window, unless another is asked for.
let defaultPictureSize = PixelSize(width: 960, height: 400)
