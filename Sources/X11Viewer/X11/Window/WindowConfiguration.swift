import AnimCore

/// Which window to open, and the properties of a new one.
struct WindowConfiguration {
  /// The window to open. Everything else is for a new window: that of another client stays as it
  /// is.
  var target = WindowTarget.new
  /// The title that the window manager shows; any Unicode text.
  var title = "x11viewer"
  /// The instance in WM_CLASS, by which resources and window rules find the window; nil for the
  /// value of RESOURCE_NAME, or else the program's name.
  var instanceName: String?
  /// The size in pixels if ``geometry`` has none.
  var size = PixelSize(width: 1280, height: 720)
  var geometry: WindowGeometry?
  var isFullscreen = false
  /// The smallest size that the window manager should allow, in pixels.
  var minimumSize = PixelSize(width: 64, height: 64)
}
