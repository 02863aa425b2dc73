import AnimCore
import AnimText

/// What a `text` says: its characters in their order, with what its elements say of each.
struct TextContent {
  /// All that decides where glyphs are.
  struct Source: Equatable {
    var characters: [TextCharacter] = []
    /// The texts between tags.
    var spans: [TextSpan] = []
    /// The paths that text follows.
    var flows: [TextFlow] = []
    /// Lengths that characters are to have together.
    var lengths: [TextLength] = []
    var isVertical = false
    var direction = ShapedText.Direction.leftToRight
  }

  /// How the characters of a span are painted.
  struct Paint {
    var style: Style
    /// That of the elements inside the text, around the span.
    var opacity: Double
    /// The styles of the elements that have the lines beside the span.
    var under: Style?
    var over: Style?
    var through: Style?
  }

  var source = Source()
  /// As many as there are spans.
  var paints: [Paint] = []
}

/// A character of a text.
struct TextCharacter: Hashable {
  let scalar: Unicode.Scalar
  /// The index of the span that it is in.
  var span: Int
  /// A place of its own, at which a chunk begins.
  var x: Double?
  var y: Double?
  /// How far it is moved, and all that follow with it.
  var dx: Double?
  var dy: Double?
  /// In degrees.
  var rotation: Double?

  init(_ scalar: Unicode.Scalar, span: Int) {
    self.scalar = scalar
    self.span = span
  }

  /// Takes a value unless an inner element has given one.
  fileprivate mutating func complete(_ name: AttributeName, _ value: Double) {
    switch name {
    case .x: x = x ?? value
    case .y: y = y ?? value
    case .dx: dx = dx ?? value
    default: dy = dy ?? value
    }
  }
}

/// The text between two tags.
struct TextSpan: Hashable {
  var style: TextStyle
  var fontSize: Double
  /// Whether it is laid out; what is not displayed takes the values of lists none the less.
  var isDisplayed: Bool
  /// How far the baseline is raised, by the element and by those around it up to the `text`.
  var shifts: [Shift]
  var alignment: TextBaseline
  var lines: TextLines
  /// The index of the path that it follows.
  var flow: Int?
  /// The index of the length that it is part of.
  var length: Int?
  var embeddings: [Embedding]

  enum Shift: Hashable {
    case lowered, raised
    case by(Double)
  }

  /// An element whose text has an order of its own (`unicode-bidi`).
  struct Embedding: Hashable {
    let element: Int
    let opener: Unicode.Scalar
    /// Whether the text is an override in an isolate.
    let isOverride: Bool
    let isRightToLeft: Bool

    var openers: [Unicode.Scalar] {
      isOverride ? [opener, isRightToLeft ? "\u{202E}" : "\u{202D}"] : [opener]
    }

    /// What ends it: isolates by U+2069, others by U+202C.
    var closers: [Unicode.Scalar] {
      let closer: Unicode.Scalar = opener.value >= 0x2066 ? "\u{2069}" : "\u{202C}"
      return isOverride ? ["\u{202C}", closer] : [closer]
    }
  }
}

/// The `textLength` of an element.
struct TextLength: Hashable {
  let length: Double
  /// Whether glyphs are scaled, rather than the room between them.
  let scalesGlyphs: Bool
}

/// A path that text follows.
struct TextFlow: Hashable {
  let path: Path
  /// Where the text begins.
  let start: Double
  /// How far places on the path may be from where they ought to be, in its units; see ``TextPathMeasure``.
  let accuracy: Double
}

/// Collects the characters of a text from its elements.
struct TextCollector {
  private let painter: SVGPainter
  private let place: SVGPainter.Place
  private var view: Size { place.view }
  private var content = TextContent()
  /// How many elements each character is inside, of the last text that was appended.
  private var lastDepth = 0
  /// Whether the last character belongs to a word, which the next one continues.
  private var isInWord = false

  /// What elements say that is for all inside them.
  private struct Context {
    var depth = 0
    var isDisplayed = true
    var opacity = 1.0
    var shifts: [TextSpan.Shift] = []
    var flow: Int?
    var length: Int?
    var embeddings: [TextSpan.Embedding] = []
    /// What the element itself says, which is also for its children that say nothing.
    var ownAlignment: TextBaseline?
    var alignment: TextBaseline?
    var under: Style?
    var over: Style?
    var through: Style?
  }

  /// The content of a `text` with a style.
  static func content(
    of element: Int, _ style: Style, _ place: SVGPainter.Place, _ painter: SVGPainter
  ) -> TextContent {
    var collector = TextCollector(painter: painter, place: place)
    collector.content.source.isVertical = style.text.isVertical
    collector.content.source.direction =
      style.bidi == .plaintext
      ? .automatic : style.text.isRightToLeft ? .rightToLeft : .leftToRight
    var context = Context()
    // Lines of elements around the text are painted as the text is.
    if style.lines.contains(.under) { context.under = style }
    if style.lines.contains(.over) { context.over = style }
    if style.lines.contains(.through) { context.through = style }
    collector.append(element, style, context)
    collector.removeLastSpace()
    return collector.content
  }

