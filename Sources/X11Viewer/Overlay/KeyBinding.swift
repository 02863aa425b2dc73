/// A line of the help: keys, and what they do.
struct KeyBinding: Hashable, Sendable {
  let keys: String
  let meaning: String

  init(_ keys: String, _ meaning: String) {
    self.keys = keys
    self.meaning = meaning
  }
}

extension KeyBinding {
  /// Keys that have to do with time.
  static let time = [
    KeyBinding("Space p", "pause"),
    KeyBinding(".", "one frame forward"),
    KeyBinding(",", "one frame back"),
    KeyBinding("← →", "5 s back, forward"),
    KeyBinding("Home", "to the start"),
    KeyBinding("r", "restart"),
    KeyBinding("[ ]", "10% slower, faster"),
    KeyBinding("{ }", "half, double speed"),
    KeyBinding("Backspace", "normal speed"),
  ]

  /// Keys that have to do with what is shown, and where.
  static let view = [
    KeyBinding("1 2 3", "one scene alone"),
    KeyBinding("0", "all scenes"),
    KeyBinding("PgUp PgDn < >", "scene before, after"),
    KeyBinding("f F11 Alt+Enter", "fullscreen"),
    KeyBinding("s F12", "save a screenshot"),
    KeyBinding("i", "figures"),
    KeyBinding("? h", "these keys"),
    KeyBinding("Esc", "end fullscreen, quit"),
    KeyBinding("q Ctrl+W", "quit"),
  ]
}
