import AnimCore
import LinuxSystem
import OfflineRendering
import XWindow

/// A scene of many playing animations in a grid, with their names. Only those that are visible are
/// kept; those that become visible are read by a ``CellLoader``.
///
/// All play in scene time, so each shows what the whole window would show of it.
final class Overview: Scene {
  /// What is behind the cells: dark, so that pictures on any background are seen as such.
  static let background = Color(rgb: 0x14_181E)

  /// What is behind each picture, unless its file says it.
  var backdrop: Backdrop
  private var pages: OverviewPages
  private var grid: OverviewGrid
  private let text: OverlayText
  private let loader: CellLoader
  /// Those of ``OverviewGrid/visible``, in order.
  private(set) var cells: [Cell] = []
  private weak var source: FrameSource?

  /// Seconds of the processor that frames of all that plays may take together. What becomes visible
  /// beyond that does not move.
  private static let maximumCost: Seconds = 0.05

  /// - Parameters:
  ///   - control: the pages, and which of them are shown.
  ///   - loader: reads them; ended with the overview.
  init(
    _ control: OverviewControl, backdrop: Backdrop, text: OverlayText, _ loader: CellLoader
  ) {
    (pages, grid) = (control.pages, control.grid)
    self.backdrop = backdrop
    self.text = text
    self.loader = loader
    renewCells()
  }

  deinit { loader.end() }

  // Laid out by ``show(_:at:)``.
  func layout(in size: Size) {}

  func update(to time: Seconds) {
    for cell in cells { cell.scene?.update(to: time) }
  }

  func start(on source: FrameSource) {
    self.source = source
    for cell in cells { cell.scene?.start(on: source) }
  }
}

// What is shown.
extension Overview {
  /// Shows these pages, so arranged.
  func show(_ control: OverviewControl) {
    guard control.grid != grid || control.pages.revision != pages.revision else { return }
    (pages, grid) = (control.pages, control.grid)
    renewCells()
  }

  /// Keeps the cells that are still visible, and asks for what is missing.
  private func renewCells() {
    var old: [OverviewPage: Cell] = [:]
    for cell in cells { old[cell.page] = cell }
    let visible = grid.visible
    let last = min(visible.upperBound, pages.count)
    let layout = CellLayout(grid)
    cells = (min(visible.lowerBound, last)..<last).map { index in
      let cell = old.removeValue(forKey: pages[index]) ?? Cell(pages[index])
      cell.place(in: grid.rect(of: index), layout, text)
      return cell
    }
    request()
  }

  /// Asks for what is missing or has changed, the selected page first.
  private func request() {
    let selected = grid.selected - grid.visible.lowerBound
    let wanted = cells.indices.sorted { abs($0 - selected) < abs($1 - selected) }
      .compactMap { cells[$0].missing }
    loader.want(wanted)
  }

  /// Files were written.
  ///
  /// - Parameter paths: which they were; nil if any may have been.
  func filesChanged(_ paths: Set<String>?) {
    for cell in cells where paths?.contains(cell.page.path) ?? true { cell.isOutdated() }
    request()
    loader.wantList(written: paths)
  }

  /// Shows what was read since the last call.
  ///
  /// - Parameter time: the scene time.
  /// - Returns: what was found to be no animation, and why; and the animations of the folder, if there are others now.
  func takeLoaded(at time: Seconds) -> (others: [String: Failure], files: [String]?) {
    let (loaded, others, files) = loader.take()
    var needsOthers = false
    for result in loaded {
      guard let cell = cells.first(where: { $0.missing == result.request }) else { continue }
      let cost = cells.reduce(0) { $0 + ($1 === cell ? 0 : $1.cost) }
      if cell.show(result.content, room: Self.maximumCost - cost, text) {
        cell.scene?.update(to: time)
        if let source { cell.scene?.start(on: source) }
      } else {
        needsOthers = true
      }
    }
    if needsOthers { request() }
    return (others, files)
  }
}

// How it is drawn.
extension Overview {
  func draw(into list: inout DisplayList) {
    let pixels = PixelGrid(text, unit: 1, x: 0, y: 0, of: list)
    for index in cells.indices {
      let isSelected = grid.visible.lowerBound + index == grid.selected
      cells[index].draw(on: backdrop, isSelected: isSelected, pixels, into: &list)
    }
    guard let thumb = grid.thumb else { return }
    pixels.fill(
      x: thumb.x0, y: thumb.y0, width: thumb.x1 - thumb.x0, height: thumb.y1 - thumb.y0,
      OverlayPalette.rule, in: &list)
  }
}
