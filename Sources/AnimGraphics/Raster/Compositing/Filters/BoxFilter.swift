/// One of the boxes of a ``BlurKernel``.
///
/// Channels are in units of 1/256 of a stored value, 0...65280. Their sums are integers, so they do
/// not depend on where a row begins; only the quotients are in floating point, rounded to nearest.
struct BoxFilter {
  private let radius: Int
  /// The weights of pixels within the radius, and of the next one on either side.
  private let inner: Float
  private let outer: Float

  init(_ kernel: BlurKernel) {
    radius = Int(kernel.radius)
    let width = Float(2 * radius + 1) + 2 * kernel.edge
    inner = 1 / width
    outer = kernel.edge / width
  }

  /// Filters a line of pixels that are `stride` apart.
  ///
  /// - Parameters:
  ///   - source: a line with ``BlurKernel/reachOfBox`` more pixels on either side than the result.
  ///   - count: the number of pixels of the result.
  func apply(
    _ source: UnsafePointer<SIMD4<Int32>>, _ result: UnsafeMutablePointer<SIMD4<Int32>>,
    count: Int, stride: Int
  ) {
    let width = 2 * radius + 2
    var sum = SIMD4<Int32>.zero
    for index in 1..<width { sum &+= source[index &* stride] }
    var first = source
    var last = source + width &* stride
    var place = result
    for _ in 0..<count {
      let ends = first.pointee &+ last.pointee
      place.pointee = Self.rounded(SIMD4<Float>(sum) * inner + SIMD4<Float>(ends) * outer)
      first += stride
      sum &+= last.pointee &- first.pointee
      last += stride
      place += stride
    }
  }

  /// Rounds to nearest, for values in 0 ..< 2²².
  @inline(__always) private static func rounded(_ value: SIMD4<Float>) -> SIMD4<Int32> {
    // 1.5 · 2²³: added to a small number, it leaves the nearest integer in the low bits.
    let bias: Float = 12_582_912
    return unsafeBitCast(value + bias, to: SIMD4<Int32>.self)
      &- SIMD4(repeating: Int32(bitPattern: bias.bitPattern))
  }
}
