import AnimCore

/// The characters of a text, laid out in lines like lottie-web.
struct LetterLayout {
  struct Letter {
    let character: Character
    /// The outline at the font size, in points. It is empty for a space, or if the font has no such
    /// glyph.
    var outline = Path()
    /// See ``LottieGlyph/layers``; at the font size, in points.
    var layers: [LottieGlyphLayer] = []
    /// The advance width in points, without tracking.
    var advance = 0.0
    /// The start of the letter in its line, and the line's baseline.
    var position = SIMD2<Double>.zero
    var line = 0
    /// Whether the letter ends a line only because the box is full.
    var isBreak = false
    /// Whether the previous letter includes this one, as in a ligature.
    var isInLigature = false
    /// The centre of its alignment group, relative to the start of the letter.
    var groupCenter = SIMD2<Double>.zero
    /// The width of that group.
    var groupWidth = 0.0

    /// Whether nothing is drawn for the letter.
    var isEmpty: Bool { outline.isEmpty && layers.isEmpty }
    var isLineEnd: Bool { LetterLayout.isLineEnd(character) }
    var isSpace: Bool { character == " " }
  }

  private(set) var letters: [Letter] = []
  /// The offset of each line to the right that justifies it.
  private(set) var lineOffsets: [Double] = []
  /// The offsets of lines on a path without length, rather than in the box.
  private(set) var pathLineOffsets: [Double] = []
  /// The indices of the letters, from left to right in each line. They are in order, except in lines
  /// with scripts that are written from right to left.
  private(set) var order: [Int] = []
  let document: TextDocument
  /// The origin of the first letter, relative to the position of the text.
  let origin: SIMD2<Double>
  /// The extra space between two characters, in points.
  let tracking: Double
  /// The work for this layout, which depends only on the text and its font.
  private(set) var work = TextWork()
  /// The first omission.
  private(set) var omission: FrameOmission.Reason?
  /// Whether letters or glyphs are missing because of the limit, so that the layout depends on it.
  private(set) var isCutOff = false

  /// - Parameters:
  ///   - letterWork: The work for each letter; see ``TextWork/letters``.
  ///   - limit: The maximum work. Letters beyond it are omitted.
  init(
    _ document: TextDocument, _ font: FontModel?, grouping: TextAlignment.Grouping,
    letterWork: Int = 1, limit: TextWork = .maximum
  ) {
    self.document = document
    tracking = document.tracking / 1000 * document.size
    let ascent = (font?.ascent ?? 0) * document.size / 100
    let corner = document.box.map { SIMD2($0.minX, $0.minY + ascent) } ?? .zero
    origin = corner - SIMD2(0, document.baselineShift)
    let maximumLetters = limit.letters / letterWork
    for character in document.text {
      guard letters.count < maximumLetters else {
        cutOff(.letters)
        break
      }
      letters.append(Letter(character: character))
    }
    work.letters = letters.count * letterWork
    measure(font, limit)
    shapeLines(font, limit)
    if let width = document.box?.width {
      let count = letters.count
      breakLines(width)
      // Letters next to a break no longer join.
      if letters.count != count || letters.contains(where: { $0.isBreak }) {
        shapeLines(font, limit)
      }
    }
    placeLetters()
    group(by: grouping)
  }

  private mutating func cutOff(_ reason: FrameOmission.Reason) {
    omission = omission ?? reason
    isCutOff = true
  }

  static func isLineEnd(_ character: Character) -> Bool {
    character == "\r" || character == "\n" || character == "\r\n" || character == "\u{3}"
  }

  /// Finds the glyphs of letters.
  private mutating func measure(_ font: FontModel?, _ limit: TextWork) {
    guard let font else { return }
    var shapes = ShapeTree()
    // Letters share the outlines of equal characters.
    var glyphs: [Character: LottieGlyph?] = [:]
    for index in letters.indices where !letters[index].isLineEnd {
      let character = letters[index].character
      let glyph: LottieGlyph?
      if let cached = glyphs[character] {
        glyph = cached
      } else {
        glyph = self.glyph(of: character, font, limit, &shapes)
        glyphs[character] = .some(glyph)
      }
      guard let glyph else { continue }
      letters[index].advance = glyph.advance
      letters[index].outline = glyph.outline
      letters[index].layers = glyph.layers
    }
  }

