/// Three successive box filters that approximate a Gaussian.
///
/// A box has the weight 1 for `radius` pixels on either side of the middle, and the weight ``edge``
/// for the next pixel, so that the variance is exact (Gwosdek, Grewenig, Bruhn and Weickert 2011).
package struct BlurKernel: Hashable, Sendable {
  static let passes = 3

  /// The pixels of full weight on either side of the middle.
  let radius: Int32
  /// The weight of the outermost pixels: at least 0 and below 1.
  let edge: Float

  /// Creates the kernel for a standard deviation in pixels, which is finite and not negative.
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

  var isIdentity: Bool { radius == 0 && edge == 0 }

  /// The number of pixels that one box reads beyond the result on each side.
  var reachOfBox: Int { isIdentity ? 0 : Int(radius) + 1 }
  /// The number of pixels that all boxes together read beyond the result on each side.
  var reach: Int { Self.passes * reachOfBox }
}

/// A blur along one axis whose time doesn't grow with its deviation.
///
/// The deviation is limited to twice the size of the image. The result of each box is then reduced
/// by the same factor, because all pixels have nearly equal weights.
struct BoundedBlur {
  let kernel: BlurKernel
  let strength: Double

  /// Creates a blur.
  /// - Parameter extent: The number of pixels of the image along the axis.
  init(sigma: Double, extent: Int) {
    // Beyond 16,000, sums of channels would exceed 32 bits.
    let most = Double(min(2 * extent, 16_000))
    let sigma = sigma > 0 ? sigma : 0
    kernel = BlurKernel(sigma: min(sigma, most))
    let weight = sigma > most ? most / sigma : 1
    strength = weight * weight * weight
  }
}
