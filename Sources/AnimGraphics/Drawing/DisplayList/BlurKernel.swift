/// Three successive box filters that approximate a Gaussian. A box has weight 1 for `radius` pixels
/// on either side of the middle, and weight ``edge`` for one more, so that the variance is exact
/// (Gwosdek, Grewenig, Bruhn and Weickert 2011).
package struct BlurKernel: Hashable, Sendable {
  package static let passes = 3

  /// The pixels of full weight on either side of the middle.
  package let radius: Int32
  /// The weight of the outermost pixels: at least 0 and below 1.
  package let edge: Float

  /// - Parameter sigma: the standard deviation in pixels, finite and not negative.
  init(sigma: Double) {
    let variance = sigma * sigma / Double(Self.passes)
    let radius = (((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down)
    // The variance of a box with the ends α is (r(r+1)(2r+1)/3 + 2α(r+1)²) / (2r + 1 + 2α).
    let next = (radius + 1) * (radius + 1)
    let edge =
      (2 * radius + 1) * (radius * (radius + 1) / 3 - variance) / (2 * (variance - next))
    self.radius = Int32(radius)
    self.edge = Float(min(max(edge, 0), 1))
  }

  package var isIdentity: Bool { radius == 0 && edge == 0 }

  /// How many pixels beyond the result one box reads on either side.
  package var reachOfBox: Int { isIdentity ? 0 : Int(radius) + 1 }
  /// How many pixels beyond the result all boxes together read on either side.
  package var reach: Int { Self.passes * reachOfBox }
}
