import AnimCore

/// The text of a layer, with the memory for its evaluation.
final class TextNode {
  @exclusivity(unchecked) private var times: KeyframeTimes
  private let text: LayerText
  private let path: TextPathNode?
  private let fonts: [FontModel]
  /// See ``TextWork/letters``.
  private let letterWork: Int
  // Memory for one frame, with an element for each animator.
  private var values: [AnimatorValues] = []
  private var ranges: [SelectorRange] = []
  private var weights: [Double] = []

  /// - Parameter masks: The masks of the layer, one of which the text may follow.
  init(_ text: LayerText, fonts: [FontModel], _ masks: [LayerMask]) {
    self.text = text
    self.fonts = fonts
    times = KeyframeTimes(text.documents.map { $0.time })
    letterWork = text.animators.reduce(1) {
      $0 + ($1.selector.expression == nil ? 1 : TextWork.expressionLetters)
    }
    path = text.path.map { TextPathNode($0, masks[$0.mask].shape) }
  }

  /// Selects the text at `time` as the current one, and lays it out.
  private func select(at time: EvaluationTime, _ texts: LetterLayouts) {
    let index = times.index(at: time.frame) ?? 0
    var document = text.documents[index].document
    if let id = text.expression, case .text(let text)? = time.result(of: id) {
      document.text = text
    }
    let key = LetterLayouts.Key(node: ObjectIdentifier(self), document: index)
    texts.select(key, document.text) { limit in
      let layout = LetterLayout(
        document, document.font.map { fonts[$0] }, grouping: text.alignment.grouping,
        letterWork: letterWork, limit: limit)
      return LetterLayouts.Entry(
        text: document.text, layout: layout,
        units: text.animators.map { $0.selector.indexes(of: layout) },
        limit: layout.isCutOff ? limit : nil)
    }
  }

  /// Lays out the text, and returns the number of layers painted over each other: fills and
  /// strokes.
  ///
  /// ``draw(at:into:_:opacity:_:)`` must follow before another text is laid out.
  func images(at time: EvaluationTime, _ texts: LetterLayouts) -> Int {
    guard !text.documents.isEmpty else { return 0 }
    select(at: time, texts)
    // Fill and stroke count separately.
    return (texts.current?.layout.letters.count ?? 0) * 2
  }

  /// Draws the text that ``images(at:_:)`` has laid out.
  ///
  /// - Parameter limit: The maximum of ``DisplayList/work``. Letters beyond it are omitted.
  /// - Returns: Whether all letters were drawn.
  @discardableResult
  func draw(
    at time: EvaluationTime, into list: inout DisplayList, _ transform: Transform, opacity: Double,
    _ texts: LetterLayouts, limit: Int
  ) -> Bool {
    guard let (layout, counts) = texts.current.map({ ($0.layout, $0.units) }) else { return true }
    values.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    for (animator, count) in zip(text.animators, counts) {
      values.append(animator.values(at: time))
      ranges.append(animator.selector.range(at: time, count: count.count))
    }
    let alignment = text.alignment.alignment.value(at: time)
    let line = path?.line(at: time)
    let shifts = trackedLines(layout, counts)
    // The tracking that the previous letters have added in this line.
    var tracked = 0.0
    var lineNumber = 0
    for (position, number) in layout.order.enumerated() {
      let letter = layout.letters[number]
      if letter.line != lineNumber {
        lineNumber = letter.line
        tracked = 0
      }
      if letter.isLineEnd { continue }
      choose(number, counts)
      if !letter.isInLigature { tracked += tracking(isFirst: letter.position.x == 0, layout) }
      if letter.isEmpty { continue }
      guard list.work < limit else { return false }
      var style = LetterStyle(layout.document)
      style.apply(values, weights: weights, isOnPath: line != nil)
      let center = SIMD2(
        letter.groupCenter.x + alignment.x * letter.groupWidth / 200,
        letter.groupCenter.y + alignment.y * layout.document.size * 1.2 * 0.714 / 100)
      let shift = tracked + shifts[letter.line]
      guard
        let placement = line.map({ pathPlacement(letter, position, shift, center, layout, on: $0) })
          ?? straightPlacement(letter, shift, center, layout)
      else { continue }
      let whole = Transform(translation: -center).followed(by: style.transform)
        .followed(by: placement).followed(by: transform)
      draw(letter, style, layout.document, into: &list, whole, opacity: opacity)
    }
    return true
  }

