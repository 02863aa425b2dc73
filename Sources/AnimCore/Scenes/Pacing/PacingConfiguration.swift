/// How the test pattern looks and moves.
package struct PacingConfiguration: Hashable, Sendable {
  /// How many frames the pattern counts in a second. To judge a display, its own refresh rate:
  /// then there is one frame for every slot. Nil for ``defaultRate``.
  package var rate: RefreshRate?
  /// How far the bar moves from frame to frame, in pixels of the picture; at least 1.
  package var step = 8

  package init() {}

  package static let defaultRate = RefreshRate(hertz: 60)
}
