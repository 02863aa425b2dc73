import AnimCore
import LinuxSystem
import OfflineRendering
import PlainText

/// The verdict on one golden, or on an animation that can't be drawn. All reports consist of these
/// results.
struct GoldenResult: Sendable {
  /// The path of the file, or the name of the scene.
  let subject: String
  /// The number of the frame, or `nil` for all frames together or if the animation can't be drawn.
  let frame: Int?
  /// The path of the golden, or that of the animation if it can't be drawn.
  let path: String
  var outcome: Outcome
  /// The time for drawing and comparing.
  let duration: Seconds
  /// The number of frames that were compared by their hashes, or have changed.
  var frames = 0
  /// A clause for each input that differs from the record in the golden, or `nil` if the golden has
  /// no record.
  var inputs: [String]?
  /// The changes in the file, if its earlier version is available.
  var edits: [String] = []
  /// The path of the animation in the compared revision, or `nil` if it is unchanged.
  var earlierPath: String?
  /// The path of the file that the file at ``path`` was compared with, or `nil` for a golden.
  var comparedPath: String?
  /// The hashes of frames without goldens, by which a renamed animation is recognized.
  var unclaimed: [ManifestLine] = []

  enum Outcome: Sendable {
    case same
    case differs(GoldenDifference)
    case missing
    /// There is no golden, but the golden of a removed animation has the same pixels.
    case renamed(from: String)
    /// The animation can't be drawn. The reason names the file. The status is ``ExitStatus/usage``
    /// if the file can be read but lacks something that was requested.
    case unreadable(String, ExitStatus = .noInput)
    /// An expectation of a script isn't met. The text names the script and its line.
    case unmet(String)
    /// The golden is new, or the revision lacks the animation.
    case created
    /// The golden of a removed animation was moved here, or the animation has this path in the
    /// revision.
    case moved(from: String)
    /// The animation was removed since the revision.
    case gone
    /// The golden differed and was replaced. The difference is `nil` if the old golden couldn't be
    /// read.
    case updated(GoldenDifference?)
  }
}

extension GoldenResult {
  /// The parts that distinguish the results of a run.
  struct Key: Hashable {
    let subject: String
    let path: String
    let frame: Int?
  }

  var key: Key { Key(subject: subject, path: path, frame: frame) }

  /// Additional lines: the old path, the inputs that differ, and the changes in the file.
  var notes: [String] {
    [
      comparedPath.map { "compared with \($0)" }, earlierPath.map { "was \($0)" },
      inputs.map(DrawingInputs.sentence),
    ].compactMap(\.self) + edits
  }
}

extension GoldenResult {
  /// Whether frames differ by their hashes, and the accepted version isn't available.
  var lacksAccepted: Bool {
    if case .frames(let changes)? = outcome.difference { changes.worst == nil } else { false }
  }
}

extension GoldenResult.Outcome {
  /// Whether this result makes the test fail.
  var isFailure: Bool {
    switch self {
    case .differs, .missing, .renamed, .unreadable, .unmet: true
    case .same, .created, .moved, .gone, .updated: false
    }
  }

  /// Whether the animation lacks something that the arguments request.
  var isWrongUsage: Bool { if case .unreadable(_, .usage) = self { true } else { false } }

  /// The difference, even if the golden has been replaced since.
  var difference: GoldenDifference? {
    switch self {
    case .differs(let difference): difference
    case .updated(let difference): difference
    default: nil
    }
  }
}

/// The difference of an image, or of all frames of an animation, from the expected result.
enum GoldenDifference: Sendable, CustomStringConvertible {
  case pixels(ImageDifference)
  case sizes(expected: PixelSize, actual: PixelSize)
  indirect case frames(FrameChanges)

  var description: String {
    switch self {
    case .pixels(let difference): "\(difference)"
    case .sizes(let expected, let actual):
      "\(actual.width)x\(actual.height) pixels instead of \(expected.width)x\(expected.height)"
    case .frames(let changes): "\(changes)"
    }
  }

  /// Creates the difference, or returns `nil` if the images are equal.
  init?(_ expected: PixelImage, _ actual: PixelImage, _ tolerance: ImageTolerance) {
    guard let difference = ImageDifference(expected, actual) else {
      self = .sizes(expected: expected.size, actual: actual.size)
      return
    }
    if tolerance.allows(difference) { return nil }
    self = .pixels(difference)
  }

  /// The weight for sorting differences: by size first, then by the number of different pixels, and
  /// then by the largest difference.
  var weight: (Int, Int) {
    switch self {
    case .pixels(let difference): (difference.pixels, difference.maximum)
    case .sizes: (.max, 0)
    case .frames(let changes): (changes.numbers.count, 0)
    }
  }
}

/// The frames of an animation that aren't as expected.
struct FrameChanges: Sendable, CustomStringConvertible {
  /// The numbers of the frames in ascending order. There is at least one.
  let numbers: [Int]
  /// The expected and actual numbers of frames.
  let expected: Int
  let actual: Int
  /// The compared moments, to which the numbers refer, or `nil` if they are numbers of frames.
  var moments: Moments?
  /// The frame that differs most, if its expected image is available.
  var worst: FrameChange?
  /// A clause about masks that changed since the hashes were accepted, or `nil` if they are the same.
  var maskChange: String?

  var description: String {
    let masks = maskChange.map { "; \($0)" } ?? ""
    if let moments { return description(of: moments) + masks }
    let frames = agreeing(numbers.count, "frame", "frames") + " \(FrameRanges(numbers))"
    let total = "\(numbers.count) of \(max(expected, actual))"
    let length = expected == actual ? "" : "; \(counted(actual, "frame")) instead of \(expected)"
    let most = worst.map { ", most in frame \($0)" } ?? ""
    return "\(frames) (\(total))\(length)\(most)\(masks)"
  }

  /// Returns the name of a frame or a moment: "frame 12" or "0.4 s".
  func name(of number: Int) -> String {
    moments.map { "\($0.text(of: number)) s" } ?? "frame \(number)"
  }

  private func description(of moments: Moments) -> String {
    let times = FrameRanges(numbers).description { moments.text(of: $0) }
    let total = "\(numbers.count) of \(counted(moments.times.count, "moment"))"
    let length =
      moments.haveOtherDurations
      ? "; \(secondsText(moments.actualEnd)) s instead of \(secondsText(moments.expectedEnd)) s"
      : ""
    let most =
      worst.map { worst in
        ", most at \(moments.text(of: worst.number)) s"
          + (worst.difference.map { ": \($0)" } ?? "")
      } ?? ""
    return "at \(times) s (\(total))\(length)\(most)"
  }
}

/// A frame that differs.
struct FrameChange: Sendable, CustomStringConvertible {
  let number: Int
  /// The difference, or `nil` if only one of the animations has the frame.
  let difference: GoldenDifference?

  var description: String { "\(number)" + (difference.map { ": \($0)" } ?? "") }

  /// Returns the frame with the largest difference, or the first of several. Frames that only one
  /// of the animations has aren't compared.
  static func worst(_ changes: [FrameChange]) -> FrameChange? {
    changes.reduce(nil) { worst, change in
      guard let weight = change.difference?.weight else { return worst }
      guard let other = worst?.difference?.weight, weight <= other else { return change }
      return worst
    }
  }
}
