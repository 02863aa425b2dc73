import AnimCore
import AnimText

// The interpolation, addition and distance of specified values.
extension StyleValue {
  /// The computation of a value from two others.
  enum Combination: Hashable, Sendable {
    /// An interpolation from the first to the second value by a fraction.
    case mix(Double)
    /// An interpolation from the second to the first value by a fraction.
    case reversedMix(Double)
    /// The first value plus a multiple of the second.
    case sum(Double)
    /// The functions of the first value, followed by those of the second. Values without functions
    /// are added.
    case list
    /// The neutral value of addition for the second value.
    case zero

    /// Whether to use the second value if no value can be computed.
    var prefersSecond: Bool {
      switch self {
      case .mix(let progress): progress >= 0.5
      case .reversedMix(let progress): progress < 0.5
      case .sum, .list, .zero: true
      }
    }

    /// Whether the result is an interpolated value that differs from both.
    var isBetween: Bool {
      switch self {
      case .mix(let progress), .reversedMix(let progress): progress > 0 && progress < 1
      case .sum, .list, .zero: false
      }
    }

    fileprivate func number(_ a: Double, _ b: Double) -> Double {
      switch self {
      case .mix(let progress): a + (b - a) * progress
      case .reversedMix(let progress): b + (a - b) * progress
      case .sum(let count): a + b * count
      case .list, .zero: a + b
      }
    }

    fileprivate func length(_ a: Length, _ b: Length) -> Length {
      switch self {
      case .mix(let progress): a.mixed(with: b, progress)
      case .reversedMix(let progress): b.mixed(with: a, progress)
      case .sum(let count): a.adding(b, times: count)
      case .list, .zero: a.adding(b)
      }
    }
  }

  /// Whether the value depends on the style of its element or of the parent.
  var dependsOnStyle: Bool {
    switch self {
    case .inherit, .initial, .revertLayer, .below, .pending, .pendingShorthand, .combination,
      .paint(.currentColor):
      true
    case .filters(let list): list.contains { $0.usesCurrentColor }
    default: false
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }

  /// Returns the value with a colour instead of `currentColor`.
  func withColor(_ color: ExactColor) -> StyleValue {
    switch self {
    case .paint(.currentColor): .paint(.color(color))
    case .filters(let list): .filters(list.map { $0.withColor(color) })
    default: self
    }
  }

  /// Whether the value can't be interpolated with any other.
  var isDiscrete: Bool {
    switch self {
    case .keyword, .reference, .layers, .paintOrder: true
    default: false
    }
  }

  /// Returns a value computed from this value and another one, or `nil` if they can't be combined.
  func combined(with other: StyleValue, _ combination: Combination) -> StyleValue? {
    if dependsOnStyle || other.dependsOnStyle {
      return isDiscrete || other.isDiscrete ? nil : .combination(self, other, combination)
    }
    if combination == .zero { return other.zero }
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(combination.number(a, b))
    case (.integer(let a), .integer(let b)): return .integer(combination.number(a, b).rounded())
    case (.length(let a), .length(let b)): return .length(combination.length(a, b))
    case (.numbers(let a), .numbers(let b)):
      return a.count == b.count ? .numbers(zip(a, b).map(combination.number)) : nil
    case (.lengths(let a), .lengths(let b)):
      return a.count == b.count ? .lengths(zip(a, b).map(combination.length)) : nil
    case (.dashes(let a), .dashes(let b)):
      guard let (a, b) = Self.repeated(a, b) else { return nil }
      return .dashes(zip(a, b).map(combination.length))
    case (.box(let a), .box(let b)):
      return .box(
        Rect(
          x: combination.number(a.minX, b.minX), y: combination.number(a.minY, b.minY),
          width: combination.number(a.width, b.width),
          height: combination.number(a.height, b.height)))
    case (.paint(.color(let a)), .paint(.color(let b))):
      return .paint(.color(a.combined(with: b, combination)))
    case (.path(let a), .path(let b)): return a.combined(b, combination.number).map { .path($0) }
    case (.variations(let a), .variations(let b)):
      return a.map(\.axis) == b.map(\.axis)
        ? .variations(
          zip(a, b).map { FontVariation($0.axis, combination.number($0.value, $1.value)) }) : nil
    case (.matrix(let matrix), _):
      return StyleValue.transform(TransformList(functions: [.matrix(matrix)]))
        .combined(with: other, combination)
    case (_, .matrix(let matrix)):
      return combined(
        with: .transform(TransformList(functions: [.matrix(matrix)])), combination)
    case (.transform(let a), .transform(let b)): return Self.combined(a, b, combination)
    default: break
    }
    switch combination {
    case .mix(let progress): return between(other, progress)
    case .reversedMix(let progress): return other.between(self, progress)
    case .sum, .list, .zero: return nil
    }
  }

