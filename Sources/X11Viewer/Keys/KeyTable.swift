/// The keys and what they do, once for all: what a key does, the help panel, `docs/keys.md` and, by
/// that, the manual page are made from this.
///
/// The keys are those of mpv, feh, imv and common desktops.
enum KeyTable {
  static let rows: [KeyRow] = [
    // How time goes on.
    KeyRow(
      .play, ["Space": "toggle-pause", "p": "toggle-pause"], "pause", .everywhere(6),
      brief: .init("Space", "pause", 3)),
    KeyRow(
      .play, held: [".": "step 1", ",": "step -1"], "one frame forward, back", .everywhere(),
      brief: .init(". ,", "step", 11)),
    KeyRow(
      .play, held: ["←": "seek -1", "→": "seek 1"], "seek back, forward",
      details: "seek by a tenth of the animation, at most 5 s", brief: .init("← →", "seek", 9)),
    KeyRow(
      .play, held: ["[": "multiply-speed 1/1.1", "]": "multiply-speed 1.1"], "10% slower, faster",
      .everywhere(), brief: .init("[ ]", "speed", 10)),
    KeyRow(
      .play, held: ["{": "multiply-speed 1/2", "}": "multiply-speed 2"], "half, double speed",
      .everywhere()),
    KeyRow(.play, ["Backspace": "reset-speed"], "normal speed", .everywhere()),
    KeyRow(.play, ["r": "restart"], "restart", .everywhere()),
    KeyRow(
      .play, ["l": "set-repeated-part"], "repeat from here, to here", needs: .timeline,
      details: "repeat from here; again: to here; again: all"),
    KeyRow(
      .play, ["Shift+l": "cycle-repetition"], "loop, back and forth, once", needs: .timeline),
    KeyRow(.play, ["t": "toggle-timeline"], "keep the time line", needs: .timeline),
    KeyRow(
      .play, held: ["↑": "adjust-clock 60", "↓": "adjust-clock -60"],
      also: ["Shift+↑": "adjust-clock 3600", "Shift+↓": "adjust-clock -3600"], "set the clock",
      needs: .clock, details: "set the clock ahead or back by a minute, with Shift by an hour"),

    // How the picture is looked at.
    KeyRow(
      .look, held: ["+": "zoom in", "-": "zoom out"], also: ["=": "zoom in"],
      "zoom; so does the wheel",
      details: "zoom about the pointer; so does the wheel, and dragging moves the picture",
      brief: .init("+ -", "zoom", 6)),
    KeyRow(.look, ["w": "fit"], "fit the window"),
    // With Shift rather than as a capital, so that Caps Lock makes no difference.
    KeyRow(.look, ["Shift+w": "fill"], "fill the window"),
    KeyRow(.look, ["a": "actual-size"], "actual size"),
    // As in nsxiv.
    KeyRow(
      .look, ["Shift+a": "toggle-smoothing"], "sharp, smooth pixels", needs: .pixels,
      details: "enlarged pixels sharp or smooth"),
    KeyRow(
      .look, ["b": "cycle-background"], "another background", .everywhere(7),
      details: "another background: white, black, a checkerboard"),
    KeyRow(
      .look, ["x": "toggle-inspector"], "pixel under the pointer",
      details: "the pixel under the pointer: where it is in the picture, and its colour"),
    KeyRow(.look, ["c": "cycle-theme"], "another theme", needs: .themes),
    KeyRow(.look, ["m": "toggle-machine"], "state machine on, off", needs: .machines),
    KeyRow(
      .look, ["n": "toggle-machine-panel"],
      held: ["Tab": "select-machine-input", "v": "change-machine-input 1"],
      also: ["Shift+v": "change-machine-input -1"], "its state, inputs", needs: .machine,
      details: "the machine's state and inputs, the next input, change it; with Shift back"),
    KeyRow(
      .look,
      [
        "f": "toggle-fullscreen", "F11": "toggle-fullscreen", "Alt+Enter": "toggle-fullscreen",
      ], "fullscreen", .everywhere(10), details: "fullscreen; so does a double click",
      brief: .init("f", "fullscreen", 4)),

    // Which picture it is.
    KeyRow(
      .pages,
      held: [
        "PgUp": "turn-page -1", "PgDn": "turn-page 1", "<": "turn-page -1", ">": "turn-page 1",
      ], "previous, next", brief: .init("< >", "pages", 5)),
    KeyRow(
      .pages, ["Home": "turn-page first", "End": "turn-page last"], "first, last", needs: .files,
      // They work in built-in scenes, too, where there is no first file.
      details: "first, last file; there, its first, last frame"),
    // As in nsxiv.
    KeyRow(
      .pages, ["Enter": "show-overview"], "all at once", needs: .files,
      details: "all pages at once", brief: .init("Enter", "all at once", 7)),
    KeyRow(
      .pages, ["e": "toggle-skipped-files"], "files that were skipped", .everywhere(),
      needs: .files, details: "the files that were skipped, and why"),
    KeyRow(
      .pages,
      ["1": "show-scene 1", "2": "show-scene 2", "3": "show-scene 3", "0": "show-scene 0"],
      also: ["4": "show-scene 4", "5": "show-scene 5"], "one scene alone, all", needs: .scenes,
      brief: .init("0-3", "scenes", 8)),

    // What is taken away.
    KeyRow(
      .keep, ["s": "save-picture", "F12": "save-picture"], "save the picture", .everywhere(8),
      details: "save the picture as NAME-FRAME.png in the current folder",
      brief: .init("s", "save", 12)),
    KeyRow(.keep, ["Ctrl+C": "copy-picture"], "copy the picture", .everywhere()),
    // With Shift, where terminals copy: the other thing there is to copy.
    KeyRow(.keep, ["Ctrl+Shift+C": "copy-path"], "copy the path", .everywhere(9), needs: .files),
    KeyRow(
      .keep, ["o": "save-script"], "save what was done", needs: .machine,
      details: "save what was done with the machine as a script"),
    KeyRow(.keep, ["y": "copy-link"], "copy the machine's link", needs: .machine),

    // The window itself.
    KeyRow(
      .window, ["i": "toggle-statistics"], "frame statistics", .everywhere(11),
      brief: .init("i", "statistics", 13)),
    KeyRow(
      .window, ["?": "toggle-help", "h": "toggle-help"], "these keys", .everywhere(12),
      brief: .init("?", "these keys", 2, overview: 4)),
    KeyRow(.window, ["Esc": "leave"], "end fullscreen, quit"),
    KeyRow(
      .window, ["q": "quit", "Ctrl+W": "quit"], "quit", .everywhere(14),
      brief: .init("q", "quit", 1, overview: 6)),

    // All pages at once.
    KeyRow(
      .overview,
      held: [
        "←": "select-page -1 0", "→": "select-page 1 0", "↑": "select-page 0 -1",
        "↓": "select-page 0 1",
      ], "choose; so does the pointer", .overview(1),
      brief: .init("← → ↑ ↓", "choose", overview: 3)),
    KeyRow(
      .overview,
      held: [
        "PgUp": "scroll-pages -1", "PgDn": "scroll-pages 1", "<": "scroll-pages -1",
        ">": "scroll-pages 1",
      ], "a screen up, down", .overview(2), details: "a screen up, down; the wheel: a row"),
    KeyRow(
      .overview, ["Home": "select-page first", "End": "select-page last"], "first, last",
      .overview(3)),
    KeyRow(
      .overview, ["Enter": "open-page"], "open; so does a click", .overview(4),
      brief: .init("Enter", "open", overview: 1)),
    KeyRow(
      .overview, held: ["+": "resize-pages 1", "-": "resize-pages -1"],
      also: ["=": "resize-pages 1"], "larger, smaller", .overview(5),
      brief: .init("+ -", "size", overview: 5)),
    KeyRow(
      .overview, ["Esc": "close-overview"], "back", .overview(13),
      brief: .init("Esc", "back", overview: 2)),
  ]
}

