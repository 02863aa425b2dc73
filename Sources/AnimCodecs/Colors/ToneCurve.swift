import AnimGraphics

/// The function from stored values to linear light, both 0 … 1.
enum ToneCurve: Hashable, Sendable {
  /// A `para` curve of an ICC profile (ICC.1:2022, 10.18), which includes powers.
  ///
  /// The value is (a·x + b)^g + e for x ≥ `limit`, and c·x + f below it.
  case parametric(g: Double, a: Double, b: Double, c: Double, limit: Double, e: Double, f: Double)
  /// Two or more evenly spaced samples from 0 to 1, with linear interpolation.
  case sampled([UInt16])

  static let sRGB = ToneCurve.parametric(
    g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, limit: 0.04045, e: 0, f: 0)
  /// The inverse of the camera curve in ITU-R BT.709 and BT.2020.
  static let video = ToneCurve.parametric(
    g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, limit: 0.081, e: 0, f: 0)

  static func gamma(_ exponent: Double) -> ToneCurve {
    .parametric(g: exponent, a: 1, b: 0, c: 0, limit: 0, e: 0, f: 0)
  }

  /// Returns the linear value, clamped to 0 … 1.
  func value(at x: Double) -> Double {
    let value: Double
    switch self {
    case .parametric(let g, let a, let b, let c, let limit, let e, let f):
      let base = a * x + b
      value = x >= limit ? (base > 0 ? exponential(g * naturalLogarithm(base)) : 0) + e : c * x + f
    case .sampled(let samples):
      let position = x * Double(samples.count - 1)
      let index = min(Int(position), samples.count - 2)
      let (low, high) = (Double(samples[index]), Double(samples[index + 1]))
      value = (low + (position - Double(index)) * (high - low)) / 65_535
    }
    // NaN becomes 0, too.
    return value > 0 ? min(value, 1) : 0
  }
}
