import CX11

/// A key with modifiers, such as `Ctrl+Shift+C`, or a mouse button, such as `Button8`.
package struct KeyCombination: Hashable {
  private enum Key: Hashable {
    /// A key without Shift, and not on the keypad.
    case keysym(UInt)
    case button(Int)
  }

  private let key: Key
  private let modifiers: Modifiers

  /// Creates the key with a name, or returns `nil` if there is no such key.
  ///
  /// Characters name themselves, and other keys have their common names, those of mpv, or those of
  /// X (keysymdef.h). An upper-case letter means Shift, but with Ctrl and Alt, the case of a letter
  /// is ignored.
  package init?(_ text: String) {
    // The last plus may be the key.
    let isPlus = text == "+" || text.hasSuffix("++")
    let parts = (isPlus ? text.dropLast() : text[...])
      .split(separator: "+", omittingEmptySubsequences: false)
    guard let last = parts.last else { return nil }
    let name = isPlus ? "+" : String(last)
    var modifiers: Modifiers = []
    for part in parts.dropLast() {
      switch part.lowercased() {
      case "ctrl": modifiers.insert(.control)
      case "shift": modifiers.insert(.shift)
      case "alt": modifiers.insert(.alt)
      default: return nil
      }
    }
    if let button = Self.button(name) {
      self.init(.button(button), modifiers)
      return
    }
    guard let keysym = Self.keysym(name) else { return nil }
    if modifiers.isEmpty, name.utf8.count == 1, name != name.lowercased() { modifiers = .shift }
    self.init(.keysym(keysym), modifiers)
  }

  /// Returns the combinations that a click may mean, the most likely one first. The wheel also works while modifiers
  /// are held down.
  package static func candidates(_ click: ButtonClick) -> [KeyCombination] {
    let button = Key.button(click.button)
    let plain = wheelNames.contains { $0.button == click.button } && !click.modifiers.isEmpty
    return [KeyCombination(button, click.modifiers)] + (plain ? [KeyCombination(button, [])] : [])
  }

  private init(_ key: Key, _ modifiers: Modifiers) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Returns the possible meanings of a key stroke with modifiers, the most likely one first. Shift
  /// may be part of the user's intention, or only necessary to type the character.
  package static func candidates(_ keysym: UInt, _ modifiers: Modifiers) -> [KeyCombination] {
    let key = Key.keysym(normalized(keysym))
    // Together with Control, no other modifiers matter except Shift.
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

  /// Returns the number of a mouse button. The left button moves the image and can't be bound.
  private static func button(_ name: String) -> Int? {
    let small = name.lowercased()
    if let wheel = wheelNames.first(where: {
      $0.name.lowercased() == small || $0.others.split(separator: " ").contains(small[...])
    }) {
      return wheel.button
    }
    let prefix = "button"
    guard name.count > prefix.count, small.hasPrefix(prefix) else { return nil }
    return Int(name.dropFirst(prefix.count)).flatMap { freeButtons.contains($0) ? $0 : nil }
  }

  private static let freeButtons = 2...12

  /// The names of the wheel's buttons, and those of mpv, in lower case.
  private static let wheelNames = [
    (button: 4, name: "WheelUp", others: "wheel_up"),
    (button: 5, name: "WheelDown", others: "wheel_down"),
    (button: 6, name: "WheelLeft", others: "wheel_left"),
    (button: 7, name: "WheelRight", others: "wheel_right"),
  ]

  private static func keysym(_ name: String) -> UInt? {
    // For a character of Latin-1, the keysym is its code.
    if name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first {
      if let (_, _, keysym) = named.first(where: { $0.name == name }) { return UInt(keysym) }
      guard (0x21...0x7E).contains(scalar.value) || (0xA1...0xFF).contains(scalar.value) else {
        return nil
      }
      return normalized(UInt(scalar.value))
    }
    let small = name.lowercased()
    let existing = named.first {
      $0.name.lowercased() == small || $0.others.split(separator: " ").contains(small[...])
    }
    if let existing { return UInt(existing.keysym) }
    let keysym = XStringToKeysym(name)
    return keysym == 0 ? nil : normalized(keysym)
  }

  /// Returns the same key without Shift or Caps Lock, and in the main block.
  private static func normalized(_ keysym: UInt) -> UInt {
    if (UInt(XK_A)...UInt(XK_Z)).contains(keysym) { return keysym + UInt(XK_a - XK_A) }
    return keypad[Int32(truncatingIfNeeded: keysym)].map(UInt.init) ?? keysym
  }

  /// The names of keys, and their alternative names in lower case: our own names for a file of
  /// keys, and those of mpv.
  private static let named: [(name: String, others: String, keysym: Int32)] =
    [
      ("Space", "", XK_space), ("Esc", "escape", XK_Escape), ("Enter", "return", XK_Return),
      ("Tab", "", XK_Tab), ("Backspace", "bs", XK_BackSpace), ("Delete", "del", XK_Delete),
      ("Insert", "ins", XK_Insert), ("PgUp", "pageup", XK_Prior),
      ("PgDn", "pgdwn pagedown", XK_Next), ("Home", "", XK_Home), ("End", "", XK_End),
      ("←", "left", XK_Left), ("→", "right", XK_Right), ("↑", "up", XK_Up), ("↓", "down", XK_Down),
      ("Menu", "", XK_Menu), ("AudioPlay", "play playpause xf86audioplay", audio + 0x14),
      ("AudioPause", "xf86audiopause", audio + 0x31),
      ("AudioStop", "stop xf86audiostop", audio + 0x15),
      ("AudioPrev", "prev xf86audioprev", audio + 0x16),
      ("AudioNext", "next xf86audionext", audio + 0x17),
    ] + (0..<12).map { ("F\($0 + 1)", "", XK_F1 + $0) }

  /// The start of the keysyms of multimedia keyboards (XF86keysym.h).
  private static let audio: Int32 = 0x1008_FF00

  private static let keypad: [Int32: Int32] = [
    XK_KP_Left: XK_Left, XK_KP_Right: XK_Right, XK_KP_Up: XK_Up, XK_KP_Down: XK_Down,
    XK_KP_Home: XK_Home, XK_KP_End: XK_End, XK_KP_Prior: XK_Prior, XK_KP_Next: XK_Next,
    XK_KP_Enter: XK_Return, XK_KP_Add: XK_plus, XK_KP_Subtract: XK_minus,
    XK_KP_Delete: XK_Delete, XK_KP_Insert: XK_Insert,
  ]
}

extension KeyCombination: CustomStringConvertible {
  /// The text that names the key.
  package var description: String {
    let parts = [(Modifiers.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift")]
      .filter { modifiers.contains($0.0) }.map(\.1)
    // Use capitals, as on keys, but lower case for a letter without modifiers.
    let isLetter = name.utf8.count == 1 && name != name.uppercased()
    return (parts + [isLetter && !parts.isEmpty ? name.uppercased() : name]).joined(separator: "+")
  }

  /// The text as it can be typed, for a file in which `#` starts a comment.
  package var typed: String {
    let names = ["←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "#": "numbersign"]
    let text = description
    let key = name
    return names[key].map { text.dropLast(key.count) + $0 } ?? text
  }

  private var name: String {
    switch key {
    case .button(let number):
      return Self.wheelNames.first { $0.button == number }?.name ?? "Button\(number)"
    case .keysym(let keysym):
      if let existing = Self.named.first(where: { UInt($0.keysym) == keysym }) {
        return existing.name
      }
      if (0x21...0xFF).contains(keysym), let scalar = Unicode.Scalar(UInt32(keysym)) {
        return String(Character(scalar))
      }
      return XKeysymToString(keysym).map { String(cString: $0) } ?? "Void"
    }
  }
}