/// Keys that belong together, with the name of their part of the help.
enum KeyTopic: String, CaseIterable, Sendable {
  case play = "Play"
  case look = "Look"
  case pages = "Pages"
  case keep = "Keep"
  case window = "Window"
  case overview = "Overview"
}

/// Keys in a line of the help, and what they do.
struct KeyRow: Sendable {
  /// Where the keys do this.
  enum Scope: Hashable, Sendable {
    /// While one page is shown.
    case page
    /// While all pages are shown; the line's number in the help of that.
    case overview(Int)
    /// Always. The line's number in the help of all pages; nil if it is left out there.
    case everywhere(Int? = nil)
  }

  /// The line in few words, for small windows.
  struct Brief: Sendable {
    let keys: String
    let meaning: String
    /// How useful it is, 1 being the most, while one page is shown and while all are; nil if it is left
    /// out.
    let rank: Int?
    let overviewRank: Int?

    init(_ keys: String, _ meaning: String, _ rank: Int? = nil, overview: Int? = nil) {
      (self.keys, self.meaning) = (keys, meaning)
      (self.rank, overviewRank) = (rank, overview)
    }
  }

  /// A key, and the text of its action; see ``ViewerAction/init(_:)``.
  struct Binding: Sendable {
    let key: String
    let action: String
    /// Whether holding the key down repeats the action.
    let repeats: Bool
    /// Whether the help names the key.
    let isListed: Bool
  }

