import AnimCore
import XWindow

/// The arrangement of an overview: equal cells in rows, some of them visible, and one of them selected. All lengths are
/// in pixels.
package struct OverviewGrid: Hashable {
  /// The number of cells, at least one.
  private(set) var count: Int
  /// The index of the selected cell.
  package private(set) var selected: Int
  /// The first completely visible row.
  private(set) var firstRow = 0
  private(set) var frame: Frame
  /// The index in ``widths`` of the minimum width of cells.
  private var level = 2

  /// The properties of the window that determine the arrangement.
  struct Frame: Hashable {
    /// The size of the window.
    var size: PixelSize
    /// The number of pixels per point.
    var scale: Double
    /// The height of the name below an image.
    var labelHeight: Int

    /// The side of a unit: a point in integral pixels.
    var unit: Int { max(1, Int(min(max(scale, 1), 64).rounded())) }
  }

  /// The available widths of cells, in units.
  private static let widths = [72, 104, 152, 216, 312]
  /// A maximum that exceeds the number of distinguishable columns.
  private static let maximumColumns = 256

  /// - Parameters:
  ///   - count: The number of cells. Zero counts as one.
  ///   - selected: The index of the selected cell, which is clamped.
  init(count: Int, selected: Int, in frame: Frame) {
    self.count = max(count, 1)
    self.selected = min(max(selected, 0), max(count, 1) - 1)
    self.frame = frame
    showSelected()
  }
}

// Positions of cells.
extension OverviewGrid {
  /// The number of columns: as many as fit with the chosen width, or fewer and larger ones if all cells remain visible.
  var columns: Int {
    let width = Self.widths[level] * frame.unit
    var columns = min(max(1, frame.size.width / width), Self.maximumColumns)
    let largest = (Self.widths.last ?? width) * frame.unit
    while columns > 1, frame.size.width / (columns - 1) <= largest,
      Self.rows(of: count, in: columns - 1) * wholeHeight(columns - 1) <= frame.size.height
    {
      columns -= 1
    }
    return columns
  }

  /// The size of a cell including its name.
  var cellSize: PixelSize {
    let columns = columns
    return PixelSize(width: cellWidth(columns), height: cellHeight(columns))
  }

  private func cellWidth(_ columns: Int) -> Int { max(1, frame.size.width / columns) }

  private func cellHeight(_ columns: Int) -> Int {
    max(1, min(wholeHeight(columns), frame.size.height))
  }

  /// Returns the height of a square image including its name.
  private func wholeHeight(_ columns: Int) -> Int { cellWidth(columns) + frame.labelHeight }

  private static func rows(of count: Int, in columns: Int) -> Int {
    (count + columns - 1) / columns
  }

  /// The number of completely visible rows, at least one.
  var wholeRows: Int { max(1, frame.size.height / cellSize.height) }

  /// The total number of rows.
  var rowCount: Int { Self.rows(of: count, in: columns) }

  /// The y coordinate of ``firstRow``. The last row ends at the lower edge of the window, with a part of another row
  /// visible at the top.
  private var top: Int {
    let (height, wholeRows) = (cellSize.height, wholeRows)
    let isAtEnd = firstRow > 0 && firstRow == rowCount - wholeRows
    return isAtEnd ? max(0, frame.size.height - wholeRows * height) : 0
  }

  /// The cells that are at least partly visible.
  package var visible: Range<Int> {
    let (columns, height, top) = (columns, cellSize.height, top)
    let above = min(firstRow, (top + height - 1) / height)
    let below = max(1, (frame.size.height - top + height - 1) / height)
    let first = min((firstRow - above) * columns, count - 1)
    return first..<min(first + (above + below) * columns, count)
  }

  /// Returns the area of a cell, including its name.
  package func rect(of index: Int) -> PixelRect {
    let (columns, size) = (columns, cellSize)
    // The remaining pixels are divided between both sides.
    let left = max(0, frame.size.width - columns * size.width) / 2
    let x = left + index % columns * size.width
    let y = (index / columns - firstRow) * size.height + top
    return PixelRect(x0: x, y0: y, x1: x + size.width, y1: y + size.height)
  }

