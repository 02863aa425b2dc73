/// The programs and settings for measurements.
struct BenchConfiguration {
  /// The path of the viewer.
  var viewer: String
  /// The program that runs the kernels.
  var kernels: String
  /// The program that draws frames of Lottie and SVG files.
  var animationFrames: String
  /// The player for web pages.
  var player: String
  /// The folder of the compiled peers.
  var peers: String
  /// A Python with the peers that are Python packages.
  var python: String
  /// The folder of the peers that are scripts.
  var scripts: String
  var server: Server
  /// The number of times that everything is measured, alternating between all programs.
  var rounds: Int
  /// The file of instruction counts to compare with, and whether to replace it.
  var baseline: String
  var updatesBaseline: Bool
  /// Whether to only check that every part works, with meaningless values.
  var isSmokeRun: Bool
  /// The peers that aren't installed, which is only allowed in a smoke run.
  var missing: Set<String>

  func peer(_ name: String) -> String { "\(peers)/\(name)" }

  /// Returns a number of frames, repetitions or seconds, which is smaller in a smoke run.
  func amount<Number>(_ full: Number, smoke: Number) -> Number { isSmokeRun ? smoke : full }

  /// Measures with a peer, or returns `nil` if it isn't installed.
  func with<Value>(_ peer: String, _ measure: () throws -> Value) rethrows -> Value? {
    missing.contains(peer) ? nil : try measure()
  }
}

extension Array {
  /// Appends a measurement with a peer, if the peer is installed.
  mutating func append(ifMeasured value: Element?) {
    if let value { append(value) }
  }
}

/// A group of measurements, which can be requested by name.
struct Part: Sendable {
  let name: String
  let measure: @Sendable (BenchConfiguration) throws -> [BenchResult]
  /// Whether to measure it only on request, and in smoke runs.
  var isOnRequest = false

  static let all = [
    Part(name: "squares", measure: measureSixtySquares),
    Part(name: "million", measure: measureManySquares),
    Part(name: "sprites", measure: measureSprites),
    Part(name: "sector", measure: measureSector),
    Part(name: "vector", measure: measureVector),
    Part(name: "lottie", measure: measureLottie),
    Part(name: "svg", measure: measureSVG),
    Part(name: "large", measure: measureLargeFrames),
    Part(name: "heavy", measure: measureHeavyScenes),
    Part(name: "expressions", measure: measureExpressions),
    Part(name: "blits", measure: measureBlits),
    Part(name: "lateness", measure: measureLateness),
    Part(name: "start", measure: measureStart),
    Part(name: "steady", measure: measureSteadyState),
    Part(name: "overview", measure: measureOverview),
    Part(name: "video", measure: measureVideo),
    Part(name: "pictures", measure: measureImages),
    Part(name: "wallpaper", measure: measureWallpaper),
    Part(name: "check", measure: measureCheck),
    Part(name: "layers", measure: measureLayers),
    Part(name: "library", measure: measureLibrary),
    Part(name: "player", measure: measurePlayer),
    Part(name: "instructions", measure: measureInstructions),
    Part(name: "soak", measure: measureSoak, isOnRequest: true),
  ]
}
