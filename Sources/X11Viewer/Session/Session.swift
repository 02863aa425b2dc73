import AnimCore
import LinuxSystem
import Logging
import OfflineRendering
import XWindow

/// A connection with a window and its renderer.
struct Session {
  let connection: Connection
  let window: Window
  let renderer: any Renderer
  /// The number of pixels per point.
  let scale: Double
  /// The logger for warnings and notices, which writes to standard error.
  let logger: Logger
}

extension Session {
  /// Connects to the server.
  static func connect(_ configuration: SessionConfiguration) throws(Failure) -> Connection {
    do throws(ConnectionError) {
      return try Connection(display: configuration.display)
    } catch {
      throw Failure(error)
    }
  }

  /// Opens the window. A new window isn't mapped yet.
  static func open(
    _ configuration: SessionConfiguration, _ renderer: RendererKind, on connection: Connection
  ) throws(Failure) -> Session {
    var monitor: DisplayMonitor?
    if let name = configuration.monitor { monitor = try Self.monitor(name, of: connection) }
    let area = monitor?.area ?? connection.screenSize.bounds
    let scale = configuration.scale(of: area, on: connection)
    var asked = configuration.windowConfiguration(
      scale: scale, screen: PixelSize(width: area.width, height: area.height),
      monitor: monitor?.area)
    if configuration.role == .wallpaper { asked.becomeWallpaper(in: area, on: connection) }
    let window: Window
    do throws(WindowError) {
      window = try Window.open(asked, on: connection)
    } catch {
      throw Failure(error)
    }
    if configuration.isClickThrough || configuration.role == .wallpaper {
      window.setShape(.input, to: [])
    }
    let logger = Logger(label: "x11viewer", factory: StandardErrorLog.init(label:))
    return Session(
      connection: connection, window: window,
      renderer: window.isTransparent || configuration.role == .sticker
        ? ShmRenderer(for: window, over: .best(for: window))
        : try renderer.make(for: window) { logger.warning("\($0)") },
      scale: scale, logger: logger)
  }
}

extension WindowConfiguration {
  /// Makes a window the desktop in an area of the screen. Window managers that don't know such windows ignore it, at
  /// the bottom of all others.
  fileprivate mutating func becomeWallpaper(in area: PixelRect, on connection: Connection) {
    geometry = nil
    size = PixelSize(width: area.width, height: area.height)
    minimumSize = PixelSize(width: 1, height: 1)
    monitor = area
    layer = .below
    isOnAllDesktops = true
    isUnlisted = true
    isBorderless = true
    isUnmanaged = !connection.supportsDesktopWindows
  }
}

extension Session {
  /// Returns the monitor with a name, or with a number starting at 1.
  static func monitor(
    _ name: String, of connection: Connection
  ) throws(Failure) -> DisplayMonitor {
    let all = connection.monitors()
    if let monitor = all.first(where: { $0.name == name }) { return monitor }
    if let number = Int(name), all.indices.contains(number - 1) { return all[number - 1] }
    let names = all.enumerated().map { "\($0.offset + 1) (\($0.element.name))" }
    throw Failure(
      "--monitor: no monitor \(name); "
        + (names.isEmpty
          ? "the server lists no monitors; omit the option"
          : "use one of \(names.joined(separator: ", "))"),
      status: .usage)
  }

  /// Prints the window ID on a separate line, in the form that other tools accept.
  func printWindowID() throws(Failure) {
    do throws(OutputError) {
      try StandardOutput.write("0x\(String(window.id, radix: 16))\n")
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  init(_ error: ConnectionError) { self.init("\(error)", status: .unavailable) }

  /// Creates a usage error if the requested size is impossible, or otherwise a server error.
  init(_ error: RenderError) {
    if case .invalidSize = error {
      self.init("\(error)", status: .usage)
    } else {
      self.init("\(error)", status: .unavailable)
    }
  }

  /// Creates a usage error if the request prevents opening the window. Otherwise, the server is
  /// unavailable.
  init(_ error: WindowError) {
    switch error {
    case .invalidSize, .invalidGeometry: self.init("\(error)", status: .usage)
    case .noTrueColorVisual, .invalidSaverWindow, .noSuchWindow, .unusableWindow, .connectionLost:
      self.init("\(error)", status: .unavailable)
    }
  }
}

/// Writes log messages in the form of all messages on standard error: a line such as "x11viewer:
/// saved x11viewer-0001.png", not a record with a date.
struct StandardErrorLog: LogHandler {
  let label: String
  var logLevel = Logger.Level.notice
  var metadata = Logger.Metadata()
  var metadataProvider: Logger.MetadataProvider?

  init(label: String) { self.label = label }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let kind = event.level == .warning ? "warning: " : ""
    StandardError.report("\(kind)\(event.message)")
  }
}

extension WindowIcon {
  /// Returns an icon with an almost open fan on a transparent background.
  ///
  /// - Parameter side: The side in pixels, which must be positive.
  static func fan(side: Int) -> WindowIcon {
    let size = PixelSize(width: side, height: side)
    let half = Double(side) / 2
    var list = DisplayList(size: size)
    list.fillSector(
      center: Point(x: half, y: half), radius: half, start: .degrees(-90), sweep: .degrees(290),
      .white)
    let image = PixelImage(size: size)
    Rasterizer(threads: 1).paint(list, into: image)
    // White on black is the coverage in every channel.
    return WindowIcon(
      size: size, argb: image.withPixels { $0.map { $0 << 24 | Color.blue.argb & 0xFF_FFFF } })
  }
}
