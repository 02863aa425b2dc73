/// An image as a paint. Beyond its edges, the pixels at the edge are repeated.
public struct ImagePaint: Hashable, Sendable {
  /// How the image is sampled between the centres of its pixels.
  public enum Sampling: Hashable, Sendable {
    /// The pixel that contains the point.
    case nearest
    /// The four pixels around the point, weighted by area. An image that is drawn much smaller than
    /// its own size is sampled from a copy reduced by a power of two.
    case bilinear
  }

  /// The image to paint with.
  public var image: Image
  /// How the image is sampled between the centres of its pixels. Bilinear by default.
  public var sampling: Sampling
  /// From the image's space, in pixels from its upper left corner, to that of the shape.
  public var transform: Transform

  public init(_ image: Image, sampling: Sampling = .bilinear, transform: Transform = .identity) {
    self.image = image
    self.sampling = sampling
    self.transform = transform
  }
}
