/// The options of all scenes.
package struct SceneConfiguration: Sendable {
  /// Of the fan that is alone in the picture.
  package var fan: FanOptions
  /// Of the fan beside other scenes.
  package var tiledFan: FanOptions
  package var squares: SquareOptions
  package var clock: ClockOptions
  package var shapes: ShapesOptions
  package var pacing: PacingOptions

  package init(
    fan: FanOptions = FanOptions(), tiledFan: FanOptions = .tiled,
    squares: SquareOptions = SquareOptions(), clock: ClockOptions = ClockOptions(),
    shapes: ShapesOptions = ShapesOptions(), pacing: PacingOptions = PacingOptions()
  ) {
    self.fan = fan
    self.tiledFan = tiledFan
    self.squares = squares
    self.clock = clock
    self.shapes = shapes
    self.pacing = pacing
  }
}

/// All scenes by name, in the order in which they are listed and paged through. The first is the
/// one that is shown where nobody asks for another.
package enum SceneCatalog {
  package struct Entry: Sendable {
    /// What the scene is called on the command line.
    package let name: String
    /// What it shows, in one line.
    package let summary: String
    /// The names of the scenes that are to be seen in it: itself, or those side by side.
    package let parts: [String]
    /// Makes the scene, its time at zero.
    package let make: @Sendable (SceneConfiguration) -> any Scene

    init(
      name: String, summary: String, parts: [String]? = nil,
      make: @escaping @Sendable (SceneConfiguration) -> any Scene
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
    ) { options in
      TiledScene([
        FanScene(options: options.tiledFan), SquaresScene(options: options.squares),
        ClockScene(options: options.clock),
      ])
    },
    Entry(name: "fan", summary: "a circle that opens like a fan") { FanScene(options: $0.fan) },
    Entry(name: "squares", summary: "squares with velocity and acceleration") {
      SquaresScene(options: $0.squares)
    },
    Entry(name: "clock", summary: "a clock whose hands are animated layers") {
      ClockScene(options: $0.clock)
    },
    Entry(name: "shapes", summary: "paths, strokes and gradients on animated layers") {
      ShapesScene(options: $0.shapes)
    },
    Entry(name: "pacing", summary: "a test pattern: does every frame reach the screen?") {
      PacingScene(options: $0.pacing)
    },
  ]

  /// The place in ``entries`` of the scene called `name`; nil where there is none of that name.
  package static func index(of name: String) -> Int? {
    entries.firstIndex { $0.name == name }
  }
}
