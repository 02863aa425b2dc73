import AnimCore

// Interpolation of filter lists, according to Filter Effects 1.
extension FilterFunction {
  /// Interpolates two lists of the same functions. The shorter list is extended by functions
  /// without effect. Returns `nil` if they can't be interpolated.
  static func mixed(
    _ a: [FilterFunction], _ b: [FilterFunction], _ progress: Double
  ) -> [FilterFunction]? {
    var functions: [FilterFunction] = []
    for index in 0..<max(a.count, b.count) {
      let first = index < a.count ? a[index] : b[index].neutral
      let second = index < b.count ? b[index] : a[index].neutral
      guard let function = first?.mixed(with: second, progress) else { return nil }
      functions.append(function)
    }
    return functions
  }

  var usesCurrentColor: Bool {
    if case .dropShadow(_, _, _, nil) = self { true } else { false }
  }

  /// Returns the function with a colour instead of `currentColor`.
  func withColor(_ color: ExactColor) -> FilterFunction {
    guard case .dropShadow(let dx, let dy, let deviation, nil) = self else { return self }
    return .dropShadow(dx: dx, dy: dy, deviation: deviation, color)
  }

  /// The function with the values that have no effect, or `nil` for a reference.
  private var neutral: FilterFunction? {
    switch self {
    case .reference: nil
    case .blur: .blur(.zero)
    case .dropShadow:
      .dropShadow(
        dx: .zero, dy: .zero, deviation: .zero, ExactColor(red: 0, green: 0, blue: 0, alpha: 0))
    case .hueRotate: .hueRotate(0)
    case .adjust(let adjustment, _):
      switch adjustment {
      case .brightness, .contrast, .opacity, .saturate: .adjust(adjustment, 1)
      case .grayscale, .invert, .sepia: .adjust(adjustment, 0)
      }
    }
  }

  private func mixed(with other: FilterFunction?, _ progress: Double) -> FilterFunction? {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    switch (self, other) {
    case (.reference(let a), .reference(let b)?): return a == b ? self : nil
    case (.blur(let a), .blur(let b)?):
      return a.mixedInOneUnit(with: b, progress).map { .blur(Length(max($0.value, 0), $0.unit)) }
    case (
      .dropShadow(let x, let y, let sigma, let color),
      .dropShadow(let x2, let y2, let sigma2, let color2)?
    ):
      guard let dx = x.mixedInOneUnit(with: x2, progress),
        let dy = y.mixedInOneUnit(with: y2, progress),
        let deviation = sigma.mixedInOneUnit(with: sigma2, progress),
        (color == nil) == (color2 == nil)
      else { return nil }
      var mixed: ExactColor?
      if let color, let color2 { mixed = color.mixed(with: color2, progress).clamped }
      return .dropShadow(
        dx: dx, dy: dy, deviation: Length(max(deviation.value, 0), deviation.unit), mixed)
    case (.hueRotate(let a), .hueRotate(let b)?): return .hueRotate(mix(a, b))
    case (.adjust(let adjustment, let a), .adjust(let other, let b)?):
      return adjustment == other ? .adjust(adjustment, max(mix(a, b), 0)) : nil
    default: return nil
    }
  }
}

extension Length {
  /// Returns the interpolated length as a number and a unit, or `nil` if the units can't be added.
  fileprivate func mixedInOneUnit(with other: Length, _ progress: Double) -> Length? {
    if calculation == nil, unit == other.unit || other.isZero {
      return Length(value + (other.value - value) * progress, unit)
    }
    if isZero, other.calculation == nil { return Length(other.value * progress, other.unit) }
    guard let first = absolute, let second = other.absolute else { return nil }
    return Length(first + (second - first) * progress)
  }
}
