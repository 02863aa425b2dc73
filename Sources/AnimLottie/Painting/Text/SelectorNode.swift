import AnimCore

/// A range selector, ready to be evaluated.
final class SelectorNode {
  private let selector: TextSelector
  private let start: Property<Double>
  private let end: Property<Double>
  private let offset: Property<Double>
  private let amount: Property<Double>
  private let maximumEase: Property<Double>
  private let minimumEase: Property<Double>
  private let smoothness: Property<Double>

  init(_ selector: TextSelector) {
    self.selector = selector
    start = Property(selector.start)
    end = Property(selector.end, default: 100)
    offset = Property(selector.offset)
    amount = Property(selector.amount, default: 100)
    maximumEase = Property(selector.maximumEase)
    minimumEase = Property(selector.minimumEase)
    smoothness = Property(selector.smoothness, default: 100)
  }

  /// For each letter, the index of the unit (character, word or line) that it belongs to; and the
  /// number of units.
  func indexes(of layout: TextLayout) -> (indexes: [Int], count: Int) {
    var next = 0
    var indexes: [Int] = []
    let last = layout.letters.count - 1
    for (index, letter) in layout.letters.enumerated() {
      indexes.append(next)
      let isCounted =
        switch selector.basis {
        case .characters: !letter.isLineEnd
        case .charactersWithoutSpaces: !letter.isLineEnd && !letter.isSpace
        case .words: letter.isLineEnd || letter.isSpace || index == last
        case .lines: letter.isLineEnd || index == last
        }
      if isCounted { next += 1 }
    }
    guard let seed = selector.randomSeed, next > 0 else { return (indexes, next) }
    let order = Self.shuffled(next, seed: seed)
    return (indexes.map { order[min($0, next - 1)] }, next)
  }

  /// The selected range at `time`, with the values that weight units in it.
  func range(at time: Double, count: Int) -> SelectorRange {
    let unit = selector.unit == .index ? 1 : Double(count) / 100
    let shift = offset.value(at: time) * unit
    let first = start.value(at: time) * unit + shift
    let second = end.value(at: time) * unit + shift
    return SelectorRange(
      shape: selector.shape, start: min(first, second), end: max(first, second),
      ease: Self.ease(
        minimum: minimumEase.value(at: time) / 100, maximum: maximumEase.value(at: time) / 100),
      smoothness: smoothness.value(at: time) / 100, amount: amount.value(at: time) / 100)
  }

  private static func ease(minimum: Double, maximum: Double) -> EasingFunction {
    EasingFunction(
      .curve(
        EasingCurve(
          out: SIMD2(max(minimum, 0), max(-minimum, 0)),
          in: SIMD2(1 - max(maximum, 0), 1 + min(maximum, 0)))))
  }

  /// The numbers below `count`, in a random order that depends on the seed alone (Fisher–Yates,
  /// with numbers from SplitMix64).
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

/// The selection at one time.
struct SelectorRange {
  var shape: TextSelector.Shape
  /// In units.
  var start: Double
  /// In units, not before the start.
  var end: Double
  var ease: EasingFunction
  /// 0 ... 1.
  var smoothness: Double
  /// -1 ... 1.
  var amount: Double

  /// How far a unit is selected, -1 ... 1.
  func share(of index: Int) -> Double {
    let share = shapeShare(Double(index))
    return smoothed(ease.share(at: share)) * amount
  }

  /// How far the unit is selected by the shape alone, before easing; 0 ... 1.
  private func shapeShare(_ index: Double) -> Double {
    let length = end - start
    // The position of the unit's middle along the range, 0 ... 1.
    let place = clamped((index + 0.5 - start) / length)
    switch shape {
    case .square:
      if index < start.rounded(.down) { return 0 }
      return clamped(index < start ? min(end, 1) - (start - index) : end - index)
    case .rampUp: return length > 0 ? place : index >= end ? 1 : 0
    case .rampDown: return length > 0 ? 1 - place : index >= end ? 0 : 1
    case .triangle: return length > 0 ? 1 - (2 * place - 1).magnitude : 0
    case .round:
      let distance = 2 * place - 1
      return length > 0 ? (1 - distance * distance).squareRoot() : 0
    case .smooth: return length > 0 ? (1 - Angle(turns: place).cosine) / 2 : 0
    }
  }

  /// Stretches the middle part of 0 ... 1, which is as wide as the smoothness, to the whole.
  private func smoothed(_ share: Double) -> Double {
    if smoothness == 1 { return share }
    let least = 0.5 - smoothness / 2
    if share < least { return 0 }
    return smoothness > 0 ? clamped((share - least) / smoothness) : 1
  }

  /// Within 0 ... 1; NaN counts as 0.
  private func clamped(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
