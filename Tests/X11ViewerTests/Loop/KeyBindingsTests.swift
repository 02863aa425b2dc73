import CX11
import Testing

@testable import X11Viewer
@testable import XWindow

@Suite("Keys")
struct KeyBindingsTests {
  private func action(
    _ keysym: Int32, _ modifiers: Modifiers = [], isRepeat: Bool = false
  ) -> ViewerAction? {
    KeyBindings.action(
      for: KeyStroke(keysym: UInt(keysym), modifiers: modifiers, isRepeat: isRepeat))
  }

  /// The keystroke that the help writes this way.
  private func stroke(_ text: Substring) throws -> KeyStroke {
    let names = [
      "Esc": "Escape", "PgUp": "Prior", "PgDn": "Next", "Enter": "Return", "Space": "space",
    ]
    .merging(
      [
        "Backspace": "BackSpace", "←": "Left", "→": "Right", "↑": "Up", "↓": "Down",
        ".": "period", ",": "comma", "[": "bracketleft", "]": "bracketright", "{": "braceleft",
        "}": "braceright", "<": "less", ">": "greater", "?": "question", "W": "w", "-": "minus",
      ]) { $1 }
    if text == "+" { return KeyStroke(keysym: UInt(XK_plus), modifiers: [], isRepeat: false) }
    let parts = text.split(separator: "+")
    let key = String(try #require(parts.last))
    let keysym = XStringToKeysym(names[key] ?? key)
    #expect(keysym != 0, "\(key) is not a key")
    var modifiers: Modifiers = []
    for part in parts.dropLast() {
      modifiers.insert(part == "Ctrl" ? .control : part == "Shift" ? .shift : .alt)
    }
    return KeyStroke(keysym: keysym, modifiers: modifiers, isRepeat: false)
  }

  @Test("every key in the help has a binding", arguments: HelpTopic.all(in: .all).flatMap(\.lines))
  func help(line: HelpLine) throws {
    for key in line.keys.split(separator: " ") {
      #expect(KeyBindings.action(for: try stroke(key)) != nil, "\(key)")
    }
  }

  @Test("keys on one line of the help do the same, or the opposite")
  func lines() throws {
    for line in HelpTopic.all(in: .all).flatMap(\.lines) {
      let actions = try line.keys.split(separator: " ").compactMap {
        KeyBindings.action(for: try stroke($0))
      }
      let kinds = Set(actions.map { String("\($0)".prefix { $0 != "(" }) })
      #expect(kinds.count == 1, "\(line.keys): \(kinds)")
    }
  }

  @Test("keys have their usual meaning")
  func meanings() {
    #expect(action(XK_q) == .quit)
    #expect(action(XK_w, .control) == .quit)
    #expect(action(XK_Escape) == .leave)
    #expect(action(XK_space) == .time(.togglePause))
    #expect(action(XK_p) == .time(.togglePause))
    #expect(action(XK_period) == .time(.step(1)))
    #expect(action(XK_comma) == .time(.step(-1)))
    #expect(action(XK_bracketleft) == .time(.multiplySpeed(1 / 1.1)))
    #expect(action(XK_bracketright) == .time(.multiplySpeed(1.1)))
    #expect(action(XK_braceleft, .shift) == .time(.multiplySpeed(0.5)))
    #expect(action(XK_braceright, .shift) == .time(.multiplySpeed(2)))
    #expect(action(XK_BackSpace) == .time(.resetSpeed))
    #expect(action(XK_Left) == .seek(-1))
    #expect(action(XK_Right) == .seek(1))
    #expect(action(XK_l) == .setRepeatedPart)
    #expect(action(XK_L, .shift) == .turnRepetition)
    #expect(action(XK_t) == .toggleTimeline)
    #expect(action(XK_Home) == .turnToEnd(.first))
    #expect(action(XK_End) == .turnToEnd(.last))
    for key in [XK_plus, XK_equal, XK_KP_Add] {
      #expect(action(key) == .zoom(KeyBindings.zoomStep))
    }
    #expect(action(XK_minus) == .zoom(1 / KeyBindings.zoomStep))
    #expect(action(XK_a) == .showActualSize)
    #expect(action(XK_c, .control) == .copyPicture)
    #expect(action(XK_C, [.control, .shift]) == .copyPath)
    #expect(action(XK_r) == .time(.restart))
    for key in [XK_f, XK_F11] { #expect(action(key) == .toggleFullscreen) }
    #expect(action(XK_Return, .alt) == .toggleFullscreen)
    for key in [XK_s, XK_F12] { #expect(action(key) == .savePicture) }
    #expect(action(XK_i) == .toggleStatistics)
    for key in [XK_question, XK_h] { #expect(action(key) == .toggleHelp) }
    for (index, key) in [XK_0, XK_1, XK_2, XK_3].enumerated() {
      #expect(action(key) == .showScene(index))
    }
    for key in [XK_Prior, XK_less] { #expect(action(key) == .turn(-1)) }
    for key in [XK_Next, XK_greater] { #expect(action(key) == .turn(1)) }
    for key in [XK_Return, XK_KP_Enter] { #expect(action(key) == .overview(.show)) }
    #expect(action(XK_Up) == .adjustClock(60))
    #expect(action(XK_Down, .shift) == .adjustClock(-3600))
  }

  @Test("every key in the help of an overview has a binding there")
  func overviewHelp() throws {
    for line in HelpTopic.all(in: .overview).flatMap(\.lines) + HelpLine.briefOverview {
      for key in line.keys.split(separator: " ") {
        let action = KeyBindings.action(for: try stroke(key), inOverview: true)
        #expect(action?.isForOverview == true, "\(key)")
      }
    }
  }

  @Test("Caps Lock and the keypad make no difference")
  func variants() {
    for (key, other) in [
      (XK_q, XK_Q), (XK_p, XK_P), (XK_f, XK_F), (XK_s, XK_S), (XK_i, XK_I), (XK_h, XK_H),
      (XK_r, XK_R), (XK_Left, XK_KP_Left), (XK_Right, XK_KP_Right), (XK_Home, XK_KP_Home),
      (XK_Prior, XK_KP_Prior), (XK_Next, XK_KP_Next), (XK_Up, XK_KP_Up), (XK_Down, XK_KP_Down),
    ] { #expect(action(key) == action(other)) }
    #expect(action(XK_W, .control) == .quit)
    for key in [XK_w, XK_W] {
      #expect(action(key) == .fit)
      #expect(action(key, .shift) == .fill)
    }
    #expect(action(XK_KP_Enter, .alt) == .toggleFullscreen)
  }

  @Test("keys with Control, Alt or Super are ignored")
  func modifiers() {
    for key in [XK_q, XK_s, XK_space, XK_f, XK_Left, XK_1, XK_Escape] {
      for modifier in [Modifiers.control, .alt, .logo] { #expect(action(key, modifier) == nil) }
    }
    #expect(action(XK_Return, .control) == nil)
  }

  @Test("a key without a meaning of its own has that of its Latin letter")
  func latinLetters() {
    func action(_ keysym: Int32, _ latin: Int32, _ modifiers: Modifiers = []) -> ViewerAction? {
      KeyBindings.action(
        for: KeyStroke(
          keysym: UInt(keysym), latinKeysym: UInt(latin), modifiers: modifiers, isRepeat: false))
    }
    #expect(action(XK_Cyrillic_shorti, XK_q) == .quit)
    #expect(action(XK_Cyrillic_tse, XK_w, .control) == .quit)
    #expect(action(XK_Cyrillic_tse, XK_w) == .fit)
    // On a Hebrew keyboard the period is in the position of the slash.
    #expect(action(XK_period, XK_slash) == .time(.step(1)))
    #expect(action(XK_slash, XK_q) == .quit)
  }

  @Test("a held key repeats only if repeating makes sense")
  func repetition() {
    for key in [XK_period, XK_Left, XK_bracketright, XK_Next, XK_Up] {
      #expect(action(key, isRepeat: true) == action(key))
      #expect(action(key) != nil)
    }
    for key in [XK_q, XK_space, XK_f, XK_s, XK_h, XK_i, XK_r, XK_Escape, XK_Home, XK_1] {
      #expect(action(key) != nil)
      #expect(action(key, isRepeat: true) == nil)
    }
  }
}