  /// Returns the cell at a pixel of the window, or `nil` if there is no cell.
  func cell(at position: WindowPosition) -> Int? {
    guard (0..<frame.size.width).contains(position.x),
      (0..<frame.size.height).contains(position.y)
    else { return nil }
    let (columns, size) = (columns, cellSize)
    let x = position.x - max(0, frame.size.width - columns * size.width) / 2
    guard x >= 0, x < columns * size.width else { return nil }
    // Count from the start of the row before the first one, because division would round towards zero.
    let row = firstRow - 1 + (position.y - top + size.height) / size.height
    let index = row * columns + x / size.width
    return (0..<count).contains(index) ? index : nil
  }
}

// The scroll bar.
extension OverviewGrid {
  /// The width of the scroll bar and of the area that responds to presses, in units.
  private static let (barWidth, barReach) = (3, 12)

  /// The thumb at the right edge that shows which rows are visible, or `nil` if all are visible.
  package var thumb: PixelRect? {
    let (rows, shown, unit) = (rowCount, wholeRows, frame.unit)
    guard rows > shown else { return nil }
    let height = min(max(frame.size.height * shown / rows, 12 * unit), frame.size.height)
    let y = (frame.size.height - height) * firstRow / max(rows - shown, 1)
    let x = frame.size.width - Self.barWidth * unit
    return PixelRect(x0: x, y0: y, x1: frame.size.width, y1: y + height)
  }

  /// Returns whether a pixel of the window is on the scroll bar.
  func isOnBar(_ position: WindowPosition) -> Bool {
    thumb != nil && position.x >= frame.size.width - Self.barReach * frame.unit
      && position.x < frame.size.width
  }

  /// Scrolls so that the centre of the thumb is at this height, as far as possible.
  mutating func scroll(toThumbAt y: Int) {
    guard let thumb else { return }
    let (height, hidden) = (thumb.y1 - thumb.y0, rowCount - wholeRows)
    let room = max(frame.size.height - height, 1)
    let row = (min(max(y - height / 2, 0), room) * hidden + room / 2) / room
    scroll(rows: row - firstRow)
  }
}

// Actions of the user.
extension OverviewGrid {
  mutating func resize(to frame: Frame) {
    guard frame != self.frame else { return }
    self.frame = frame
    showSelected()
  }

  /// Replaces the cells.
  mutating func replace(count: Int, selected: Int) {
    self.count = max(count, 1)
    select(selected)
  }

  /// Selects a cell and scrolls to it.
  mutating func select(_ index: Int) {
    selected = min(max(index, 0), count - 1)
    showSelected()
  }

  /// Selects a visible cell without scrolling.
  mutating func point(at index: Int) { selected = min(max(index, 0), count - 1) }

  /// Moves the selection. In the first row, it doesn't move up. If there is no cell below, it moves from the last row
  /// but one to the last cell.
  mutating func move(columns: Int = 0, rows: Int = 0) {
    let wanted = selected + columns + rows * self.columns
    if rows != 0, wanted < 0 || wanted >= count && selected / self.columns == rowCount - 1 {
      return showSelected()
    }
    select(wanted)
  }

  /// Moves the selection by the number of visible rows.
  mutating func turnPages(_ pages: Int) {
    let wanted = selected + pages * wholeRows * columns
    select(wanted < 0 ? selected % columns : wanted)
  }

  /// Scrolls by rows, and moves the selection if it would become invisible.
  mutating func scroll(rows: Int) {
    let (columns, wholeRows) = (columns, wholeRows)
    firstRow = min(max(firstRow + rows, 0), max(rowCount - wholeRows, 0))
    let row = selected / columns
    let visible = min(max(row, firstRow), firstRow + wholeRows - 1)
    selected = min(selected + (visible - row) * columns, count - 1)
  }

  /// Enlarges cells, or reduces them if negative.
  mutating func resizeCells(by levels: Int) {
    level = min(max(level + levels, 0), Self.widths.count - 1)
    showSelected()
  }

  private mutating func showSelected() {
    let (row, wholeRows) = (selected / columns, wholeRows)
    firstRow = min(max(firstRow, row - wholeRows + 1), row)
    firstRow = min(max(firstRow, 0), max(rowCount - wholeRows, 0))
  }
}
