import AnimCore

/// The panel with the keys, in the middle of the picture and as large as fits. Its groups are side
/// by side if there is room, otherwise one below the other. In a window that is too small for
/// either, the panel lists as many of the most useful keys as fit.
struct HelpPanel {
  /// A group of keys and its position in the panel, in units.
  private struct Group {
    let lines: [HelpLine]
    let x: Int
    let y: Int
    let lineHeight: Int
    /// The distance from the left edge of the keys to that of their meanings.
    let indent: Int
    let width: Int
    let height: Int

    init(_ lines: [HelpLine], x: Int, y: Int, lineHeight: Int = HelpPanel.lineHeight) {
      self.lines = lines
      self.x = x
      self.y = y
      self.lineHeight = lineHeight
      indent = (lines.map { TextMetrics($0.keys).width }.max() ?? 0) + HelpPanel.gap
      width = indent + (lines.map { TextMetrics($0.meaning).width }.max() ?? 0)
      height = lines.count * lineHeight
    }
  }

  private static let margin = 10
  private static let gap = 12
  private static let lineHeight = 13
  /// The margin of the brief panel, which is narrower, for small windows.
  private static let briefMargin = 4
  private static let briefLineHeight = TextMetrics.capHeight + 4
  /// The largest unit, in points.
  private static let largestUnit = 2.0

  private static let wide: HelpPanel = {
    let time = Group(HelpLine.time, x: margin, y: margin)
    let view = Group(HelpLine.view, x: time.x + time.width + 2 * gap, y: time.y)
    return HelpPanel([time, view], margin: margin)
  }()
  private static let narrow: HelpPanel = {
    let time = Group(HelpLine.time, x: margin, y: margin)
    let view = Group(HelpLine.view, x: time.x, y: time.y + time.height + gap)
    return HelpPanel([time, view], margin: margin)
  }()
  /// Brief panels with 0, 1, 2 and more lines.
  private static let brief = (0...HelpLine.brief.count).map { count in
    let lines = Array(HelpLine.brief.prefix(count))
    return HelpPanel(
      [Group(lines, x: briefMargin, y: briefMargin, lineHeight: briefLineHeight)],
      margin: briefMargin)
  }

  private let groups: [Group]
  /// The size of the panel, in units.
  private let width: Int
  private let height: Int

  private init(_ groups: [Group], margin: Int) {
    self.groups = groups
    width = (groups.map { $0.x + $0.width }.max() ?? 0) + margin
    height = (groups.map { $0.y + $0.height }.max() ?? 0) + margin
  }

  /// Draws the largest panel that fits.
  static func draw(into list: inout DisplayList) {
    for unit in stride(from: PixelGrid.unit(largestUnit, of: list), to: 0, by: -1) {
      for panel in [wide, narrow] where panel.fits(list.size, unit: unit) {
        return panel.draw(unit: unit, into: &list)
      }
    }
    brief.last { $0.fits(list.size, unit: 1) }?.draw(unit: 1, into: &list)
  }

  private func fits(_ size: PixelSize, unit: Int) -> Bool {
    width * unit <= size.width && height * unit <= size.height
  }

  private func draw(unit: Int, into list: inout DisplayList) {
    let grid = PixelGrid(
      unit: unit, x: (list.size.width - width * unit) / 2,
      y: (list.size.height - height * unit) / 2, of: list)
    grid.fill(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    for group in groups {
      var y = group.y + (group.lineHeight - TextMetrics.capHeight) / 2
      for line in group.lines {
        grid.write(line.keys, x: group.x, y: y, OverlayPalette.key, in: &list)
        grid.write(line.meaning, x: group.x + group.indent, y: y, OverlayPalette.text, in: &list)
        y += group.lineHeight
      }
    }
  }
}

/// A line of the help: some keys, and what they do.
struct HelpLine: Hashable, Sendable {
  let keys: String
  let meaning: String

  init(_ keys: String, _ meaning: String) {
    self.keys = keys
    self.meaning = meaning
  }
}

extension HelpLine {
  /// Keys that control time.
  static let time = [
    HelpLine("Space p", "pause"),
    HelpLine(".", "one frame forward"),
    HelpLine(",", "one frame back"),
    HelpLine("← →", "5 s back, forward"),
    HelpLine("Home", "to the start"),
    HelpLine("r", "restart"),
    HelpLine("[ ]", "10% slower, faster"),
    HelpLine("{ }", "half, double speed"),
    HelpLine("Backspace", "normal speed"),
    HelpLine("↑ ↓", "set the clock"),
  ]

  /// Keys that control what is shown, and where.
  static let view = [
    HelpLine("1 2 3", "one scene alone"),
    HelpLine("0", "all scenes"),
    HelpLine("PgUp PgDn < >", "previous, next"),
    HelpLine("b", "another background"),
    HelpLine("c", "another theme"),
    HelpLine("m", "state machine on, off"),
    HelpLine("n Tab v", "its state, inputs"),
    HelpLine("o", "save what was done"),
    HelpLine("f F11 Alt+Enter", "fullscreen"),
    HelpLine("s F12", "save a screenshot"),
    HelpLine("i", "frame statistics"),
    HelpLine("? h", "these keys"),
    HelpLine("Esc", "end fullscreen, quit"),
    HelpLine("q Ctrl+W", "quit"),
  ]

  /// The most useful keys in few words, for small windows; the most important first.
  static let brief = [
    HelpLine("q", "quit"),
    HelpLine("?", "these keys"),
    HelpLine("Space", "pause"),
    HelpLine("f", "fullscreen"),
    HelpLine("0-3", "scenes"),
    HelpLine("← →", "seek"),
    HelpLine("[ ]", "speed"),
    HelpLine(". ,", "step"),
    HelpLine("s", "screenshot"),
    HelpLine("i", "statistics"),
  ]
}
