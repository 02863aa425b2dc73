import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("The layout of text")
struct TextLayoutTests {
  /// A font whose letters are 6 wide, 10 for `w`, and whose spaces are 4 wide.
  private let font: FontModel = {
    let widths: [(Character, Double)] = [("a", 60), ("w", 100), (" ", 40)]
    let glyphs = widths.map { ($0.0, GlyphModel(width: $0.1, shapes: [])) }
    return FontModel(
      name: "F", family: "F", style: "R", ascent: 70,
      glyphs: Dictionary(uniqueKeysWithValues: glyphs))
  }()

  private func layout(
    _ text: String, grouping: TextAlignment.Grouping = .character,
    _ change: (inout TextDocument) -> Void = { _ in }
  ) -> LetterLayout {
    var document = TextDocument(
      text: text, font: 0, size: 10, strokeWidth: 0, isStrokeOverFill: false, lineHeight: 15,
      baselineShift: 0, tracking: 0, justification: .left)
    change(&document)
    return LetterLayout(document, font, grouping: grouping)
  }

  /// Returns the starts of the letters of each line.
  private func lines(_ layout: LetterLayout) -> [[Double]] {
    let count = layout.lineOffsets.count
    return (0..<count).map { line in
      layout.letters.filter { $0.line == line && !$0.isLineEnd }.map { $0.position.x }
    }
  }

  @Test("letters are next to each other with their tracking, and lines below each other")
  func positions() {
    expectEqual(lines(layout("aw a\raa")), [[0, 6, 16, 20], [0, 6]])
    expectEqual(lines(layout("aw a") { $0.tracking = 100 }), [[0, 7, 18, 23]])
    let heights = layout("a\ra\ra").letters.filter { !$0.isLineEnd }.map(\.position.y)
    expectEqual(heights, [0, 15, 30])
    // Without an explicit line height, lines are 1.2 times as high as the text.
    expectEqual(layout("a\ra") { $0.lineHeight = 0 }.letters[2].position.y, 12)
    expectEqual(
      ["\r", "\n", "\r\n", "\u{3}"].map { lines(layout("a\($0)a")).count }, [2, 2, 2, 2])
  }

  @Test(
    "the text starts at the box's corner, one ascent below it, and higher by the baseline shift")
  func origin() {
    expectEqual(layout("a").origin, .zero)
    expectEqual(layout("a") { $0.baselineShift = 3 }.origin, [0, -3])
    let boxed = layout("a") {
      ($0.box, $0.baselineShift) = (Rect(x: 5, y: 6, width: 90, height: 90), 2)
    }
    expectEqual(boxed.origin, [5, 11])
  }

  @Test("a text of any length can be wrapped in a narrow box, letter by letter and word by word")
  func longLines() {
    let count = 40_000
    func broken(_ text: String, width: Double) -> LetterLayout {
      layout(text) { $0.box = Rect(x: 0, y: 0, width: width, height: 1) }
    }
    let narrow = broken(String(repeating: "a", count: count), width: 1)
    expectEqual(narrow.letters.count, 2 * count - 1)
    expectEqual(narrow.lineOffsets.count, count)
    let words = broken(String(repeating: "aa ", count: count), width: 17)
    expectEqual(words.lineOffsets.count, count)
    // A word that is too long for its line moves to the next one, and is broken there.
    expectEqual(lines(broken("a aaaa", width: 19)), [[0], [0, 6, 12], [0]])
  }

  @Test("each line is aligned by its width, without spaces and tracking at its end")
  func justification() {
    func offsets(_ justification: TextDocument.Justification, box: Rect? = nil) -> [Double] {
      layout("aaa \rw") {
        ($0.justification, $0.tracking, $0.box) = (justification, 100, box)
      }.lineOffsets
    }
    expectEqual(offsets(.left), [0, 0])
    expectEqual(offsets(.right), [-20, -10])
    expectEqual(offsets(.center), [-10, -5])
    #expect(offsets(.lastLineLeft) == [0, 0] && offsets(.full) == [0, 0])
    #expect(offsets(.lastLineRight) == [-20, -10] && offsets(.lastLineCenter) == [-10, -5])
    expectEqual(offsets(.center, box: Rect(x: 0, y: 0, width: 60, height: 9)), [20, 25])
    let boxed = layout("a") {
      ($0.justification, $0.box) = (.right, Rect(x: 0, y: 0, width: 60, height: 9))
    }
    #expect(boxed.lineOffsets == [54] && boxed.pathLineOffsets == [-6])
  }

