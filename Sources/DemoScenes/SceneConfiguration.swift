import AnimCore
import PacingPattern

/// The scene to show, and the configuration of all scenes.
package struct SceneConfiguration: Hashable, Sendable {
  /// The index of the scene in the catalogue.
  package var index = 0
  /// The background; by default, a white that does not glare.
  package var background = Color(rgb: 0xFAFAF7)
  /// The fan when it is the only scene in the picture.
  package var fan = FanConfiguration()
  /// The fan beside other scenes.
  package var tiledFan = FanConfiguration.tiled
  package var squares = SquaresConfiguration()
  package var clock = WallClockConfiguration()
  package var shapes = ShapesConfiguration()
  /// If its rate is nil, that of the frames is used.
  package var pacing = PacingConfiguration()

  package init() { squares.palette = SquaresConfiguration.defaultPalette }
}
