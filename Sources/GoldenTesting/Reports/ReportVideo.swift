import AnimCore
import OfflineRendering

/// An animation that differs, before and after the change.
struct ReportVideo: Sendable {
  let changes: FrameChanges
  /// Frames per second.
  let rate: Double
  var steps: [Step] = []
  /// The player, or `nil` if the steps contain all images.
  var player: Player?

  /// The frames of a video that is played.
  static let playedFrames = 10_000

  /// Both versions, as they are played.
  struct Player: Sendable {
    let expected: Version
    let actual: Version
  }

  struct Version: Sendable {
    let file: File
    let size: PixelSize
    let background: Color
    /// The number of its frames.
    let frames: Int
  }

  /// A file for the page's script.
  struct File: Sendable {
    let name: String
    /// The path, relative to the page, or the file itself.
    let path: String
  }

  struct Step: Sendable {
    let number: Int
    var expected: GoldenReport.Image?
    var actual: GoldenReport.Image?
    var difference: GoldenReport.Image?
    /// The difference, or `nil` if the images are equal or can't be compared.
    var measured: ImageDifference?
    /// Whether one version doesn't have the frame, or has another size.
    var isWhole = false
  }

  /// Records changes of frames that aren't drawn.
  mutating func note(_ found: [FrameChange]) {
    let positions = Dictionary(uniqueKeysWithValues: zip(steps.map(\.number), steps.indices))
    for change in found {
      guard let position = positions[change.number] else { continue }
      if case .pixels(let difference) = change.difference {
        steps[position].measured = difference
      } else {
        steps[position].isWhole = true
      }
    }
  }

  /// Returns the frames that a video shows: all, or if they are too many some at equal distances,
  /// and the first, the worst and the last that differ.
  static func numbers(of all: [Int], _ changes: FrameChanges, limit: Int) -> [Int] {
    guard all.count > limit else { return all }
    var numbers = Set((0..<limit).map { all[$0 * (all.count - 1) / (limit - 1)] })
    numbers.formUnion(changes.notable)
    return numbers.sorted()
  }
}

extension FrameChanges {
  /// The first frame that differs, the worst and the last.
  var notable: [Int] {
    Set([numbers.first, worst?.number, numbers.last].compactMap(\.self)).sorted()
  }
}
