import AnimCore

/// How the shapes scene looks and moves.
package struct ShapesConfiguration: Hashable, Sendable {
  /// Seconds that the arrow takes for its track; more than 0.
  package var duration: Seconds = 6
  /// Corners of the rosette, 3 ... 99.
  package var corners = 7
  /// The width of the rosette's outline and of the dashes, in 1/100 of the shorter side of the
  /// view; not negative.
  package var strokeWidth = 1.6
  package var join = StrokeStyle.Join.miter
  package var cap = StrokeStyle.Cap.round
  /// The circle's alternating dashes and gaps, in 1/100 of the shorter side of the view; not
  /// negative. The circle is solid if there are none or they add up to 0.
  package var dashes = [5.0, 3, 0, 3]
  /// What is inside the rosette, which intersects itself.
  package var fillRule = FillRule.nonzero
  /// The rosette's colour, from its focus outwards.
  package var color = Color(rgb: 0xFF6B57)

  package init() {}
}
