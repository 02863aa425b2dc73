/// A value that keyframes can pass between.
protocol Interpolated: Sendable {
  /// The value between two others, the share of the way given for each dimension; it may lie beyond
  /// 0 ... 1.
  static func between(_ a: Self, _ b: Self, _ share: SIMD4<Double>) -> Self
}

extension Double: Interpolated {
  @inline(__always)
  static func between(_ a: Double, _ b: Double, _ share: SIMD4<Double>) -> Double {
    a + (b - a) * share.x
  }
}

extension SIMD2<Double>: Interpolated {
  @inline(__always)
  static func between(_ a: Self, _ b: Self, _ share: SIMD4<Double>) -> Self {
    a + (b - a) * share.lowHalf
  }
}

extension SIMD4<Double>: Interpolated {
  @inline(__always)
  static func between(_ a: Self, _ b: Self, _ share: SIMD4<Double>) -> Self {
    a + (b - a) * share
  }
}

extension Bool: Interpolated {
  static func between(_ a: Bool, _ b: Bool, _ share: SIMD4<Double>) -> Bool { a }
}
