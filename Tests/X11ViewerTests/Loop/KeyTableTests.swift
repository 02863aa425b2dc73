import CX11
import Testing

@testable import AnimCore
@testable import X11Viewer
@testable import XWindow

@Suite("Every key with every modifier")
struct KeyTableTests {
  private static let modifiers: [Modifiers] = [
    [], .shift, .control, [.control, .shift], .alt, .logo,
  ]

  /// Keys that have a meaning somewhere, and some that have none.
  private static let keysyms: [UInt] =
    (0x20...0x7E).map { UInt($0) } + (0xFF00...0xFFFF).map { UInt($0) }

  /// What a key does while it is pressed and while it is held down.
  private static func actions(
    _ keysym: UInt, _ modifiers: Modifiers, _ isOverview: Bool
  ) -> [ViewerAction?] {
    [false, true].map { isRepeat in
      KeyBindings.standard.action(
        for: KeyStroke(keysym: keysym, modifiers: modifiers, isRepeat: isRepeat),
        inOverview: isOverview)
    }
  }

  @Test("does what its row in the table says, or nothing, in a window and in an overview")
  func all() throws {
    for isOverview in [false, true] {
      var rows: [KeyCombination: KeyRow.Binding] = [:]
      for row in KeyTable.rows where row.scope != .page || !isOverview {
        if case .overview = row.scope, !isOverview { continue }
        for binding in row.bindings { rows[try #require(KeyCombination(binding.key))] = binding }
      }
      var found: Set<KeyCombination> = []
      for keysym in Self.keysyms {
        for modifiers in Self.modifiers {
          let keys = KeyCombination.candidates(keysym, modifiers)
          let key = keys.first { rows[$0] != nil }
          let binding = key.flatMap { rows[$0] }
          let action = binding.flatMap { ViewerAction($0.action) }
          let expected = [action, binding?.repeats == true ? action : nil]
          #expect(
            Self.actions(keysym, modifiers, isOverview) == expected,
            "\(keysym), \(modifiers.rawValue)")
          if let key { found.insert(key) }
        }
      }
      #expect(found == Set(rows.keys), "each can be pressed")
    }
  }

  @Test("that moves, changes speed, zooms, pages or selects repeats while it is held, and no other")
  func repetition() {
    let bindings = KeyTable.rows.flatMap(\.bindings)
    func names(_ bindings: [KeyRow.Binding]) -> Set<Substring> {
      Set(bindings.map { $0.action.prefix { $0 != " " } })
    }
    let repeated = bindings.filter(\.repeats)
    #expect(
      names(repeated) == [
        "step", "seek", "multiply-speed", "adjust-clock", "zoom", "turn-page", "select-page",
        "scroll-pages", "resize-pages", "select-machine-input", "change-machine-input",
      ])
    // The ends are reached at once.
    let once = bindings.filter {
      !$0.repeats && names(repeated).contains($0.action.prefix { $0 != " " })
    }
    #expect(
      Set(once.map(\.action)) == [
        "turn-page first", "turn-page last", "select-page first", "select-page last",
      ])
  }

  @Test("has the modifiers that it needs, and Shift only where that is not how it is written")
  func candidates() throws {
    func meant(_ keysym: Int32, _ modifiers: Modifiers) -> [String] {
      let names = [
        "c", "Shift+c", "Ctrl+c", "Ctrl+Shift+c", "Alt+c", "?", "Shift+?", "Enter", "Alt+Enter",
      ]
      let candidates = KeyCombination.candidates(UInt(keysym), modifiers)
      return candidates.compactMap { key in names.first { KeyCombination($0) == key } }
    }
    #expect(meant(XK_c, []) == ["c"] && meant(XK_C, []) == ["c"])
    #expect(meant(XK_C, .shift) == ["Shift+c", "c"])
    #expect(meant(XK_question, .shift).last == "?")
    #expect(meant(XK_c, .control) == ["Ctrl+c"])
    #expect(meant(XK_C, [.control, .shift]).first == "Ctrl+Shift+c")
    #expect(meant(XK_Return, .alt) == ["Alt+Enter"])
    #expect(meant(XK_KP_Enter, []) == ["Enter"])
    #expect(meant(XK_c, .logo) == [])
  }

  @Test("a key of another alphabet does what the key in its position does with Latin letters")
  func latin() {
    for (keysym, latin, expected) in [
      (XK_Cyrillic_shorti, XK_q, ViewerAction.quit as ViewerAction?),
      (XK_Cyrillic_shorti, XK_d, nil), (XK_s, XK_q, .savePicture),
    ] as [(Int32, Int32, ViewerAction?)] {
      let stroke = KeyStroke(
        keysym: UInt(keysym), latinKeysym: UInt(latin), modifiers: [], isRepeat: false)
      #expect(KeyBindings.standard.action(for: stroke) == expected)
    }
  }
}
