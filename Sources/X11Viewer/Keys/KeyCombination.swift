import CX11
import XWindow

/// A key with modifiers, as `Ctrl+Shift+C` names it.
struct KeyCombination: Hashable {
  /// The key without Shift, and not on the keypad.
  private let keysym: UInt
  private let modifiers: Modifiers

  /// The key that a text names; nil if it names none. A letter may be large or small.
  init?(_ text: String) {
    // The last plus may be the key.
    let isPlus = text == "+" || text.hasSuffix("++")
    let parts = (isPlus ? text.dropLast() : text[...])
      .split(separator: "+", omittingEmptySubsequences: false)
    guard let last = parts.last else { return nil }
    let key = isPlus ? "+" : last
    var modifiers: Modifiers = []
    for part in parts.dropLast() {
      switch part {
      case "Ctrl": modifiers.insert(.control)
      case "Shift": modifiers.insert(.shift)
      case "Alt": modifiers.insert(.alt)
      default: return nil
      }
    }
    guard let keysym = Self.keysym(String(key)) else { return nil }
    self.init(keysym, modifiers)
  }

  private init(_ keysym: UInt, _ modifiers: Modifiers) {
    self.keysym = keysym
    self.modifiers = modifiers
  }

  /// What a stroke of a key with modifiers may be meant as, the likeliest first: Shift may be a part of
  /// what the user means, or what it takes to write the character.
  static func candidates(_ keysym: UInt, _ modifiers: Modifiers) -> [KeyCombination] {
    let key = normalized(keysym)
    // Together with Control, other keys make no difference, but for Shift.
    let main: Modifiers
    if modifiers.contains(.control) {
      main = .control
    } else if modifiers.contains(.alt) {
      main = .alt
    } else if modifiers.contains(.logo) {
      return []
    } else {
      main = []
    }
    let plain = KeyCombination(key, main)
    return modifiers.contains(.shift)
      ? [KeyCombination(key, main.union(.shift)), plain] : [plain]
  }

  private static func keysym(_ name: String) -> UInt? {
    if let keysym = named[name] { return UInt(keysym) }
    // Of a character of Latin-1, the number is that of the key.
    guard name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first,
      (0x21...0x7E).contains(scalar.value) || (0xA1...0xFF).contains(scalar.value)
    else { return nil }
    return normalized(UInt(scalar.value))
  }

  /// The same key without Shift or Caps Lock, and in the main block.
  private static func normalized(_ keysym: UInt) -> UInt {
    if (UInt(XK_A)...UInt(XK_Z)).contains(keysym) { return keysym + UInt(XK_a - XK_A) }
    return keypad[Int32(truncatingIfNeeded: keysym)].map(UInt.init) ?? keysym
  }

  private static let named: [String: Int32] = [
    "Space": XK_space, "Esc": XK_Escape, "Enter": XK_Return, "Tab": XK_Tab,
    "Backspace": XK_BackSpace, "PgUp": XK_Prior, "PgDn": XK_Next, "Home": XK_Home, "End": XK_End,
    "←": XK_Left, "→": XK_Right, "↑": XK_Up, "↓": XK_Down, "F11": XK_F11, "F12": XK_F12,
  ]

  private static let keypad: [Int32: Int32] = [
    XK_KP_Left: XK_Left, XK_KP_Right: XK_Right, XK_KP_Up: XK_Up, XK_KP_Down: XK_Down,
    XK_KP_Home: XK_Home, XK_KP_End: XK_End, XK_KP_Prior: XK_Prior, XK_KP_Next: XK_Next,
    XK_KP_Enter: XK_Return, XK_KP_Add: XK_plus, XK_KP_Subtract: XK_minus,
  ]
}
