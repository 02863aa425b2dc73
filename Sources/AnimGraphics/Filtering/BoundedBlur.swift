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
