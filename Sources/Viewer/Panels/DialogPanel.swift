import AnimCore
import LinuxSystem

/// A question in the centre of the image, or an editable line of text along the upper edge.
enum DialogPanel {
  private static let margin = 10
  /// The maximum number of choices in the list.
  private static let maximumChoices = 12
  private static let cursorWidth = 1
  private static let title = "Open"

  static func draw(_ question: TrashQuestion, _ text: OverlayText, into list: inout DisplayList) {
    var panel = TextPanel(margin: margin, leading: 3, color: OverlayPalette.menu)
    let room = panel.room(in: list, unit: PixelGrid.unit(1, of: list))
    panel.rows =
      text.lines(of: question.text, width: room).map { [.text($0, OverlayPalette.text)] }
      + text.lines(of: TrashQuestion.hint, width: room).map { [.text($0, OverlayPalette.key)] }
    panel.drawInCenter(text, into: &list)
  }

  static func draw(_ prompt: PathPrompt, _ text: OverlayText, into list: inout DisplayList) {
    let unit = PixelGrid.unit(1, of: list)
    let width = max(1, list.size.width / unit)
    let label = text.width(of: title) + margin
    let room = max(1, width - label - 2 * margin)
    // The text immediately before the cursor is always visible.
    let before = Array(prompt.text.prefix(prompt.cursor))
    var hidden = 0
    while hidden < before.count, text.width(of: String(before[hidden...])) > room - cursorWidth {
      hidden += 1 + (before.count - hidden) / 32
    }
    let start = String(before.dropFirst(hidden))
    var shown = start + prompt.text.dropFirst(prompt.cursor)
    while text.width(of: shown) > room, shown.count > start.count { shown.removeLast() }
    let rows = Self.rows(
      of: prompt.choices, in: list.size.height / unit / text.height - 3)
    let lineHeight = text.height + 2
    let height = 2 * margin + text.capHeight + rows.count * lineHeight
    let grid = PixelGrid(text, unit: unit, x: 0, y: 0, of: list)
    grid.fill(x: 0, y: 0, width: width + 1, height: height, OverlayPalette.menu, in: &list)
    grid.write(title, x: margin, y: margin, OverlayPalette.quiet, in: &list)
    let x = margin + label
    grid.write(shown, x: x, y: margin, OverlayPalette.text, in: &list)
    let advance = start.isEmpty ? 0 : text.width(of: start) + 1
    grid.fill(
      x: x + advance, y: margin - 3, width: cursorWidth, height: text.capHeight + 6,
      OverlayPalette.key, in: &list)
    for (index, row) in rows.enumerated() {
      grid.write(
        text.shortened(row, to: room), x: x, y: margin + (index + 1) * lineHeight,
        OverlayPalette.key, in: &list)
    }
  }

  /// Returns the choices that fit, and a line with the number of the others.
  private static func rows(of choices: [String], in room: Int) -> [String] {
    let limit = max(1, min(room, maximumChoices))
    guard choices.count > limit else { return choices.map(\.printable) }
    return choices.prefix(limit - 1).map(\.printable) + ["and \(choices.count - limit + 1) more"]
  }
}
