import AnimCore

/// Everything that the viewer draws over the scenes. It is drawn after them, into the same list.
package struct Overlay {
  /// The style of text.
  package var text = OverlayText.bitmap
  /// Whether the panel with all keys is shown.
  var showsHelp = false
  /// The context that determines the active keys.
  var helpContext: HelpContext = .all
  /// The keys, for the help.
  var keys = KeyTable.rows
  /// Whether the list of skipped files is shown.
  var showsSkippedFiles = false
  /// Whether the badge for a paused animation is shown.
  var isPaused = false
  /// A message about the effect of a key.
  package var toast: Toast?
  /// An error message about the image, or `nil`.
  var error: ErrorBanner?
  /// The timeline of an animation, or `nil` if it is hidden.
  var timeline: TimelineBar?
  /// The inspector for the position under the pointer, or `nil` if it is hidden.
  var inspector: InspectorPanel?
  /// The list of skipped files, or `nil` if it is hidden.
  var skippedFiles: SkippedFilesPanel?
  /// The state machine panel, or `nil` if it is hidden.
  var machine: MachinePanel?
  /// The statistics panel, or `nil` if it is hidden.
  var statistics: StatisticsPanel?
  /// The open dialog, or `nil`.
  var dialog: Dialog?
  /// The area of an image on the checkerboard, or `nil`. The window is shaded outside of it.
  var imageArea: Rect?

  /// Whether there is text to draw.
  var needsFont: Bool {
    showsHelp || showsSkippedFiles || isPaused || toast != nil || error != nil
      || timeline != nil || inspector != nil || machine != nil || statistics != nil
      || dialog != nil
  }

  package func draw(into list: inout DisplayList) {
    if let imageArea { shade(outside: imageArea, in: &list) }
    // The banner along the upper edge and the bar along the lower edge come first. Other elements
    // avoid them.
    let top = error?.height(text, in: list) ?? 0
    let layout = timeline.map { TimelineLayout(list.size, scale: list.scale, $0.content, text) }
    let bottom = layout?.reservedRows ?? 0
    let preview = timeline?.preview == nil ? 0 : layout?.previewRows ?? 0
    statistics?.draw(text, below: top, into: &list)
    let machineArea = machine?.draw(text, above: bottom, into: &list)
    if isPaused { PausedBadge.draw(text, below: top, into: &list) }
    error?.draw(text, into: &list)
    timeline?.draw(text, into: &list)
    let inspectorArea = inspector?.draw(text, above: bottom, into: &list)
    skippedFiles?.draw(text, into: &list)
    let helpArea = showsHelp ? HelpPanel.draw(helpContext, text, keys: keys, into: &list) : nil
    // The complete help makes hints unnecessary, and messages avoid panels.
    toast?.draw(
      text, above: bottom + preview, beside: [inspectorArea, machineArea].compactMap(\.self),
      unlessIn: helpArea, into: &list)
    switch dialog {
    case .menu(let menu):
      let unit = PixelGrid.unit(1, of: list)
      MenuLayout(menu, in: list.size, unit: unit, text).draw(menu, text, into: &list)
    case .path(let prompt): DialogPanel.draw(prompt, text, into: &list)
    case .trash(let question): DialogPanel.draw(question, text, into: &list)
    case nil: break
    }
  }
}

extension Overlay {
  private func shade(outside area: Rect, in list: inout DisplayList) {
    let (width, height) = (
      Double(list.size.width) / list.scale, Double(list.size.height) / list.scale
    )
    // Whole pixels, for sharp edges.
    func edge(_ position: Double, limit: Double) -> Double {
      min(max((position * list.scale).rounded() / list.scale, 0), limit)
    }
    let (left, right) = (edge(area.minX, limit: width), edge(area.maxX, limit: width))
    let (top, bottom) = (edge(area.minY, limit: height), edge(area.maxY, limit: height))
    for rect in [
      Rect(x: 0, y: 0, width: width, height: top),
      Rect(x: 0, y: bottom, width: width, height: height - bottom),
      Rect(x: 0, y: top, width: left, height: bottom - top),
      Rect(x: right, y: top, width: width - right, height: bottom - top),
    ] where rect.width > 0 && rect.height > 0 { list.fill(rect, OverlayPalette.surroundings) }
  }
}

