import CX11
import TestSupport
import Testing

@testable import Viewer
@testable import XWindow

@Suite("Keys")
struct KeyBindingsTests {
  private func action(
    _ keysym: Int32, _ modifiers: Modifiers = [], isRepeat: Bool = false,
    in places: [KeyContext] = [.page]
  ) -> ViewerAction? {
    KeyBindings.standard.action(
      for: KeyStroke(keysym: UInt(keysym), modifiers: modifiers, isRepeat: isRepeat), in: places)
  }

  @Test("each key in the table is valid, and so is each of its actions", arguments: KeyTable.rows)
  func table(row: KeyRow) {
    for binding in row.bindings {
      #expect(KeyCombination(binding.key) != nil, "\(binding.key)")
      expectEqual(ViewerAction(binding.action)?.contexts, row.contexts, "\(binding.action)")
    }
    #expect(!row.bindings.isEmpty && !row.meaning.isEmpty)
    // The actions on a line are the same, or opposites.
    let kinds = row.bindings.compactMap { ViewerAction($0.action) }
      .map { String("\($0)".prefix { $0 != "(" }) }
    expectEqual(Set(kinds).count, 1, "\(kinds)")
    // A menu contains each action of the help, except itself.
    let named = Set(row.bindings.filter { $0.isListed || row.keys.isEmpty }.map(\.action))
    #expect(Set(row.offers.map(\.action)) == named || Set(kinds) == ["showMenu"], "\(row.offers)")
    for key in row.brief?.keys.split(separator: " ") ?? [] where key != "0-3" {
      #expect(row.keys.split(separator: " ").contains(key), "\(key)")
    }
  }

  @Test("no key has two meanings at a time", arguments: KeyContext.allCases)
  func conflicts(place: KeyContext) {
    var keys: Set<KeyCombination> = []
    for row in KeyTable.rows where row.contexts.contains(place) {
      for binding in row.bindings {
        let isNew = KeyCombination(binding.key).map { keys.insert($0).inserted }
        expectEqual(isNew, true, "\(binding.key)")
      }
    }
  }

