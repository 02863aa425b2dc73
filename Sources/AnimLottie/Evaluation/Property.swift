/// An ``Animated`` value, ready to be evaluated.
struct Property<Value: Interpolated> {
  private let constant: Value
  private let track: Track<Value>?

  init(_ animated: Animated<Value>, default fallback: Value) {
    switch animated {
    case .constant(let value):
      constant = value
      track = nil
    case .keyframes(let keyframes):
      constant = keyframes.first?.start ?? fallback
      track = keyframes.count > 1 ? Track(keyframes) : nil
    }
  }

  var isConstant: Bool { track == nil }

  @inline(__always) func value(at time: Double) -> Value {
    track?.value(at: time) ?? constant
  }
}

extension Property<Double> {
  init(_ animated: Animated<Double>) { self.init(animated, default: 0) }

  /// A percentage as a fraction, clamped to 0 ... 1; NaN counts as 0.
  func share(at time: Double) -> Double {
    let value = value(at: time)
    return value > 0 ? min(value * 0.01, 1) : 0
  }
}

extension Property<SIMD2<Double>> {
  init(_ animated: Animated<SIMD2<Double>>) { self.init(animated, default: .zero) }
}

extension Property<SIMD4<Double>> {
  init(_ animated: Animated<SIMD4<Double>>) { self.init(animated, default: .zero) }
}

extension Property {
  /// The times of the first keyframe and the last; nil for a constant.
  var times: ClosedRange<Double>? { track?.times }
}