/// The colours of overlays: light on dark glass, because the scenes below may have any colour.
package enum OverlayPalette {
  static let panel = Color(argb: 0xE010_141A)
  /// The area around an image on the checkerboard.
  static let surroundings = Color(rgb: 0x3A_3F46)
  /// A panel that is read closely, over other content.
  static let menu = Color(argb: 0xF410_141A)
  static let selection = Color(argb: 0xFF2A_4A62)
  package static let text = Color(rgb: 0xE8_EDF2)
  package static let key = Color(rgb: 0x8F_D3FF)
  static let bar = Color(rgb: 0x5F_CDA4)
  package static let missed = Color(rgb: 0xFF_6B57)
  package static let rule = Color(argb: 0x80FF_FFFF)
  /// The repeated part of an animation.
  static let part = Color(argb: 0xC08F_D3FF)
  /// The colour of less important text.
  static let quiet = Color(rgb: 0x9A_A4AE)
}

/// Two bars on dark glass in the top right corner, shown while the animation is paused.
enum PausedBadge {
  /// The side of the badge, and its distance from the corner, in points.
  private static let side = 20
  private static let inset = 8

  /// - Parameter top: The number of rows along the upper edge that are in use.
  static func draw(_ text: OverlayText, below top: Int = 0, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(
      text, unit: unit, x: list.size.width - (side + inset) * unit, y: top + inset * unit, of: list)
    grid.fillPanel(x: 0, y: 0, width: side, height: side, OverlayPalette.panel, in: &list)
    grid.fill(x: 5, y: 4, width: 4, height: 12, OverlayPalette.text, in: &list)
    grid.fill(x: 11, y: 4, width: 4, height: 12, OverlayPalette.text, in: &list)
  }
}

/// A layout grid with units of integral pixels, so that edges are sharp at every scale.
///
/// All lengths are in units, except for the corner, which is in pixels of the image.
package struct PixelGrid {
  private let text: OverlayText
  /// The side of a unit in pixels of the image, at least one.
  let unit: Int
  /// The overlay's top left corner, in pixels of the image.
  let x: Int
  let y: Int
  /// The number of pixels per point of the list.
  private let scale: Double

  /// - Parameters:
  ///   - unit: The side of a unit, in pixels of the image.
  ///   - x, y: The overlay's top left corner, in pixels of the image.
  package init(_ text: OverlayText, unit: Int, x: Int, y: Int, of list: DisplayList) {
    self.text = text
    self.unit = unit
    self.x = x
    self.y = y
    scale = list.scale
  }

  /// Returns the integral number of pixels closest to `points` points, at least one.
  static func unit(_ points: Double, of list: DisplayList) -> Int {
    unit(points, scale: list.scale)
  }

  /// - Parameter scale: The number of pixels per point.
  static func unit(_ points: Double, scale: Double) -> Int {
    max(1, Fixed(points * scale).nearestPixel)
  }

  package func fill(
    x: Int, y: Int, width: Int, height: Int, _ color: Color, in list: inout DisplayList
  ) {
    let corner = point(x: x, y: y)
    let opposite = point(x: x + width, y: y + height)
    list.fill(
      Rect(
        x: corner.x, y: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y),
      color)
  }

  /// Fills a rectangle with rounded corners. No pixel is painted twice, so the colour may be
  /// translucent.
  func fillPanel(
    x: Int, y: Int, width: Int, height: Int, _ color: Color, in list: inout DisplayList
  ) {
    let radius = min(Self.cornerRadius, width / 2, height / 2)
    fill(x: x, y: y + radius, width: width, height: height - 2 * radius, color, in: &list)
    guard radius > 0 else { return }
    let (right, bottom) = (x + width - radius, y + height - radius)
    let inner = width - 2 * radius
    fill(x: x + radius, y: y, width: inner, height: radius, color, in: &list)
    fill(x: x + radius, y: bottom, width: inner, height: radius, color, in: &list)
    // Clockwise from the lower right corner, whose sector starts at an angle of zero.
    for corner in 0..<4 {
      let isRight = corner == 0 || corner == 3
      list.fillSector(
        center: point(x: isRight ? right : x + radius, y: corner < 2 ? bottom : y + radius),
        radius: Double(radius * unit) / scale, start: .turns(Double(corner) / 4),
        sweep: .turns(0.25), color)
    }
  }

  /// Fills a disc around the corner of a unit.
  func fillDisc(x: Int, y: Int, radius: Int, _ color: Color, in list: inout DisplayList) {
    list.fillDisc(center: point(x: x, y: y), radius: Double(radius * unit) / scale, color)
  }

  /// The radius of a panel's corners, in units.
  private static let cornerRadius = 4

  func write(_ line: String, x: Int, y: Int, _ color: Color, in list: inout DisplayList) {
    text.draw(line, x: self.x + x * unit, y: self.y + y * unit, unit: unit, color, in: &list)
  }

  private func point(x: Int, y: Int) -> Point {
    Point(x: Double(self.x + x * unit) / scale, y: Double(self.y + y * unit) / scale)
  }
}
