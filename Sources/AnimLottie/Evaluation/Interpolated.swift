/// A value that can be interpolated between keyframes.
protocol Interpolated: Sendable {
  /// Interpolates between two values: each dimension has its own share, 0 for `a` and 1 for `b`. A
  /// share may lie outside 0 ... 1.
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
