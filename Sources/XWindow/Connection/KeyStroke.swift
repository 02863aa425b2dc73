import CX11
import LinuxSystem

/// A pressed key.
package struct KeyStroke: Hashable {
  /// The keysym, which includes the effects of Shift, Lock and the layout: 0x71 is `q`, 0x51 `Q`,
  /// 0xFF1B Escape (keysymdef.h).
  package var keysym: UInt
  /// A fallback for when ``keysym`` has no meaning here, if the current layout has no Latin
  /// letters; see ``LatinKeysym``.
  package var latinKeysym: UInt?
  /// The text that the input method enters; see ``text``.
  var inputText: String?
  package var modifiers: Modifiers
  /// Whether this is a repetition of a held key.
  package var isRepeat: Bool
  /// The position of the pointer in pixels of the window, or `nil` if it isn't over the window.
  package var pointer: WindowPosition?

  package init(
    keysym: UInt, latinKeysym: UInt? = nil, inputText: String? = nil, modifiers: Modifiers,
    isRepeat: Bool,
    pointer: WindowPosition? = nil
  ) {
    self.keysym = keysym
    self.latinKeysym = latinKeysym
    self.inputText = inputText
    self.modifiers = modifiers
    self.isRepeat = isRepeat
    self.pointer = pointer
  }
}

extension KeyStroke {
  /// The text that the key types where text is expected, or `nil` if it doesn't type any. Without an
  /// input method, it is a single ``character``.
  package var text: String? {
    guard let inputText, !inputText.unicodeScalars.contains(where: \.isControl) else {
      return character.map(String.init)
    }
    return modifiers.isDisjoint(with: Self.commandModifiers) && !inputText.isEmpty ? inputText : nil
  }

  /// The modifiers with which a key is a command.
  private static let commandModifiers: Modifiers = [.control, .alt, .logo]

  /// The character on the key. `nil` for other keys, and with Control, Alt or the logo key.
  ///
  /// Beyond Latin, Greek and Cyrillic, only characters that keyboards report by their Unicode
  /// number are supported.
  package var character: Character? {
    guard modifiers.isDisjoint(with: Self.commandModifiers) else { return nil }
    switch keysym {
    case 0x20...0x7E, 0xA0...0xFF, 0x100_0100...0x110_FFFF:
      return Unicode.Scalar(UInt32(keysym % 0x100_0000)).map(Character.init)
    // In the order of KOI8-R and of ISO 8859-7 (keysymdef.h).
    case 0x6C0...0x6DF: return Self.cyrillic[Int(keysym - 0x6C0)]
    case 0x6E0...0x6FF: return Self.capital(Self.cyrillic[Int(keysym - 0x6E0)])
    case 0x6A3: return "ё"
    case 0x6B3: return "Ё"
    case 0x7C1...0x7D9: return Self.capital(Self.greek[Int(keysym - 0x7C1)])
    case 0x7E1...0x7F9: return Self.greek[Int(keysym - 0x7E1)]
    default: return nil
    }
  }

  private static let cyrillic = Array("юабцдефгхийклмнопярстужвьызшэщчъ")
  private static let greek = Array("αβγδεζηθικλμνξοπρσςτυφχψω")

  private static func capital(_ letter: Character) -> Character {
    letter.uppercased().first ?? letter
  }
}

/// The pressed modifier keys.
package struct Modifiers: OptionSet, Hashable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let shift = Modifiers(rawValue: 1)
  package static let control = Modifiers(rawValue: 2)
  /// Mod1, which is Alt in all common layouts.
  package static let alt = Modifiers(rawValue: 4)
  /// Mod4, which is the logo key in all common layouts.
  package static let logo = Modifiers(rawValue: 8)
}

extension Modifiers {
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.logo) }
  }
}

/// Finds the Latin meaning of keys in layouts without Latin letters, such as Russian, Greek, Hebrew
/// and Arabic ones. Otherwise, the program's shortcuts wouldn't be available in these layouts.
struct LatinKeysym {
  private let display: XDisplay
  private let keycode: UInt32
  private let group: UInt32
  /// 1 with Shift, and 0 otherwise.
  private let level: UInt32

