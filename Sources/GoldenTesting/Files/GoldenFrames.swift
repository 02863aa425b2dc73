import AnimCore
import LinuxSystem
import OfflineRendering

/// The frames of an animation that are tested: `0,25%,50%,75%,100%`.
package struct GoldenFrames: Hashable, Sendable {
  private let positions: [FramePosition]

  /// The default for an animation with an end.
  static let `default` = GoldenFrames([0, 25, 50, 75, 100].map(FramePosition.percent))
  /// The default for a scene, which has no end.
  static let defaultOfScenes = GoldenFrames([0, 30, 60, 90, 120].map(FramePosition.number))

  private init(_ positions: [FramePosition]) { self.positions = positions }

  /// Parses numbers and percentages, separated by commas. Returns `nil` for other text.
  package init?(_ text: String) {
    self.init(
      words: text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) })
  }

  /// Parses the contents of a file: numbers and percentages, separated by commas, spaces and line
  /// ends. A number sign starts a comment.
  init?(contents: String) {
    let words = contents.split(whereSeparator: \.isNewline)
      .flatMap { $0.prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "," } }
    self.init(words: words.map { String($0) })
  }

  private init?(words: [String]) {
    let positions = words.compactMap { FramePosition(whole: $0) }
    guard positions.count == words.count, !positions.isEmpty else { return nil }
    self.positions = positions
  }

  /// Returns the numbers of the frames, without duplicates and in order.
  ///
  /// - Parameters: see ``FramePosition/number(in:of:)``.
  func numbers(
    in played: ClosedRange<Int>?, of all: ClosedRange<Int>? = nil
  ) throws(FrameNumberError) -> [Int] {
    var numbers: Set<Int> = []
    for position in positions { numbers.insert(try position.number(in: played, of: all).rounded) }
    return numbers.sorted()
  }

  /// Returns the numbers of the frames in a scene, without duplicates and in order.
  func numbers(in scene: any Scene) throws(FrameNumberError) -> [Int] {
    try numbers(in: scene.wholeFrames, of: scene.allWholeFrames)
  }

  /// Reads `spinner.frames` for `spinner.json`, or `rating.lottie.tap.frames` for the script
  /// `rating.lottie.tap.script`. Returns `nil` if the file doesn't exist.
  init?(beside subject: GoldenSubject) throws(Failure) {
    guard !subject.isScene else { return nil }
    let path = FilePath.join(FilePath.folder(of: subject.name), subject.stem + ".frames")
    let limit = 1 << 20
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw Failure("\(error)", status: .noInput)
    }
    guard bytes.count <= limit,
      let frames = GoldenFrames(contents: String(decoding: bytes.withoutMark, as: UTF8.self))
    else {
      throw Failure(
        "\(path): invalid frames; write numbers and percentages such as 0, 12 and 50%",
        status: .noInput)
    }
    self = frames
  }
}

extension [UInt8] {
  /// The bytes without the byte order mark that some editors write.
  var withoutMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}
