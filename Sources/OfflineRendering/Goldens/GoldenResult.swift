import AnimCore

/// The result for one picture, or for an animation that could not be drawn.
struct GoldenResult: Sendable {
  /// The path of the file, or the name of the scene.
  let subject: String
  /// The number of the frame; nil if the animation could not be drawn.
  let frame: Int?
  /// The path of the golden, or that of the animation if it could not be drawn.
  let path: String
  let outcome: Outcome
  /// How long drawing and comparing took.
  let duration: Seconds

  enum Outcome: Sendable {
    case same
    case differs(GoldenDifference)
    case missing
    /// The animation cannot be drawn. The reason names the file; the status is ``ExitStatus/usage``
    /// if it can be read, but does not have what was asked for.
    case unreadable(String, ExitStatus = .noInput)
    /// A script expects what is not so. The text names the script and its line.
    case unmet(String)
    /// There was no golden, and it was written.
    case created
    /// The golden differed, and was written again; nil if it could not be read.
    case updated(GoldenDifference?)
  }
}

extension GoldenResult.Outcome {
  /// Whether this makes the test fail.
  var isFailure: Bool {
    switch self {
    case .differs, .missing, .unreadable, .unmet: true
    case .same, .created, .updated: false
    }
  }

  /// Whether the arguments ask for what the animation does not have.
  var isWrongUsage: Bool { if case .unreadable(_, .usage) = self { true } else { false } }
}

/// How a picture differs from its golden.
enum GoldenDifference: Sendable, CustomStringConvertible {
  case pixels(PictureDifference)
  case sizes(expected: PixelSize, actual: PixelSize)

  var description: String {
    switch self {
    case .pixels(let difference): "\(difference)"
    case .sizes(let expected, let actual):
      "\(actual.width)x\(actual.height) pixels instead of \(expected.width)x\(expected.height)"
    }
  }

  /// Nil if the pictures are the same.
  init?(_ expected: PixelImage, _ actual: PixelImage, _ tolerance: PictureTolerance) {
    guard let difference = PictureDifference(expected, actual) else {
      self = .sizes(expected: expected.size, actual: actual.size)
      return
    }
    if tolerance.allows(difference) { return nil }
    self = .pixels(difference)
  }
}
