import AnimCore

/// The panel with the keys that do something at present, in the middle of the picture and as large as
/// fits. Its topics are in as many columns as there is room for. In a window that is too small for
/// any, the panel lists as many of the most useful keys as fit.
struct HelpPanel {
  /// Topics one below the other, with their keys and meanings aligned. In units.
  private struct Column {
    let topics: [HelpTopic]
    /// The distance from the left edge of the keys to that of their meanings.
    let indent: Int
    let width: Int
    let height: Int

    init(_ topics: [HelpTopic], in text: OverlayText, lineHeight: Int) {
      self.topics = topics
      let lines = topics.flatMap(\.lines)
      indent = (lines.map { text.width(of: $0.keys) }.max() ?? 0) + HelpPanel.gap
      let titles = topics.compactMap { $0.title.map(text.width(of:)) }.max() ?? 0
      width = max(titles, indent + (lines.map { text.width(of: $0.meaning) }.max() ?? 0))
      let rows = topics.reduce(0) { $0 + $1.rows }
      height = rows * lineHeight + max(topics.count - 1, 0) * HelpPanel.gap
    }
  }

  private static let margin = 10
  private static let gap = 8
  private static let columnGap = 20
  /// The distance between lines beyond that of ``OverlayText``.
  private static let leading = 1
  /// The margin of the brief panel, which is narrower, for small windows.
  private static let briefMargin = 4
  private static let maximumColumns = 3

  private let columns: [Column]
  private let margin: Int
  private let lineHeight: Int
  /// The size of the panel, in units.
  private let width: Int
  private let height: Int

  private init(_ columns: [[HelpTopic]], margin: Int, in text: OverlayText) {
    lineHeight = text.height + Self.leading
    self.margin = margin
    self.columns = columns.map { [lineHeight] in
      Column($0, in: text, lineHeight: lineHeight)
    }
    width =
      self.columns.reduce(0) { $0 + $1.width } + (columns.count - 1) * Self.columnGap + 2 * margin
    height = (self.columns.map(\.height).max() ?? 0) + 2 * margin
  }

  /// Draws the largest panel that fits.
  static func draw(
    _ context: HelpContext = .all, _ text: OverlayText, into list: inout DisplayList
  ) {
    let topics = HelpTopic.all(in: context)
    let panels = (1...maximumColumns).map { count in
      arrangements(of: topics, in: count)
        .map { HelpPanel($0, margin: margin, in: text) }
        .min { ($0.height, $0.width) < ($1.height, $1.width) }
    }
    let point = PixelGrid.unit(1, of: list)
    for unit in stride(from: PixelGrid.unit(text.largestUnit, of: list), to: 0, by: -1) {
      // The one that is nearest to a square, which is easiest to look at.
      let fitting = panels.compactMap(\.self).filter { $0.fits(list.size, unit: unit) }
      if let panel = fitting.min(by: { max($0.width, $0.height) < max($1.width, $1.height) }) {
        return panel.draw(text, unit: unit, into: &list)
      }
      // Few keys that can be read are better than many that cannot.
      if unit == point, unit > 1,
        let brief = brief(context, text, for: list.size, unit: unit, atLeast: leastBriefLines)
      {
        return brief.draw(text, unit: unit, into: &list)
      }
    }
    brief(context, text, for: list.size, unit: 1)?.draw(text, unit: 1, into: &list)
  }

  private static let leastBriefLines = 6

  /// As many of the most useful keys as fit; nil if these are too few.
  private static func brief(
    _ context: HelpContext, _ text: OverlayText, for size: PixelSize, unit: Int,
    atLeast least: Int = 0
  ) -> HelpPanel? {
    let brief = context == .overview ? HelpLine.briefOverview : HelpLine.brief
    let lines = brief.filter { context.isSuperset(of: $0.needs) }
    return (0...lines.count).lazy
      .filter { $0 >= min(least, lines.count) }
      .map { count in
        HelpPanel(
          [[HelpTopic(title: nil, lines: Array(lines.prefix(count)))]], margin: briefMargin,
          in: text)
      }
      .last { $0.fits(size, unit: unit) }
  }

  /// All ways to put topics into columns, in their order.
  private static func arrangements(of topics: [HelpTopic], in count: Int) -> [[[HelpTopic]]] {
    guard count > 1, topics.count >= count else { return [[topics]] }
    return (1...topics.count - count + 1).flatMap { first in
      arrangements(of: Array(topics[first...]), in: count - 1)
        .map { [Array(topics[..<first])] + $0 }
    }
  }

  private func fits(_ size: PixelSize, unit: Int) -> Bool {
    width * unit <= size.width && height * unit <= size.height
  }

  private func draw(_ text: OverlayText, unit: Int, into list: inout DisplayList) {
    let grid = PixelGrid(
      text, unit: unit, x: (list.size.width - width * unit) / 2,
      y: (list.size.height - height * unit) / 2, of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    var x = margin
    for column in columns {
      var y = margin + (lineHeight - text.capHeight) / 2
      for topic in column.topics {
        if let title = topic.title {
          grid.write(title, x: x, y: y, OverlayPalette.quiet, in: &list)
          y += lineHeight
        }
        for line in topic.lines {
          grid.write(line.keys, x: x, y: y, OverlayPalette.key, in: &list)
          grid.write(line.meaning, x: x + column.indent, y: y, OverlayPalette.text, in: &list)
          y += lineHeight
        }
        y += Self.gap
      }
      x += column.width + Self.columnGap
    }
  }
}

/// What there is to use keys on.
struct HelpContext: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

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

