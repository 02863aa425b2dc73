/// A change of a group's picture as a whole. Lengths are in points of the view that the group is in.
///
/// A group's filters are applied in their order to the picture of its content, before its masks and
/// mattes cut it and before it is blended. To filter what a mask has cut, put the masks into a group
/// in the one that has the filters.
public enum Filter: Hashable, Sendable {
  /// Blurs by a Gaussian of the given standard deviations. A negative one, or what is not a number,
  /// counts as 0; one beyond 340 pixels, where ``DisplayList/maximumFilterReach`` ends, as that.
  ///
  /// The curve is that of three extended box filters after one another (Gwosdek et al. 2011), which
  /// has the exact deviation. The result is off by less than 2 % of the range of what is blurred, for
  /// deviations below 1.5 pixels by less than 4 %.
  case gaussianBlur(sigmaX: Double, sigmaY: Double, edges: Edges = .transparent)
  /// Puts the silhouette of the picture, in one colour, moved, and blurred as by
  /// ``gaussianBlur(sigmaX:sigmaY:edges:)``, below the picture. A shadow that falls farther away
  /// than ``DisplayList/maximumFilterReach`` is not drawn.
  case dropShadow(Color, offset: Vector, sigma: Double)
  /// Maps what is dark to one colour and what is bright, as ``Matte/Channel-swift.enum/luma`` has it,
  /// to another, and keeps the alpha. The amount, in 0...1, says how much of that is taken and how
  /// little of the picture as it was. The alphas of the colours are ignored.
  case tint(dark: Color, light: Color, amount: Double)
  /// Replaces all colours by one, whose alpha the picture's own is multiplied by.
  case fill(Color)

  /// What a blur takes for the pixels around a group's content.
  public enum Edges: UInt8, CaseIterable, Hashable, Sendable {
    /// They are clear, and the picture grows.
    case transparent
    /// They are as the nearest pixel of the rectangle around the content, which the picture remains
    /// cut to.
    case repeated
  }
}
