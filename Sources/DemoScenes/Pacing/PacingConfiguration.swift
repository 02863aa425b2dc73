import AnimCore

/// How the test pattern looks and moves.
package struct PacingConfiguration: Hashable, Sendable {
  /// The pattern's frames per second; nil for ``defaultRate``. To test a display, use its refresh
  /// rate, so that there is one frame for every slot.
  package var rate: RefreshRate?
  /// The distance that the bar moves from frame to frame, in pixels of the picture; at least 1.
  package var step = 8

  package init() {}

  package static let defaultRate = RefreshRate(hertz: 60)
}