  /// All but an overview.
  static let all: HelpContext = [
    .timeline, .clock, .files, .scenes, .themes, .machines, .machine,
  ]
}

/// Keys that belong together.
struct HelpTopic: Hashable, Sendable {
  let title: String?
  let lines: [HelpLine]

  fileprivate var rows: Int { lines.count + (title == nil ? 0 : 1) }

  /// The topics with the keys that do something.
  static func all(in context: HelpContext) -> [HelpTopic] {
    if context == .overview { return [HelpTopic(title: "Overview", lines: HelpLine.overview)] }
    return [
      HelpTopic(title: "Play", lines: HelpLine.play),
      HelpTopic(title: "Look", lines: HelpLine.look),
      HelpTopic(title: "Pages", lines: HelpLine.pages),
      HelpTopic(title: "Keep", lines: HelpLine.keep),
      HelpTopic(title: "Window", lines: HelpLine.window),
    ].map { topic in
      HelpTopic(
        title: topic.title, lines: topic.lines.filter { context.isSuperset(of: $0.needs) })
    }.filter { !$0.lines.isEmpty }
  }
}

/// A line of the help: some keys, and what they do.
struct HelpLine: Hashable, Sendable {
  let keys: String
  let meaning: String
  /// Without which the keys do nothing.
  let needs: HelpContext

  init(_ keys: String, _ meaning: String, needs: HelpContext = []) {
    self.keys = keys
    self.meaning = meaning
    self.needs = needs
  }
}

extension HelpLine {
  static let play = [
    HelpLine("Space p", "pause"),
    HelpLine(". ,", "one frame forward, back"),
    HelpLine("← →", "seek back, forward"),
    HelpLine("[ ]", "10% slower, faster"),
    HelpLine("{ }", "half, double speed"),
    HelpLine("Backspace", "normal speed"),
    HelpLine("r", "restart"),
    HelpLine("l", "repeat from here, to here", needs: .timeline),
    HelpLine("Shift+l", "loop, back and forth, once", needs: .timeline),
    HelpLine("t", "keep the time line", needs: .timeline),
    HelpLine("↑ ↓", "set the clock", needs: .clock),
  ]

  static let look = [
    HelpLine("+ -", "zoom; so does the wheel"),
    HelpLine("w", "fit the window"),
    HelpLine("Shift+w", "fill the window"),
    HelpLine("a", "actual size"),
    HelpLine("b", "another background"),
    HelpLine("x", "pixel under the pointer"),
    HelpLine("c", "another theme", needs: .themes),
    HelpLine("m", "state machine on, off", needs: .machines),
    HelpLine("n Tab v", "its state, inputs", needs: .machine),
    HelpLine("f F11 Alt+Enter", "fullscreen"),
  ]

  static let pages = [
    HelpLine("PgUp PgDn < >", "previous, next"),
    HelpLine("Home End", "first, last", needs: .files),
    HelpLine("Enter", "all at once", needs: .files),
    HelpLine("e", "files that were skipped", needs: .files),
    HelpLine("1 2 3 0", "one scene alone, all", needs: .scenes),
  ]

  static let keep = [
    HelpLine("s F12", "save the picture"),
    HelpLine("Ctrl+C", "copy the picture"),
    HelpLine("Ctrl+Shift+C", "copy the path", needs: .files),
    HelpLine("o", "save what was done", needs: .machine),
    HelpLine("y", "copy the machine's link", needs: .machine),
  ]

  static let window = [
    HelpLine("i", "frame statistics"),
    HelpLine("? h", "these keys"),
    HelpLine("Esc", "end fullscreen, quit"),
    HelpLine("q Ctrl+W", "quit"),
  ]

  static let overview = [
    HelpLine("← → ↑ ↓", "choose; so does the pointer"),
    HelpLine("PgUp PgDn < >", "a screen up, down"),
    HelpLine("Home End", "first, last"),
    HelpLine("Enter", "open; so does a click"),
    HelpLine("+ -", "larger, smaller"),
    HelpLine("Space p", "pause"),
    HelpLine("b", "another background"),
    HelpLine("s F12", "save the picture"),
    HelpLine("Ctrl+Shift+C", "copy the path"),
    HelpLine("f F11 Alt+Enter", "fullscreen"),
    HelpLine("i", "frame statistics"),
    HelpLine("? h", "these keys"),
    HelpLine("Esc", "back"),
    HelpLine("q Ctrl+W", "quit"),
  ]

  /// The same in few words.
  static let briefOverview = [
    HelpLine("Enter", "open"),
    HelpLine("Esc", "back"),
    HelpLine("← → ↑ ↓", "choose"),
    HelpLine("?", "these keys"),
    HelpLine("+ -", "size"),
    HelpLine("q", "quit"),
  ]

  /// The most useful keys in few words, for small windows; the most important first.
  static let brief = [
    HelpLine("q", "quit"),
    HelpLine("?", "these keys"),
    HelpLine("Space", "pause"),
    HelpLine("f", "fullscreen"),
    HelpLine("< >", "pages"),
    HelpLine("+ -", "zoom"),
    HelpLine("Enter", "all at once", needs: .files),
    HelpLine("0-3", "scenes", needs: .scenes),
    HelpLine("← →", "seek"),
    HelpLine("[ ]", "speed"),
    HelpLine(". ,", "step"),
    HelpLine("s", "save"),
    HelpLine("i", "statistics"),
  ]
}