  @Test("other texts are neither actions nor keys")
  func invalidTexts() {
    for text in [
      "", "quit now", "step", "step x", "step 1 2", "zoom 0", "zoom -1", "zoom nan", "zoom 1/0",
      "zoom 1/2/3", "Quit", "select-page", "select-page middle", "turn-page 1.5",
    ] { #expect(ViewerAction(text) == nil, "\(text)") }
    for text in ["", "Ctrl", "Ctrl+", "Hyper+a", "F99", "ab", "a+b", "Ctrl++x"] {
      #expect(KeyCombination(text) == nil, "\(text)")
    }
    expectEqual(ViewerAction("zoom 3/2"), .zoom(1.5))
    expectEqual(KeyCombination("Ctrl+A"), KeyCombination("Ctrl+a"))
    // As in mpv, X and vim.
    for (name, other) in [
      ("LEFT", "←"), ("BS", "Backspace"), ("ctrl+PGDWN", "Ctrl+PgDn"), ("G", "Shift+g"),
      ("XF86AudioNext", "AudioNext"), ("KP_Enter", "Enter"), ("numbersign", "#"),
    ] { expectEqual(KeyCombination(name), KeyCombination(other), "\(name)") }
    for name in ["Button1", "Button0", "Button99", "Button", "Wheel"] {
      #expect(KeyCombination(name) == nil, "\(name)")
    }
    expectEqual(KeyCombination("Button4")?.description, "WheelUp")
    expectEqual(KeyCombination("ctrl+shift+c")?.description, "Ctrl+Shift+C")
    #expect(KeyCombination("Ctrl++") != nil && KeyCombination("+") != KeyCombination("Ctrl++"))
  }

  @Test("keys have their usual meaning")
  func meanings() {
    expectEqual(action(XK_q), .quit)
    expectEqual(action(XK_w, .control), .quit)
    expectEqual(action(XK_Escape), .leave)
    expectEqual(action(XK_space), .time(.togglePause))
    for key in [XK_p, XK_k] { expectEqual(action(key), .turn(-1)) }
    for key in [XK_n, XK_j] { expectEqual(action(key), .turn(1)) }
    #expect(action(XK_g) == .turnToEnd(.first) && action(XK_G, .shift) == .turnToEnd(.last))
    #expect(action(XK_F1) == .toggleHelp && action(XK_F5) == .reload)
    #expect(action(XK_o, .control) == .askForPath && action(XK_v, .control) == .paste)
    #expect(action(XK_s, .control) == .saveImage && action(XK_q, .control) == .quit)
    #expect(action(XK_0, .control) == .showActualSize && action(XK_Delete) == .moveToTrash)
    expectEqual(action(XK_plus, [.control, .shift]), .zoom(ViewerAction.zoomStep))
    #expect(action(XK_Menu) == .showMenu && action(XK_F10, .shift) == .showMenu)
    // The keys of keyboards for multimedia (XF86keysym.h).
    #expect(action(0x1008_FF14) == .time(.togglePause) && action(0x1008_FF17) == .turn(1))
    for (button, expected) in [(3, ViewerAction.showMenu), (8, .turn(-1)), (9, .turn(1))] {
      let click = ButtonClick(button: button, x: 0, y: 0, time: 0, modifiers: [])
      expectEqual(KeyBindings.standard.action(for: click, in: [.page]), expected)
    }
    expectEqual(action(XK_period), .time(.step(1)))
    expectEqual(action(XK_comma), .time(.step(-1)))
    expectEqual(action(XK_bracketleft), .time(.multiplySpeed(1 / 1.1)))
    expectEqual(action(XK_bracketright), .time(.multiplySpeed(1.1)))
    expectEqual(action(XK_braceleft, .shift), .time(.multiplySpeed(0.5)))
    expectEqual(action(XK_braceright, .shift), .time(.multiplySpeed(2)))
    expectEqual(action(XK_BackSpace), .time(.resetSpeed))
    expectEqual(action(XK_Left), .seek(-1))
    expectEqual(action(XK_Right), .seek(1))
    expectEqual(action(XK_l), .setRepeatedPart)
    expectEqual(action(XK_L, .shift), .turnRepetition)
    expectEqual(action(XK_t), .toggleTimeline)
    expectEqual(action(XK_Home), .turnToEnd(.first))
    expectEqual(action(XK_End), .turnToEnd(.last))
    for key in [XK_plus, XK_equal, XK_KP_Add] {
      expectEqual(action(key), .zoom(ViewerAction.zoomStep))
    }
    expectEqual(action(XK_minus), .zoom(1 / ViewerAction.zoomStep))
    expectEqual(action(XK_a), .showActualSize)
    expectEqual(action(XK_c, .control), .copyImage)
    expectEqual(action(XK_C, [.control, .shift]), .copyPath)
    expectEqual(action(XK_r), .time(.restart))
    for key in [XK_f, XK_F11] { expectEqual(action(key), .toggleFullscreen) }
    expectEqual(action(XK_Return, .alt), .toggleFullscreen)
    for key in [XK_s, XK_F12] { expectEqual(action(key), .saveImage) }
    expectEqual(action(XK_i), .toggleStatistics)
    for key in [XK_question, XK_h] { expectEqual(action(key), .toggleHelp) }
    for (index, key) in [XK_0, XK_1, XK_2, XK_3].enumerated() {
      expectEqual(action(key), .showScene(index))
    }
    for key in [XK_Prior, XK_less] { expectEqual(action(key), .turn(-1)) }
    for key in [XK_Next, XK_greater] { expectEqual(action(key), .turn(1)) }
    for key in [XK_Return, XK_KP_Enter] { expectEqual(action(key), .overview(.show)) }
    expectEqual(action(XK_Up), .zoom(ViewerAction.zoomStep))
    expectEqual(action(XK_Up, in: [.clock, .page]), .adjustClock(60))
    expectEqual(action(XK_Down, .shift, in: [.clock, .page]), .adjustClock(-3600))
    expectEqual(action(XK_space, in: [.clock, .page]), .time(.togglePause))
  }

  @Test("Caps Lock and the keypad make no difference")
  func variants() {
    for (key, other) in [
      (XK_q, XK_Q), (XK_p, XK_P), (XK_f, XK_F), (XK_s, XK_S), (XK_i, XK_I), (XK_h, XK_H),
      (XK_r, XK_R), (XK_Left, XK_KP_Left), (XK_Right, XK_KP_Right), (XK_Home, XK_KP_Home),
      (XK_Prior, XK_KP_Prior), (XK_Next, XK_KP_Next), (XK_Up, XK_KP_Up), (XK_Down, XK_KP_Down),
    ] { expectEqual(action(key), action(other)) }
    expectEqual(action(XK_W, .control), .quit)
    for key in [XK_w, XK_W] {
      expectEqual(action(key), .fit)
      expectEqual(action(key, .shift), .fill)
    }
    expectEqual(action(XK_KP_Enter, .alt), .toggleFullscreen)
  }

  @Test("keys with Control, Alt or Super are ignored")
  func modifiers() {
    for key in [XK_i, XK_t, XK_space, XK_f, XK_Left, XK_1, XK_Escape] {
      for modifier in [Modifiers.control, .alt, .logo] { #expect(action(key, modifier) == nil) }
    }
    #expect(action(XK_Return, .control) == nil)
  }

  @Test("a key without its own meaning has that of its Latin letter")
  func latinLetters() {
    func action(_ keysym: Int32, _ latin: Int32, _ modifiers: Modifiers = []) -> ViewerAction? {
      KeyBindings.standard.action(
        for: KeyStroke(
          keysym: UInt(keysym), latinKeysym: UInt(latin), modifiers: modifiers, isRepeat: false))
    }
    expectEqual(action(XK_Cyrillic_shorti, XK_q), .quit)
    expectEqual(action(XK_Cyrillic_tse, XK_w, .control), .quit)
    expectEqual(action(XK_Cyrillic_tse, XK_w), .fit)
    // On a Hebrew keyboard the period is in the position of the slash.
    expectEqual(action(XK_period, XK_slash), .time(.step(1)))
    expectEqual(action(XK_slash, XK_q), .quit)
  }

  @Test("a held key repeats only if that is useful")
  func repetition() {
    for key in [XK_period, XK_Left, XK_bracketright, XK_Next, XK_Up] {
      expectEqual(action(key, isRepeat: true), action(key))
      #expect(action(key) != nil)
    }
    for key in [XK_q, XK_space, XK_f, XK_s, XK_h, XK_i, XK_r, XK_Escape, XK_Home, XK_1] {
      #expect(action(key) != nil)
      #expect(action(key, isRepeat: true) == nil)
    }
  }
}