  /// Returns the glyph of a character in the size of the text, or `nil` if the font lacks it or the work exceeds the
  /// limit.
  private mutating func glyph(
    of character: Character, _ font: FontModel, _ limit: TextWork, _ shapes: inout ShapeTree
  ) -> LottieGlyph? {
    guard work.glyphSteps <= limit.glyphSteps else {
      cutOff(.glyphs)
      return nil
    }
    if let glyph = font.glyphs[character] {
      let scale = document.size / 100
      shapes.beginFrame()
      let outline = shapes.outline(of: glyph.shapes.map { ShapeNode($0) }, Transform(scale: scale))
      if let reason = shapes.omission { omission = omission ?? reason }
      work.glyphSteps += shapes.work + outline.pointCount
      return LottieGlyph(outline: outline, advance: glyph.width * scale)
    }
    guard let source = font.font, let steps = source.steps(of: character) else { return nil }
    if steps == .max { omission = omission ?? .complexGlyph(character) }
    work.glyphSteps += steps == .max ? TextWork.complexGlyphSteps : steps
    work.glyphSteps += TextWork.shapingSteps
    guard work.glyphSteps <= limit.glyphSteps else {
      cutOff(.glyphs)
      return nil
    }
    return source.glyph(of: character).map {
      LottieGlyph(
        outline: scaled($0.outline), layers: scaled($0.layers),
        advance: $0.advance * document.size)
    }
  }

  /// Returns an outline for text of size 1 in the size of the text.
  private func scaled(_ outline: Path) -> Path {
    outline.transformed(by: Transform(scale: document.size))
  }

  private func scaled(_ layers: [LottieGlyphLayer]) -> [LottieGlyphLayer] {
    layers.map { $0.transformed(by: Transform(scale: document.size)) }
  }

  /// Shapes the lines with scripts that join their letters, or are written from right to left.
  private mutating func shapeLines(_ font: FontModel?, _ limit: TextWork) {
    order = Array(letters.indices)
    guard let font, letters.contains(where: { $0.character.dependsOnNeighbours }) else { return }
    var start = 0
    while start < letters.count {
      let end = letters[start...].firstIndex { $0.isLineEnd } ?? letters.count
      shapeLine(start..<end, font, limit)
      start = end + 1
    }
  }

  private mutating func shapeLine(_ range: Range<Int>, _ font: FontModel, _ limit: TextWork) {
    guard work.glyphSteps <= limit.glyphSteps else {
      if letters[range].contains(where: { $0.character.dependsOnNeighbours }) { cutOff(.glyphs) }
      return
    }
    var steps = limit.glyphSteps - work.glyphSteps - range.count * TextWork.letterShapingSteps
    let shaped = font.shapedLetters(
      ofLine: String(letters[range].map { $0.character }), steps: &steps)
    guard let shaped, shaped.count == range.count else { return }
    work.glyphSteps = limit.glyphSteps - steps
    if steps < 0 { cutOff(.glyphs) }
    for (index, letter) in zip(range, shaped) {
      letters[index].outline = scaled(letter.outline)
      letters[index].layers = scaled(letter.layers)
      letters[index].advance = letter.advance * document.size
      letters[index].isInLigature = letter.advance == 0 && letters[index].isEmpty
    }
    let start = range.lowerBound
    let fromLeft = range.sorted {
      (shaped[$0 - start].position, $0) < (shaped[$1 - start].position, $1)
    }
    order.replaceSubrange(range, with: fromLeft)
  }

  /// Breaks lines that are wider than the box at the last space that fits, or otherwise within a
  /// word.
  private mutating func breakLines(_ width: Double) {
    var broken: [Letter] = []
    broken.reserveCapacity(letters.count)
    var lineWidth = 0.0
    // The last space of the line: its indices in the letters before and after breaking.
    var lastSpace: (before: Int, after: Int)?
    var index = 0
    while index < letters.count {
      let letter = letters[index]
      if letter.isLineEnd {
        lineWidth = 0
        lastSpace = nil
      } else if letter.isSpace {
        lastSpace = (index, broken.count)
      }
      // A line has at least one letter.
      if lineWidth > 0 && lineWidth + letter.advance > width && !letter.isSpace && !letter.isLineEnd
      {
        if let lastSpace {
          broken.removeLast(broken.count - lastSpace.after)
          index = lastSpace.before + 1
        }
        broken.append(Letter(character: "\r", isBreak: true))
        lastSpace = nil
        lineWidth = 0
        continue
      }
      if !letter.isLineEnd { lineWidth += letter.advance + tracking }
      broken.append(letter)
      index += 1
    }
    letters = broken
  }

  private mutating func placeLetters() {
    let lineHeight = document.lineHeight > 0 ? document.lineHeight : document.size * 1.2
    var widths: [Double] = []
    var position = SIMD2<Double>.zero
    // The width of a line excludes spaces at its end.
    var width = 0.0
    for index in order {
      letters[index].line = widths.count
      if letters[index].isLineEnd {
        widths.append(max(width - tracking, 0))
        position = SIMD2(0, position.y + lineHeight)
        width = 0
        continue
      }
      letters[index].position = position
      position.x += letters[index].advance + (letters[index].isInLigature ? 0 : tracking)
      if !letters[index].isSpace { width = position.x }
    }
    widths.append(max(width - tracking, 0))
    let fraction = document.justification.leadingFraction
    let room = document.box?.width ?? 0
    lineOffsets = widths.map { (room - $0) * fraction }
    pathLineOffsets = widths.map { -$0 * fraction }
    if document.justification.spreadsWords, document.box != nil { spreadWords(widths, room) }
  }

