import AnimCore
import FramePacing
import PacingStatistics

/// Statistics and a graph of recent frame times, in the top left corner.
///
/// The graph has a bar for each frame, newest on the right, and a line at the length of the display's slot. The bar
/// shows the time since the frame was due. If a frame took longer than its slot, its bar has a warning colour. If it
/// took more than two slots, the bar is clipped at the top of the graph.
struct StatisticsPanel: Hashable, Sendable {
  private let recent: RecentFrames

  /// - Parameter recent: The statistics to show. Without a slot, the graph is omitted.
  init(_ recent: RecentFrames) { self.recent = recent }

  private static let inset = 4
  private static let margin = 6
  private static let graphHeight = 32
  /// The minimum height of the graph, in units. In a very low window, the graph is omitted.
  private static let minimumGraphHeight = 8
  private static let barWidth = 2
  /// The number of slots from which a frame has missed at least one. 1.5 separates a miss from a slightly late wake-up.
  private static let missedFrom = 1.5

  /// - Parameter top: The number of rows along the upper edge that are in use.
  func draw(_ text: OverlayText, below top: Int = 0, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let grid = PixelGrid(
      text, unit: unit, x: Self.inset * unit, y: top + Self.inset * unit, of: list)
    let roomWidth = list.size.width / unit - 2 * (Self.inset + Self.margin)
    let roomHeight = (list.size.height - top) / unit - 2 * (Self.inset + Self.margin)
    let bars = max(0, min(RecentFrames.capacity, roomWidth / Self.barWidth))
    var width = bars * Self.barWidth
    var lines = recent.lines
    if lines.contains(where: { text.width(of: $0) > roomWidth }) {
      lines = lines.flatMap { text.lines(of: $0, width: max(1, roomWidth)) }
    }
    let panel = TextPanel(
      rows: lines.map { [.text($0, OverlayPalette.text)] }, margin: Self.margin)
    width = max(width + 2 * Self.margin, panel.width(text))
    let textHeight = lines.count * text.height
    var graph = Graph(slot: recent.slot ?? 0, bars: bars, height: Self.graphHeight)
    graph.height = recent.slot == nil ? 0 : min(graph.height, roomHeight - textHeight)
    if graph.height < Self.minimumGraphHeight { graph.height = 0 }
    grid.fillPanel(
      x: 0, y: 0, width: width, height: textHeight + graph.height + 2 * Self.margin,
      OverlayPalette.panel, in: &list)
    panel.drawRows(text, width: width, grid, into: &list)
    if graph.height > 0 { draw(graph, top: Self.margin + textHeight, grid, into: &list) }
  }

  /// The dimensions of the graph, in units.
  private struct Graph {
    var slot: Seconds
    var bars: Int
    var height: Int

    /// Returns the height of a bar. One slot is half of the graph's height. A bar has at least one unit, so every frame
    /// is visible.
    func barHeight(slots: Double) -> Int {
      let height = (slots * Double(height) / 2).rounded()
      return Int(min(max(1, height.isNaN ? 0 : height), Double(self.height)))
    }
  }

  private func draw(_ graph: Graph, top: Int, _ grid: PixelGrid, into list: inout DisplayList) {
    let shown = recent.frameTimes.suffix(graph.bars)
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
