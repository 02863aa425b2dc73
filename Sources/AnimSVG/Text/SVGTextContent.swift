import AnimCore
import AnimText

/// The content of a `text` element: its characters in order, with the attributes that apply to each.
struct SVGTextContent {
  /// All data that determines the positions of glyphs.
  struct Source: Equatable {
    var characters: [TextCharacter] = []
    /// The texts between tags.
    var spans: [TextSpan] = []
    /// The paths along which text runs.
    var flows: [TextFlow] = []
    /// The specified lengths of sequences of characters.
    var lengths: [TextLength] = []
    var isVertical = false
    var direction = ShapedText.Direction.leftToRight
  }

  /// The paint of a span's characters.
  struct Paint {
    var style: Style
    /// The opacity of the elements between the text and the span.
    var opacity: Double
    /// The styles of the elements that specify the decoration lines of the span.
    var under: Style?
    var over: Style?
    var through: Style?
  }

  var source = Source()
  /// The paint of each span.
  var paints: [Paint] = []
}

/// A character of a text.
struct TextCharacter: Hashable {
  let scalar: Unicode.Scalar
  /// The index of the span that contains it.
  var span: Int
  /// An explicit position, at which a chunk starts.
  var x: Double?
  var y: Double?
  /// An offset, which also applies to all following characters.
  var dx: Double?
  var dy: Double?
  /// The rotation, in degrees.
  var rotation: Double?

  init(_ scalar: Unicode.Scalar, span: Int) {
    self.scalar = scalar
    self.span = span
  }

  /// Sets a value unless an inner element has already set it.
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
  /// Whether its characters are laid out. Other characters use no values of lists.
  var isDisplayed: Bool
  /// The baseline shifts of the element and its ancestors up to the `text`.
  var shifts: [Shift]
  var alignment: TextBaseline
  var lines: TextLines
  /// The index of the path along which it runs.
  var flow: Int?
  /// The index of the specified length that it belongs to.
  var length: Int?
  var embeddings: [Embedding]

  enum Shift: Hashable {
    case lowered, raised
    case by(Double)
  }

  /// An element with a separate text direction (`unicode-bidi`).
  struct Embedding: Hashable {
    let element: Int
    let opener: Unicode.Scalar
    /// Whether the isolate also overrides the direction of its characters.
    let isOverride: Bool
    let isRightToLeft: Bool

    var openers: [Unicode.Scalar] {
      isOverride ? [opener, isRightToLeft ? "\u{202E}" : "\u{202D}"] : [opener]
    }

    /// The characters that end it: U+2069 for isolates, and U+202C for others.
    var closers: [Unicode.Scalar] {
      let closer: Unicode.Scalar = opener.value >= 0x2066 ? "\u{2069}" : "\u{202C}"
      return isOverride ? ["\u{202C}", closer] : [closer]
    }
  }
}

/// The `textLength` of an element.
struct TextLength: Hashable {
  let length: Double
  /// Whether to scale glyphs, rather than the space between them.
  let scalesGlyphs: Bool
}

/// A path along which text runs.
struct TextFlow: Hashable {
  let path: Path
  /// The start of the text.
  let start: Double
  /// The maximum error of positions on the path, in its units; see ``TextPathMeasure``.
  let accuracy: Double
}

/// Collects the characters of a text from its elements.
struct TextCollector {
  private let tree: ResolvedTree
  private let drawingContext: DrawingContext
  private var view: Size { drawingContext.view }
  private var content = SVGTextContent()
  /// The nesting depth of each character in the last appended text.
  private var lastDepth = 0
  /// Whether the last character is part of a word that the next one may continue.
  private var isInWord = false

  /// Properties of elements that apply to all of their contents.
  private struct Context {
    var depth = 0
    var isDisplayed = true
    var opacity = 1.0
    var shifts: [TextSpan.Shift] = []
    var flow: Int?
    var length: Int?
    var embeddings: [TextSpan.Embedding] = []
    /// The alignment of the element itself, which also applies to children that don't specify one.
    var ownAlignment: TextBaseline?
    var alignment: TextBaseline?
    var under: Style?
    var over: Style?
    var through: Style?
  }