  /// Returns an interpolated value between two values that can't be added.
  private func between(_ other: StyleValue, _ progress: Double) -> StyleValue? {
    switch (self, other) {
    case (.filters(let a), .filters(let b)):
      FilterFunction.mixed(a, b, progress).map { .filters($0) }
    case (.position(let a), .position(let b)): .position(a.mixed(with: b, progress))
    case (.shape(let a), .shape(let b)): a.mixed(with: b, progress).map { .shape($0) }
    case (.rotation(let a), .rotation(let b)): a.mixed(with: b, progress).map { .rotation($0) }
    case (.ray(let a), .ray(let b)): a.mixed(with: b, progress).map { .ray($0) }
    default: nil
    }
  }

  private static func combined(
    _ a: TransformList, _ b: TransformList, _ combination: Combination
  ) -> StyleValue? {
    switch combination {
    case .mix(let progress):
      // Only painting knows the box and the font.
      a.hasRelativeLengths || b.hasRelativeLengths
        ? .transform(a.mixed(with: b, progress)) : .matrix(a.transform(mixedWith: b, progress))
    case .reversedMix(let progress): combined(b, a, .mix(progress))
    case .sum: .transform(a.accumulating(b))
    case .list, .zero: .transform(a.adding(b))
    }
  }

  /// Returns both lists, repeated to the least common multiple of their counts, or `nil` if that is
  /// very long.
  private static func repeated(_ a: [Length], _ b: [Length]) -> ([Length], [Length])? {
    if a.count == b.count { return (a, b) }
    guard !a.isEmpty, !b.isEmpty else { return nil }
    var (divisor, rest) = (a.count, b.count)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (count, overflow) = (a.count / divisor).multipliedReportingOverflow(by: b.count)
    guard !overflow, count <= 4096 else { return nil }
    return ((0..<count).map { a[$0 % a.count] }, (0..<count).map { b[$0 % b.count] })
  }
}

extension StyleValue: AnimationQuantity {
  func mixed(with other: StyleValue, _ progress: Double) -> StyleValue? {
    combined(with: other, .mix(progress))
  }

  func adding(_ other: StyleValue, times count: Double) -> StyleValue? {
    combined(with: other, .sum(count))
  }

  func distance(to other: StyleValue, _ resolve: (Length) -> Double) -> Double? {
    func length(_ lengths: some Sequence<(Double, Double)>) -> Double {
      lengths.reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    }
    func length(_ a: [Length], _ b: [Length]) -> Double? {
      a.count == b.count ? length(zip(a.map(resolve), b.map(resolve))) : nil
    }
    switch (self, other) {
    case (.number(let a), .number(let b)), (.integer(let a), .integer(let b)):
      return (b - a).magnitude
    case (.length(let a), .length(let b)): return (resolve(b) - resolve(a)).magnitude
    case (.paint(.color(let a)), .paint(.color(let b))):
      return length([(a.red, b.red), (a.green, b.green), (a.blue, b.blue)])
    case (.numbers(let a), .numbers(let b)): return a.count == b.count ? length(zip(a, b)) : nil
    case (.lengths(let a), .lengths(let b)), (.dashes(let a), .dashes(let b)): return length(a, b)
    // The corners of a box are what moves.
    case (.box(let a), .box(let b)):
      return length([(a.minX, b.minX), (a.minY, b.minY), (a.maxX, b.maxX), (a.maxY, b.maxY)])
    default: return nil
    }
  }

  var zero: StyleValue? {
    if dependsOnStyle { return .combination(self, self, .zero) }
    // As opaque as the colour, so that the way between both is that of the channels alone.
    if case .paint(.color(let color)) = self {
      return .paint(
        .color(
          ExactColor(red: 0, green: 0, blue: 0, alpha: color.alpha, isLegacy: color.isLegacy)))
    }
    return combined(with: self, .sum(-1))
  }

  /// The value in the form that mixes colours in sRGB, as SMIL requires for every colour syntax.
  var inSRGB: StyleValue {
    guard case .paint(.color(var color)) = self else { return self }
    color.isLegacy = true
    return .paint(.color(color))
  }
}

extension ExactColor {
  /// The colour with its channels clamped to their ranges.
  var clamped: ExactColor {
    func clamp(_ channel: Double) -> Double { min(max(channel, 0), 255) }
    return ExactColor(
      red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: min(max(alpha, 0), 1),
      isLegacy: isLegacy)
  }

  fileprivate func combined(
    with other: ExactColor, _ combination: StyleValue.Combination
  ) -> ExactColor {
    switch combination {
    case .mix(let progress): mixed(with: other, progress)
    case .reversedMix(let progress): other.mixed(with: self, progress)
    case .sum, .list, .zero:
      ExactColor(
        red: combination.number(red, other.red), green: combination.number(green, other.green),
        // Two opaque colours make an opaque one, which is no more than that on its way elsewhere.
        blue: combination.number(blue, other.blue),
        alpha: min(combination.number(alpha, other.alpha), 1),
        isLegacy: isLegacy && other.isLegacy)
    }
  }

  /// Returns the colour interpolated with another colour. Channels are weighted by alpha (CSS Color
  /// 4, 12.3).
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