  /// Returns the placement of a letter's centre in the layer.
  private func straightPlacement(
    _ letter: LetterLayout.Letter, _ shift: Double, _ center: SIMD2<Double>, _ layout: LetterLayout
  ) -> Transform {
    Transform(
      translation: layout.origin + letter.position + center
        + SIMD2(shift + layout.lineOffsets[letter.line], 0))
  }

  /// Returns the placement of a letter's centre on a path. As in lottie-web, animators that move it
  /// to the right move it along the path. ``weights`` must be those of the letter.
  ///
  /// - Parameter position: The index of the letter from left to right.
  private func pathPlacement(
    _ letter: LetterLayout.Letter, _ position: Int, _ shift: Double, _ center: SIMD2<Double>,
    _ layout: LetterLayout,
    on line: TextLine
  ) -> Transform? {
    var distance = center.x + shift
    if line.forcesAlignment {
      distance += line.spreadDistance(of: position, in: layout) - letter.advance / 2
    } else {
      distance +=
        line.firstMargin + letter.position.x + layout.pathLineOffsets[letter.line]
        + line.length * layout.document.justification.leadingFraction
    }
    for (value, weight) in zip(values, weights) {
      distance += (value.position.x + value.anchor.x) * weight
    }
    let height = center.y + letter.position.y - layout.document.baselineShift
    return line.transform(at: distance).map {
      Transform(translation: SIMD2(0, height)).followed(by: $0)
    }
  }

  /// Finds how far each animator's selector selects a letter.
  private func choose(_ letter: Int, _ counts: [UnitIndexes]) {
    weights.removeAll(keepingCapacity: true)
    for (range, count) in zip(ranges, counts) {
      weights.append(range.selection(of: count.indexes[letter]))
    }
  }

  /// Returns the space that animators add before the letter that ``weights`` belong to. As in
  /// lottie-web, this is zero before the first letter of a left-aligned line.
  private func tracking(isFirst: Bool, _ layout: LetterLayout) -> Double {
    if isFirst && layout.document.justification == .left { return 0 }
    return zip(values, weights).reduce(0) { $0 + $1.0.tracking * $1.1 }
  }

  /// Returns the offset of each line that keeps it justified with the animators' tracking.
  private func trackedLines(
    _ layout: LetterLayout, _ counts: [UnitIndexes]
  ) -> [Double] {
    var lines = layout.lineOffsets.map { _ in 0.0 }
    let factor: Double
    switch layout.document.justification {
    case .right: factor = -1
    case .center: factor = -0.5
    default: return lines
    }
    guard values.contains(where: { $0.tracking != 0 }) else { return lines }
    for (number, letter) in layout.letters.enumerated()
    where !letter.isLineEnd && !letter.isInLigature {
      choose(number, counts)
      lines[letter.line] += tracking(isFirst: false, layout) * factor
    }
    return lines
  }

  private func draw(
    _ letter: LetterLayout.Letter, _ style: LetterStyle, _ document: TextDocument,
    into list: inout DisplayList, _ transform: Transform, opacity: Double
  ) {
    if style.opacity <= 0 { return }
    let fills = document.fillColor != nil && style.fillColor.w > 0
    let strokes = document.strokeColor != nil && style.strokeWidth > 0
    if fills && strokes && style.opacity < 1 {
      var opaque = style
      opaque.opacity = 1
      return list.withGroup(GroupStyle(opacity: opacity * style.opacity)) { list in
        draw(letter, opaque, document, into: &list, transform, opacity: 1)
      }
    }
    let opacity = opacity * style.opacity
    let fill = Color(style.fillColor).withOpacity(opacity)
    if strokes && !document.isStrokeOverFill {
      stroke(letter.outline, style, into: &list, transform, opacity)
    }
    if fills { list.fill(letter.outline, .color(fill), transform: transform) }
    if strokes && document.isStrokeOverFill {
      stroke(letter.outline, style, into: &list, transform, opacity)
    }
    if fills || strokes {
      draw(
        letter.layers, fills ? style.fillColor : style.strokeColor, into: &list, transform, opacity)
    }
  }

