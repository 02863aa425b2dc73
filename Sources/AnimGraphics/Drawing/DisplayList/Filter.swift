/// An effect on a group's picture as a whole. Lengths are in points of the view that the group is
/// in.
///
/// A group's filters are applied in order to the picture of its content, before masks and mattes
/// cut the picture and before it is blended. To filter what a mask has cut, put the masks into a
/// group inside the group with the filters.
public enum Filter: Hashable, Sendable {
  /// A Gaussian blur with these standard deviations. Negative values and NaN count as 0. Values
  /// above 340 pixels are reduced to that, since the blur would exceed
  /// ``DisplayList/maximumFilterReach``.
  ///
  /// The Gaussian is approximated by three successive extended box filters (Gwosdek et al. 2011),
  /// which together have exactly its standard deviation. The error is less than 2 % of the range of
  /// the picture's values, or 4 % for deviations below 1.5 pixels.
  case gaussianBlur(sigmaX: Double, sigmaY: Double, edges: Edges = .transparent)
  /// A shadow below the picture: its silhouette in one colour, moved by `offset`, and blurred as by
  /// ``gaussianBlur(sigmaX:sigmaY:edges:)``. A shadow whose offset exceeds
  /// ``DisplayList/maximumFilterReach`` is not drawn.
  case dropShadow(Color, offset: Vector, sigma: Double)
  /// Maps dark colours to `dark` and bright ones to `light`, according to their luma (see
  /// ``Matte/Channel-swift.enum/luma``), and keeps the alpha. The result is mixed with the picture
  /// as it was: `amount`, clamped to 0...1, is the share of the result. The alphas of the two
  /// colours are ignored.
  case tint(dark: Color, light: Color, amount: Double)
  /// Replaces every colour by this one, and multiplies the picture's alpha by that of the colour.
  case fill(Color)

  /// What a blur reads for the pixels around a group's content.
  public enum Edges: UInt8, CaseIterable, Hashable, Sendable {
    /// Clear pixels; the picture grows.
    case transparent
    /// The nearest pixel of the rectangle around the content. The picture is clipped to that
    /// rectangle.
    case repeated
  }
}
