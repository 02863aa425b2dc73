import XWindow

/// What the keys do: what the ``KeyTable`` says, changed by a preset and by the user.
struct KeyBindings {
  private struct Binding {
    let action: ViewerAction
    /// The text of the action.
    let text: String
  }

  private var bindings: [KeyPlace: [KeyCombination: Binding]] = [:]
  /// The keys in the order in which they were bound.
  private var order: [KeyCombination] = []
  /// What was bound beyond the table.
  private var changes: [KeyLine] = []

  static let standard = KeyBindings(KeyTable.rows)

  init(_ rows: [KeyRow]) {
    for row in rows {
      for binding in row.bindings {
        KeyLine(key: binding.key, action: binding.action).map { bind($0) }
      }
    }
  }

  /// The keys of the table, changed by lines, of which the last counts for a key.
  init(changedBy lines: [KeyLine]) {
    self = .standard
    for line in lines { bind(line) }
    changes = lines
  }

  private mutating func bind(_ line: KeyLine) {
    if !order.contains(line.key) { order.append(line.key) }
    for place in line.action.places {
      bindings[place, default: [:]][line.key] =
        line.action == .ignore ? nil : Binding(action: line.action, text: line.text)
    }
  }

  /// What each key does, and where, to compare.
  var actions: [KeyPlace: [KeyCombination: ViewerAction]] {
    bindings.mapValues { $0.mapValues(\.action) }
  }
}

// What is pressed.
extension KeyBindings {
  /// The action for a key stroke; nil for a key without one. Holding a key down repeats its action
  /// only where that makes sense.
  ///
  /// - Parameter places: what is shown; the meaning in the first of them that has one counts.
  func action(for stroke: KeyStroke, in places: [KeyPlace] = [.page]) -> ViewerAction? {
    func meaning(of keysym: UInt) -> ViewerAction? {
      KeyCombination.candidates(keysym, stroke.modifiers).lazy
        .compactMap { action(for: $0, in: places) }.first
    }
    guard let action = meaning(of: stroke.keysym) ?? stroke.latinKeysym.flatMap(meaning),
      !stroke.isRepeat || action.repeats
    else { return nil }
    return action
  }

  /// The action for a button of the mouse that is not for the picture.
  func action(for click: ButtonClick, in places: [KeyPlace]) -> ViewerAction? {
    action(for: KeyCombination(click), in: places)
  }

  private func action(for key: KeyCombination, in places: [KeyPlace]) -> ViewerAction? {
    places.lazy.compactMap { bindings[$0]?[key]?.action }.first
  }
}

// What there is to tell.
extension KeyBindings {
  /// The table with the present keys for its actions, and with a row for each action that it does not have.
  var rows: [KeyRow] {
    if changes.isEmpty { return KeyTable.rows }
    var rows = KeyTable.rows.map { row in
      let actions = Set(row.bindings.map(\.action))
      let kept = row.bindings.filter { binding in
        KeyCombination(binding.key).map { does($0, binding.action, in: row.places) } ?? false
      }
      let own = order.flatMap { key in
        actions.filter { action in
          !kept.contains { $0.key == key.description } && does(key, action, in: row.places)
        }.map { KeyRow.Binding(key: key.description, action: $0) }
      }
      return row.with(kept + own)
    }
    let known = Set(KeyTable.rows.flatMap(\.bindings).compactMap { ViewerAction($0.action) })
    for line in changes where !known.contains(line.action) {
      let places = line.action.places
      guard does(line.key, line.text, in: places),
        !rows.contains(where: { $0.topic == .own && $0.keys == line.key.description })
      else { continue }
      rows.append(
        KeyRow(
          .own, [line.key.description: line.text], line.text,
          places.contains(.page) ? .everywhere() : .overview(15)))
    }
    return rows
  }

  private func does(_ key: KeyCombination, _ text: String, in places: [KeyPlace]) -> Bool {
    guard let action = ViewerAction(text) else { return false }
    return places.contains { bindings[$0]?[key]?.action == action }
  }

  /// All that is bound, as lines of a file that bind the same on top of the table.
  var lines: [KeyLine] {
    order.flatMap { key -> [KeyLine] in
      let standard = KeyPlace.allCases.filter { Self.standard.bindings[$0]?[key] != nil }
      let isFreed = standard.contains { bindings[$0]?[key] == nil }
      var lines = isFreed ? [KeyLine(key, .ignore, "ignore")] : []
      // An action for several places also binds those that have another one, so it comes first.
      let bound = KeyPlace.allCases.compactMap { bindings[$0]?[key] }
        .sorted { $0.action.places.count > $1.action.places.count }
      for binding in bound where lines.last?.action != binding.action {
        lines.append(KeyLine(key, binding.action, binding.text))
      }
      return lines
    }
  }
}
