import AnimCore

/// Which window to open, and what a new one is to be like.
struct WindowConfiguration {
  /// All else is about a window that is made: what another client made stays as it is.
  var target = WindowTarget.new
  /// Shown by the window manager; any Unicode text.
  var title = "x11viewer"
  /// The instance in WM_CLASS, by which resources and window rules find the window; nil for what
  /// RESOURCE_NAME says, else the program's name.
  var instanceName: String?
  /// The size in pixels where ``geometry`` names none.
  var size = PixelSize(width: 1280, height: 720)
  var geometry: WindowGeometry?
  var isFullscreen = false
  /// What the window manager should not let the window become smaller than, in pixels.
  var minimumSize = PixelSize(width: 64, height: 64)
}
