import AnimCore
import OfflineRendering
import Viewer
import XWindow

/// The position of a window and its presentation on the desktop. Created by ``WindowFlags``.
struct SessionConfiguration: Hashable {
  /// The X server, or `nil` for the one in DISPLAY.
  var display: String?
  var target = WindowTarget.new
  var geometry: WindowGeometry?
  /// The size of the image in pixels, or `nil` for that of the geometry.
  var size: PixelSize?
  /// The size of the content in points, which is the window's default size, or `nil` for the usual
  /// size.
  var contentSize: Size?
  /// Whether to shrink a window of the content's size to fit the screen.
  var fitsScreen = true
  /// The instance in WM_CLASS, or `nil` for the default.
  var name: String?
  var title = Viewer.defaultTitle
  var isFullscreen = false
  /// The monitor to open on, as a name or a number starting at 1, or `nil` to let the window
  /// manager choose.
  var monitor: String?
  var isBorderless = false
  var isOnTop = false
  var hidesPointer = false
  /// The purpose of the window on the desktop.
  var role = DesktopRole.window
  /// Whether a sticker opens where the user last dragged it.
  var remembersPosition = false
  /// The position to which the user last dragged the sticker, or `nil`.
  var lastPosition: WindowPosition?
  /// Whether a wallpaper is shown once across all monitors.
  var spansMonitors = false
  /// Whether all clicks reach the windows below.
  var isClickThrough = false
  /// The opacity of the window, from 0 to 1.
  var opacity = 1.0
  var isOnAllDesktops = false
  /// The type for window managers, or `nil` for the usual type of the role.
  var type: WindowType?
  /// The number of pixels per point, or `nil` for the desktop's setting.
  var scale: Double?
}

/// The purpose of a window on the desktop.
enum DesktopRole: Hashable {
  case window
  /// Below all windows, on every monitor.
  case wallpaper
  /// Above other windows, with the alpha of the animation.
  case sticker

  /// The seconds for which a wallpaper shows each of several files.
  static let slideDuration = 60.0

  var windowType: WindowType {
    switch self {
    case .window: .normal
    case .wallpaper: .desktop
    case .sticker: .utility
    }
  }
}

extension SessionConfiguration {
  /// Returns the number of pixels per point in an area of the screen.
  func scale(of area: PixelRect, on connection: Connection) -> Double {
    scale ?? connection.scale ?? connection.physicalScale(of: area)
  }

  /// - Parameters:
  ///   - scale: The number of pixels per point.
  ///   - screen: The size of the screen or the monitor, in pixels.
  ///   - monitor: The requested monitor.
  func windowConfiguration(
    scale: Double, screen: PixelSize, monitor: PixelRect? = nil
  ) -> WindowConfiguration {
    var configuration = WindowConfiguration()
    configuration.monitor = monitor
    configuration.isBorderless = isBorderless
    configuration.layer = isOnTop ? .above : .normal
    configuration.isOnAllDesktops = isOnAllDesktops
    configuration.opacity = opacity
    configuration.type = type ?? role.windowType
    if role == .sticker {
      configuration.isTransparent = true
      configuration.isBorderless = true
      configuration.layer = .above
      configuration.isUnlisted = true
      configuration.minimumSize = PixelSize(width: 1, height: 1)
    }
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
    if let lastPosition {
      let area = PixelRect(
        x0: lastPosition.x, y0: lastPosition.y, x1: lastPosition.x + configuration.size.width,
        y1: lastPosition.y + configuration.size.height)
      // The monitor that showed it may be gone.
      if !area.intersection(screen.bounds).isEmpty {
        configuration.geometry = WindowGeometry(at: lastPosition, sizeOf: configuration.geometry)
        configuration.monitor = nil
      }
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
        width: Double(defaultImageSize.width), height: Double(defaultImageSize.height)
      ).pixels(scale: scale)
      guard let monitor, fitsScreen else { return usual }
      // Window managers assign a window to the monitor that contains its largest part.
      return PixelSize(
        width: min(usual.width, monitor.width), height: min(usual.height, monitor.height))
    }
    return natural.pixels(scale: scale, fitting: fitsScreen ? screen : nil)
  }
}

extension Size {
  /// Returns the size in pixels of a window for content of this size in points.
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