  private init(painter: SVGPainter, place: SVGPainter.Place) {
    self.painter = painter
    self.place = place
  }

  private var count: Int { content.source.characters.count }

  private mutating func removeLastSpace() {
    guard let last = content.source.characters.last, last.scalar == " ",
      !content.source.spans[last.span].style.preservesSpace
    else { return }
    content.source.characters.removeLast()
  }

  private mutating func append(_ element: Int, _ style: Style, _ outer: Context) {
    guard painter.spendText(1 + attributeCost(element)) else { return }
    let context = context(of: element, style, outer)
    let document = painter.document
    let first = count
    if document[element].name == .tref {
      if let target = painter.reader.target(ofHrefOf: element), document[target].name != .unknown {
        append(painter.characterData(in: target), style, context)
      }
    } else {
      for child in painter.children(of: element) {
        if document[child].isText {
          append(document[child].text, style, context)
        } else {
          appendElement(child, in: element, style, context)
        }
      }
    }
    // Those of inner elements go before those of outer ones.
    if document[element].name != .textPath { place(first, element, style) }
    rotate(first, element)
  }

  private mutating func appendElement(
    _ child: Int, in element: Int, _ style: Style, _ context: Context
  ) {
    let document = painter.document
    let isPath = document[child].name == .textPath
    guard [.tspan, .a, .tref, .textPath].contains(document[child].name),
      !isPath || document[element].name == .text
    else { return }
    guard painter.depth + context.depth < painter.maximumDepth else { return painter.omit(.depth) }
    let inner = painter.reader.style(of: child, parent: style)
    var context = context
    context.depth += 1
    context.opacity *= inner.opacity
    if !inner.isDisplayed || !painter.conditionsHold(child)
      || painter.reader.animated?.isDiscarded(child) == true
    {
      context.isDisplayed = false
    }
    if isPath {
      if let flow = flow(of: child, inner) {
        context.flow = content.source.flows.count
        content.source.flows.append(flow)
      } else {
        context.isDisplayed = false
      }
    }
    append(child, inner, context)
  }

  /// How long it takes to read what an element says, in characters.
  private func attributeCost(_ element: Int) -> Int {
    painter.document.attributes[painter.document[element].attributes]
      .reduce(0) { $0 + $1.value.utf8.count / 4 }
  }

  private mutating func context(
    of element: Int, _ style: Style, _ outer: Context
  ) -> Context {
    var context = outer
    let isText = painter.document[element].name == .text
    if !isText {
      switch style.baselineShift {
      case .none: break
      case .lowered: context.shifts.append(.lowered)
      case .raised: context.shifts.append(.raised)
      case .length(let length):
        context.shifts.append(
          .by(
            painter.reader.resolve(
              length, .x, style, Size(width: style.fontSize, height: style.fontSize))))
      }
    }
    // As the references have it, an element's alignment is also that of its children.
    context.ownAlignment = style.alignmentBaseline
    context.alignment = context.ownAlignment ?? outer.ownAlignment
    if let length = painter.reader.length(.textLength, of: element, .x, style, view), length >= 0 {
      context.length = content.source.lengths.count
      content.source.lengths.append(
        TextLength(
          length: length,
          scalesGlyphs: painter.reader.text(.lengthAdjust, of: element) == "spacingAndGlyphs"))
    }
    if style.ownLines.contains(.under) { context.under = style }
    if style.ownLines.contains(.over) { context.over = style }
    if style.ownLines.contains(.through) { context.through = style }
    if let embedding = embedding(element, style) { context.embeddings.append(embedding) }
    return context
  }

  private func embedding(_ element: Int, _ style: Style) -> TextSpan.Embedding? {
    let isRightToLeft = style.text.isRightToLeft
    let opener: Unicode.Scalar
    switch style.bidi {
    case .normal: return nil
    case .embed: opener = isRightToLeft ? "\u{202B}" : "\u{202A}"
    case .override: opener = isRightToLeft ? "\u{202E}" : "\u{202D}"
    case .isolate, .isolatedOverride: opener = isRightToLeft ? "\u{2067}" : "\u{2066}"
    case .plaintext: opener = "\u{2068}"
    }
    return TextSpan.Embedding(
      element: element, opener: opener, isOverride: style.bidi == .isolatedOverride,
      isRightToLeft: isRightToLeft)
  }