  /// Widens the spaces of lines until they are as wide as the box: only of lines that don't end a
  /// paragraph, or of all lines.
  private mutating func spreadWords(_ widths: [Double], _ room: Double) {
    var start = 0
    while start < letters.count {
      let end = letters[start...].firstIndex { $0.isLineEnd } ?? letters.count
      let line = letters[start].line
      let isBreak = end < letters.count && letters[end].isBreak
      let last = letters[start..<end].lastIndex { !$0.isSpace } ?? start
      let spaces = letters[start..<last].count { $0.isSpace }
      if spaces > 0, isBreak || document.justification == .full {
        let share = max(room - widths[line], 0) / Double(spaces)
        var shift = 0.0
        for index in order[start..<end] {
          letters[index].position.x += shift
          if letters[index].isSpace, index < last { shift += share }
        }
        lineOffsets[line] = 0
      } else if isBreak {
        lineOffsets[line] = 0
      }
      start = end + 1
    }
  }

  /// Finds the groups whose centres letters rotate around.
  private mutating func group(by grouping: TextAlignment.Grouping) {
    var start = 0
    var width = 0.0
    func endsGroup(_ letter: Letter) -> Bool {
      switch grouping {
      case .character: true
      case .word: letter.isSpace || letter.isLineEnd
      case .line: letter.isLineEnd
      case .all: false
      }
    }
    if grouping == .all, lineOffsets.count > 1 { return groupLines() }
    for index in letters.indices {
      let isEnd = endsGroup(letters[index])
      let isPart = !isEnd || grouping == .character
      if isPart { width += letters[index].advance }
      guard isEnd || index == letters.count - 1 else { continue }
      if isReordered(start...index) {
        groupFromLeft(start..<(isPart ? index + 1 : index))
        start = index + 1
        width = 0
        continue
      }
      var before = 0.0
      for member in start...index {
        letters[member].groupWidth = width
        letters[member].groupCenter.x = width / 2 - before
        before += letters[member].advance
      }
      start = index + 1
      width = 0
    }
  }

  /// Returns whether the order of the letters differs from that of the text.
  private func isReordered(_ range: ClosedRange<Int>) -> Bool {
    zip(order[range], range).contains { $0 != $1 }
  }

  /// Groups letters around the middle of their positions, regardless of their order.
  private mutating func groupFromLeft(_ members: Range<Int>) {
    let positions = members.map { letters[$0].position.x }
    guard let left = positions.min() else { return }
    let right = members.map { letters[$0].position.x + letters[$0].advance }.max() ?? left
    for member in members {
      letters[member].groupWidth = right - left
      letters[member].groupCenter.x = (left + right) / 2 - letters[member].position.x
    }
  }

  /// Groups several lines around the middle of the widest one, at the height of the first.
  private mutating func groupLines() {
    var widths = lineOffsets.map { _ in 0.0 }
    for letter in letters { widths[letter.line] += letter.advance }
    let left = lineOffsets.min() ?? 0
    let right = zip(lineOffsets, widths).map { $0 + $1 }.max() ?? left
    for index in letters.indices {
      let letter = letters[index]
      letters[index].groupWidth = right - left
      letters[index].groupCenter = SIMD2(
        (left + right) / 2 - lineOffsets[letter.line] - letter.position.x, -letter.position.y)
    }
  }
}

extension TextDocument.Justification {
  /// The fraction of the space next to a line that is on its left.
  var leadingFraction: Double {
    switch self {
    case .left, .lastLineLeft, .full: 0
    case .center, .lastLineCenter: 0.5
    case .right, .lastLineRight: 1
    }
  }

  /// Whether lines in a box are as wide as it.
  fileprivate var spreadsWords: Bool {
    switch self {
    case .left, .right, .center: false
    case .lastLineLeft, .lastLineRight, .lastLineCenter, .full: true
    }
  }
}

extension ShapeTree {
  /// Returns all outlines of a glyph as one path.
  fileprivate mutating func outline(of items: [ShapeNode], _ transform: Transform) -> Path {
    evaluate(items, at: EvaluationTime(0))
    var path = Path()
    for outline in outlines {
      let part = self.path(of: outline)
      guard path.pointCount + part.pointCount <= FrameLimits.outlinePoints else {
        omit(.list(.points))
        break
      }
      path.append(part, groups[outline.group].toLayer.followed(by: transform))
    }
    return path
  }
}
