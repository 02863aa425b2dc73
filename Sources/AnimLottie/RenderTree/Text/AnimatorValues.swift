import AnimCore

extension TextAnimator {
  /// Returns the animator's values at `time`.
  func values(at time: EvaluationTime) -> AnimatorValues {
    AnimatorValues(
      anchor: transform?.anchor.value(at: time) ?? .zero,
      position: transform?.position.value(at: time) ?? .zero,
      scale: transform.map { $0.scale.value(at: time) * 0.01 } ?? SIMD2(1, 1),
      rotation: transform?.rotation.value(at: time) ?? 0,
      skew: transform?.skew.value(at: time) ?? 0,
      skewAxis: transform?.skewAxis.value(at: time) ?? 0,
      opacity: transform?.opacity.fraction(at: time) ?? 1, fillColor: fillColor?.value(at: time),
      strokeColor: strokeColor?.value(at: time), fillChange: fillChange(at: time),
      strokeWidth: strokeWidth?.value(at: time) ?? 0,
      tracking: tracking?.value(at: time) ?? 0, fillOpacity: fillOpacity?.fraction(at: time) ?? 1,
      strokeOpacity: strokeOpacity?.fraction(at: time) ?? 1)
  }

  private func fillChange(at time: EvaluationTime) -> HSBColor? {
    if fillHue == nil, fillSaturation == nil, fillBrightness == nil { return nil }
    return HSBColor(
      hue: (fillHue?.value(at: time) ?? 0) / 360,
      saturation: (fillSaturation?.value(at: time) ?? 0) / 100,
      brightness: (fillBrightness?.value(at: time) ?? 0) / 100)
  }
}

/// The effect of an animator on a fully selected letter.
struct AnimatorValues {
  var anchor: SIMD2<Double>
  var position: SIMD2<Double>
  var scale: SIMD2<Double>
  /// The rotation, in degrees.
  var rotation: Double
  /// The skew, in degrees.
  var skew: Double
  /// The skew axis, in degrees.
  var skewAxis: Double
  /// 0 ... 1.
  var opacity: Double
  var fillColor: SIMD4<Double>?
  var strokeColor: SIMD4<Double>?
  /// The change of the fill colour.
  var fillChange: HSBColor?
  var strokeWidth: Double
  /// Extra space after the letter, in points.
  var tracking: Double
  /// 0 ... 1.
  var fillOpacity: Double
  /// 0 ... 1.
  var strokeOpacity: Double
}

/// The style and placement of a letter.
struct LetterStyle {
  var opacity = 1.0
  var fillColor: SIMD4<Double>
  var strokeColor: SIMD4<Double>
  var strokeWidth: Double
  /// Relative to the letter's point of rotation.
  var transform = Transform.identity

  init(_ document: TextDocument) {
    fillColor = document.fillColor ?? .zero
    strokeColor = document.strokeColor ?? .zero
    strokeWidth = document.strokeWidth
  }

  /// Adds the effects of animators, each weighted by how far the letter is selected. As in
  /// lottie-web, all anchors are applied first, then the scales, and the positions last.
  ///
  /// - Parameter isOnPath: Whether the letter moves along a path instead of to the right.
  mutating func apply(_ values: [AnimatorValues], weights: [Double], isOnPath: Bool) {
    for (value, weight) in zip(values, weights) where value.anchor != .zero {
      transform = transform.followed(by: .init(translation: -value.anchor * weight))
    }
    for (value, weight) in zip(values, weights) where value.scale != SIMD2(1, 1) {
      let scale = 1 + (value.scale - 1) * weight
      transform = transform.followed(by: .init(scaleX: scale.x, y: scale.y))
    }
    for (value, weight) in zip(values, weights) {
      if value.skew != 0 {
        transform = transform.followed(
          by: .init(
            skew: .degrees(value.skew * weight), axis: .degrees(value.skewAxis * weight)))
      }
      if value.rotation != 0 {
        transform = transform.followed(by: .init(rotation: .degrees(value.rotation * weight)))
      }
      opacity *= 1 + (value.opacity - 1) * weight
      fillColor.w *= 1 + (value.fillOpacity - 1) * weight
      strokeColor.w *= 1 + (value.strokeOpacity - 1) * weight
      strokeWidth += value.strokeWidth * weight
      if let color = value.fillColor { mix(&fillColor, color, weight) }
      if let change = value.fillChange { fillColor = change.added(to: fillColor, weight) }
      if let color = value.strokeColor { mix(&strokeColor, color, weight) }
    }
    for (value, weight) in zip(values, weights) where value.position != .zero {
      let offset = isOnPath ? SIMD2(0, value.position.y) : value.position
      transform = transform.followed(by: .init(translation: offset * weight))
    }
  }

  /// Mixes the colours, but keeps the alpha.
  private func mix(_ color: inout SIMD4<Double>, _ other: SIMD4<Double>, _ weight: Double) {
    let alpha = color.w
    color += (other - color) * weight
    color.w = alpha
  }
}

extension Transform {
  init(translation vector: SIMD2<Double>) {
    self.init(translation: Vector(dx: vector.x, dy: vector.y))
  }
}