  /// - Parameter event: The key press event.
  init(_ event: XKeyEvent, on display: XDisplay) {
    self.display = display
    keycode = event.keycode
    // Bits 13 and 14 of the state are the current group (XKB Protocol, "Computing A State Field").
    group = event.state >> 13 & 3
    level = event.state & UInt32(ShiftMask) != 0 ? 1 : 0
  }

  /// The meaning of the key in the first other group of the keyboard that has Latin letters, or
  /// otherwise in the same position on a US keyboard. `nil` if the current group has Latin letters,
  /// or if the key has no such position.
  ///
  /// - Parameter positions: The positions of the keys, or `nil` if they aren't known. They are then queried, which waits
  ///   for the server.
  func value(_ positions: inout KeyPositions?) -> UInt? {
    if hasLatinLetters(group) { return nil }
    if let other = (0..<4).first(where: { $0 != group && hasLatinLetters($0) }) {
      return keysym(keycode, other, level)
    }
    if positions == nil { positions = KeyPositions(display) }
    return positions?[keycode].flatMap { KeyPosition.keysym($0, isShifted: level == 1) }
  }

  /// Returns whether one of the keys is q. Xlib has the keyboard map, so this sends no request.
  private func hasLatinLetters(_ group: UInt32) -> Bool {
    var (first, last): (Int32, Int32) = (0, 0)
    XDisplayKeycodes(display, &first, &last)
    return (UInt32(first)...UInt32(last)).contains { keysym($0, group, 0) == UInt(XK_q) }
  }

  private func keysym(_ keycode: UInt32, _ group: UInt32, _ level: UInt32) -> UInt {
    XkbKeycodeToKeysym(display, KeyCode(keycode), Int32(group), Int32(level))
  }
}

/// The XKB names of all keys, which depend on their positions rather than their labels.
struct KeyPositions {
  private var names: [UInt32: String] = [:]

  /// Queries the names. Waits for the server.
  init(_ display: XDisplay) {
    guard let keyboard = XkbGetMap(display, 0, UInt32(XkbUseCoreKbd)) else { return }
    defer { XkbFreeKeyboard(keyboard, 0, 1) }
    guard XkbGetNames(display, UInt32(XkbKeyNamesMask), keyboard) == Success,
      let keys = keyboard.pointee.names?.pointee.keys
    else { return }
    let (first, last) = (keyboard.pointee.min_key_code, keyboard.pointee.max_key_code)
    for keycode in first...max(first, last) {
      names[UInt32(keycode)] = withUnsafeBytes(of: keys[Int(keycode)].name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }

  subscript(keycode: UInt32) -> String? { names[keycode] }
}

/// The positions of the keys that type letters, digits and punctuation, as named by XKB: A, the row
/// from the bottom (B to E), and the column.
enum KeyPosition {
  /// Returns the keysym of the key in this position on a US keyboard.
  static func keysym(_ position: String, isShifted: Bool) -> UInt? {
    let name = Array(position.utf8)
    guard name.count == 4, name[0] == UInt8(ascii: "A"),
      let row = rows.first(where: { $0.letter == name[1] }),
      let column = Int(position.dropFirst(2)), (1...row.plain.utf8.count).contains(column)
    else { return nil }
    // The keysyms of ASCII characters are their codes.
    return UInt(Array((isShifted ? row.shifted : row.plain).utf8)[column - 1])
  }

  private static let rows: [(letter: UInt8, plain: String, shifted: String)] = [
    (UInt8(ascii: "E"), "1234567890-=", "!@#$%^&*()_+"),
    (UInt8(ascii: "D"), "qwertyuiop[]", "QWERTYUIOP{}"),
    (UInt8(ascii: "C"), "asdfghjkl;'", "ASDFGHJKL:\""),
    (UInt8(ascii: "B"), "zxcvbnm,./", "ZXCVBNM<>?"),
  ]
}
