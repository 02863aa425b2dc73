import CX11

/// Finds the Latin meaning of keys on layouts without Latin letters, such as Russian, Greek, Hebrew
/// and Arabic ones, on which a program's keys would otherwise be out of reach.
struct LatinKeysym {
  private let display: XDisplay
  private let keycode: UInt32
  private let group: UInt32
  /// 1 with Shift, else 0.
  private let level: UInt32

  /// - Parameter event: the event of a pressed key.
  init(_ event: XKeyEvent, on display: XDisplay) {
    self.display = display
    keycode = event.keycode
    // Bits 13 and 14 of the state are the current group (XKB Protocol, "Computing A State Field").
    group = event.state >> 13 & 3
    level = event.state & UInt32(ShiftMask) != 0 ? 1 : 0
  }

  /// The meaning of the key in the first other group of the keyboard that has Latin letters or, if
  /// there is none, that of the key in the same place on a US keyboard. Nil if the current group
  /// has Latin letters, and for keys without such a place.
  var value: UInt? {
    if hasLatinLetters(group) { return nil }
    if let other = (0..<4).first(where: { $0 != group && hasLatinLetters($0) }) {
      return keysym(keycode, other, level)
    }
    return place.flatMap { KeyPlace.keysym($0, isShifted: level == 1) }
  }

  /// Whether one of the keys is q. Xlib has the keyboard's map, so this sends no request.
  private func hasLatinLetters(_ group: UInt32) -> Bool {
    var (first, last): (Int32, Int32) = (0, 0)
    XDisplayKeycodes(display, &first, &last)
    return (UInt32(first)...UInt32(last)).contains { keysym($0, group, 0) == UInt(XK_q) }
  }

  private func keysym(_ keycode: UInt32, _ group: UInt32, _ level: UInt32) -> UInt {
    XkbKeycodeToKeysym(display, KeyCode(keycode), Int32(group), Int32(level))
  }

  /// The XKB name of the key, which depends on its place and not on what is printed on it. Waits
  /// for the server.
  private var place: String? {
    guard let keyboard = XkbGetMap(display, 0, UInt32(XkbUseCoreKbd)) else { return nil }
    defer { XkbFreeKeyboard(keyboard, 0, 1) }
    guard XkbGetNames(display, UInt32(XkbKeyNamesMask), keyboard) == Success,
      keyboard.pointee.min_key_code <= keycode, keycode <= keyboard.pointee.max_key_code,
      let keys = keyboard.pointee.names?.pointee.keys
    else { return nil }
    return withUnsafeBytes(of: keys[Int(keycode)].name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The places of the keys that type letters, digits and punctuation, as XKB names them: A, the row
/// from below (B to E), and the column.
enum KeyPlace {
  /// The keysym of the key in this place on a US keyboard.
  static func keysym(_ place: String, isShifted: Bool) -> UInt? {
    let name = Array(place.utf8)
    guard name.count == 4, name[0] == UInt8(ascii: "A"),
      let row = rows.first(where: { $0.letter == name[1] }),
      let column = Int(place.dropFirst(2)), (1...row.plain.utf8.count).contains(column)
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