/// The index of each letter's unit (character, word or line), and the number of units.
typealias UnitIndexes = (indexes: [Int], count: Int)

extension TextSelector {
  /// Returns the index of each letter's unit (character, word or line), and the number of units.
  func indexes(of layout: LetterLayout) -> UnitIndexes {
    var next = 0
    var indexes: [Int] = []
    let last = layout.letters.count - 1
    for (index, letter) in layout.letters.enumerated() {
      indexes.append(next)
      let isCounted =
        switch basis {
        case .characters: !letter.isLineEnd
        case .charactersWithoutSpaces: !letter.isLineEnd && !letter.isSpace
        case .words: letter.isLineEnd || letter.isSpace || index == last
        case .lines: letter.isLineEnd || index == last
        }
      if isCounted { next += 1 }
    }
    guard let seed = randomSeed, next > 0 else { return (indexes, next) }
    let order = Self.shuffled(next, seed: seed)
    return (indexes.map { order[min($0, next - 1)] }, next)
  }

  /// Returns the selected range at `time`, with the values that weight units in it.
  func range(at time: EvaluationTime, count: Int) -> SelectorRange {
    let factor = unit == .index ? 1 : Double(count) / 100
    let shift = offset.value(at: time) * factor
    let first = start.value(at: time) * factor + shift
    let second = end.value(at: time) * factor + shift
    return SelectorRange(
      shape: shape, start: min(first, second), end: max(first, second),
      ease: Self.ease(
        minimum: minimumEase.value(at: time) / 100, maximum: maximumEase.value(at: time) / 100),
      smoothness: smoothness.value(at: time) / 100, amount: amount.value(at: time) / 100,
      expression: expression.flatMap { id in
        time.expressions.map {
          SelectorExpression(id: id, evaluator: $0, time: time.frame, count: count)
        }
      })
  }

  private static func ease(minimum: Double, maximum: Double) -> TimingFunction {
    .cubicBezier(
      max(minimum, 0), max(-minimum, 0), 1 - max(maximum, 0), 1 + min(maximum, 0))
  }

  /// Returns the numbers below `count`, in a random order that depends on the seed alone
  /// (Fisher–Yates, with numbers from SplitMix64).
  private static func shuffled(_ count: Int, seed: UInt64) -> [Int] {
    var order = Array(0..<count)
    var state = seed
    for index in stride(from: count - 1, to: 0, by: -1) {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      bits ^= bits >> 31
      order.swapAt(index, Int(bits % UInt64(index + 1)))
    }
    return order
  }
}

/// The expression of a selector at one time.
struct SelectorExpression {
  let id: ExpressionID
  let evaluator: ExpressionEvaluator
  let time: Double
  /// The number of units.
  let count: Int

  /// Returns the selection of a unit, or `nil` if the expression fails.
  func selection(of index: Int) -> Double? {
    let unit = Evaluation.Selection(index: index, total: count, value: 100)
    return evaluator.selection(of: id, at: time, unit).map { $0 / 100 }
  }
}

/// The selection at one time.
struct SelectorRange {
  var shape: TextSelector.Shape
  /// The start, in units.
  var start: Double
  /// The end in units, at or after the start.
  var end: Double
  var ease: TimingFunction
  /// 0 ... 1.
  var smoothness: Double
  /// -1 ... 1.
  var amount: Double
  /// Computes the selection instead.
  var expression: SelectorExpression?

  /// Returns the selection of a unit, from −1 to 1.
  func selection(of index: Int) -> Double {
    if let selection = expression?.selection(of: index) { return selection * amount }
    return smoothed(ease.value(at: shapeSelection(Double(index)))) * amount
  }

  /// Returns the selection of a unit by the shape before easing, from 0 to 1.
  private func shapeSelection(_ index: Double) -> Double {
    let length = end - start
    // The position of the unit's middle along the range, 0 ... 1.
    let progress = clamped((index + 0.5 - start) / length)
    switch shape {
    case .square:
      if index < start.rounded(.down) { return 0 }
      return clamped(index < start ? min(end, 1) - (start - index) : end - index)
    case .rampUp: return length > 0 ? progress : index >= end ? 1 : 0
    case .rampDown: return length > 0 ? 1 - progress : index >= end ? 0 : 1
    case .triangle: return length > 0 ? 1 - (2 * progress - 1).magnitude : 0
    case .round:
      let distance = 2 * progress - 1
      return length > 0 ? (1 - distance * distance).squareRoot() : 0
    case .smooth: return length > 0 ? (1 - Angle(turns: progress).cosine) / 2 : 0
    }
  }

  /// Stretches the middle part of 0 ... 1, whose width is the smoothness, to the entire range.
  private func smoothed(_ selection: Double) -> Double {
    if smoothness == 1 { return selection }
    let start = 0.5 - smoothness / 2
    if selection < start { return 0 }
    return smoothness > 0 ? clamped((selection - start) / smoothness) : 1
  }

  /// Returns the value, clamped to 0 ... 1. NaN counts as 0.
  private func clamped(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
