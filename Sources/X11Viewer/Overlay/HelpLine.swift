/// A line of the help: some keys, and what they do.
struct HelpLine: Hashable, Sendable {
  let keys: String
  let meaning: String

  init(_ keys: String, _ meaning: String) {
    self.keys = keys
    self.meaning = meaning
  }
}

extension HelpLine {
  /// Keys that control time.
  static let time = [
    HelpLine("Space p", "pause"),
    HelpLine(".", "one frame forward"),
    HelpLine(",", "one frame back"),
    HelpLine("← →", "5 s back, forward"),
    HelpLine("Home", "to the start"),
    HelpLine("r", "restart"),
    HelpLine("[ ]", "10% slower, faster"),
    HelpLine("{ }", "half, double speed"),
    HelpLine("Backspace", "normal speed"),
    HelpLine("↑ ↓", "set the clock"),
  ]

  /// Keys that control what is shown, and where.
  static let view = [
    HelpLine("1 2 3", "one scene alone"),
    HelpLine("0", "all scenes"),
    HelpLine("PgUp PgDn < >", "previous, next"),
    HelpLine("b", "another background"),
    HelpLine("f F11 Alt+Enter", "fullscreen"),
    HelpLine("s F12", "save a screenshot"),
    HelpLine("i", "frame statistics"),
    HelpLine("? h", "these keys"),
    HelpLine("Esc", "end fullscreen, quit"),
    HelpLine("q Ctrl+W", "quit"),
  ]

  /// The most useful keys in few words, for small windows; the most important first.
  static let brief = [
    HelpLine("q", "quit"),
    HelpLine("?", "these keys"),
    HelpLine("Space", "pause"),
    HelpLine("f", "fullscreen"),
    HelpLine("0-3", "scenes"),
    HelpLine("← →", "seek"),
    HelpLine("[ ]", "speed"),
    HelpLine(". ,", "step"),
    HelpLine("s", "screenshot"),
    HelpLine("i", "statistics"),
  ]
}