  /// Returns the content of a `text`.
  static func content(of text: ResolvedElement, _ tree: ResolvedTree) -> SVGTextContent {
    let style = text.style
    var collector = TextCollector(tree: tree, drawingContext: text.context)
    collector.content.source.isVertical = style.text.isVertical
    collector.content.source.direction =
      style.bidi == .plaintext
      ? .automatic : style.text.isRightToLeft ? .rightToLeft : .leftToRight
    var context = Context()
    // Decoration lines of the text's ancestors are painted like the text.
    if style.lines.contains(.under) { context.under = style }
    if style.lines.contains(.over) { context.over = style }
    if style.lines.contains(.through) { context.through = style }
    collector.append(text.element, style, context)
    collector.removeLastSpace()
    return collector.content
  }

  private init(tree: ResolvedTree, drawingContext: DrawingContext) {
    self.tree = tree
    self.drawingContext = drawingContext
  }

  private var count: Int { content.source.characters.count }

  private mutating func removeLastSpace() {
    guard let last = content.source.characters.last, last.scalar == " ",
      !content.source.spans[last.span].style.preservesSpace
    else { return }
    content.source.characters.removeLast()
  }

  private mutating func append(_ element: Int, _ style: Style, _ outer: Context) {
    guard tree.spendText(1 + attributeCost(element)) else { return }
    let context = context(of: element, style, outer)
    let document = tree.document
    let first = count
    if document[element].name == .tref {
      if let target = tree.reader.target(ofHrefOf: element), document[target].name != .unknown {
        append(tree.characterData(in: target), style, context)
      }
    } else {
      for child in tree.children(of: element) {
        if document[child].isText {
          append(document[child].text, style, context)
        } else {
          appendElement(child, in: element, style, context)
        }
      }
    }
    // Attributes of inner elements take precedence over those of outer ones.
    if document[element].name != .textPath { place(first, element, style) }
    rotate(first, element)
  }

