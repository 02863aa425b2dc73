import AnimCore
import XWindow

/// The arrangement of an overview: equal cells in rows, of which the window shows some, and one of
/// which is selected. All lengths are in pixels.
struct OverviewGrid: Hashable {
  /// The number of cells, more than zero.
  private(set) var count: Int
  /// The index of the selected cell.
  private(set) var selected: Int
  /// The first row of which all is visible.
  private(set) var firstRow = 0
  private(set) var frame: Frame
  /// Which of ``widths`` a cell has at least.
  private var level = 2

  /// What the arrangement depends on besides the cells.
  struct Frame: Hashable {
    /// The size of the window.
    var size: PixelSize
    /// Pixels per point.
    var scale: Double
    /// The height of the name below a picture.
    var labelHeight: Int

    /// The side of a unit: a point in whole pixels.
    var unit: Int { max(1, Int(min(max(scale, 1), 64).rounded())) }
  }

  /// The widths of cells that can be chosen, in units.
  private static let widths = [72, 104, 152, 216, 312]
  /// More columns than anybody can tell apart.
  private static let maximumColumns = 256

  /// - Parameters:
  ///   - count: the number of cells; zero counts as one.
  ///   - selected: clamped to the cells.
  init(count: Int, selected: Int, in frame: Frame) {
    self.count = max(count, 1)
    self.selected = min(max(selected, 0), max(count, 1) - 1)
    self.frame = frame
    showSelected()
  }
}

// Where cells are.
extension OverviewGrid {
  /// As many as fit with cells of the chosen width, or fewer and larger ones if all cells are visible
  /// then, too.
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

  /// The size of a cell with its name.
  var cellSize: PixelSize {
    let columns = columns
    return PixelSize(width: cellWidth(columns), height: cellHeight(columns))
  }

  private func cellWidth(_ columns: Int) -> Int { max(1, frame.size.width / columns) }

  private func cellHeight(_ columns: Int) -> Int {
    max(1, min(wholeHeight(columns), frame.size.height))
  }

  /// The height of a square picture with its name.
  private func wholeHeight(_ columns: Int) -> Int { cellWidth(columns) + frame.labelHeight }

  private static func rows(of count: Int, in columns: Int) -> Int {
    (count + columns - 1) / columns
  }

  /// The number of rows that are visible as a whole, at least one.
  var wholeRows: Int { max(1, frame.size.height / cellSize.height) }

  /// The number of all rows.
  var rowCount: Int { Self.rows(of: count, in: columns) }

  /// The y of ``firstRow``: the last row ends at the lower edge of the window, and part of one more is seen above.
  private var top: Int {
    let (height, wholeRows) = (cellSize.height, wholeRows)
    let isAtEnd = firstRow > 0 && firstRow == rowCount - wholeRows
    return isAtEnd ? max(0, frame.size.height - wholeRows * height) : 0
  }

  /// The cells of which something is visible.
  var visible: Range<Int> {
    let (columns, height, top) = (columns, cellSize.height, top)
    let above = min(firstRow, (top + height - 1) / height)
    let below = max(1, (frame.size.height - top + height - 1) / height)
    let first = min((firstRow - above) * columns, count - 1)
    return first..<min(first + (above + below) * columns, count)
  }

  /// The area of a cell, with its name.
  func rect(of index: Int) -> PixelRect {
    let (columns, size) = (columns, cellSize)
    // The pixels that are left over are on both sides.
    let left = max(0, frame.size.width - columns * size.width) / 2
    let x = left + index % columns * size.width
    let y = (index / columns - firstRow) * size.height + top
    return PixelRect(x0: x, y0: y, x1: x + size.width, y1: y + size.height)
  }

  /// The cell at a pixel of the window; nil if there is none.
  func cell(at position: WindowPosition) -> Int? {
    guard (0..<frame.size.width).contains(position.x),
      (0..<frame.size.height).contains(position.y)
    else { return nil }
    let (columns, size) = (columns, cellSize)
    let x = position.x - max(0, frame.size.width - columns * size.width) / 2
    guard x >= 0, x < columns * size.width else { return nil }
    // From where the row before the first one would begin, so that it is not rounded towards zero.
    let row = firstRow - 1 + (position.y - top + size.height) / size.height
    let index = row * columns + x / size.width
    return (0..<count).contains(index) ? index : nil
  }
}

// The scroll bar.
extension OverviewGrid {
  /// The width of the scroll bar, in units, and of what is pressed for it.
  private static let (barWidth, barReach) = (3, 12)

  /// The thumb at the right edge that shows which part of the rows is visible; nil if all are.
  var thumb: PixelRect? {
    let (rows, shown, unit) = (rowCount, wholeRows, frame.unit)
    guard rows > shown else { return nil }
    let height = min(max(frame.size.height * shown / rows, 12 * unit), frame.size.height)
    let y = (frame.size.height - height) * firstRow / max(rows - shown, 1)
    let x = frame.size.width - Self.barWidth * unit
    return PixelRect(x0: x, y0: y, x1: frame.size.width, y1: y + height)
  }

  /// Whether a pixel of the window is on the scroll bar.
  func isOnBar(_ position: WindowPosition) -> Bool {
    thumb != nil && position.x >= frame.size.width - Self.barReach * frame.unit
      && position.x < frame.size.width
  }

  /// Scrolls so that the middle of the thumb is at this height, as far as it goes.
  mutating func scroll(toThumbAt y: Int) {
    guard let thumb else { return }
    let (height, hidden) = (thumb.y1 - thumb.y0, rowCount - wholeRows)
    let room = max(frame.size.height - height, 1)
    let row = (min(max(y - height / 2, 0), room) * hidden + room / 2) / room
    scroll(rows: row - firstRow)
  }
}

// What the user does.
extension OverviewGrid {
  mutating func resize(to frame: Frame) {
    guard frame != self.frame else { return }
    self.frame = frame
    showSelected()
  }

  /// There are other cells.
  mutating func replace(count: Int, selected: Int) {
    self.count = max(count, 1)
    select(selected)
  }

  /// Selects a cell, and scrolls to it.
  mutating func select(_ index: Int) {
    selected = min(max(index, 0), count - 1)
    showSelected()
  }

  /// Selects a cell that is visible, wherever it is.
  mutating func point(at index: Int) { selected = min(max(index, 0), count - 1) }

  /// Moves the selection, which stays where it is at the first row, and goes to the last cell from
  /// the last row but one if there is none below.
  mutating func move(columns: Int = 0, rows: Int = 0) {
    let wanted = selected + columns + rows * self.columns
    if rows != 0, wanted < 0 || wanted >= count && selected / self.columns == rowCount - 1 {
      return showSelected()
    }
    select(wanted)
  }

  /// Moves the selection by as many rows as are visible.
  mutating func turnPages(_ pages: Int) {
    let wanted = selected + pages * wholeRows * columns
    select(wanted < 0 ? selected % columns : wanted)
  }

  /// Moves the rows, and the selection with them where it would no longer be visible.
  mutating func scroll(rows: Int) {
    let (columns, wholeRows) = (columns, wholeRows)
    firstRow = min(max(firstRow + rows, 0), max(rowCount - wholeRows, 0))
    let row = selected / columns
    let visible = min(max(row, firstRow), firstRow + wholeRows - 1)
    selected = min(selected + (visible - row) * columns, count - 1)
  }

  /// Makes cells larger, or smaller if negative.
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
