/// What parts measure with.
struct BenchConfiguration {
  /// The viewer's program.
  var viewer: String
  /// Where the kernels and the peers are.
  var kernels: String
  /// The program that draws frames of Lottie files.
  var lottieFrames: String
  var peers: String
  /// A Python that has the peers that come as its packages.
  var python: String
  /// Where the programs of peers are that are no machine code.
  var scripts: String
  var server: Server
  /// How many times everything is measured, all programs in turn.
  var rounds: Int
  /// Where instruction counts to compare with are kept, and whether to replace them.
  var baseline: String
  var updatesBaseline: Bool

  func peer(_ name: String) -> String { "\(peers)/\(name)" }
}

/// What is measured together; each can be asked for by name.
struct Part: Sendable {
  let name: String
  let measure: @Sendable (BenchConfiguration) throws -> [BenchResult]

  static let all = [
    Part(name: "squares", measure: measureSixtySquares),
    Part(name: "million", measure: measureManySquares),
    Part(name: "sector", measure: measureSector),
    Part(name: "vector", measure: measureVector),
    Part(name: "lottie", measure: measureLottie),
    Part(name: "blits", measure: measureBlits),
    Part(name: "lateness", measure: measureLateness),
    Part(name: "start", measure: measureStart),
    Part(name: "steady", measure: measureSteadyState),
    Part(name: "film", measure: measureFilm),
    Part(name: "layers", measure: measureLayers),
    Part(name: "instructions", measure: measureInstructions),
  ]
}
