import AnimCore
import XWindow

/// A menu of actions with their keys. The arrow keys and the pointer select lines.
struct Menu: Hashable {
  /// A line of the menu.
  enum Line: Hashable {
    case topic(String)
    case entry(Entry)

    var isEntry: Bool { if case .entry = self { true } else { false } }
  }

  struct Entry: Hashable {
    let label: String
    let key: String
    let action: ViewerAction
    /// Whether the action has switched something on.
    let isOn: Bool
  }

  let lines: [Line]
  /// The index of the selected line, or `nil`.
  private(set) var selected: Int?
  /// The index of the top line.
  private(set) var first = 0
  /// The position at which the menu was opened, in pixels of the window.
  let origin: WindowPosition

  /// - Parameters:
  ///   - context: The state that determines the possible actions.
  ///   - active: The actions that have switched something on.
  ///   - isPaused: Whether the animation is paused.
  init(
    _ rows: [KeyRow], in context: HelpContext, at origin: WindowPosition,
    active: Set<ViewerAction> = [], isPaused: Bool = false
  ) {
    self.origin = origin
    let isOverview = context == .overview
    lines = KeyTopic.inMenu(isOverview: isOverview).flatMap { topic -> [Line] in
      let entries = rows.filter {
        $0.topic == topic && (isOverview ? $0.isInOverview : $0.isOnPage)
          && ($0.needs.isSubset(of: context) || isOverview && $0.needs == .files)
      }.flatMap { row in
        row.offers.compactMap { offer in
          ViewerAction(offer.action).map {
            Entry(
              label: isPaused && $0 == .time(.togglePause) ? "play" : offer.label,
              key: row.keys(for: offer.action).first ?? "", action: $0,
              isOn: active.contains($0))
          }
        }
      }
      return entries.isEmpty ? [] : [.topic(topic.rawValue)] + entries.map(Line.entry)
    }
  }

  /// Handles a key, button or pointer event.
  ///
  /// - Parameter layout: The layout of the lines.
  /// - Returns: `nil` for another event.
  mutating func handle(
    _ event: Event, _ layout: MenuLayout, into effects: inout [Effect]
  ) -> Dialog.Outcome? {
    let before = self
    let outcome: Dialog.Outcome
    switch event {
    case .key(let stroke): outcome = press(stroke, layout)
    case .button(let click): outcome = press(click, layout)
    case .pointer(let x, let y):
      point(at: WindowPosition(x: x, y: y), layout)
      outcome = .stays
    default: return nil
    }
    if self != before { effects.append(.redraw) }
    return outcome
  }

  private mutating func press(_ stroke: KeyStroke, _ layout: MenuLayout) -> Dialog.Outcome {
    let keys = KeyCombination.candidates(stroke.keysym, stroke.modifiers).map(\.description)
    switch keys.first {
    case "←", "→":
      if let line = layout.line(beside: selected, isRight: keys.first == "→", in: self) {
        select(line, layout)
      }
    case "↓", "j": move(by: 1, layout)
    case "↑", "k": move(by: -1, layout)
    case "PgDn": move(by: max(layout.count, 2), layout)
    case "PgUp": move(by: -max(layout.count, 2), layout)
    case "Home": move(by: -max(lines.count, 2), layout)
    case "End": move(by: max(lines.count, 2), layout)
    case "Enter", "Space": return choice
    case "Esc", "Menu", "Shift+F10", "q": return .closes
    default: break
    }
    return .stays
  }

  private mutating func press(_ click: ButtonClick, _ layout: MenuLayout) -> Dialog.Outcome {
    switch click.button {
    case 1:
      guard layout.contains(x: click.x, y: click.y) else { return .closes }
      guard let line = layout.line(x: click.x, y: click.y) else { return .stays }
      selected = lines[line].isEntry ? line : nil
      return choice
    case 4: scroll(by: -Self.linesOfWheel, layout)
    case 5: scroll(by: Self.linesOfWheel, layout)
    case 2, 3: return .closes
    default: break
    }
    return .stays
  }

  private static let linesOfWheel = 3

  private mutating func point(at position: WindowPosition, _ layout: MenuLayout) {
    let line = layout.line(x: position.x, y: position.y).flatMap { lines[$0].isEntry ? $0 : nil }
    // Outside the menu, the selection remains.
    selected = line ?? selected
  }

  /// Performs the selected entry's action, if an entry is selected.
  private var choice: Dialog.Outcome {
    guard let selected, case .entry(let entry) = lines[selected] else { return .stays }
    return .performs(entry.action, at: origin)
  }

  /// Moves the selection by a number of entries, down or, if negative, up. A single step wraps around at the ends.
  private mutating func move(by count: Int, _ layout: MenuLayout) {
    let entries = lines.indices.filter { lines[$0].isEntry }
    guard !entries.isEmpty else { return }
    var next = count > 0 ? 0 : entries.count - 1
    if let present = selected.flatMap(entries.firstIndex) {
      let wanted = present + count
      next =
        abs(count) == 1
        ? (wanted + entries.count) % entries.count : min(max(wanted, 0), entries.count - 1)
    }
    select(entries[next], layout)
  }

  /// Selects a line, and scrolls to it and the title of its topic.
  private mutating func select(_ line: Int, _ layout: MenuLayout) {
    selected = line
    let top = line > 0 && !lines[line - 1].isEntry ? line - 1 : line
    first = max(min(first, top), line - layout.count + 1)
  }

  private mutating func scroll(by count: Int, _ layout: MenuLayout) {
    first = min(max(first + count, 0), max(lines.count - layout.count, 0))
  }
}

extension KeyTopic {
  /// Returns the topics of a menu, in order.
  fileprivate static func inMenu(isOverview: Bool) -> [KeyTopic] {
    isOverview ? [.overview] + allCases.filter { $0 != .overview } : allCases
  }
}

extension KeyRow {
  fileprivate var isInOverview: Bool { if case .page = scope { false } else { true } }
  fileprivate var isOnPage: Bool { if case .overview = scope { false } else { true } }
}
