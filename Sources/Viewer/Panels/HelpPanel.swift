import AnimCore

/// A panel with the keys that are currently active, in the centre of the image, as large as possible. Its topics are
/// arranged in as many columns as fit, with smaller spacing if necessary. In a very small window, it lists only the
/// most useful keys that fit, and a note that there are more.
struct HelpPanel {
  /// Topics one below the other, with aligned keys and descriptions. Lengths are in units.
  private struct Column {
    let topics: [HelpTopic]
    /// The distance between the left edges of the keys and the descriptions.
    let indent: Int
    let width: Int
    let height: Int

    init(_ topics: [HelpTopic], in text: OverlayText, lineHeight: Int, gap: Int) {
      self.topics = topics
      let lines = topics.flatMap(\.lines)
      indent = (lines.map { text.width(of: $0.keys) }.max() ?? 0) + HelpPanel.keyGap
      let titles = topics.compactMap { $0.title.map(text.width(of:)) }.max() ?? 0
      width = max(titles, indent + (lines.map { text.width(of: $0.meaning) }.max() ?? 0))
      let rows = topics.reduce(0) { $0 + $1.rows }
      height = rows * lineHeight + max(topics.count - 1, 0) * gap
    }
  }

  /// The spacing of a panel, in units.
  private struct Spacing {
    let margin: Int
    /// The spacing between topics.
    let gap: Int
    let columnGap: Int
    /// The spacing between lines, in addition to that of ``OverlayText``.
    let leading: Int

    static let wide = Spacing(margin: 10, gap: 8, columnGap: 20, leading: 1)
    /// The spacing in small windows.
    static let narrow = Spacing(margin: 4, gap: 3, columnGap: 10, leading: 0)
    /// The spacing of the brief panel.
    static let brief = Spacing(margin: 4, gap: 3, columnGap: 10, leading: 1)
  }

  /// The distance from the longest key to the descriptions.
  private static let keyGap = 8
  private static let maximumColumns = 4

  private let columns: [Column]
  private let spacing: Spacing
  private let lineHeight: Int
  /// The size of the panel, in units.
  private let width: Int
  private let height: Int

  private init(_ columns: [[HelpTopic]], _ spacing: Spacing, in text: OverlayText) {
    lineHeight = text.height + spacing.leading
    self.spacing = spacing
    self.columns = columns.map { [lineHeight] in
      Column($0, in: text, lineHeight: lineHeight, gap: spacing.gap)
    }
    width =
      self.columns.reduce(0) { $0 + $1.width } + (columns.count - 1) * spacing.columnGap
      + 2 * spacing.margin
    height = (self.columns.map(\.height).max() ?? 0) + 2 * spacing.margin
  }

  /// Draws the largest panel that fits.
  ///
  /// - Returns: The area of the panel, in pixels, or `nil` if none fits.
  @discardableResult
  static func draw(
    _ context: HelpContext = .all, _ text: OverlayText, keys: [KeyRow] = KeyTable.rows,
    into list: inout DisplayList
  ) -> PixelRect? {
    let topics = HelpTopic.all(in: context, keys)
    let panels = [Spacing.wide, .narrow].map { spacing in
      (1...maximumColumns).compactMap { count in
        arrangements(of: topics, in: count).map { HelpPanel($0, spacing, in: text) }
          .min { ($0.height, $0.width) < ($1.height, $1.width) }
      }
    }
    let point = PixelGrid.unit(1, of: list)
    for unit in stride(from: PixelGrid.unit(text.largestUnit, of: list), to: 0, by: -1) {
      // Narrow spacing is better than letters that are smaller than usual.
      for panels in unit > point ? panels.prefix(1) : panels[...] {
        // The panel whose shape is closest to a square is the easiest to read.
        let fitting = panels.filter { $0.fits(list.size, unit: unit) }
        if let panel = fitting.min(by: { max($0.width, $0.height) < max($1.width, $1.height) }) {
          return panel.draw(text, unit: unit, into: &list)
        }
      }
      // A few readable keys are better than many unreadable ones.
      if unit == point, unit > 1,
        let brief = brief(
          context, keys, text, for: list.size, unit: unit, minimumLines: minimumBriefLines)
      {
        return brief.draw(text, unit: unit, into: &list)
      }
    }
    return brief(context, keys, text, for: list.size, unit: 1)?.draw(text, unit: 1, into: &list)
  }