  @Test("lines are broken where letters would leave the box, at the last space or within a word")
  func breaks() {
    func lines(_ text: String, width: Double, tracking: Double = 0) -> [[Double]] {
      self.lines(
        layout(text) {
          ($0.box, $0.tracking) = (Rect(x: 0, y: 0, width: width, height: 99), tracking)
        })
    }
    expectEqual(lines("aa aa", width: 28), [[0, 6, 12, 16, 22]])
    expectEqual(lines("aa aa", width: 27), [[0, 6], [0, 6]])
    expectEqual(lines("a a a", width: 16), [[0, 6, 10], [0]])
    // The letters that go to the next line count there.
    expectEqual(lines("aa aaa aa", width: 27), [[0, 6], [0, 6, 12], [0, 6]])
    expectEqual(lines("aaaa", width: 12), [[0, 6], [0, 6]])
    expectEqual(lines("aa  ", width: 12), [[0, 6, 12, 16]])
    expectEqual(lines("aaa", width: 19, tracking: 100), [[0, 7], [0]])
    expectEqual(lines("w", width: 3), [[0]])
  }

  @Test("letters, words, lines or the entire text form groups, each with its centre")
  func groups() {
    func centers(_ grouping: TextAlignment.Grouping) -> [Double] {
      layout("aw a\ra", grouping: grouping).letters.map { $0.position.x + $0.groupCenter.x }
    }
    func widths(_ grouping: TextAlignment.Grouping) -> [Double] {
      layout("aw a\ra", grouping: grouping).letters.map(\.groupWidth)
    }
    expectEqual(widths(.character), [6, 10, 4, 6, 0, 6])
    expectEqual(centers(.character), [3, 11, 18, 23, 0, 3])
    expectEqual(widths(.word), [16, 16, 16, 6, 6, 6])
    expectEqual(centers(.word), [8, 8, 8, 23, 23 - 26, 3])
    expectEqual(widths(.line), [26, 26, 26, 26, 26, 6])
    expectEqual(widths(.all), [26, 26, 26, 26, 26, 26])
    expectEqual(centers(.all), [13, 13, 13, 13, 13, 13])
  }

  @Test("all lines can have one centre, in the middle of the widest at the height of the first")
  func block() {
    let justifications: [(TextDocument.Justification, Double)] = [
      (.left, 13), (.center, 0), (.right, -13),
    ]
    for (justification, middle) in justifications {
      let layout = layout("a\raw a", grouping: .all) { $0.justification = justification }
      for letter in layout.letters where !letter.isLineEnd {
        expectEqual(
          letter.position + letter.groupCenter + [layout.lineOffsets[letter.line], 0], [middle, 0])
      }
    }
  }

  @Test(
    "justification widens the spaces of lines in a box, except at the end of a paragraph unless that is included"
  )
  func spreading() {
    func lines(_ text: String, _ justification: TextDocument.Justification) -> [[Double]] {
      let layout = layout(text) {
        ($0.justification, $0.box) = (justification, Rect(x: 0, y: 0, width: 30, height: 99))
      }
      return zip(self.lines(layout), layout.lineOffsets).map { line, offset in
        line.map { $0 + offset }
      }
    }
    // Of 30, "a a " and "aa a" leave 14 and 8.
    expectEqual(lines("a a www", .left)[0], [0, 6, 10])
    expectEqual(lines("a a www", .lastLineLeft)[0], [0, 6, 24])
    expectEqual(lines("a a www", .full)[0], [0, 6, 24])
    expectEqual(lines("a a a www", .lastLineLeft)[0], [0, 6, 12, 18, 24])
    for (justification, line) in [
      (TextDocument.Justification.lastLineLeft, [0.0, 6, 12, 16]),
      (.lastLineCenter, [4, 10, 16, 20]), (.lastLineRight, [8, 14, 20, 24]),
      (.full, [0, 6, 12, 24]),
    ] {
      expectEqual(lines("a a www aa a", justification).last, line)
      expectEqual(lines("aa a\raa a", justification), [line, line])
    }
    // A word alone has no space.
    expectEqual(lines("aa www", .lastLineRight)[0], [0, 6])
  }
}
