import AnimCore
import LinuxSystem
import OfflineRendering
import Viewer
import XWindow

/// A scene of many playing animations in a grid, with their names. Only visible cells are kept in memory. A
/// ``CellLoader`` reads those that become visible.
///
/// All animations use the same scene time, so each cell shows the same frame as a window would.
final class Overview: Scene {
  /// The background of each image, unless its file specifies one.
  var backdrop: Backdrop
  private var pages: OverviewPages
  private var grid: OverviewGrid
  private let text: OverlayText
  private let loader: CellLoader
  /// The cells of ``OverviewGrid/visible``, in order.
  private(set) var cells: [Cell] = []
  private weak var source: FrameSource?

  /// The maximum processor time for a frame of all animations, in seconds. Animations that would exceed it are shown as
  /// still images.
  private static let maximumCost: Seconds = 0.05

  /// - Parameters:
  ///   - control: The pages and the visible range.
  ///   - loader: The loader, which ends with the overview.
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

  // ``show(_:at:)`` performs the layout.
  func layout(in size: Size) {}

  func update(to time: Seconds) {
    for cell in cells { cell.scene?.update(to: time) }
  }

  func start(on source: FrameSource) {
    self.source = source
    for cell in cells { cell.scene?.start(on: source) }
  }
}

// Contents.
extension Overview {
  /// Shows the pages in their current arrangement.
  func show(_ control: OverviewControl) {
    guard control.grid != grid || control.pages.revision != pages.revision else { return }
    (pages, grid) = (control.pages, control.grid)
    renewCells()
  }

  /// Keeps the cells that are still visible, and requests missing contents.
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

  /// Requests missing and changed contents, starting with the selected page.
  private func request() {
    let selected = grid.selected - grid.visible.lowerBound
    let wanted = cells.indices.sorted { abs($0 - selected) < abs($1 - selected) }
      .compactMap { cells[$0].missing }
    loader.want(wanted)
  }

  /// Handles changes of files.
  ///
  /// - Parameter paths: The paths of written files, or `nil` if any file may have been written.
  func filesChanged(_ paths: Set<String>?) {
    for cell in cells where paths?.contains(cell.page.path) ?? true { cell.invalidate() }
    request()
    loader.wantList(written: paths)
  }

  /// Shows the pages read since the last call.
  ///
  /// - Parameter time: The scene time.
  /// - Returns: The files that aren't animations, with the reasons, and the animations of the folder if they have
  ///   changed.
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

// Drawing.
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
