import CX11
import TestSupport
import Testing

@testable import AnimCore
@testable import Viewer
@testable import XWindow

@Suite("Every key with every modifier")
struct KeyTableTests {
  private static let modifiers: [Modifiers] = [
    [], .shift, .control, [.control, .shift], .alt, .logo,
  ]

  /// Keys with and without bindings.
  private static let keysyms: [UInt] =
    (0x20...0x7E).map { UInt($0) } + (0xFF00...0xFFFF).map { UInt($0) }
    + (0x1008_FF00...0x1008_FFFF).map { UInt($0) }

  @Test(
    "has the effect of its row in the table, or none, on a page, for a clock and in an overview",
    arguments: KeyContext.allCases)
  func all(place: KeyContext) throws {
    var rows: [KeyCombination: ViewerAction] = [:]
    for row in KeyTable.rows where row.contexts.contains(place) {
      for binding in row.bindings
      where !binding.key.hasPrefix("Button") && !binding.key.hasPrefix("Wheel") {
        rows[try #require(KeyCombination(binding.key))] = ViewerAction(binding.action)
      }
    }
    var found: Set<KeyCombination> = []
    for keysym in Self.keysyms {
      for modifiers in Self.modifiers {
        let key = KeyCombination.candidates(keysym, modifiers).first { rows[$0] != nil }
        let action = key.flatMap { rows[$0] }
        let done = [false, true].map { isRepeat in
          KeyBindings.standard.action(
            for: KeyStroke(keysym: keysym, modifiers: modifiers, isRepeat: isRepeat), in: [place])
        }
        expectEqual(
          done, [action, action?.repeats == true ? action : nil],
          "\(keysym), \(modifiers.rawValue)")
        if let key { found.insert(key) }
      }
    }
    expectEqual(found, Set(rows.keys), "each can be pressed")
  }

  @Test(
    "repeats while it is held if it moves, changes speed, zooms, pages or selects, and otherwise doesn't"
  )
  func repetition() {
    let texts = Set(KeyTable.rows.flatMap(\.bindings).map(\.action))
    let repeated = texts.filter { ViewerAction($0)?.repeats == true }
    func names(_ texts: Set<String>) -> Set<Substring> {
      Set(texts.map { $0.prefix { $0 != " " } })
    }
    expectEqual(
      names(repeated),
      [
        "step", "seek", "multiply-speed", "adjust-clock", "zoom", "turn-page", "select-page",
        "scroll-pages", "resize-pages", "select-machine-input", "change-machine-input",
      ])
    // The ends are reached at once.
    let once = texts.subtracting(repeated).filter {
      names(repeated).contains($0.prefix { $0 != " " })
    }
    expectEqual(
      once, ["turn-page first", "turn-page last", "select-page first", "select-page last"])
  }

  @Test("has the necessary modifiers, and Shift only if the character doesn't require it")
  func candidates() throws {
    func meant(_ keysym: Int32, _ modifiers: Modifiers) -> [String] {
      let names = [
        "c", "Shift+c", "Ctrl+c", "Ctrl+Shift+c", "Alt+c", "?", "Shift+?", "Enter", "Alt+Enter",
      ]
      let candidates = KeyCombination.candidates(UInt(keysym), modifiers)
      return candidates.compactMap { key in names.first { KeyCombination($0) == key } }
    }
    #expect(meant(XK_c, []) == ["c"] && meant(XK_C, []) == ["c"])
    expectEqual(meant(XK_C, .shift), ["Shift+c", "c"])
    expectEqual(meant(XK_question, .shift).last, "?")
    expectEqual(meant(XK_c, .control), ["Ctrl+c"])
    expectEqual(meant(XK_C, [.control, .shift]).first, "Ctrl+Shift+c")
    expectEqual(meant(XK_Return, .alt), ["Alt+Enter"])
    expectEqual(meant(XK_KP_Enter, []), ["Enter"])
    expectEqual(meant(XK_c, .logo), [])
  }

  @Test("a key of another alphabet has the effect of the key at its position with Latin letters")
  func latin() {
    for (keysym, latin, expected) in [
      (XK_Cyrillic_shorti, XK_q, ViewerAction.quit as ViewerAction?),
      (XK_Cyrillic_shorti, XK_d, nil), (XK_s, XK_q, .saveImage),
    ] as [(Int32, Int32, ViewerAction?)] {
      let stroke = KeyStroke(
        keysym: UInt(keysym), latinKeysym: UInt(latin), modifiers: [], isRepeat: false)
      expectEqual(KeyBindings.standard.action(for: stroke), expected)
    }
  }
}
