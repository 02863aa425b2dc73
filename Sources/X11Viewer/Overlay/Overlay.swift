import AnimCore

/// Everything that the viewer draws over the scenes, as values. It is drawn after them, into the
/// same list.
struct Overlay {
  /// Whether the panel with all keys is shown.
  var showsHelp = false
  /// Whether the badge for a paused animation is shown.
  var isPaused = false
  /// A message about what a key just did.
  var toast: Toast?
  /// Why the picture is not what it should be; nil if it is.
  var error: ErrorBanner?
  /// The timeline of an animation, while it is shown.
  var timeline: TimelineBar?
  /// The state machine; nil if it is not shown.
  var machine: MachinePanel?
  /// The statistics; nil if they are not shown.
  var statistics: StatisticsPanel?

  func draw(into list: inout DisplayList) {
    statistics?.draw(into: &list)
    machine?.draw(into: &list)
    if isPaused { PausedBadge.draw(into: &list) }
    error?.draw(into: &list)
    timeline?.draw(into: &list)
    toast?.draw(
      above: timeline == nil ? 0 : TimelineBar.height(scale: list.scale), into: &list)
    if showsHelp { HelpPanel.draw(into: &list) }
  }
}

/// The colours of everything drawn over the scenes: light on dark glass, since the scenes below may
/// have any colour.
enum OverlayPalette {
  static let panel = Color(argb: 0xE010_141A)
  static let text = Color(rgb: 0xE8_EDF2)
  static let key = Color(rgb: 0x8F_D3FF)
  static let bar = Color(rgb: 0x5F_CDA4)
  static let missed = Color(rgb: 0xFF_6B57)
  static let rule = Color(argb: 0x80FF_FFFF)
}

/// Two bars on dark glass in the top right corner, shown while the animation is paused.
enum PausedBadge {
  /// The side of the badge, and its distance from the corner, in points.
  private static let side = 20
  private static let inset = 8

  static func draw(into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(
      unit: unit, x: list.size.width - (side + inset) * unit, y: inset * unit, of: list)
    grid.fill(x: 0, y: 0, width: side, height: side, OverlayPalette.panel, in: &list)
    grid.fill(x: 5, y: 4, width: 4, height: 12, OverlayPalette.text, in: &list)
    grid.fill(x: 11, y: 4, width: 4, height: 12, OverlayPalette.text, in: &list)
  }
}

/// Lays an overlay out in units of whole pixels, so that its edges are sharp at every scale.
///
/// All lengths are in units, except for the corner, which is in pixels of the picture.
struct PixelGrid {
  /// The side of a unit in pixels of the picture, at least one.
  let unit: Int
  /// The overlay's top left corner, in pixels of the picture.
  let x: Int
  let y: Int
  /// Pixels per point of the list.
  private let scale: Double

  /// - Parameters:
  ///   - unit: the side of a unit in pixels of the picture.
  ///   - x, y: the overlay's top left corner in pixels of the picture.
  init(unit: Int, x: Int, y: Int, of list: DisplayList) {
    self.unit = unit
    self.x = x
    self.y = y
    scale = list.scale
  }

  /// The number of whole pixels nearest to `points` points, at least one.
  static func unit(_ points: Double, of list: DisplayList) -> Int {
    max(1, Fixed(points * list.scale).nearestPixel)
  }

  func fill(
    x: Int, y: Int, width: Int, height: Int, _ color: Color, in list: inout DisplayList
  ) {
    let corner = point(x: x, y: y)
    let opposite = point(x: x + width, y: y + height)
    list.fill(
      Rect(
        x: corner.x, y: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y),
      color)
  }

  func write(_ text: String, x: Int, y: Int, _ color: Color, in list: inout DisplayList) {
    list.fillText(text, at: point(x: x, y: y), pixel: Double(unit) / scale, color)
  }

  private func point(x: Int, y: Int) -> Point {
    Point(x: Double(self.x + x * unit) / scale, y: Double(self.y + y * unit) / scale)
  }
}
