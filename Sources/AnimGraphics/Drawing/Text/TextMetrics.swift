/// The size of a text, in pixels of its glyphs.
public struct TextMetrics: Hashable, Sendable {
  /// The distance from one line to the next.
  public static let lineHeight = BitmapFont.lineHeight
  /// The height of a capital above the baseline.
  public static let capHeight = BitmapFont.capHeight

  /// The number of lines, one more than there are line feeds.
  public let lines: Int
  /// The number of characters in the longest line.
  public let columns: Int

  public init(_ text: String) {
    var lines = 1
    var column = 0
    var columns = 0
    for character in text.unicodeScalars {
      if character == "\n" {
        lines += 1
        column = 0
      } else {
        column += 1
        columns = max(columns, column)
      }
    }
    self.lines = lines
    self.columns = columns
  }

  /// The distance from the left edge of the first character to the right edge of the last, without
  /// the gap after it.
  public var width: Int { max(0, columns * BitmapFont.advance - 1) }
  /// The distance from the top of the first line to the bottom of the last line's descenders.
  public var height: Int { (lines - 1) * BitmapFont.lineHeight + BitmapFont.rows }
}
