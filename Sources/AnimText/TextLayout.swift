/// Text broken into lines: the lengths are in ems, so that a layout is the same at any size with as many ems to a
/// line.
///
/// Lines break at line feeds and between words, which are what spaces separate; a word that is longer than a line has
/// one of its own, and reaches beyond. (The rules of Unicode for scripts without spaces are not applied.)
struct TextLayout {
  /// The lines from top to bottom.
  private(set) var lines: [ShapedLine] = []
  /// Whether text was left out because there were more lines than allowed.
  private(set) var isTruncated = false

  /// The widest line.
  var width: Double { lines.reduce(0) { max($0, $1.width) } }

  /// - Parameters:
  ///   - words: the text.
  ///   - width: the longest line, in ems; nil for as long as the text.
  ///   - maximumLines: the most lines, of which the last then ends with an ellipsis; nil for no limit.
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

  /// More lines than any picture has.
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

  /// A line with an ellipsis, without as many of its characters as it takes to fit.
  private static func truncated(
    _ text: String, _ width: Double?, _ fonts: FontStack
  ) -> ShapedLine {
    var characters = Array(text)
    // Of those that fit without regard to joins, which change a length by little, the longest is looked for.
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

/// A text's words and how long each is, which breaking it into lines of any width needs.
struct TextWords {
  struct Word {
    var text: String
    /// In ems.
    var width: Double
  }

  let fonts: FontStack
  /// What line feeds separate.
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
