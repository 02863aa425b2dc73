import AnimCore
import XWindow

/// The state of an overview: its pages, the visible ones, and the selected one.
package struct OverviewControl {
  /// The background of the cells, which is dark so that the extent of each image is visible.
  package static let background = Color(rgb: 0x14_181E)

  package private(set) var pages: OverviewPages
  package private(set) var grid: OverviewGrid
  /// Whether the scroll bar follows the pointer.
  private var isScrolling = false

  /// - Parameter selected: The index of the selected page.
  init(_ pages: OverviewPages, selected: Int, in frame: OverviewGrid.Frame) {
    self.pages = pages
    grid = OverviewGrid(count: pages.count, selected: selected, in: frame)
  }

  /// The selected page, or `nil` if there are no pages.
  var page: OverviewPage? {
    pages.count > grid.selected ? pages[grid.selected] : nil
  }

  /// The properties of the overview when it is in front.
  var front: Front {
    let (page, position) = (page, "\(grid.selected + 1) of \(pages.count)")
    return Front(
      title: page.map { "\($0.name) (\(position)) - x11viewer" }, path: page?.path,
      imageName: "overview", help: .overview, keys: [.overview], followsPointer: true,
      showsPointer: true)
  }

  mutating func resize(to frame: OverviewGrid.Frame) { grid.resize(to: frame) }

  /// Performs a key action that selects or scrolls.
  mutating func perform(
    _ action: ViewerAction.OverviewAction, into effects: inout [Effect]
  ) {
    switch action {
    case .show, .close, .openSelected: break
    case .move(let columns, let rows): grid.move(columns: columns, rows: rows)
    case .turn(let pages): grid.turnPages(pages)
    case .select(.first): grid.select(0)
    case .select(.last): grid.select(.max)
    case .resizeCells(let levels): grid.resizeCells(by: levels)
    }
    effects.append(.redraw)
  }

  /// - Returns: Whether to open the selected page.
  mutating func press(_ click: ButtonClick, into effects: inout [Effect]) -> Bool {
    switch click.button {
    case 1:
      let position = WindowPosition(x: click.x, y: click.y)
      if grid.isOnBar(position) {
        isScrolling = true
        grid.scroll(toThumbAt: click.y)
      } else {
        guard let index = grid.cell(at: position) else { return false }
        grid.point(at: index)
        effects.append(.redraw)
        return true
      }
    case 4: grid.scroll(rows: -1)
    case 5: grid.scroll(rows: 1)
    default: return false
    }
    effects.append(.redraw)
    return false
  }

  /// Handles a release of the left button.
  mutating func release() { isScrolling = false }

  /// Selects the cell under the pointer, or scrolls to the pointer while the scroll bar is held.
  mutating func point(at position: WindowPosition, into effects: inout [Effect]) {
    let before = grid
    if isScrolling {
      grid.scroll(toThumbAt: position.y)
    } else if !grid.isOnBar(position), let index = grid.cell(at: position),
      index != grid.selected
    {
      grid.point(at: index)
    }
    if grid != before { effects.append(.redraw) }
  }

  /// Replaces the files. The selected page remains selected, or otherwise the one at its position.
  /// If no files remain, nothing changes.
  mutating func replace(files: [String]) {
    let new = pages.replaced(by: files)
    guard new.count > 0 else { return }
    let selected = page.flatMap(new.index)
    pages = new
    grid.replace(count: new.count, selected: selected ?? grid.selected)
  }
}
