import CX11
import TestSupport
import Testing

@testable import AnimCore
@testable import X11Viewer
@testable import XWindow

@Suite("Every key with every modifier")
struct KeyTableTests {
  private static let modifiers: [(String, Modifiers)] = [
    ("", []), ("Shift+", .shift), ("Ctrl+", .control), ("Ctrl+Shift+", [.control, .shift]),
    ("Alt+", .alt), ("Logo+", .logo),
  ]

  /// Keys that have a meaning somewhere, and some that have none.
  private static let keysyms: [UInt] =
    (0x20...0x7E).map { UInt($0) } + (0xFF00...0xFFFF).map { UInt($0) }

  @Test("does what it did, in a window and in an overview, and repeats if it did")
  func all() throws {
    var text = ""
    for isOverview in [false, true] {
      text += isOverview ? "In the overview\n" : "In the window\n"
      for keysym in Self.keysyms {
        for (name, modifiers) in Self.modifiers {
          func action(isRepeat: Bool) -> ViewerAction? {
            KeyBindings.standard.action(
              for: KeyStroke(keysym: keysym, modifiers: modifiers, isRepeat: isRepeat),
              inOverview: isOverview)
          }
          guard let action = action(isRepeat: false) else { continue }
          let key = XKeysymToString(keysym).map { String(cString: $0) } ?? "\(keysym)"
          let repeats = self.isSame(action, KeyTableTests.repeated(keysym, modifiers, isOverview))
          text += "\(name)\(key): \(action)\(repeats ? ", repeats" : "")\n"
        }
      }
    }
    try Kept.compare(text, with: "keys.txt")
  }

  private static func repeated(
    _ keysym: UInt, _ modifiers: Modifiers, _ isOverview: Bool
  ) -> ViewerAction? {
    KeyBindings.standard.action(
      for: KeyStroke(keysym: keysym, modifiers: modifiers, isRepeat: true), inOverview: isOverview)
  }

  private func isSame(_ action: ViewerAction, _ other: ViewerAction?) -> Bool { action == other }

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
