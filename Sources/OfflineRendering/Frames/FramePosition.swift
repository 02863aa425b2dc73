import AnimCore

/// A frame specified by users: its number, or a percentage of the played frames. All options and
/// files that specify frames use this type, so they all have the same meaning.
package enum FramePosition: Hashable, Sendable {
  /// The number of the frame. The first frame is 0. Positions between frames are fractions.
  case number(Fraction)
  /// A percentage between the first (0) and the last (100) played frame, rounded to an integral
  /// frame.
  case percent(Fraction)

  /// The maximum frame number.
  package static let largest = 1_000_000_000

  /// Parses a number of at most ``largest``, or a percentage of at most 100. Returns `nil` for
  /// other text.
  package init?(_ text: some StringProtocol) {
    if text.hasSuffix("%") {
      guard let percent = Fraction(decimal: text.dropLast()), percent >= 0, percent <= 100 else {
        return nil
      }
      self = .percent(percent)
    } else {
      guard let number = Fraction(decimal: text), number >= 0, number <= Fraction(Self.largest)
      else { return nil }
      self = .number(number)
    }
  }

  /// Parses an integer, which consists only of digits, or a percentage.
  package init?(whole text: some StringProtocol) {
    self.init(text)
    if case .number = self, !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return nil }
  }

  /// Whether the position requires a video with an end.
  var isRelative: Bool { if case .percent = self { true } else { false } }

  /// Returns the number of the frame.
  ///
  /// - Parameters:
  ///   - played: The first and the last played frame, which percentages refer to, or `nil` if there
  ///     is no end.
  ///   - all: The first and the last existing frame, or `nil` if they are the played ones.
  package func number(
    in played: ClosedRange<Int>?, of all: ClosedRange<Int>? = nil
  ) throws(FrameNumberError) -> Fraction {
    switch self {
    case .number(let number):
      guard let all = all ?? played else { return number }
      if number < Fraction(all.lowerBound) {
        throw .beforeFirst(number, first: all.lowerBound)
      }
      // The time between the last frame and the end belongs to the last frame.
      if number >= Fraction(all.upperBound + 1) {
        throw .pastEnd(number, last: all.upperBound)
      }
      return number
    case .percent(let percent):
      guard let played else { throw .noEnd }
      let steps = Fraction(played.upperBound - played.lowerBound)
      return Fraction(played.lowerBound + (percent * steps / 100).rounded)
    }
  }

  /// Returns the number of the frame in a scene.
  package func number(in scene: any Scene) throws(FrameNumberError) -> Fraction {
    try number(in: scene.wholeFrames, of: scene.allWholeFrames)
  }
}

/// The reason why frames don't exist.
package enum FrameNumberError: Error, Hashable {
  case beforeFirst(Fraction, first: Int)
  case pastEnd(Fraction, last: Int)
  /// Percentages of an endless video.
  case noEnd
  case noFrames
  /// A list that doesn't fit into memory.
  case tooManyFrames
}

extension FrameNumberError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .beforeFirst(let number, let first):
      "frame \(number) does not exist; the first is \(first)"
    case .pastEnd(let number, let last): "frame \(number) does not exist; the last is \(last)"
    case .noEnd: "there is no last frame; use numbers instead of percentages"
    case .noFrames: "no frames"
    case .tooManyFrames: "a list of too many frames"
    }
  }
}

extension Scene {
  /// The numbers of the first and the last integral played frame, or `nil` for an endless scene.
  package var wholeFrames: ClosedRange<Int>? {
    guard let frames = playback?.frames else { return nil }
    let (start, count) = (frames.lowerBound, (frames.upperBound - frames.lowerBound).ceiling)
    let first = Self.clamped(start.ceiling)
    return first...max(first, Self.clamped((start + Fraction(max(count - 1, 0))).floor))
  }

  /// The numbers of the first and the last integral frame, or `nil` for an endless scene.
  package var allWholeFrames: ClosedRange<Int>? {
    playback.map { 0...max(Self.clamped($0.times.exactCount.ceiling) - 1, 0) }
  }

  private static func clamped(_ frame: Int) -> Int { min(max(frame, 0), FramePosition.largest) }
}
