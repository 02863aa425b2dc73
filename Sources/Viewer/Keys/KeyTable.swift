/// The keys and their actions. This table is the source of the key bindings, the help panel, the
/// menu, `docs/keys.md` and, through that, the manual page.
///
/// The keys follow those of mpv, feh, nsxiv, imv and common desktops.
enum KeyTable {
  static let rows: [KeyRow] = [
    // Playback.
    KeyRow(
      .play, ["Space": "toggle-pause"],
      also: ["AudioPlay": "toggle-pause", "AudioPause": "toggle-pause"],
      "pause", .everywhere(6), brief: .init("Space", "pause", 3)),
    KeyRow(
      .play, [".": "step 1", ",": "step -1"], "one frame forward, back", .everywhere(),
      menu: ["one frame forward", "one frame back"], brief: .init(". ,", "step", 11)),
    KeyRow(
      .play, ["←": "seek -1", "→": "seek 1"], "seek back, forward",
      menu: ["seek back", "seek forward"],
      details: "seek by a tenth of the animation, at most 5 s", brief: .init("← →", "seek", 9)),
    KeyRow(
      .play, ["[": "multiply-speed 1/1.1", "]": "multiply-speed 1.1"], "10% slower, faster",
      .everywhere(), menu: ["10% slower", "10% faster"], brief: .init("[ ]", "speed", 10)),
    KeyRow(
      .play, ["{": "multiply-speed 1/2", "}": "multiply-speed 2"], "half, double speed",
      .everywhere(), menu: ["half speed", "double speed"]),
    KeyRow(.play, ["Backspace": "reset-speed"], "normal speed", .everywhere()),
    KeyRow(.play, ["r": "restart"], "restart", .everywhere()),
    KeyRow(.play, also: ["AudioStop": "stop"], "stop at the start", .everywhere()),
    KeyRow(
      .play, ["l": "set-repeated-part"], "repeat from here, to here", needs: .timeline,
      details: "repeat from here; again: to here; again: all"),
    KeyRow(
      .play, ["Shift+L": "cycle-repetition"], "loop, back and forth, once", needs: .timeline),
    KeyRow(.play, ["t": "toggle-timeline"], "keep the timeline", needs: .timeline),
    KeyRow(
      .play, ["↑": "adjust-clock 60", "↓": "adjust-clock -60"],
      also: ["Shift+↑": "adjust-clock 3600", "Shift+↓": "adjust-clock -3600"], "set the clock",
      needs: .clock, menu: ["set the clock ahead", "set the clock back"],
      details: "set the clock ahead or back by a minute, with Shift by an hour"),

    // View.
    KeyRow(
      .look, ["+": "zoom in", "-": "zoom out"],
      also: [
        "WheelUp": "zoom in", "WheelDown": "zoom out", "=": "zoom in", "↑": "zoom in",
        "↓": "zoom out", "Ctrl++": "zoom in", "Ctrl+=": "zoom in",
        "Ctrl+-": "zoom out",
      ],
      "zoom", menu: ["zoom in", "zoom out"],
      details:
        "zoom at the pointer; ↑ and ↓ set the time of clocks instead; dragging moves the image",
      brief: .init("+ -", "zoom", 6)),
    KeyRow(.look, ["w": "fit"], "fit the window"),
    // Use Shift rather than a capital letter, so that Caps Lock makes no difference.
    KeyRow(.look, ["Shift+W": "fill"], "fill the window"),
    KeyRow(.look, ["a": "actual-size"], also: ["Ctrl+0": "actual-size"], "actual size"),
    // As in imv and GNOME. The keys of nsxiv and feh, < and >, switch between files here, as in
    // mpv. These keys are only in the menu and the manual, because the help of a small window has
    // no room for them.
    KeyRow(
      .look, also: ["Ctrl+R": "rotate 90", "Ctrl+Shift+R": "rotate -90"], "rotate right, left",
      menu: ["rotate right", "rotate left"],
      details: "rotate the image by 90° to the right, to the left"),
    // As in nsxiv and feh.
    KeyRow(
      .look, also: ["|": "flip horizontal", "_": "flip vertical"], "flip horizontally, vertically",
      menu: ["flip horizontally", "flip vertically"],
      details: "flip the image horizontally, vertically"),
    // As in nsxiv.
    KeyRow(
      .look, ["Shift+A": "toggle-smoothing"], "sharp, smooth pixels", needs: .pixels,
      details: "enlarged pixels sharp or smooth"),
    KeyRow(
      .look, ["b": "cycle-background"], "another background", .everywhere(7),
      details: "another background: white, black, a checkerboard"),
    KeyRow(
      .look, ["x": "toggle-inspector"], "pixel under the pointer",
      details: "the position and colour of the pixel under the pointer"),
    KeyRow(.look, ["c": "cycle-theme"], "another theme", needs: .themes),
    KeyRow(.look, ["m": "toggle-machine"], "interaction on, off", needs: .machines),
    KeyRow(
      .look,
      [
        "Shift+M": "toggle-machine-panel", "Tab": "select-machine-input",
        "v": "change-machine-input 1",
      ],
      also: ["Shift+V": "change-machine-input -1"], "its state, inputs", needs: .machine,
      menu: ["its state and inputs", "its next input", "change the input"],
      details: "the machine's state and inputs, the next input, change it; with Shift back"),
    KeyRow(
      .look,
      [
        "f": "toggle-fullscreen", "F11": "toggle-fullscreen", "Alt+Enter": "toggle-fullscreen",
      ], "fullscreen", .everywhere(10), details: "fullscreen; so does a double click",
      brief: .init("f", "fullscreen", 4)),

    // Files.
    KeyRow(
      .pages,
      ["PgUp": "turn-page -1", "PgDn": "turn-page 1", "p": "turn-page -1", "n": "turn-page 1"],
      also: [
        "<": "turn-page -1", ">": "turn-page 1", "k": "turn-page -1", "j": "turn-page 1",
        "Button8": "turn-page -1", "Button9": "turn-page 1", "AudioPrev": "turn-page -1",
        "AudioNext": "turn-page 1",
      ], "previous, next", menu: ["previous", "next"],
      details: "previous, next; so do k and j, < and >, and the side buttons of a mouse",
      brief: .init("p n", "pages", 5)),
    KeyRow(
      .pages, ["Home": "turn-page first", "End": "turn-page last"],
      also: ["g": "turn-page first", "Shift+G": "turn-page last"], "first, last", needs: .files,
      menu: ["first", "last"],
      // These keys also work in built-in scenes, which have no first file.
      details: "first, last file; there, its first, last frame; so do g and G"),
    // As in nsxiv.
    KeyRow(
      .pages, ["Enter": "show-overview"], "all at once", needs: .files,
      details: "all pages at once", brief: .init("Enter", "all at once", 7)),
    KeyRow(
      .pages, ["e": "toggle-skipped-files"], "skipped files", .everywhere(),
      needs: .files, details: "the skipped files, and the reasons"),
    KeyRow(.pages, ["F5": "reload"], "read the file again", needs: .files),
    KeyRow(
      .pages, also: ["Shift+S": "toggle-slideshow"], "slide show", needs: .files,
      details: "start or stop the slide show: 5 s for each file, unless options set another time"),
    KeyRow(
      .pages, also: ["Shift+N": "open-sequence"], "play the image sequence", needs: .files,
      details: "play the image sequence that this image belongs to"),
    KeyRow(
      .pages,
      ["1": "show-scene 1", "2": "show-scene 2", "3": "show-scene 3", "0": "show-scene 0"],
      also: ["4": "show-scene 4", "5": "show-scene 5"], "one scene alone, all", needs: .scenes,
      menu: ["the first scene alone", "the second one", "the third one", "all scenes"],
      brief: .init("0-3", "scenes", 8)),

    // Operations on files on disk.
    KeyRow(
      .files, ["Ctrl+O": "ask-for-path"], "open a file", .everywhere(),
      details: "open a file or a folder by its path, which Tab completes"),
    KeyRow(
      .files, ["Ctrl+V": "paste"], "open the clipboard", .everywhere(),
      details: "open the file, the path or the image on the clipboard"),
    KeyRow(
      .files, ["Delete": "move-to-trash"], "move to the trash", .everywhere(), needs: .files,
      details: "move the file to the trash, after a confirmation"),

    // Closing and deleting.
    KeyRow(
      .keep, ["s": "save-picture", "F12": "save-picture"], also: ["Ctrl+S": "save-picture"],
      "save the image", .everywhere(8),
      details: "save the image as NAME-FRAME.png in the current folder, or in --save-folder",
      brief: .init("s", "save", 12)),
    KeyRow(.keep, ["Ctrl+C": "copy-picture"], "copy the image", .everywhere()),
    // Use Shift, like the copy command of terminals, for the other item that can be copied.
    KeyRow(.keep, ["Ctrl+Shift+C": "copy-path"], "copy the path", .everywhere(9), needs: .files),
    KeyRow(
      .keep, ["o": "save-script"], "save the interaction", needs: .machine,
      details: "save the interaction with the machine as a script"),
    KeyRow(.keep, ["y": "copy-link"], "copy the machine's link", needs: .machine),

    // The window itself.
    KeyRow(
      .window, ["i": "toggle-statistics"], "frame statistics", .everywhere(11),
      brief: .init("i", "statistics", 13)),
    KeyRow(
      .window, ["?": "toggle-help", "h": "toggle-help", "F1": "toggle-help"], "these keys",
      .everywhere(12), brief: .init("?", "these keys", 2, overview: 4)),
    KeyRow(
      .window, ["Menu": "show-menu"], also: ["Shift+F10": "show-menu", "Button3": "show-menu"],
      "menu; right button", .everywhere(), menu: [],
      details: "a menu of all actions; so does the right button"),
    KeyRow(.window, ["Esc": "leave"], "end fullscreen, quit"),
    KeyRow(
      .window, ["q": "quit", "Ctrl+W": "quit"], also: ["Ctrl+Q": "quit"], "quit", .everywhere(14),
      brief: .init("q", "quit", 1, overview: 6)),

    // All pages at once.
    KeyRow(
      .overview,
      [
        "←": "select-page -1 0", "→": "select-page 1 0", "↑": "select-page 0 -1",
        "↓": "select-page 0 1",
      ],
      also: [
        "p": "select-page -1 0", "n": "select-page 1 0", "k": "select-page 0 -1",
        "j": "select-page 0 1", "Button8": "select-page -1 0", "Button9": "select-page 1 0",
        "AudioPrev": "select-page -1 0", "AudioNext": "select-page 1 0",
      ], "select; so does the pointer", .overview(1),
      menu: ["previous", "next", "the one above", "the one below"],
      brief: .init("← → ↑ ↓", "choose", overview: 3)),
    KeyRow(
      .overview, ["PgUp": "scroll-pages -1", "PgDn": "scroll-pages 1"],
      also: ["<": "scroll-pages -1", ">": "scroll-pages 1"], "a screen up, down", .overview(2),
      menu: ["a screen up", "a screen down"], details: "a screen up, down; the wheel: a row"),
    KeyRow(
      .overview, ["Home": "select-page first", "End": "select-page last"],
      also: ["g": "select-page first", "Shift+G": "select-page last"], "first, last",
      .overview(3), menu: ["first", "last"]),
    KeyRow(
      .overview, ["Enter": "open-page"], "open; so does a click", .overview(4), menu: ["open"],
      brief: .init("Enter", "open", overview: 1)),
    KeyRow(
      .overview, ["+": "resize-pages 1", "-": "resize-pages -1"],
      also: [
        "=": "resize-pages 1", "Ctrl++": "resize-pages 1", "Ctrl+=": "resize-pages 1",
        "Ctrl+-": "resize-pages -1",
      ], "larger, smaller", .overview(5), menu: ["larger", "smaller"],
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
  case files = "Files"
  case keep = "Keep"
  case window = "Window"
  /// Commands that the user has bound to keys.
  case custom = "Your commands"
  case overview = "Overview"
}

/// A line of keys in the help, with their actions.
struct KeyRow: Sendable {
  /// The scope of the keys.
  enum Scope: Hashable, Sendable {
    /// While one page is shown.
    case page
    /// While all pages are shown, with the line's number in the help of the overview.
    case overview(Int)
    /// Always, with the line's number in the help of the overview, or `nil` if the line is omitted
    /// there.
    case everywhere(Int? = nil)
  }

  /// The line in few words, for small windows.
  struct Brief: Sendable {
    let keys: String
    let meaning: String
    /// The rank by usefulness, starting at 1, on a page and in an overview, or `nil` if it is
    /// omitted.
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
    /// Whether the help names the key.
    var isListed = true
  }

  let topic: KeyTopic
  private(set) var bindings: [Binding]
  let meaning: String
  let scope: Scope
  /// The conditions without which the keys have no effect.
  let needs: HelpContext
  /// The meaning in more words, for the manual and docs/keys.md.
  let details: String
  /// The meaning of each action alone.
  private let menu: [String]
  private(set) var brief: Brief?

  /// - Parameters:
  ///   - listed: Keys, and their actions.
  ///   - also: Keys that the help omits.
  ///   - menu: The descriptions of the actions for a menu; by default the meaning.
  init(
    _ topic: KeyTopic, _ listed: KeyValuePairs<String, String> = [:],
    also: KeyValuePairs<String, String> = [:], _ meaning: String, _ scope: Scope = .page,
    needs: HelpContext = [], menu: [String]? = nil, details: String? = nil, brief: Brief? = nil
  ) {
    self.init(
      topic,
      bindings: listed.map { Binding(key: $0, action: $1) }
        + also.map { Binding(key: $0, action: $1, isListed: false) },
      meaning, scope, needs: needs, menu: menu, details: details, brief: brief)
  }

  init(
    _ topic: KeyTopic, bindings: [Binding], _ meaning: String, _ scope: Scope = .page,
    needs: HelpContext = [], menu: [String]? = nil, details: String? = nil, brief: Brief? = nil
  ) {
    self.topic = topic
    self.bindings = bindings
    self.meaning = meaning
    self.scope = scope
    self.needs = needs
    self.menu = menu ?? [meaning]
    self.details = details ?? meaning
    self.brief = brief
  }

  /// The keys that the help names.
  var keys: String { bindings.filter(\.isListed).map(\.key).joined(separator: " ") }

  /// Returns the keys for one of the actions, the most usual first.
  func keys(for action: String) -> [String] { bindings.filter { $0.action == action }.map(\.key) }

  /// The actions, each once.
  private var actions: [String] {
    bindings.reduce(into: []) { if !$0.contains($1.action) { $0.append($1.action) } }
  }

  /// The actions that a menu offers, with their labels.
  var offers: [(label: String, action: String)] { Array(zip(menu, actions).map { ($0, $1) }) }

  /// The places in which the keys have an effect.
  var contexts: [KeyContext] {
    switch scope {
    case .page: needs == .clock ? [.clock] : [.page]
    case .overview: [.overview]
    case .everywhere: KeyContext.everywhere
    }
  }

  /// Returns the row with other keys for its actions.
  func with(_ bindings: [Binding]) -> KeyRow {
    var row = self
    row.bindings = bindings
    // A row of keys that the help omitted lists the remaining keys.
    if row.keys.isEmpty, !keys.isEmpty {
      row.bindings = bindings.map { Binding(key: $0.key, action: $0.action) }
    }
    guard let brief, brief.keys != "0-3" else { return row }
    let names = brief.keys.split(separator: " ").map(String.init)
    if names.allSatisfy({ name in bindings.contains { $0.key == name } }) { return row }
    let keys = actions.compactMap { action in
      let custom = bindings.filter { $0.action == action }
      return (custom.first { $0.isListed } ?? custom.first)?.key
    }.joined(separator: " ")
    row.brief =
      keys.isEmpty
      ? nil : Brief(keys, brief.meaning, brief.rank, overview: brief.overviewRank)
    return row
  }
}

/// A place in which a key can have its own meaning.
enum KeyContext: Hashable, CaseIterable, Sendable {
  /// While one page is shown.
  case page
  /// While a clock is shown, whose keys take precedence over those of any page.
  case clock
  /// While all pages are shown.
  case overview

  /// A key that is bound everywhere is bound on pages, including clocks, and in the overview.
  static let everywhere: [KeyContext] = [.page, .overview]
}

/// The conditions for using keys.
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
  /// A file with a state machine.
  static let machine = HelpContext(rawValue: 64)

  /// An overview, in which other keys count.
  static let overview = HelpContext(rawValue: 128)

  /// A raster image, whose pixels can be enlarged.
  static let pixels = HelpContext(rawValue: 256)

  /// All but an overview.
  static let all: HelpContext = [
    .timeline, .clock, .files, .scenes, .themes, .machines, .machine, .pixels,
  ]
}
