import AnimCore

/// A scene of the catalogue, and the handle to its clocks, which only some scenes have.
package struct DemoScene {
  package let scene: any Scene
  /// Sets the scene's clocks ahead by some seconds, or back if negative; does nothing in a scene
  /// without clocks.
  package let adjustClocks: (Seconds) -> Void

  package init(_ scene: any Scene, adjustClocks: @escaping (Seconds) -> Void = { _ in }) {
    self.scene = scene
    self.adjustClocks = adjustClocks
  }
}
