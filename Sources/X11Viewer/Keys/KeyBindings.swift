import XWindow

/// The action for a key stroke, from the ``KeyTable``.
struct KeyBindings {
  /// What a key does.
  private struct Binding {
    let action: ViewerAction
    let repeats: Bool
  }

  private let page: [KeyCombination: Binding]
  private let overview: [KeyCombination: Binding]

  static let standard = KeyBindings(KeyTable.rows)

  init(_ rows: [KeyRow]) {
    func bindings(_ isIncluded: (KeyRow.Scope) -> Bool) -> [KeyCombination: Binding] {
      var bindings: [KeyCombination: Binding] = [:]
      for row in rows where isIncluded(row.scope) {
        for binding in row.bindings {
          guard let key = KeyCombination(binding.key), let action = ViewerAction(binding.action)
          else { continue }
          bindings[key] = Binding(action: action, repeats: binding.repeats)
        }
      }
      return bindings
    }
    page = bindings { if case .overview = $0 { false } else { true } }
    overview = bindings { $0 != .page }
  }

  /// The action for a key stroke; nil for a key without one. Holding a key down repeats its action
  /// only where that makes sense.
  ///
  /// - Parameter inOverview: whether all pages are shown, where some keys have another meaning.
  func action(for stroke: KeyStroke, inOverview: Bool = false) -> ViewerAction? {
    let bindings = inOverview ? overview : page
    func binding(_ keysym: UInt) -> Binding? {
      KeyCombination.candidates(keysym, stroke.modifiers).lazy.compactMap { bindings[$0] }.first
    }
    guard let binding = binding(stroke.keysym) ?? stroke.latinKeysym.flatMap(binding),
      !stroke.isRepeat || binding.repeats
    else { return nil }
    return binding.action
  }
}
