import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimLottie

@Suite("The selection of each letter by a selector")
struct TextSelectorTests {
  private func range(
    _ shape: TextSelector.Shape, _ start: Double = 0, _ end: Double = 4,
    _ change: (inout TextSelector) -> Void = { _ in }
  ) -> SelectorRange {
    var selector = TextSelector()
    (selector.unit, selector.shape) = (.index, shape)
    (selector.start, selector.end) = (.constant(start), .constant(end))
    change(&selector)
    return selector.range(at: EvaluationTime(0), count: 4)
  }

  /// Returns the selections of four letters, in thousandths.
  private func selections(_ range: SelectorRange) -> [Int] {
    (0..<4).map { Int((range.selection(of: $0) * 1000).rounded()) }
  }

  @Test("follows its shape over the range")
  func shapes() {
    expectEqual(selections(range(.square)), [1000, 1000, 1000, 1000])
    expectEqual(selections(range(.square, 0.5, 2.25)), [500, 1000, 250, 0])
    expectEqual(selections(range(.square, 1, 3)), [0, 1000, 1000, 0])
    expectEqual(selections(range(.rampUp)), [125, 375, 625, 875])
    expectEqual(selections(range(.rampDown)), [875, 625, 375, 125])
    expectEqual(selections(range(.triangle)), [250, 750, 750, 250])
    // The height of a half circle at 1/8 and 3/8, and a wave of the cosine there.
    expectEqual(selections(range(.round)), [661, 968, 968, 661])
    expectEqual(selections(range(.smooth)), [146, 854, 854, 146])
  }

  @Test("is all or nothing beyond a range, and for a range without length")
  func outside() {
    expectEqual(selections(range(.rampUp, 1, 3)), [0, 250, 750, 1000])
    expectEqual(selections(range(.rampDown, 1, 3)), [1000, 750, 250, 0])
    expectEqual(selections(range(.round, 1, 3)), [0, 866, 866, 0])
    expectEqual(selections(range(.square, 2, 2)), [0, 0, 0, 0])
    expectEqual(selections(range(.rampUp, 2, 2)), [0, 0, 1000, 1000])
    expectEqual(selections(range(.rampDown, 2, 2)), [1000, 1000, 0, 0])
    for shape in [TextSelector.Shape.triangle, .round, .smooth] {
      expectEqual(selections(range(shape, 2, 2)), [0, 0, 0, 0])
    }
  }

  @Test("counts letters or percentages of them, in either direction, moved by its offset")
  func units() {
    expectEqual(selections(range(.square, 3, 1)), [0, 1000, 1000, 0])
    expectEqual(selections(range(.rampUp, 3, 1)), [0, 250, 750, 1000])
    expectEqual(selections(range(.square, 0, 2) { $0.offset = .constant(1) }), [0, 1000, 1000, 0])
    let percent = range(.square, 0, 50) { ($0.unit, $0.offset) = (.percent, .constant(25)) }
    expectEqual(selections(percent), [0, 1000, 1000, 0])
  }

  @Test("is scaled by its amount, which may be negative")
  func amount() {
    expectEqual(selections(range(.rampUp) { $0.amount = .constant(50) }), [63, 188, 313, 438])
    expectEqual(
      selections(range(.square) { $0.amount = .constant(-100) }), [-1000, -1000, -1000, -1000])
  }

  @Test("is eased at its low and its high end, and steeper with less smoothness")
  func easing() {
    func eased(_ minimum: Double, _ maximum: Double) -> [Double] {
      let range = range(.rampUp) {
        ($0.minimumEase, $0.maximumEase) = (.constant(minimum), .constant(maximum))
      }
      return (0..<4).map { range.selection(of: $0) }
    }
    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> [Double] {
      let curve = CubicBezier(x1, y1, x2, y2)
      return [0.125, 0.375, 0.625, 0.875].map { curve.value(at: $0) }
    }
    expectEqual(eased(50, 0), curve(0.5, 0, 1, 1))
    expectEqual(eased(-50, 0), curve(0, 0.5, 1, 1))
    expectEqual(eased(0, 50), curve(0, 0, 0.5, 1))
    expectEqual(eased(0, -50), curve(0, 0, 1, 0.5))
    expectEqual(selections(range(.rampUp) { $0.smoothness = .constant(50) }), [0, 250, 750, 1000])
    expectEqual(selections(range(.rampUp) { $0.smoothness = .constant(0) }), [0, 0, 1000, 1000])
  }

