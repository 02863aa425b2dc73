/// The programs and settings that parts measure with.
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
  /// A Python in which the peers that are Python packages are installed.
  var python: String
  /// The folder of the peers that are scripts.
  var scripts: String
  var server: Server
  /// How many times everything is measured, with all programs in turn.
  var rounds: Int
  /// The file of instruction counts to compare with, and whether to replace it.
  var baseline: String
  var updatesBaseline: Bool
  /// Whether only to see that every part works: the values mean nothing.
  var isSmokeRun: Bool
  /// The peers that are not installed, which only a smoke run allows.
  var missing: Set<String>

  func peer(_ name: String) -> String { "\(peers)/\(name)" }

  /// A number of frames, repetitions or seconds, of which a smoke run needs few.
  func amount<Number>(_ full: Number, smoke: Number) -> Number { isSmokeRun ? smoke : full }

  /// Measures with a peer; nil if it is not installed.
  func with<Value>(_ peer: String, _ measure: () throws -> Value) rethrows -> Value? {
    missing.contains(peer) ? nil : try measure()
  }
}

extension Array {
  /// Appends what was measured with a peer, if it is installed.
  mutating func append(ifMeasured value: Element?) {
    if let value { append(value) }
  }
}

/// Measurements that are made together, and can be requested by name.
struct Part: Sendable {
  let name: String
  let measure: @Sendable (BenchConfiguration) throws -> [BenchResult]
  /// Whether it is measured only if it is asked for by name, and in smoke runs.
  var isOnRequest = false

  static let all = [
    Part(name: "squares", measure: measureSixtySquares),
    Part(name: "million", measure: measureManySquares),
    Part(name: "sector", measure: measureSector),
    Part(name: "vector", measure: measureVector),
    Part(name: "lottie", measure: measureLottie),
    Part(name: "svg", measure: measureSVG),
    Part(name: "large", measure: measureLargeFrames),
    Part(name: "expressions", measure: measureExpressions),
    Part(name: "blits", measure: measureBlits),
    Part(name: "lateness", measure: measureLateness),
    Part(name: "start", measure: measureStart),
    Part(name: "steady", measure: measureSteadyState),
    Part(name: "overview", measure: measureOverview),
    Part(name: "film", measure: measureFilm),
    Part(name: "pictures", measure: measurePictures),
    Part(name: "layers", measure: measureLayers),
    Part(name: "player", measure: measurePlayer),
    Part(name: "instructions", measure: measureInstructions),
    Part(name: "soak", measure: measureSoak, isOnRequest: true),
  ]
}