  /// Draws a glyph that has its own colours.
  ///
  /// - Parameter color: The colour of the text. Only its opacity applies to the glyph.
  private func draw(
    _ layers: [LottieGlyphLayer], _ color: SIMD4<Double>, into list: inout DisplayList,
    _ transform: Transform, _ opacity: Double
  ) {
    if layers.isEmpty { return }
    list.withGroup(GroupStyle(opacity: color.w * opacity)) { list in
      for layer in layers {
        switch layer {
        case .outline(let path, let layerColor):
          let layerColor = layerColor ?? Color(SIMD4(color.x, color.y, color.z, 1))
          list.fill(path, .color(layerColor), transform: transform)
        case .image(let image, let rect): list.fill(rect, with: image, transform: transform)
        }
      }
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

/// The path that a text follows. Keeps its measure.
final class TextPathNode {
  private let properties: TextPath
  private let path: PathNode
  /// The last path that was measured.
  private var measured: (path: Path, isReversed: Bool, measure: PathMeasure)?

  init(_ properties: TextPath, _ mask: Animated<BezierShape>) {
    self.properties = properties
    path = PathNode(.contour(mask))
  }

  /// Returns the line at a time, or `nil` for a path without length.
  func line(at time: EvaluationTime) -> TextLine? {
    path.update(to: time)
    let isReversed = properties.isReversed.value(at: time) != 0
    if measured?.path != path.path || measured?.isReversed != isReversed {
      let line = isReversed ? path.path.reversed() : path.path
      measured = (path.path, isReversed, PathMeasure(line))
    }
    guard let measure = measured?.measure, let contour = measure.contours.first else { return nil }
    return TextLine(
      measure: measure, isClosed: contour.isClosed,
      isPerpendicular: properties.isPerpendicular.value(at: time) != 0,
      forcesAlignment: properties.forcesAlignment.value(at: time) != 0,
      firstMargin: properties.firstMargin.value(at: time))
  }
}

/// A path for letters.
struct TextLine {
  fileprivate let measure: PathMeasure
  fileprivate let isClosed: Bool
  fileprivate let isPerpendicular: Bool
  let forcesAlignment: Bool
  let firstMargin: Double

  var length: Double { measure.length }

  /// Returns the transform from a letter's space, with its anchor on the path as the origin, to the
  /// layer's space. A closed path is followed repeatedly, and an open path continues straight
  /// beyond its ends.
  func transform(at distance: Double) -> Transform? {
    let wrapped = isClosed ? distance - (distance / length).rounded(.down) * length : distance
    let inside = min(max(wrapped, 0), length)
    guard let end = measure.position(at: inside) else { return nil }
    let point = end.point + end.tangent * (wrapped - inside)
    let turn =
      isPerpendicular
      ? Transform(
        a: end.tangent.dx, b: end.tangent.dy, c: -end.tangent.dy, d: end.tangent.dx, tx: 0,
        ty: 0) : .identity
    return turn.followed(by: Transform(translation: Vector(dx: point.x, dy: point.y)))
  }

  /// Returns the distance of a letter's centre along the path if letters are spread over it at
  /// equal distances, from the centre of the first to that of the last. As in lottie-web, this
  /// applies to a single line.
  ///
  /// - Parameter position: The index of the letter from left to right.
  func spreadDistance(of position: Int, in layout: LetterLayout) -> Double {
    let first = (layout.order.first.map { layout.letters[$0].advance } ?? 0) / 2
    let last = (layout.order.last.map { layout.letters[$0].advance } ?? 0) / 2
    let count = layout.order.count
    let progress = count > 1 ? Double(position) / Double(count - 1) : 0
    return firstMargin + first + (length - firstMargin - first - last) * progress
  }
}