  let topic: KeyTopic
  let bindings: [Binding]
  let meaning: String
  let scope: Scope
  /// Without which the keys do nothing.
  let needs: HelpContext
  /// The meaning where there is more room.
  let details: String
  let brief: Brief?

  /// - Parameters:
  ///   - once: keys, and their actions, which do not repeat while the key is held down.
  ///   - held: keys whose actions repeat.
  ///   - also: keys that the help leaves out; they repeat if there are any that do.
  init(
    _ topic: KeyTopic, _ once: KeyValuePairs<String, String> = [:],
    held: KeyValuePairs<String, String> = [:], also: KeyValuePairs<String, String> = [:],
    _ meaning: String, _ scope: Scope = .page, needs: HelpContext = [], details: String? = nil,
    brief: Brief? = nil
  ) {
    func bindings(
      _ pairs: KeyValuePairs<String, String>, repeats: Bool, isListed: Bool = true
    ) -> [Binding] {
      pairs.map { Binding(key: $0, action: $1, repeats: repeats, isListed: isListed) }
    }
    self.topic = topic
    self.bindings =
      bindings(once, repeats: false) + bindings(held, repeats: true)
      + bindings(also, repeats: !held.isEmpty, isListed: false)
    self.meaning = meaning
    self.scope = scope
    self.needs = needs
    self.details = details ?? meaning
    self.brief = brief
  }

  /// The keys that the help names.
  var keys: String { bindings.filter(\.isListed).map(\.key).joined(separator: " ") }
}

/// What there is to use keys on.
struct HelpContext: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// An animation with an end.
  static let timeline = HelpContext(rawValue: 1)
  /// A clock that can be set.
  static let clock = HelpContext(rawValue: 2)
  /// Files to page through.
  static let files = HelpContext(rawValue: 4)
  /// The built-in scenes.
  static let scenes = HelpContext(rawValue: 8)
  /// Themes to choose from.
  static let themes = HelpContext(rawValue: 16)
  /// State machines that can play the file.
  static let machines = HelpContext(rawValue: 32)
  /// One that does.
  static let machine = HelpContext(rawValue: 64)

  /// An overview, in which other keys count.
  static let overview = HelpContext(rawValue: 128)

  /// A picture of pixels, which can be drawn larger than they are.
  static let pixels = HelpContext(rawValue: 256)

  /// All but an overview.
  static let all: HelpContext = [
    .timeline, .clock, .files, .scenes, .themes, .machines, .machine, .pixels,
  ]
}