  private mutating func appendElement(
    _ child: Int, in element: Int, _ style: Style, _ context: Context
  ) {
    let document = tree.document
    let isPath = document[child].name == .textPath
    guard [.tspan, .a, .tref, .textPath].contains(document[child].name),
      !isPath || document[element].name == .text
    else { return }
    guard !tree.isTooDeep(context.depth) else { return tree.omissions.add(.depth) }
    let inner = tree.reader.style(of: child, parent: style)
    var context = context
    context.depth += 1
    context.opacity *= inner.opacity
    if !tree.isDisplayed(child, inner) || !tree.conditionsHold(child) {
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

  /// Returns the cost of parsing an element's attributes, in characters.
  private func attributeCost(_ element: Int) -> Int {
    tree.document.attributes[tree.document[element].attributes]
      .reduce(0) { $0 + $1.value.utf8.count / 4 }
  }

  private mutating func context(
    of element: Int, _ style: Style, _ outer: Context
  ) -> Context {
    var context = outer
    let isText = tree.document[element].name == .text
    if !isText {
      switch style.baselineShift {
      case .none: break
      case .lowered: context.shifts.append(.lowered)
      case .raised: context.shifts.append(.raised)
      case .length(let length):
        context.shifts.append(
          .by(
            tree.reader.resolve(
              length, .x, style, Size(width: style.fontSize, height: style.fontSize))))
      }
    }
    // As in other implementations, an element's alignment also applies to its children.
    context.ownAlignment = style.alignmentBaseline
    context.alignment = context.ownAlignment ?? outer.ownAlignment
    if let length = tree.reader.length(.textLength, of: element, .x, style, view), length >= 0 {
      context.length = content.source.lengths.count
      content.source.lengths.append(
        TextLength(
          length: length,
          scalesGlyphs: tree.reader.text(.lengthAdjust, of: element) == "spacingAndGlyphs"))
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
    let reader = tree.reader
    guard let target = reader.target(ofHrefOf: element), tree.document[target].name.isShape
    else { return nil }
    let targetStyle = tree.documentStyle(of: target)
    guard var path = reader.path(of: target, targetStyle, view),
      tree.spendText(path.pointCount),
      let pathTransform = tree.transform(of: target, targetStyle, view, bounds: { path.bounds })
    else { return nil }
    if pathTransform != .identity { path = path.transformed(by: pathTransform) }
    guard !path.isEmpty else { return nil }
    let accuracy = tree.textPathAccuracy(drawingContext)
    var start = 0.0
    if let offset = reader.length(.startOffset, of: element) {
      start = reader.resolve(offset, .x, style, view)
      let authored = reader.number(.pathLength, of: target) ?? 0
      if offset.unit == .percent || authored > 0 {
        let length = TextPathMeasure(path, accuracy: accuracy).length
        // Unless it is a percentage, the offset is in units of the specified path length.
        start = length * (offset.unit == .percent ? offset.value / 100 : start / authored)
      }
    }
    return TextFlow(path: path, start: start, accuracy: accuracy)
  }

  // MARK: Characters

  /// Returns a spacing length. Percentages are relative to the view.
  private func pixels(_ length: Length, _ style: Style) -> Length {
    Length(tree.reader.resolve(length, .diagonal, style, view))
  }

  private mutating func append(_ text: String, _ style: Style, _ context: Context) {
    let span = content.source.spans.count
    var textStyle = style.text
    textStyle.letterSpacing = pixels(textStyle.letterSpacing, style)
    textStyle.wordSpacing = pixels(textStyle.wordSpacing, style)
    textStyle.underlineOffset = context.under.flatMap { under in
      under.text.underlineOffset.map {
        Length(tree.reader.resolve($0, reference: under.fontSize, under))
      }
    }
    content.source.spans.append(
      TextSpan(
        style: textStyle, fontSize: style.fontSize,
        isDisplayed: context.isDisplayed, shifts: context.shifts,
        alignment: context.alignment ?? .auto, lines: style.lines, flow: context.flow,
        length: context.length, embeddings: context.embeddings))
    content.paints.append(
      SVGTextContent.Paint(
        style: style, opacity: context.opacity, under: context.under, over: context.over,
        through: context.through))
    var isFirst = true
    for scalar in shown(text, style.text.letterCase) {
      guard count < PaintingLimits.characters, tree.spendText(1) else {
        return tree.omissions.add(.characters)
      }
      let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
      if isSpace, !style.text.preservesSpace {
        guard let last = content.source.characters.last else { continue }
        if last.scalar == " " {
          // If a tag separates two spaces, the one in the outer element remains.
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

  /// Returns the characters of a text after applying `text-transform`.
  private mutating func shown(_ text: String, _ letterCase: LetterCase) -> String.UnicodeScalarView
  {
    var isInWord = isInWord
    defer { self.isInWord = isInWord }
    if letterCase == .asWritten {
      if let last = text.unicodeScalars.last { isInWord = last.continuesWord }
      return text.unicodeScalars
    }
    var shown = ""
    // Further characters aren't drawn.
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

  /// Applies the positions and offsets of an element to its characters.
  private mutating func place(_ first: Int, _ element: Int, _ style: Style) {
    for name in [AttributeName.x, .y, .dx, .dy] where tree.reader.has(name, of: element) {
      let axis: ElementReader.Axis = name == .x || name == .dx ? .x : .y
      let values = tree.reader.lengths(name, of: element, axis, style, view)
      var index = first
      for value in values {
        while index < count, !isDisplayed(index) { index += 1 }
        guard index < count else { break }
        content.source.characters[index].complete(name, value)
        index += 1
      }
    }
  }

  private func isDisplayed(_ character: Int) -> Bool {
    content.source.spans[content.source.characters[character].span].isDisplayed
  }

  /// Gives the rotations of an element to its characters, the last one to all that are left.
  private mutating func rotate(_ first: Int, _ element: Int) {
    guard tree.reader.has(.rotate, of: element) else { return }
    let angles = tree.reader.numbers(.rotate, of: element)
    guard let last = angles.last else { return }
    var offset = 0
    for index in first..<max(first, count) where isDisplayed(index) {
      if content.source.characters[index].rotation == nil {
        content.source.characters[index].rotation = offset < angles.count ? angles[offset] : last
      }
      offset += 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether a letter after this character isn't the first letter of a word.
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
