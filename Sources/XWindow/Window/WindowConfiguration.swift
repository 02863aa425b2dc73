import AnimCore

/// Which window to open, and the properties of a new one.
package struct WindowConfiguration {
  /// The window to open. Everything else is for a new window: that of another client stays as it
  /// is.
  package var target = WindowTarget.new
  /// The title that the window manager shows; any Unicode text.
  package var title = "x11viewer"
  /// The instance in WM_CLASS, by which resources and window rules find the window; nil for the
  /// value of RESOURCE_NAME, or else the program's name.
  package var instanceName: String?
  /// The size in pixels if ``geometry`` has none.
  package var size = PixelSize(width: 1280, height: 720)
  package var geometry: WindowGeometry?
  package var isFullscreen = false
  /// The smallest size that the window manager should allow, in pixels.
  var minimumSize = PixelSize(width: 64, height: 64)

  package init(
    target: WindowTarget = WindowTarget.new, title: String = "x11viewer",
    instanceName: String? = nil, size: PixelSize = PixelSize(width: 1280, height: 720),
    geometry: WindowGeometry? = nil, isFullscreen: Bool = false,
    minimumSize: PixelSize = PixelSize(width: 64, height: 64)
  ) {
    self.target = target
    self.title = title
    self.instanceName = instanceName
    self.size = size
    self.geometry = geometry
    self.isFullscreen = isFullscreen
    self.minimumSize = minimumSize
  }
}
