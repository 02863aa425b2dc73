import XWindow

/// The actions of keys: those of the ``KeyTable``, changed by a preset and by the user.
package struct KeyBindings {
  private struct Binding {
    let action: ViewerAction
    /// The text of the action.
    let text: String
  }

  private var bindings: [KeyContext: [KeyCombination: Binding]] = [:]
  /// The keys in the order in which they were bound.
  private var order: [KeyCombination] = []
  /// Bindings that aren't in the table.
  private var changes: [KeyLine] = []

  static let standard = KeyBindings(KeyTable.rows)

  init(_ rows: [KeyRow]) {
    for row in rows {
      for binding in row.bindings {
        KeyLine(key: binding.key, action: binding.action).map { bind($0) }
      }
    }
  }

  /// Creates the table's bindings and applies lines. The last line for a key counts.
  package init(changedBy lines: [KeyLine]) {
    self = .standard
    for line in lines { bind(line) }
    changes = lines
  }

  private mutating func bind(_ line: KeyLine) {
    if !order.contains(line.key) { order.append(line.key) }
    for place in line.action.contexts {
      bindings[place, default: [:]][line.key] =
        line.action == .ignore ? nil : Binding(action: line.action, text: line.text)
    }
  }

  /// The actions of all keys by context, for comparison.
  var actions: [KeyContext: [KeyCombination: ViewerAction]] {
    bindings.mapValues { $0.mapValues(\.action) }
  }
}

// Input.
extension KeyBindings {
  /// Returns the action for a key stroke, or `nil` if it has none. Holding a key down repeats its
  /// action only if that is useful.
  ///
  /// - Parameter contexts: The contexts in order of precedence. The first one that defines the key
  ///   is used.
  func action(for stroke: KeyStroke, in contexts: [KeyContext] = [.page]) -> ViewerAction? {
    func meaning(of keysym: UInt) -> ViewerAction? {
      KeyCombination.candidates(keysym, stroke.modifiers).lazy
        .compactMap { action(for: $0, in: contexts) }.first
    }
    guard let action = meaning(of: stroke.keysym) ?? stroke.latinKeysym.flatMap(meaning),
      !stroke.isRepeat || action.repeats
    else { return nil }
    return action
  }

  /// Returns the action for a mouse button or a movement of the wheel.
  func action(for click: ButtonClick, in contexts: [KeyContext]) -> ViewerAction? {
    KeyCombination.candidates(click).lazy.compactMap { action(for: $0, in: contexts) }.first
  }

  private func action(for key: KeyCombination, in contexts: [KeyContext]) -> ViewerAction? {
    contexts.lazy.compactMap { bindings[$0]?[key]?.action }.first
  }
}

// Descriptions.
extension KeyBindings {
  /// Returns the rows of the table that apply in these contexts, with the current keys for their
  /// actions, and a row for each action that isn't in the table.
  func rows(in contexts: [KeyContext]) -> [KeyRow] {
    let standard = KeyTable.rows.filter { !Set($0.contexts).isDisjoint(with: contexts) }
    var rows = standard.map { row in
      let actions = Set(row.bindings.map(\.action))
      let kept = row.bindings.filter { binding in
        KeyCombination(binding.key).map { does($0, binding.action, in: contexts) } ?? false
      }
      let keptKeys = Set(kept.compactMap { KeyCombination($0.key) })
      let added = order.filter { !keptKeys.contains($0) }.flatMap { key in
        actions.filter { does(key, $0, in: contexts) }
          .map { KeyRow.Binding(key: key.description, action: $0) }
      }
      // More keys would make the help too wide. Keys that the user or a preset has bound come first.
      let room = max(2, Self.maximumListedKeys - added.count)
      return row.with(
        Self.listing(kept, atMost: room) + Self.listing(added, atMost: Self.maximumListedKeys - 2))
    }
    let existing = Set(standard.flatMap(\.bindings).compactMap { ViewerAction($0.action) })
    var found: Set<ViewerAction> = []
    for line in changes where !existing.contains(line.action) && !found.contains(line.action) {
      let keys = order.filter { does($0, line.text, in: contexts) }
      guard !keys.isEmpty else { continue }
      found.insert(line.action)
      let (topic, description) = line.action.meaning(of: line.text)
      rows.append(
        KeyRow(
          topic, bindings: keys.map { KeyRow.Binding(key: $0.description, action: line.text) },
          description, contexts.contains(.overview) ? .overview(15) : .page))
    }
    return rows
  }

  /// The maximum number of keys in a line of the help.
  private static let maximumListedKeys = 6

  private static func listing(_ bindings: [KeyRow.Binding], atMost limit: Int) -> [KeyRow.Binding] {
    var count = 0
    return bindings.map { binding in
      var binding = binding
      if binding.isListed { count += 1 }
      if count > limit { binding.isListed = false }
      return binding
    }
  }

  /// Returns the first key for an action on a page, or `nil` if there is none.
  func key(for action: ViewerAction) -> KeyCombination? {
    order.first { self.action(for: $0, in: [.page]) == action }
  }

  private func does(_ key: KeyCombination, _ text: String, in contexts: [KeyContext]) -> Bool {
    guard let action = ViewerAction(text) else { return false }
    return self.action(for: key, in: contexts) == action
  }

  /// All bindings, as lines of a file that reproduce them on top of the table.
  package var lines: [KeyLine] {
    order.flatMap { key -> [KeyLine] in
      let standard = KeyContext.allCases.filter { Self.standard.bindings[$0]?[key] != nil }
      let isFreed = standard.contains { bindings[$0]?[key] == nil }
      var lines = isFreed ? [KeyLine(key, .ignore, "ignore")] : []
      // An action for several contexts also binds those that have a different action, so it comes
      // first.
      let bound = KeyContext.allCases.compactMap { bindings[$0]?[key] }
        .sorted { $0.action.contexts.count > $1.action.contexts.count }
      for binding in bound where lines.last?.action != binding.action {
        lines.append(KeyLine(key, binding.action, binding.text))
      }
      return lines
    }
  }
}
