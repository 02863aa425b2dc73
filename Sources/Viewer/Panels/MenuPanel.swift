import AnimCore
import XWindow

/// The layout of a menu: at the pointer, or as close to it as the window allows. Its topics are in as many columns as
/// make it compact. In a window that is too small for all lines, it has a single scrolling column.
struct MenuLayout {
  /// Lines one below the other.
  private struct Column {
    let lines: Range<Int>
    /// The distance from the left edge of the menu, in units.
    let x: Int
    /// The width, in units.
    let width: Int
  }

  private let unit: Int
  /// The upper left corner, in pixels of the window.
  private let x: Int
  private let y: Int
  private let columns: [Column]
  /// The width, in units.
  private let width: Int
  private let height: Int
  private let lineHeight: Int
  /// The number of visible lines.
  let count: Int

  private static let margin = 4
  /// The distance of text from the edges of a column, which leaves room for check marks.
  private static let padding = 12
  /// The distance between a label and its key.
  private static let gap = 16
  private static let maximumColumns = 4

  /// - Parameters:
  ///   - size: The size of the window, in pixels.
  ///   - unit: The side of a unit, in pixels; see ``PixelGrid``.
  init(_ menu: Menu, in size: PixelSize, unit: Int, _ text: OverlayText) {
    let lineHeight = text.height + 2
    let widths = menu.lines.map { Self.widths(of: $0, text) }
    func width(of lines: Range<Int>) -> Int {
      let (labels, keys) = (
        widths[lines].map(\.label).max() ?? 0, widths[lines].map(\.key).max() ?? 0
      )
      return labels + Self.gap + keys + 2 * Self.padding
    }
    let room = max(1, (size.height / unit - 2 * Self.margin) / lineHeight)
    let roomWidth = max(1, size.width / unit)
    let fitting = (1...Self.maximumColumns).compactMap { count -> [Range<Int>]? in
      Self.arrangements(of: Self.topics(of: menu.lines), in: count)
        .filter { $0.allSatisfy { $0.count <= room } }
        .filter { $0.reduce(0) { $0 + width(of: $1) } <= roomWidth }
        .min { Self.tallest($0) < Self.tallest($1) }
    }
    let visible: [Range<Int>]
    // Prefer the shape that is closest to a square.
    if let best = fitting.min(by: { a, b in
      func side(_ columns: [Range<Int>]) -> Int {
        max(Self.tallest(columns) * lineHeight, columns.reduce(0) { $0 + width(of: $1) })
      }
      return side(a) < side(b)
    }) {
      visible = best
      count = menu.lines.count
    } else {
      count = min(menu.lines.count, room)
      let first = min(max(menu.first, 0), menu.lines.count - count)
      visible = [first..<first + count]
    }
    var columns: [Column] = []
    var end = 0
    for lines in visible {
      // The width doesn't change while scrolling.
      let all = visible.count == 1 ? menu.lines.indices : lines
      let column = Column(lines: lines, x: end, width: min(width(of: all), roomWidth))
      columns.append(column)
      end += column.width
    }
    self.columns = columns
    self.width = end
    self.unit = unit
    self.lineHeight = lineHeight
    height = Self.tallest(visible) * lineHeight + 2 * Self.margin
    x = max(0, min(menu.origin.x, size.width - end * unit))
    y = max(0, min(menu.origin.y, size.height - height * unit))
  }

  private static func widths(
    of line: Menu.Line, _ text: OverlayText
  ) -> (label: Int, key: Int) {
    switch line {
    case .topic(let title): (text.width(of: title), 0)
    case .entry(let entry): (text.width(of: entry.label), text.width(of: entry.key))
    }
  }

  /// Returns the lines of each topic, including its title.
  private static func topics(of lines: [Menu.Line]) -> [Range<Int>] {
    let starts = lines.indices.filter { !lines[$0].isEntry }
    return starts.indices.map { index in
      starts[index]..<(index + 1 < starts.count ? starts[index + 1] : lines.count)
    }
  }

