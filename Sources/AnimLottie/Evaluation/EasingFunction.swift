import AnimCore

/// An ``Easing``, ready to be evaluated.
enum EasingFunction {
  case hold
  case linear
  case curve(CubicBezier)
  case curves([CubicBezier])

  init(_ easing: Easing) {
    switch easing {
    case .hold: self = .hold
    case .linear: self = .linear
    case .curve(let curve):
      self = curve.isStraight ? .linear : .curve(CubicBezier(curve))
    case .curves(let curves):
      guard let first = curves.first else {
        self = .linear
        return
      }
      if curves.allSatisfy({ $0 == first }) {
        self = first.isStraight ? .linear : .curve(CubicBezier(first))
      } else {
        self = .curves(curves.map { CubicBezier($0) })
      }
    }
  }

  /// The progress of each dimension's value, where `time` runs from 0 at one keyframe to 1,
  /// exclusive, at the next.
  func shares(at time: Double) -> SIMD4<Double> {
    switch self {
    case .hold: return .zero
    case .linear: return SIMD4(repeating: time)
    case .curve(let curve): return SIMD4(repeating: curve.value(at: time))
    case .curves(let curves):
      var shares = SIMD4<Double>.zero
      for index in 0..<4 {
        // The last curve also holds for all further dimensions.
        shares[index] =
          index < curves.count ? curves[index].value(at: time) : shares[curves.count - 1]
      }
      return shares
    }
  }

  /// The progress of a value whose dimensions all move alike; `time` as for ``shares(at:)``.
  func share(at time: Double) -> Double {
    switch self {
    case .hold: 0
    case .linear: time
    case .curve(let curve): curve.value(at: time)
    case .curves(let curves): curves[0].value(at: time)
    }
  }
}

extension EasingCurve {
  /// Whether the curve is a straight line at constant speed: both handles lie on the diagonal.
  fileprivate var isStraight: Bool { out.x == out.y && `in`.x == `in`.y }
}

extension CubicBezier {
  fileprivate init(_ curve: EasingCurve) {
    self.init(curve.out.x, curve.out.y, curve.in.x, curve.in.y)
  }
}
