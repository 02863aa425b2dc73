import AnimCore

/// All scenes by name, in the order in which they are listed and paged through. The first one is
/// the default.
package enum SceneCatalog {
  package struct Entry: Sendable {
    /// The name of the scene on the command line.
    package let name: String
    /// A summary in one line.
    package let summary: String
    /// The names of the scenes that it shows: itself, or several side by side.
    package let parts: [String]
    /// Makes the scene, at time zero.
    package let make: @Sendable (Configuration) -> any Scene

    init(
      name: String, summary: String, parts: [String]? = nil,
      make: @escaping @Sendable (Configuration) -> any Scene
    ) {
      self.name = name
      self.summary = summary
      self.parts = parts ?? [name]
      self.make = make
    }
  }

  package static let entries = [
    Entry(
      name: "tiled", summary: "fan, squares and clock side by side",
      parts: ["fan", "squares", "clock"]
    ) { configuration in
      TiledScene([
        FanScene(configuration: configuration.tiledFan),
        SquaresScene(configuration: configuration.squares),
        ClockScene(configuration: configuration.clock),
      ])
    },
    Entry(name: "fan", summary: "a circle that opens like a fan") {
      FanScene(configuration: $0.fan)
    },
    Entry(name: "squares", summary: "squares with velocity and acceleration") {
      SquaresScene(configuration: $0.squares)
    },
    Entry(name: "clock", summary: "a clock whose hands are animated layers") {
      ClockScene(configuration: $0.clock)
    },
    Entry(name: "shapes", summary: "paths, strokes and gradients on animated layers") {
      ShapesScene(configuration: $0.shapes)
    },
    Entry(name: "pacing", summary: "a test pattern: does every frame reach the screen?") {
      PacingScene(configuration: $0.pacing)
    },
  ]

  /// The index in ``entries`` of the scene called `name`, or nil if there is none.
  package static func index(of name: String) -> Int? {
    entries.firstIndex { $0.name == name }
  }
}

extension SceneCatalog {
  /// The configuration of all scenes.
  package struct Configuration: Sendable {
    /// For the fan alone in the picture.
    package var fan = FanConfiguration()
    /// For the fan beside other scenes.
    package var tiledFan = FanConfiguration.tiled
    package var squares = SquaresConfiguration()
    package var clock = ClockConfiguration()
    package var shapes = ShapesConfiguration()
    package var pacing = PacingConfiguration()

    package init() {}
  }
}
