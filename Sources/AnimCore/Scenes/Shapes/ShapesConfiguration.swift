/// How the shapes scene looks and moves.
package struct ShapesConfiguration: Hashable, Sendable {
  /// Seconds in which the arrow goes once round its track; more than 0.
  package var duration: Seconds = 6
  /// Corners of the rosette, 3 ... 99.
  package var corners = 7
  /// Of the rosette's outline and the dashes, in 1/100 of the shorter side of the view; not
  /// negative.
  package var strokeWidth = 1.6
  package var join = StrokeStyle.Join.miter
  package var cap = StrokeStyle.Cap.round
  /// Dashes and gaps of the circle in turn, in 1/100 of the shorter side of the view; not negative.
  /// None, or a sum of 0, draws it solid.
  package var dashes = [5.0, 3, 0, 3]
  /// What is inside of the rosette, which crosses itself.
  package var fillRule = FillRule.nonzero
  /// Of the rosette, from its focus outwards.
  package var color = Color(rgb: 0xFF6B57)

  package init() {}
}
