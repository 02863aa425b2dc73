import AnimCore
import PacingPattern

/// All scenes by name, in the order in which they are listed and browsed. The first one is the
/// default.
package enum SceneCatalog {
  package struct Entry: Sendable {
    /// The name of the scene on the command line.
    package let name: String
    /// A one-line summary.
    package let summary: String
    /// The names of the scenes that it shows: its own, or several side by side.
    package let parts: [String]
    /// Creates the scene and its clocks, at time zero.
    package let open: @Sendable (SceneConfiguration) -> DemoScene

    init(
      name: String, summary: String, parts: [String]? = nil,
      open: @escaping @Sendable (SceneConfiguration) -> DemoScene
    ) {
      self.name = name
      self.summary = summary
      self.parts = parts ?? [name]
      self.open = open
    }

    /// Creates the scene, at time zero.
    package func make(_ configuration: SceneConfiguration) -> any Scene {
      open(configuration).scene
    }
  }

  package static let entries = [
    Entry(
      name: "tiled", summary: "fan, squares and clock side by side",
      parts: ["fan", "squares", "clock"]
    ) { configuration in
      let clock = ClockScene(configuration: configuration.clock.look)
      let scenes: [any Scene] = [
        FanScene(configuration: configuration.tiledFan),
        SquaresScene(configuration: configuration.squares), clock,
      ]
      return DemoScene(TiledScene(scenes), adjustClocks: clock.adjustClocks)
    },
    Entry(name: "fan", summary: "a circle that opens like a fan") {
      DemoScene(FanScene(configuration: $0.fan))
    },
    Entry(name: "squares", summary: "squares with velocity and acceleration") {
      DemoScene(SquaresScene(configuration: $0.squares))
    },
    Entry(name: "clock", summary: "a clock whose hands are animated layers") {
      let clock = ClockScene(configuration: $0.clock.look)
      return DemoScene(clock, adjustClocks: clock.adjustClocks)
    },
    Entry(name: "shapes", summary: "paths, strokes and gradients on animated layers") {
      DemoScene(ShapesScene(configuration: $0.shapes))
    },
    Entry(name: "pacing", summary: "a test pattern: does every frame reach the screen?") {
      DemoScene(PacingScene(configuration: $0.pacing))
    },
  ]

  /// Returns the index of the scene called `name` in ``entries``, or `nil` if it doesn't exist.
  package static func index(of name: String) -> Int? {
    entries.firstIndex { $0.name == name }
  }
}

/// A scene of the catalogue, with access to its clocks if it has any.
package struct DemoScene {
  package let scene: any Scene
  /// Sets the scene's clocks ahead by a number of seconds, or back if it is negative. Does nothing
  /// in a scene without clocks.
  package let adjustClocks: (Seconds) -> Void

  package init(_ scene: any Scene, adjustClocks: @escaping (Seconds) -> Void = { _ in }) {
    self.scene = scene
    self.adjustClocks = adjustClocks
  }
}