  /// Returns all arrangements of topics in columns, in order.
  private static func arrangements(of topics: [Range<Int>], in count: Int) -> [[Range<Int>]] {
    guard let first = topics.first, let last = topics.last, topics.count >= count else { return [] }
    if count == 1 { return [[first.lowerBound..<last.upperBound]] }
    return (1...topics.count - count + 1).flatMap { size in
      arrangements(of: Array(topics[size...]), in: count - 1)
        .map { [first.lowerBound..<topics[size - 1].upperBound] + $0 }
    }
  }

  private static func tallest(_ columns: [Range<Int>]) -> Int { columns.map(\.count).max() ?? 0 }

  /// Returns whether a pixel of the window is in the menu.
  func contains(x: Int, y: Int) -> Bool {
    (self.x..<self.x + width * unit).contains(x) && (self.y..<self.y + height * unit).contains(y)
  }

  /// Returns the index of the line at a pixel of the window, or `nil` if there is no line.
  func line(x: Int, y: Int) -> Int? {
    let top = y - self.y - Self.margin * unit
    guard contains(x: x, y: y), top >= 0 else { return nil }
    let column = columns.last { self.x + $0.x * unit <= x }
    return column.flatMap { column in
      let line = column.lines.lowerBound + top / (lineHeight * unit)
      return column.lines.contains(line) ? line : nil
    }
  }

  /// Returns the index of the entry in the next column that is closest to a line, or `nil` if there is no such column.
  func line(beside line: Int?, isRight: Bool, in menu: Menu) -> Int? {
    guard let line, let index = columns.firstIndex(where: { $0.lines.contains(line) }),
      columns.indices.contains(index + (isRight ? 1 : -1))
    else { return nil }
    let (row, lines) = (
      line - columns[index].lines.lowerBound, columns[index + (isRight ? 1 : -1)].lines
    )
    let wanted = min(lines.lowerBound + row, lines.upperBound - 1)
    return lines.filter { menu.lines[$0].isEntry }.min { abs($0 - wanted) < abs($1 - wanted) }
  }

  func draw(_ menu: Menu, _ text: OverlayText, into list: inout DisplayList) {
    let grid = PixelGrid(text, unit: unit, x: x, y: y, of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.menu, in: &list)
    for column in columns {
      for index in column.lines {
        let top = Self.margin + (index - column.lines.lowerBound) * lineHeight
        draw(menu.lines[index], isSelected: index == menu.selected, top, column, grid, text, &list)
      }
    }
    drawScrollBar(of: menu.lines.count, grid, into: &list)
  }

  private func draw(
    _ line: Menu.Line, isSelected: Bool, _ top: Int, _ column: Column, _ grid: PixelGrid,
    _ text: OverlayText, _ list: inout DisplayList
  ) {
    let y = top + (lineHeight - text.capHeight) / 2
    if isSelected {
      grid.fill(
        x: column.x, y: top, width: column.width, height: lineHeight, OverlayPalette.selection,
        in: &list)
    }
    let left = column.x + Self.padding
    switch line {
    case .topic(let title): grid.write(title, x: left, y: y, OverlayPalette.quiet, in: &list)
    case .entry(let entry):
      if entry.isOn {
        grid.fillDisc(
          x: column.x + Self.padding / 2, y: top + lineHeight / 2, radius: 2, OverlayPalette.bar,
          in: &list)
      }
      let keyWidth = text.width(of: entry.key)
      let room = max(1, column.width - keyWidth - 3 * Self.padding)
      grid.write(
        text.shortened(entry.label, to: room), x: left, y: y, OverlayPalette.text, in: &list)
      grid.write(
        entry.key, x: column.x + column.width - Self.padding - keyWidth, y: y, OverlayPalette.key,
        in: &list)
    }
  }

  /// Draws a thumb at the right edge that shows which lines are visible, unless all are visible.
  private func drawScrollBar(of all: Int, _ grid: PixelGrid, into list: inout DisplayList) {
    guard all > count, let first = columns.first?.lines.lowerBound else { return }
    let room = height - 2 * Self.margin
    let thumb = max(room * count / all, 6)
    grid.fill(
      x: width - 3, y: Self.margin + (room - thumb) * first / (all - count), width: 2,
      height: thumb, OverlayPalette.rule, in: &list)
  }
}