  private func flow(of element: Int, _ style: Style) -> TextFlow? {
    let reader = painter.reader
    guard let target = reader.target(ofHrefOf: element), painter.document[target].name.isShape
    else { return nil }
    let targetStyle = painter.documentStyle(of: target)
    guard var path = reader.path(of: target, targetStyle, view),
      painter.spendText(path.pointCount),
      let own = painter.transform(of: target, targetStyle, view, bounds: { path.bounds })
    else { return nil }
    if own != .identity { path = path.transformed(by: own) }
    guard !path.isEmpty else { return nil }
    let accuracy = painter.textPathAccuracy(place)
    var start = 0.0
    if let offset = reader.length(.startOffset, of: element) {
      start = reader.resolve(offset, .x, style, view)
      let authored = reader.number(.pathLength, of: target) ?? 0
      if offset.unit == .percent || authored > 0 {
        let length = TextPathMeasure(path, accuracy: accuracy).length
        // What is not in per cent has the unit of the path's own length.
        start = length * (offset.unit == .percent ? offset.value / 100 : start / authored)
      }
    }
    return TextFlow(path: path, start: start, accuracy: accuracy)
  }

  // MARK: Characters

  /// A length of spacing, whose percentages are of the view.
  private func pixels(_ length: Length, _ style: Style) -> Length {
    Length(painter.reader.resolve(length, .diagonal, style, view))
  }

  private mutating func append(_ text: String, _ style: Style, _ context: Context) {
    let span = content.source.spans.count
    var textStyle = style.text
    textStyle.letterSpacing = pixels(textStyle.letterSpacing, style)
    textStyle.wordSpacing = pixels(textStyle.wordSpacing, style)
    content.source.spans.append(
      TextSpan(
        style: textStyle, fontSize: style.fontSize,
        isDisplayed: context.isDisplayed && style.fontSize > 0, shifts: context.shifts,
        alignment: context.alignment ?? .auto, lines: style.lines, flow: context.flow,
        length: context.length, embeddings: context.embeddings))
    content.paints.append(
      TextContent.Paint(
        style: style, opacity: context.opacity, under: context.under, over: context.over,
        through: context.through))
    var isFirst = true
    for scalar in shown(text, style.text.letterCase) {
      guard count < PaintingLimits.characters, painter.spendText(1) else {
        return painter.omit(.characters)
      }
      let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
      if isSpace, !style.text.preservesSpace {
        guard let last = content.source.characters.last else { continue }
        if last.scalar == " " {
          // Of two spaces with a tag between them, that of the outer element stays.
          if isFirst, context.depth <= lastDepth, last.span != span,
            !content.source.spans[last.span].style.preservesSpace
          {
            content.source.characters[count - 1] = TextCharacter(" ", span: span)
          }
          isFirst = false
          continue
        }
      }
      isFirst = false
      content.source.characters.append(TextCharacter(isSpace ? " " : scalar, span: span))
    }
    lastDepth = context.depth
    if content.source.characters.last?.span != span {
      content.source.spans.removeLast()
      content.paints.removeLast()
    }
  }

  /// The characters that `text-transform` makes of a text.
  private mutating func shown(_ text: String, _ letterCase: LetterCase) -> String.UnicodeScalarView
  {
    var isInWord = isInWord
    defer { self.isInWord = isInWord }
    if letterCase == .asWritten {
      if let last = text.unicodeScalars.last { isInWord = last.continuesWord }
      return text.unicodeScalars
    }
    var shown = ""
    // No more is drawn.
    for scalar in text.unicodeScalars.prefix(PaintingLimits.characters) {
      let properties = scalar.properties
      switch letterCase {
      case .uppercase: shown += properties.uppercaseMapping
      case .lowercase: shown += properties.lowercaseMapping
      case .capitalize where !isInWord: shown += properties.titlecaseMapping
      case .capitalize, .asWritten: shown.unicodeScalars.append(scalar)
      }
      isInWord = scalar.continuesWord
    }
    return shown.unicodeScalars
  }

  /// Gives the places and moves of an element to its characters.
  private mutating func place(_ first: Int, _ element: Int, _ style: Style) {
    for name in [AttributeName.x, .y, .dx, .dy] where painter.reader.has(name, of: element) {
      let axis: ElementReader.Axis = name == .x || name == .dx ? .x : .y
      let values = painter.reader.lengths(name, of: element, axis, style, view)
      for (index, value) in zip(first..<max(first, count), values) {
        content.source.characters[index].complete(name, value)
      }
    }
  }

  /// Gives the rotations of an element to its characters, the last one to all that are left.
  private mutating func rotate(_ first: Int, _ element: Int) {
    guard painter.reader.has(.rotate, of: element) else { return }
    let angles = painter.reader.numbers(.rotate, of: element)
    guard let last = angles.last else { return }
    for index in first..<max(first, count)
    where content.source.characters[index].rotation == nil {
      let offset = index - first
      content.source.characters[index].rotation = offset < angles.count ? angles[offset] : last
    }
  }
}

extension Unicode.Scalar {
  /// Whether a letter after it is not the first of a word.
  fileprivate var continuesWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation:
      true
    default: self == "'" || self == "\u{2019}"
    }
  }
}
