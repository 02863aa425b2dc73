/// A line or a curve with a length above 0.
struct PathSegment: Sendable {
  /// Only the ends are used for a line.
  let curve: Cubic
  let isLine: Bool

  func point(at parameter: Double) -> SIMD2<Double> {
    guard isLine else { return curve.point(at: parameter) }
    return parameter >= 1 ? curve.p3 : curve.p0 + (curve.p3 - curve.p0) * parameter
  }

  func tangent(at parameter: Double) -> SIMD2<Double>? {
    isLine ? (curve.p3 - curve.p0).normalized : curve.tangent(at: parameter)
  }
}
