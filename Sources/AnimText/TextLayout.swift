/// Text broken into lines. Lengths are in ems, so a layout can be drawn at any size.
///
/// Lines break at line feeds and between words, which are separated by spaces. A word that is longer than a line gets
/// its own line and overflows it. The Unicode rules for scripts without spaces aren't applied.
struct TextLayout {
  /// The lines from top to bottom.
  private(set) var lines: [ShapedLine] = []
  /// Whether text was omitted because of the maximum number of lines.
  private(set) var isTruncated = false

  /// The width of the longest line.
  var width: Double { lines.reduce(0) { max($0, $1.width) } }

  /// - Parameters:
  ///   - words: The text.
  ///   - width: The maximum line width, in ems, or `nil` for no limit.
  ///   - maximumLines: The maximum number of lines, or `nil` for no limit. If text is omitted, the last line ends with
  ///     an ellipsis.
  init(_ words: TextWords, width: Double?, maximumLines: Int?) {
    var texts: [String] = []
    for paragraph in words.paragraphs { texts += Self.lines(of: paragraph, width, words.space) }
    let limit = min(max(maximumLines ?? .max, 0), Self.maximumLines)
    if texts.count > limit {
      isTruncated = true
      texts.removeSubrange(limit...)
    }
    lines = texts.map { ShapedLine($0, in: words.fonts) }
    guard isTruncated, let last = texts.last else { return }
    lines[lines.count - 1] = Self.truncated(last, width, words.fonts)
  }

  /// A maximum that exceeds the number of lines in any image.
  static var maximumLines: Int { 4096 }

  private static func lines(
    of words: [TextWords.Word], _ width: Double?, _ space: Double
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    var length = 0.0
    for (index, word) in words.enumerated() {
      if index > 0, let width, length + space + word.width > width {
        lines.append(line)
        (line, length) = (word.text, word.width)
      } else {
        if index > 0 { line += " " }
        line += word.text
        length += (index > 0 ? space : 0) + word.width
      }
    }
    return lines + [line]
  }

  /// Returns a line shortened just enough that it fits with an ellipsis.
  private static func truncated(
    _ text: String, _ width: Double?, _ fonts: FontStack
  ) -> ShapedLine {
    var characters = Array(text)
    // Search for the longest prefix that fits. Joining letters changes the length only slightly.
    var (low, high) = (0, characters.count)
    func line(_ count: Int) -> ShapedLine {
      var kept = characters.prefix(count)
      while kept.last == " " { kept.removeLast() }
      return ShapedLine(String(kept) + "…", in: fonts)
    }
    guard let width else { return line(high) }
    characters = Array(characters.prefix(FontLimits.lineScalars - 1))
    high = characters.count
    while low < high {
      let middle = (low + high + 1) / 2
      if line(middle).width <= width { low = middle } else { high = middle - 1 }
    }
    return line(low)
  }
}

/// The words of a text and their widths, from which lines of any width can be built.
struct TextWords {
  struct Word {
    var text: String
    /// The width, in ems.
    var width: Double
  }

  let fonts: FontStack
  /// The words of each paragraph. Line feeds separate paragraphs.
  let paragraphs: [[Word]]
  /// The width of a space, in ems.
  let space: Double

  init(_ text: String, in fonts: FontStack) {
    self.fonts = fonts
    space = ShapedLine(" ", in: fonts).width
    paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ", omittingEmptySubsequences: false).map {
        Word(text: String($0), width: ShapedLine(String($0), in: fonts).width)
      }
    }
  }
}
