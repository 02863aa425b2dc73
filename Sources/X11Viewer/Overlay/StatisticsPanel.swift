import AnimCore

/// Statistics, and a graph of how long the last frames took, in the top left corner.
///
/// The graph has a bar for each frame, the newest at the right, and a line at the length of a slot
/// of the display. A frame that took up more than its slot is shown in a warning colour, cut off at
/// the graph's top where it took more than two.
struct StatisticsPanel: Hashable, Sendable {
  /// The statistics, a line each.
  var lines: [String]
  /// From each frame to the next in seconds, the oldest first. Only the last ``capacity`` are shown.
  var frameTimes: [Seconds]
  /// How long the display shows one picture, in seconds; without it there is no graph.
  var slot: Seconds?

  /// How many frames the graph has room for.
  static let capacity = 90

  private static let inset = 4
  private static let margin = 6
  private static let graphHeight = 32
  private static let barWidth = 2
  /// A frame that took this many slots has missed at least one. Halfway to two slots separates a miss
  /// from a wake-up that was a little late.
  private static let missedFrom = 1.5

  func draw(into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(unit: unit, x: Self.inset * unit, y: Self.inset * unit, of: list)
    var textWidth = 0
    for line in lines { textWidth = max(textWidth, TextMetrics(line).width) }
    let textHeight = lines.count * TextMetrics.lineHeight
    let graphHeight = slot == nil ? 0 : Self.graphHeight
    grid.fill(
      x: 0, y: 0, width: max(textWidth, Self.capacity * Self.barWidth) + 2 * Self.margin,
      height: textHeight + graphHeight + 2 * Self.margin, OverlayPalette.panel, in: &list)
    var y = Self.margin
    for line in lines {
      grid.write(line, x: Self.margin, y: y, OverlayPalette.text, in: &list)
      y += TextMetrics.lineHeight
    }
    if let slot { drawGraph(slot: slot, top: y, grid, into: &list) }
  }

  private func drawGraph(
    slot: Seconds, top: Int, _ grid: PixelGrid, into list: inout DisplayList
  ) {
    let shown = frameTimes.suffix(Self.capacity)
    var x = Self.margin + (Self.capacity - shown.count) * Self.barWidth
    for time in shown {
      let slots = slot > 0 ? time / slot : 0
      let height = Self.barHeight(slots: slots)
      grid.fill(
        x: x, y: top + Self.graphHeight - height, width: Self.barWidth, height: height,
        slots >= Self.missedFrom ? OverlayPalette.missed : OverlayPalette.bar, in: &list)
      x += Self.barWidth
    }
    grid.fill(
      x: Self.margin, y: top + Self.graphHeight / 2, width: Self.capacity * Self.barWidth,
      height: 1, OverlayPalette.rule, in: &list)
  }

  /// Half of the graph's height is one slot. At least one unit, so that no frame is unseen.
  private static func barHeight(slots: Double) -> Int {
    let height = (slots * Double(graphHeight) / 2).rounded()
    return Int(min(max(1, height.isNaN ? 0 : height), Double(graphHeight)))
  }
}
