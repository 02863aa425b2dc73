import AnimCore

/// The panel with all keys, in the middle of the picture: as large as fits, its groups side by side
/// where there is room and one below the other where there is not.
struct HelpPanel {
  /// A group of keys and where it stands in the panel, in units.
  private struct Group {
    let bindings: [HelpLine]
    let x: Int
    let y: Int
    /// From the left edge of the keys to that of their meanings.
    let indent: Int
    let width: Int
    let height: Int

    init(_ bindings: [HelpLine], x: Int, y: Int) {
      self.bindings = bindings
      self.x = x
      self.y = y
      indent = (bindings.map { TextMetrics($0.keys).width }.max() ?? 0) + HelpPanel.gap
      width = indent + (bindings.map { TextMetrics($0.meaning).width }.max() ?? 0)
      height = bindings.count * HelpPanel.lineHeight
    }
  }

  private static let margin = 10
  private static let gap = 12
  private static let lineHeight = 13
  /// The largest unit, in points.
  private static let largestUnit = 2.0

  private static let wide = HelpPanel(isWide: true)
  private static let narrow = HelpPanel(isWide: false)

  private let groups: [Group]
  /// The extent of the panel in units.
  private let width: Int
  private let height: Int

  private init(isWide: Bool) {
    let time = Group(HelpLine.time, x: Self.margin, y: Self.margin)
    let view =
      isWide
      ? Group(HelpLine.view, x: time.x + time.width + 2 * Self.gap, y: time.y)
      : Group(HelpLine.view, x: time.x, y: time.y + time.height + Self.gap)
    groups = [time, view]
    width = max(time.x + time.width, view.x + view.width) + Self.margin
    height = max(time.y + time.height, view.y + view.height) + Self.margin
  }

  /// Draws the largest panel that fits; where none does, the smallest shows what it can.
  static func draw(into list: inout DisplayList) {
    for unit in stride(from: PixelGrid.unit(largestUnit, of: list), to: 0, by: -1) {
      if wide.fits(list.size, unit: unit) { return wide.draw(unit: unit, into: &list) }
      if narrow.fits(list.size, unit: unit) { return narrow.draw(unit: unit, into: &list) }
    }
    wide.draw(unit: 1, into: &list)
  }

  private func fits(_ size: PixelSize, unit: Int) -> Bool {
    width * unit <= size.width && height * unit <= size.height
  }

  private func draw(unit: Int, into list: inout DisplayList) {
    let grid = PixelGrid(
      unit: unit, x: max(0, list.size.width - width * unit) / 2,
      y: max(0, list.size.height - height * unit) / 2, of: list)
    grid.fill(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    for group in groups {
      var y = group.y + (Self.lineHeight - TextMetrics.capHeight) / 2
      for binding in group.bindings {
        grid.write(binding.keys, x: group.x, y: y, OverlayPalette.key, in: &list)
        grid.write(binding.meaning, x: group.x + group.indent, y: y, OverlayPalette.text, in: &list)
        y += Self.lineHeight
      }
    }
  }
}
