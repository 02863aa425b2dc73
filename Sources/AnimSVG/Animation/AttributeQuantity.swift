import AnimGraphics

/// The value of an attribute or property, as animations compute with it.
enum AttributeQuantity: AnimationQuantity, Hashable {
  case number(Double)
  case numbers([Double])
  case length(LengthSum)
  /// Positions of glyphs, which have no sum unless they are as many.
  case lengths([LengthSum])
  /// Dashes: of two lists, both are repeated until they are as many.
  case dashes([LengthSum])
  case color(ExactColor)
  case path(PathCommands)
  case filters([FilterFunction])
  case shape(BasicShape)
  /// The two lengths of `transform-origin`.
  case position(TransformOrigin)
  /// A keyword, a reference: nothing that is between two others.
  case text(String)
  /// The current `color` of the element.
  case currentColor
  /// The current value of the parent.
  case inherit

  func mixed(with other: AttributeQuantity, _ progress: Double) -> AttributeQuantity? {
    if case .color(let a) = self, case .color(let b) = other {
      return .color(a.mixed(with: b, progress))
    }
    if case .filters(let a) = self, case .filters(let b) = other {
      return FilterFunction.mixed(a, b, progress).map { .filters($0) }
    }
    if case .position(let a) = self, case .position(let b) = other {
      return .position(a.mixed(with: b, progress))
    }
    if case .shape(let a) = self, case .shape(let b) = other {
      return a.mixed(with: b, progress).map { .shape($0) }
    }
    return combined(
      other, numbers: { $0 + ($1 - $0) * progress }, lengths: { $0 + ($1 - $0) * progress })
  }

  func adding(_ other: AttributeQuantity, times count: Double) -> AttributeQuantity? {
    combined(other, numbers: { $0 + $1 * count }, lengths: { $0 + $1 * count })
  }

  private func combined(
    _ other: AttributeQuantity, numbers: (Double, Double) -> Double,
    lengths: (LengthSum, LengthSum) -> LengthSum
  ) -> AttributeQuantity? {
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(numbers(a, b))
    case (.length(let a), .length(let b)): return .length(lengths(a, b))
    case (.color(let a), .color(let b)):
      return .color(
        ExactColor(
          red: numbers(a.red, b.red), green: numbers(a.green, b.green),
          // Two opaque colours make an opaque one, which is no more than that on its way elsewhere.
          blue: numbers(a.blue, b.blue), alpha: min(numbers(a.alpha, b.alpha), 1),
          isLegacy: a.isLegacy && b.isLegacy))
    case (.numbers(let a), .numbers(let b)):
      guard a.count == b.count else { return nil }
      return .numbers(zip(a, b).map(numbers))
    case (.lengths(let a), .lengths(let b)):
      guard a.count == b.count else { return nil }
      return .lengths(zip(a, b).map(lengths))
    case (.dashes(let a), .dashes(let b)):
      guard let (a, b) = Self.repeated(a, b) else { return nil }
      return .dashes(zip(a, b).map(lengths))
    case (.path(let a), .path(let b)): return a.combined(b, numbers).map { .path($0) }
    default: return nil
    }
  }

  /// Returns both lists, repeated to the least common multiple of their counts, or `nil` if that is
  /// very long.
  private static func repeated(
    _ a: [LengthSum], _ b: [LengthSum]
  ) -> ([LengthSum], [LengthSum])? {
    if a.count == b.count { return (a, b) }
    guard !a.isEmpty, !b.isEmpty else { return nil }
    var (divisor, rest) = (a.count, b.count)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (count, overflow) = (a.count / divisor).multipliedReportingOverflow(by: b.count)
    guard !overflow, count <= 4096 else { return nil }
    return ((0..<count).map { a[$0 % a.count] }, (0..<count).map { b[$0 % b.count] })
  }

  func distance(to other: AttributeQuantity) -> Double? {
    switch (self, other) {
    case (.number(let a), .number(let b)): return (b - a).magnitude
    case (.length(let a), .length(let b)): return (b - a).nominal.magnitude
    case (.color(let a), .color(let b)):
      return (pow2(b.red - a.red) + pow2(b.green - a.green) + pow2(b.blue - a.blue)).squareRoot()
    case (.numbers(let a), .numbers(let b)):
      guard a.count == b.count else { return nil }
      return zip(a, b).reduce(0) { $0 + pow2($1.1 - $1.0) }.squareRoot()
    case (.lengths(let a), .lengths(let b)), (.dashes(let a), .dashes(let b)):
      guard a.count == b.count else { return nil }
      return zip(a, b).reduce(0) { $0 + pow2(($1.1 - $1.0).nominal) }.squareRoot()
    default: return nil
    }
  }

  var zero: AttributeQuantity? {
    switch self {
    case .number: .number(0)
    case .length: .length(LengthSum())
    // As opaque as the colour, so that the way between both is that of the channels alone.
    case .color(let color):
      .color(ExactColor(red: 0, green: 0, blue: 0, alpha: color.alpha, isLegacy: color.isLegacy))
    case .numbers(let list): .numbers(list.map { _ in 0 })
    case .lengths(let list): .lengths(list.map { _ in LengthSum() })
    case .dashes(let list): .dashes(list.map { _ in LengthSum() })
    case .path(let shape): .path(shape.zero)
    case .currentColor: .color(ExactColor(red: 0, green: 0, blue: 0))
    case .text, .filters, .shape, .position, .inherit: nil
    }
  }

  var dependsOnElement: Bool { self == .currentColor || self == .inherit }

  /// The value such that a colour is mixed as sRGB stores it, as SMIL does whatever it is written in.
  var inSRGB: AttributeQuantity {
    guard case .color(var color) = self else { return self }
    color.isLegacy = true
    return .color(color)
  }

  var start: AttributeQuantity? { nil }

  func isComparable(to other: AttributeQuantity) -> Bool { true }
}

private func pow2(_ value: Double) -> Double { value * value }

extension ExactColor {
  /// The colour within the ranges of its channels.
  var clamped: ExactColor {
    func clamp(_ channel: Double) -> Double { min(max(channel, 0), 255) }
    return ExactColor(
      red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: min(max(alpha, 0), 1),
      isLegacy: isLegacy)
  }

  /// The colour on the way to another, whose channels are weighted by how opaque both are: CSS Color 4, 12.3.
  func mixed(with other: ExactColor, _ progress: Double) -> ExactColor {
    guard isLegacy, other.isLegacy else { return mixedInOklab(with: other, progress) }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    let opacity = mix(alpha, other.alpha)
    guard alpha != other.alpha, opacity > 0 else {
      return ExactColor(
        red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
        alpha: opacity)
    }
    return ExactColor(
      red: mix(red * alpha, other.red * other.alpha) / opacity,
      green: mix(green * alpha, other.green * other.alpha) / opacity,
      blue: mix(blue * alpha, other.blue * other.alpha) / opacity, alpha: opacity)
  }
}
