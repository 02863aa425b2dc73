import AnimCore
import PacingPattern

/// The scene to show, and the configuration of all scenes.
package struct SceneConfiguration: Hashable, Sendable {
  /// The index of the scene in the catalogue.
  package var index = 0
  /// The background, which is a soft white by default.
  package var background = Color(rgb: 0xFAFAF7)
  /// The fan as the only scene in the image.
  package var fan = FanConfiguration()
  /// The fan next to other scenes.
  package var tiledFan = FanConfiguration.tiled
  package var squares = SquaresConfiguration()
  package var clock = WallClockConfiguration()
  package var shapes = ShapesConfiguration()
  /// The test pattern. If its rate is `nil`, the frame rate is used.
  package var pacing = PacingConfiguration()

  package init() { squares.palette = SquaresConfiguration.defaultPalette }
}