  private static let minimumBriefLines = 6
  /// The last line of the brief panel.
  private static let more = HelpTopic(title: "more in a larger window", lines: [])

  /// Returns a panel with as many of the most useful keys as fit and, if it fits, a note that there
  /// are more. Returns `nil` if the panel would have too few keys.
  private static func brief(
    _ context: HelpContext, _ keys: [KeyRow], _ text: OverlayText, for size: PixelSize, unit: Int,
    minimumLines: Int = 0
  ) -> HelpPanel? {
    let lines = HelpLine.brief(in: context, keys)
    func largest(_ end: [HelpTopic], from minimum: Int) -> HelpPanel? {
      (0...lines.count).lazy
        .filter { $0 >= min(minimum, lines.count) }
        .map { count in
          let keys = HelpTopic(title: nil, lines: Array(lines.prefix(count)))
          return HelpPanel([[keys] + end], .brief, in: text)
        }
        .last { $0.fits(size, unit: unit) }
    }
    return largest([more], from: max(minimumLines, 1)) ?? largest([], from: minimumLines)
  }

  /// Returns all arrangements of topics in columns, in order.
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

  private func draw(
    _ text: OverlayText, unit: Int, into list: inout DisplayList
  ) -> PixelRect {
    let grid = PixelGrid(
      text, unit: unit, x: (list.size.width - width * unit) / 2,
      y: (list.size.height - height * unit) / 2, of: list)
    grid.fillPanel(x: 0, y: 0, width: width, height: height, OverlayPalette.panel, in: &list)
    var x = spacing.margin
    for column in columns {
      var y = spacing.margin + (lineHeight - text.capHeight) / 2
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
        y += spacing.gap
      }
      x += column.width + spacing.columnGap
    }
    return PixelRect(
      x0: grid.x, y0: grid.y, x1: grid.x + width * unit, y1: grid.y + height * unit)
  }
}

/// A group of related keys.
struct HelpTopic: Hashable {
  let title: String?
  let lines: [HelpLine]

  fileprivate var rows: Int { lines.count + (title == nil ? 0 : 1) }

  /// Returns the topics, with the keys that are currently active.
  static func all(in context: HelpContext, _ rows: [KeyRow] = KeyTable.rows) -> [HelpTopic] {
    let rows = rows.filter { !$0.keys.isEmpty }
    if context == .overview {
      let lines = rows.ranked { $0.overviewNumber }.map { HelpLine($0.keys, $0.meaning) }
      return [HelpTopic(title: KeyTopic.overview.rawValue, lines: lines)]
    }
    return KeyTopic.allCases.filter { $0 != .overview }.compactMap { topic in
      let rows = rows.filter { $0.topic == topic && context.isSuperset(of: $0.needs) }
      let lines = rows.map { HelpLine($0.keys, $0.meaning) }
      return lines.isEmpty ? nil : HelpTopic(title: topic.rawValue, lines: lines)
    }
  }
}

/// A line of the help: keys and their description.
struct HelpLine: Hashable {
  let keys: String
  let meaning: String

  fileprivate init(_ keys: String, _ meaning: String) {
    self.keys = keys
    self.meaning = meaning
  }

  /// Returns the most useful keys with short descriptions, for small windows, most important first.
  static func brief(
    in context: HelpContext, _ rows: [KeyRow] = KeyTable.rows
  ) -> [HelpLine] {
    let rows =
      context == .overview
      ? rows.ranked { $0.brief?.overviewRank }
      : rows.filter { context.isSuperset(of: $0.needs) }.ranked { $0.brief?.rank }
    return rows.compactMap { row in row.brief.map { HelpLine($0.keys, $0.meaning) } }
  }
}

extension KeyRow {
  /// The position in the help of the overview, or `nil` if it isn't listed there.
  fileprivate var overviewNumber: Int? {
    switch scope {
    case .page: nil
    case .overview(let number): number
    case .everywhere(let number): number
    }
  }
}

extension [KeyRow] {
  /// Returns the rows that have a rank, sorted by rank.
  fileprivate func ranked(by rank: (KeyRow) -> Int?) -> [KeyRow] {
    compactMap { row in rank(row).map { (row, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
