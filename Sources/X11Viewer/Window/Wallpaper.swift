import AnimCore
import LinuxSystem
import XWindow

/// The window of a wallpaper: the monitors that it covers, and the monitors on which it can be seen.
final class Wallpaper {
  private let session: Session
  private let configuration: SessionConfiguration
  private let watcher: CoverWatcher
  /// The areas of the screen that each show the wallpaper.
  private var areas: [PixelRect] = []
  /// The area of the screen that the window covers.
  private var place: PixelRect
  /// Whether other windows cover the wallpaper on every monitor.
  private(set) var isCovered = false

  /// Starts to watch the windows above. Waits for the server.
  init(_ session: Session, _ configuration: SessionConfiguration) {
    (self.session, self.configuration) = (session, configuration)
    session.connection.watchCompositor()
    watcher = CoverWatcher(below: session.window)
    place = session.window.areaOnScreen
    areas = (try? Self.areas(configuration, on: session.connection)) ?? []
  }

  /// The areas of the image that each show the wallpaper, or an empty array if the entire image shows it once.
  var panes: [PixelRect] {
    let panes = areas.map { inWindow($0) }
    return panes == [PixelRect(x0: 0, y0: 0, x1: place.width, y1: place.height)] ? [] : panes
  }

  /// Handles an event.
  ///
  /// - Returns: Whether ``panes`` may have changed.
  func handle(_ event: Event) -> Bool {
    watcher.handle(event)
    guard event == .screenChange else { return false }
    // The requested monitor may be gone.
    guard let new = try? Self.areas(configuration, on: session.connection), new != areas else {
      return false
    }
    areas = new
    place = new.dropFirst().reduce(new[0]) { $0.union($1) }
    session.window.cover(place)
    return true
  }

  /// Determines which monitors are covered, if that may have changed.
  ///
  /// - Returns: Whether a frame must be drawn because a part of the image has become visible.
  func update() -> Bool {
    guard watcher.takeChange() else { return false }
    let covered = areas.filter(watcher.covers)
    isCovered = covered.count == areas.count
    // The window of a fully covered wallpaper stays as it is.
    guard !isCovered, let renderer = session.renderer as? ShmRenderer else { return false }
    return renderer.hide(covered.map(inWindow))
  }

  private func inWindow(_ area: PixelRect) -> PixelRect {
    PixelRect(
      x0: area.x0 - place.x0, y0: area.y0 - place.y0, x1: area.x1 - place.x0,
      y1: area.y1 - place.y0)
  }

  /// Returns the areas of the screen that each show the wallpaper: the requested monitor, the screen, or every monitor.
  static func areas(
    _ configuration: SessionConfiguration, on connection: Connection
  ) throws(Failure) -> [PixelRect] {
    if let name = configuration.monitor {
      return [try Session.monitor(name, of: connection).area]
    }
    let screen = connection.screenSize.bounds
    guard !configuration.spansMonitors else { return [screen] }
    var areas: [PixelRect] = []
    // A monitor may mirror another, or a part of it.
    for area in connection.monitors().map({ $0.area.intersection(screen) }).sorted(by: isLarger)
    where !area.isEmpty && !areas.contains(where: { $0.intersection(area) == area }) {
      areas.append(area)
    }
    return areas.isEmpty ? [screen] : areas
  }

  private static func isLarger(_ a: PixelRect, _ b: PixelRect) -> Bool {
    a.width * a.height > b.width * b.height
  }
}
