/// A range of alpha values that is stretched to all of them.
package struct AlphaRange: Hashable, Sendable {
  /// The ends in 256ths of a stored value, 0...65280.
  private let low: UInt32
  private let high: UInt32

  /// Creates a range, clamped to 0...1.
  init(_ range: ClosedRange<Double>) {
    func end(_ value: Double) -> UInt32 { value > 0 ? UInt32(min(value, 1) * 65280 + 0.5) : 0 }
    low = end(range.lowerBound)
    high = end(range.upperBound)
  }

  /// Whether the range contains all alpha values, so that stretching changes nothing.
  var isWhole: Bool { low == 0 && high == 65280 }

  /// Returns an alpha value (0...255), stretched and rounded to nearest.
  @inline(__always) func stretch(_ alpha: UInt32) -> UInt32 {
    let fine = alpha << 8
    if fine >= high && alpha > 0 { return 255 }
    if fine <= low { return 0 }
    let width = high - low
    return ((fine - low) * 255 + width / 2) / width
  }
}
