import AnimCore
import XWindow

/// Where the lines of a menu are: at the pointer, or as near to it as the window allows, and as many as it has
/// room for.
struct MenuLayout {
  private let unit: Int
  /// The corner, in pixels of the window.
  private let x: Int
  private let y: Int
  /// In units.
  private let width: Int
  private let lineHeight: Int
  /// The index of the line at the top.
  private let first: Int
  /// The number of lines that are shown.
  let count: Int

  private static let margin = 4
  /// Around what a line says.
  private static let padding = 8
  /// Between a label and its key.
  private static let gap = 16

  /// - Parameters:
  ///   - size: the size of the window in pixels.
  ///   - unit: the side of a unit in pixels; see ``PixelGrid``.
  init(_ menu: Menu, in size: PixelSize, unit: Int, _ text: OverlayText) {
    self.unit = unit
    lineHeight = text.height + 2
    var (labels, keys) = (0, 0)
    for line in menu.lines {
      switch line {
      case .topic(let title): labels = max(labels, text.width(of: title))
      case .entry(let entry):
        labels = max(labels, text.width(of: entry.label))
        keys = max(keys, text.width(of: entry.key))
      }
    }
    width = min(labels + Self.gap + keys + 2 * Self.padding, max(1, size.width / unit))
    let room = (size.height / unit - 2 * Self.margin) / lineHeight
    count = min(menu.lines.count, max(1, room))
    first = min(max(menu.first, 0), menu.lines.count - count)
    let height = count * lineHeight + 2 * Self.margin
    x = max(0, min(menu.origin.x, size.width - width * unit))
    y = max(0, min(menu.origin.y, size.height - height * unit))
  }

  private var height: Int { count * lineHeight + 2 * Self.margin }

  /// Whether a pixel of the window is in the menu.
  func contains(x: Int, y: Int) -> Bool {
    (self.x..<self.x + width * unit).contains(x) && (self.y..<self.y + height * unit).contains(y)
  }

  /// The index of the line at a pixel of the window; nil if there is none.
  func line(x: Int, y: Int) -> Int? {
    let top = y - self.y - Self.margin * unit
    guard contains(x: x, y: y), top >= 0, top / (lineHeight * unit) < count else { return nil }
    return first + top / (lineHeight * unit)
  }

  func draw(_ menu: Menu, _ text: OverlayText, into list: inout DisplayList) {
    let grid = PixelGrid(text, unit: unit, x: x, y: y, of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.menu, in: &list)
    for index in first..<first + count {
      let top = Self.margin + (index - first) * lineHeight
      let y = top + (lineHeight - text.capHeight) / 2
      if index == menu.selected {
        grid.fill(
          x: 0, y: top, width: width, height: lineHeight, OverlayPalette.selection, in: &list)
      }
      switch menu.lines[index] {
      case .topic(let title):
        grid.write(title, x: Self.padding, y: y, OverlayPalette.quiet, in: &list)
      case .entry(let entry):
        let keyWidth = text.width(of: entry.key)
        let room = max(1, width - keyWidth - 3 * Self.padding)
        grid.write(
          text.shortened(entry.label, to: room), x: Self.padding, y: y, OverlayPalette.text,
          in: &list)
        grid.write(
          entry.key, x: width - Self.padding - keyWidth, y: y,
          OverlayPalette.key, in: &list)
      }
    }
    drawScrollBar(of: menu.lines.count, grid, into: &list)
  }

  /// A thumb at the right edge that shows which lines are visible, unless all are.
  private func drawScrollBar(of all: Int, _ grid: PixelGrid, into list: inout DisplayList) {
    guard all > count else { return }
    let room = height - 2 * Self.margin
    let thumb = max(room * count / all, 6)
    grid.fill(
      x: width - 3, y: Self.margin + (room - thumb) * first / (all - count), width: 2,
      height: thumb, OverlayPalette.rule, in: &list)
  }
}
