import AnimCore

/// The text of a layer, ready to be evaluated.
final class TextNode {
  private let times: [Double]
  private let layouts: [TextLayout]
  private let animators: [AnimatorNode]
  /// The units of each animator's selector, for each layout; see ``SelectorNode/indexes(of:)``.
  private let indexes: [[(indexes: [Int], count: Int)]]
  private let alignment: Property<SIMD2<Double>>
  private let path: TextPathNode?
  // Memory for one frame, with an element for each animator.
  private var values: [AnimatorValues] = []
  private var ranges: [SelectorRange] = []
  private var shares: [Double] = []

  /// - Parameter masks: those of the layer, one of which the text may follow.
  init(_ text: TextContent, fonts: [LottieFont], masks: [LayerMask]) {
    times = text.documents.map(\.time)
    let layouts = text.documents.map { entry in
      TextLayout(
        entry.document, entry.document.font.map { fonts[$0] }, grouping: text.alignment.grouping)
    }
    let animators = text.animators.map { AnimatorNode($0) }
    indexes = layouts.map { layout in animators.map { $0.selector.indexes(of: layout) } }
    self.layouts = layouts
    self.animators = animators
    alignment = Property(text.alignment.alignment)
    path = text.path.map { TextPathNode($0, masks: masks) }
  }

  /// The index of the text that is shown at `time`.
  private func index(at time: Double) -> Int {
    max((times.firstIndex { $0 > time } ?? times.count) - 1, 0)
  }

  /// How many pictures the text consists of, painted over each other.
  func pictures(at time: Double) -> Int {
    guard !layouts.isEmpty else { return 0 }
    let letters = layouts[index(at: time)].letters
    // Fill and stroke count separately.
    return letters.count * 2
  }

  func draw(
    at time: Double, into list: inout DisplayList, _ transform: Transform, opacity: Double
  ) {
    guard !layouts.isEmpty else { return }
    let index = index(at: time)
    let layout = layouts[index]
    let counts = indexes[index]
    values.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    for (animator, count) in zip(animators, counts) {
      values.append(animator.values(at: time))
      ranges.append(animator.selector.range(at: time, count: count.count))
    }
    let alignment = alignment.value(at: time)
    let line = path?.line(at: time)
    let shifts = trackedLines(layout, counts)
    // The tracking that the previous letters have added in this line.
    var tracked = 0.0
    var lineNumber = 0
    for (number, letter) in layout.letters.enumerated() {
      if letter.line != lineNumber {
        lineNumber = letter.line
        tracked = 0
      }
      if letter.isLineEnd { continue }
      choose(number, counts)
      tracked += tracking(isFirst: letter.position.x == 0, layout)
      if letter.outline.isEmpty { continue }
      var style = LetterStyle(layout.document)
      style.apply(values, shares: shares, isOnPath: line != nil)
      let center = SIMD2(
        letter.groupCenter + alignment.x * letter.groupWidth / 200,
        alignment.y * layout.document.size * 1.2 * 0.714 / 100)
      let shift = tracked + shifts[letter.line]
      guard
        let place = line.map({ place(number, shift, center, layout, on: $0) })
          ?? straightPlace(letter, shift, center, layout)
      else { continue }
      let whole = Transform(translation: -center).followed(by: style.transform)
        .followed(by: place).followed(by: transform)
      draw(letter.outline, style, layout.document, into: &list, whole, opacity: opacity)
    }
  }

  /// The place of a letter's centre in the layer.
  private func straightPlace(
    _ letter: TextLayout.Letter, _ shift: Double, _ center: SIMD2<Double>, _ layout: TextLayout
  ) -> Transform {
    Transform(
      translation: layout.origin + letter.position + center
        + SIMD2(shift + layout.lineOffsets[letter.line], 0))
  }

  /// The place of a letter's centre on a path. As in lottie-web, animators that move it to the right
  /// move it along the path. ``shares`` must be those of the letter.
  private func place(
    _ number: Int, _ shift: Double, _ center: SIMD2<Double>, _ layout: TextLayout,
    on line: TextLine
  ) -> Transform? {
    let letter = layout.letters[number]
    var distance = center.x + shift
    if line.forcesAlignment {
      distance += line.spreadPlace(of: number, in: layout.letters) - letter.advance / 2
    } else {
      distance +=
        line.firstMargin + letter.position.x + layout.pathLineOffsets[letter.line]
        + line.length * layout.document.justification.share
    }
    for (value, share) in zip(values, shares) {
      distance += (value.position.x + value.anchor.x) * share
    }
    let height = center.y + letter.position.y - layout.document.baselineShift
    return line.transform(at: distance).map {
      Transform(translation: SIMD2(0, height)).followed(by: $0)
    }
  }

  /// Finds how far each animator's selector selects a letter.
  private func choose(_ letter: Int, _ counts: [(indexes: [Int], count: Int)]) {
    shares.removeAll(keepingCapacity: true)
    for (range, count) in zip(ranges, counts) {
      shares.append(range.share(of: count.indexes[letter]))
    }
  }

  /// The space that animators add before the letter that ``shares`` belong to. As in lottie-web,
  /// this is zero before the first letter of a left-aligned line.
  private func tracking(isFirst: Bool, _ layout: TextLayout) -> Double {
    if isFirst && layout.document.justification == .left { return 0 }
    return zip(values, shares).reduce(0) { $0 + $1.0.tracking * $1.1 }
  }

  /// How far each line is moved, so that it stays justified with the tracking that animators add.
  private func trackedLines(
    _ layout: TextLayout, _ counts: [(indexes: [Int], count: Int)]
  ) -> [Double] {
    var lines = layout.lineOffsets.map { _ in 0.0 }
    let factor: Double
    switch layout.document.justification {
    case .right: factor = -1
    case .center: factor = -0.5
    default: return lines
    }
    guard values.contains(where: { $0.tracking != 0 }) else { return lines }
    for (number, letter) in layout.letters.enumerated() where !letter.isLineEnd {
      choose(number, counts)
      lines[letter.line] += tracking(isFirst: false, layout) * factor
    }
    return lines
  }

  private func draw(
    _ outline: Path, _ style: LetterStyle, _ document: TextDocument, into list: inout DisplayList,
    _ transform: Transform, opacity: Double
  ) {
    if style.opacity <= 0 { return }
    let fills = document.fillColor != nil && style.fillColor.w > 0
    let strokes = document.strokeColor != nil && style.strokeWidth > 0
    if fills && strokes && style.opacity < 1 {
      var opaque = style
      opaque.opacity = 1
      return list.withGroup(GroupStyle(opacity: opacity * style.opacity)) { list in
        draw(outline, opaque, document, into: &list, transform, opacity: 1)
      }
    }
    let opacity = opacity * style.opacity
    let fill = Color(style.fillColor).withOpacity(opacity)
    if strokes && !document.isStrokeOverFill {
      stroke(outline, style, into: &list, transform, opacity)
    }
    if fills { list.fill(outline, .color(fill), transform: transform) }
    if strokes && document.isStrokeOverFill {
      stroke(outline, style, into: &list, transform, opacity)
    }
  }

  private func stroke(
    _ outline: Path, _ style: LetterStyle, into list: inout DisplayList, _ transform: Transform,
    _ opacity: Double
  ) {
    list.stroke(
      outline, StrokeStyle(width: style.strokeWidth, join: .round),
      .color(Color(style.strokeColor).withOpacity(opacity)), transform: transform)
  }
}
