/// An image as a paint. Beyond its edges the pixels at the edge go on.
public struct ImagePaint: Hashable, Sendable {
  /// How colours between the centres of the image's pixels are found.
  public enum Sampling: Hashable, Sendable {
    /// The pixel that the place is in.
    case nearest
    /// The four pixels around the place, in proportion. Where the image is drawn much smaller than it
    /// is, those of a copy that is reduced by a power of two.
    case bilinear
  }

  public var image: Image
  public var sampling: Sampling
  /// From the image's space, where a pixel is one unit wide and the first begins at zero, to that
  /// of the shape.
  public var transform: Transform

  public init(_ image: Image, sampling: Sampling = .bilinear, transform: Transform = .identity) {
    self.image = image
    self.sampling = sampling
    self.transform = transform
  }
}