  @Test("is the same for the letters of a word or a line, and may skip spaces")
  func bases() {
    func indexes(_ basis: TextSelector.Basis) -> ([Int], Int) {
      var selector = TextSelector()
      selector.basis = basis
      let document = TextDocument(
        text: "ab c\rd", font: nil, size: 10, strokeWidth: 0, isStrokeOverFill: false,
        lineHeight: 12, baselineShift: 0, tracking: 0, justification: .left)
      return selector.indexes(of: LetterLayout(document, nil, grouping: .character))
    }
    #expect(indexes(.characters) == ([0, 1, 2, 3, 4, 4], 5))
    #expect(indexes(.charactersWithoutSpaces) == ([0, 1, 2, 2, 3, 3], 4))
    #expect(indexes(.words) == ([0, 0, 0, 1, 1, 2], 3))
    #expect(indexes(.lines) == ([0, 0, 0, 0, 0, 1], 2))
  }

  @Test("is in an order that depends only on the seed, if it is random")
  func random() {
    func order(_ seed: UInt64) -> [Int] {
      var selector = TextSelector()
      selector.randomSeed = seed
      let document = TextDocument(
        text: "abcdefgh", font: nil, size: 10, strokeWidth: 0, isStrokeOverFill: false,
        lineHeight: 12, baselineShift: 0, tracking: 0, justification: .left)
      let layout = LetterLayout(document, nil, grouping: .character)
      return selector.indexes(of: layout).indexes
    }
    #expect(order(0).sorted() == Array(0..<8) && order(0) == order(0))
    #expect(order(0) != Array(0..<8) && order(0) != order(1))
  }
}

@Suite("The effect of animators on a letter's style")
struct LetterStyleTests {
  private let document = TextDocument(
    text: "a", font: nil, size: 10, fillColor: [1, 0, 0, 1], strokeColor: [0, 0, 1, 1],
    strokeWidth: 2, isStrokeOverFill: false, lineHeight: 12, baselineShift: 0, tracking: 0,
    justification: .left)

  private func style(
    weight: Double = 0.5, isOnPath: Bool = false, _ change: (inout AnimatorValues) -> Void
  ) -> LetterStyle {
    var values = AnimatorValues(
      anchor: .zero, position: .zero, scale: [1, 1], rotation: 0, skew: 0, skewAxis: 0, opacity: 1,
      strokeWidth: 0, tracking: 0, fillOpacity: 1, strokeOpacity: 1)
    change(&values)
    var style = LetterStyle(document)
    style.apply([values], weights: [weight], isOnPath: isOnPath)
    return style
  }

  @Test("is proportional to the selection of the letter")
  func paint() {
    expectEqual(style { $0.opacity = 0.5 }.opacity, 0.75)
    expectEqual(style { $0.fillOpacity = 0 }.fillColor, [1, 0, 0, 0.5])
    expectEqual(style { $0.strokeOpacity = 0 }.strokeColor, [0, 0, 1, 0.5])
    expectEqual(style { $0.fillColor = [0, 1, 0, 1] }.fillColor, [0.5, 0.5, 0, 1])
    expectEqual(style { $0.strokeColor = [0, 1, 0, 0] }.strokeColor, [0, 0.5, 0.5, 1])
    expectEqual(style { $0.strokeWidth = 3 }.strokeWidth, 3.5)
  }

  @Test("rotates, scales and moves by that fraction of an animator's transform")
  func transform() {
    let scaled = style { $0.scale = [3, 0] }.transform
    expectEqual(scaled, Transform(scaleX: 2, y: 0.5))
    expectEqual(style { $0.rotation = 90 }.transform, Transform(rotation: .degrees(45)))
    #expect(
      style { ($0.skew, $0.skewAxis) = (40, 60) }.transform
        == Transform(skew: .degrees(20), axis: .degrees(30)))
    let moved = style { ($0.position, $0.anchor) = ([8, 6], [2, 4]) }.transform
    expectEqual(moved, Transform(translation: SIMD2(3, 1)))
    // Along a path, it has been moved already.
    let onPath = style(isOnPath: true) { $0.position = [8, 6] }.transform
    expectEqual(onPath, Transform(translation: SIMD2(0, 3)))
  }
}
