/// The options of all scenes.
public struct SceneConfiguration: Sendable {
  public var fan: FanOptions
  public var squares: SquareOptions
  public var clock: ClockOptions
  public var shapes: ShapesOptions
  public var pacing: PacingOptions

  public init(
    fan: FanOptions = FanOptions(), squares: SquareOptions = SquareOptions(),
    clock: ClockOptions = ClockOptions(), shapes: ShapesOptions = ShapesOptions(),
    pacing: PacingOptions = PacingOptions()
  ) {
    self.fan = fan
    self.squares = squares
    self.clock = clock
    self.shapes = shapes
    self.pacing = pacing
  }
}

/// All scenes by name, in the order in which they are listed and paged through. The first is the
/// one that is shown where nobody asks for another.
public enum SceneCatalog {
  public struct Entry: Sendable {
    /// What the scene is called on the command line.
    public let name: String
    /// What it shows, in one line.
    public let summary: String
    /// Makes the scene, its time at zero.
    public let make: @Sendable (SceneConfiguration) -> any Scene
  }

  public static let entries = [
    Entry(name: "tiled", summary: "fan, squares and clock side by side") { options in
      TiledScene([
        FanScene(options: options.fan), SquaresScene(options: options.squares),
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
  public static func index(of name: String) -> Int? {
    entries.firstIndex { $0.name == name }
  }
}
