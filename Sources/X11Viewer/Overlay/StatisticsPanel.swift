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
  /// In a window that is too low for this much of the graph, it is left out.
  private static let leastGraphHeight = 8
  private static let barWidth = 2
  /// A frame that took this many slots has missed at least one. Halfway to two slots separates a miss
  /// from a wake-up that was a little late.
  private static let missedFrom = 1.5

  func draw(into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(unit: unit, x: Self.inset * unit, y: Self.inset * unit, of: list)
    let roomWidth = list.size.width / unit - 2 * (Self.inset + Self.margin)
    let roomHeight = list.size.height / unit - 2 * (Self.inset + Self.margin)
    let bars = max(0, min(Self.capacity, roomWidth / Self.barWidth))
    var width = bars * Self.barWidth
    var lines = self.lines
    if lines.contains(where: { TextMetrics($0).width > roomWidth }) {
      lines = lines.flatMap { Self.wrapped($0, to: roomWidth) }
    }
    for line in lines { width = max(width, TextMetrics(line).width) }
    let textHeight = lines.count * TextMetrics.lineHeight
    var graph = Graph(slot: slot ?? 0, bars: bars, height: Self.graphHeight)
    graph.height = slot == nil ? 0 : min(graph.height, roomHeight - textHeight)
    if graph.height < Self.leastGraphHeight { graph.height = 0 }
    grid.fill(
      x: 0, y: 0, width: width + 2 * Self.margin,
      height: textHeight + graph.height + 2 * Self.margin, OverlayPalette.panel, in: &list)
    var y = Self.margin
    for line in lines {
      grid.write(line, x: Self.margin, y: y, OverlayPalette.text, in: &list)
      y += TextMetrics.lineHeight
    }
    if graph.height > 0 { draw(graph, top: y, grid, into: &list) }
  }

  /// The lines of a text that is broken at spaces to fit a width.
  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, TextMetrics("\(last) \(word)").width <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The measures of the graph.
  private struct Graph {
    var slot: Seconds
    var bars: Int
    var height: Int

    /// Half of the graph's height is one slot. At least one unit, so that no frame is unseen.
    func barHeight(slots: Double) -> Int {
      let height = (slots * Double(height) / 2).rounded()
      return Int(min(max(1, height.isNaN ? 0 : height), Double(self.height)))
    }
  }

  private func draw(_ graph: Graph, top: Int, _ grid: PixelGrid, into list: inout DisplayList) {
    let shown = frameTimes.suffix(graph.bars)
    var x = Self.margin + (graph.bars - shown.count) * Self.barWidth
    for time in shown {
      let slots = graph.slot > 0 ? time / graph.slot : 0
      let height = graph.barHeight(slots: slots)
      grid.fill(
        x: x, y: top + graph.height - height, width: Self.barWidth, height: height,
        slots >= Self.missedFrom ? OverlayPalette.missed : OverlayPalette.bar, in: &list)
      x += Self.barWidth
    }
    grid.fill(
      x: Self.margin, y: top + graph.height / 2, width: graph.bars * Self.barWidth,
      height: 1, OverlayPalette.rule, in: &list)
  }
}
