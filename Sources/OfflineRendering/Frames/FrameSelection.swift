import AnimCore

/// A selection of frames of a video.
///
/// It is written as `N` for the first N frames, or as a comma-separated list of parts. A part is
/// `A-B` including B, `A..<B` or `A..B` excluding B, or, in a list, the number of a single frame.
/// `A-BxS` selects every S-th frame, and `A-` or `A..` all frames starting at A, if there is an
/// end. Shells interpret an unquoted `<` as a redirection; the other forms need no quotes. If there
/// is an end, A, B and N can be percentages: `50%` is `0%-50%`.
///
/// A list can end with a comma. Render queues write a chunk as `1-10`, but a single frame as `7`.
/// Their token followed by a comma always selects exactly these frames.
///
/// `all` selects every frame.
package struct FrameSelection: Hashable, Sendable {
  private let parts: [Part]

  /// The maximum number of frames in a list of several parts. Their numbers are kept in memory.
  static let listLimit = 10_000_000

  /// All existing frames.
  package static let all = FrameSelection(
    parts: [Part(first: .position(.percent(0)), last: .position(.percent(100)), includesLast: true)]
  )

  /// Parses a selection. Returns `nil` if it is invalid.
  package init?(_ text: String) {
    guard let selection = Self.selection(text) else { return nil }
    self = selection
  }

  private init(parts: [Part]) { self.parts = parts }

  /// Whether the selection requires a video with an end.
  package var isRelative: Bool { parts.contains(where: \.isRelative) }

  /// Returns the numbers of the frames, without duplicates and in ascending order. The first frame
  /// of the video has the number `first`.
  ///
  /// - Parameter total: The number of frames in the video, or `nil` if it has no end.
  package func numbers(of total: Int?, first: Int = 0) throws(FrameNumberError) -> FrameNumbers {
    let video = total.map { first...first + max($0, 1) - 1 }
    var numbers: [FrameNumbers] = []
    for part in parts { numbers.append(try part.numbers(in: video, first: first)) }
    if numbers.count == 1 { return numbers[0] }
    guard numbers.reduce(0, { $0 + $1.count }) <= Self.listLimit else { throw .tooManyFrames }
    var all = numbers.flatMap { part in (0..<part.count).map { part[$0] } }
    all.sort()
    var distinct: [Int] = []
    for number in all where number != distinct.last { distinct.append(number) }
    return .list(distinct)
  }
}

extension FrameSelection {
  private struct Part: Hashable {
    var first: Bound
    var last: Bound
    /// Whether the part includes its last frame.
    var includesLast: Bool
    var step = 1
    /// Whether the part has no end, so it contains at least its first frame.
    var isOpen = false

    /// Whether the part requires a video with an end.
    var isRelative: Bool { first.isRelative || last.isRelative }

    /// Returns the numbers of the part.
    /// - Parameters:
    ///   - video: The numbers of the video's frames, or `nil` if it has no end.
    ///   - offset: The number of the first frame.
    func numbers(
      in video: ClosedRange<Int>?, first offset: Int
    ) throws(FrameNumberError) -> FrameNumbers {
      let start = try first.number(in: video, first: offset)
      let given = try last.number(in: video, first: offset) + (includesLast ? 1 : 0)
      let end = isOpen ? max(given, start + 1) : given
      return .regular(first: start, count: max(0, end - start + step - 1) / step, step: step)
    }
  }

  private enum Bound: Hashable {
    case position(FramePosition)
    /// The number of frames after the first frame of the video.
    case count(Int)

    /// Returns the number of the frame, which may not exist. ``VideoFrames`` checks that, and may
    /// skip the frame.
    func number(
      in video: ClosedRange<Int>?, first: Int
    ) throws(FrameNumberError) -> Int {
      switch self {
      case .position(.number(let number)): number.rounded
      case .position(let percentage): try percentage.number(in: video).rounded
      case .count(let count): first + count
      }
    }

    var isRelative: Bool {
      if case .position(let position) = self { position.isRelative } else { false }
    }
  }

  private static func selection(_ text: String) -> FrameSelection? {
    if text == "all" { return all }
    let texts = text.split(separator: ",", omittingEmptySubsequences: false)
    if texts.count == 1, let bound = bound(text[...]) {
      switch bound {
      case .number(let count):
        guard count > 0 else { return nil }
        return FrameSelection(
          parts: [Part(first: .count(0), last: .count(count.rounded), includesLast: false)])
      case .percent:
        return FrameSelection(
          parts: [
            Part(first: .position(.percent(0)), last: .position(bound), includesLast: true)
          ])
      }
    }
    let parts = (texts.count > 1 && texts.last == "" ? texts.dropLast() : texts).map(part)
    return parts.contains { $0 == nil } ? nil : FrameSelection(parts: parts.compactMap(\.self))
  }

  private static func part(_ text: Substring) -> Part? {
    var (text, step) = (text, 1)
    if let cross = text.lastIndex(of: "x") {
      guard let number = number(text[text.index(after: cross)...]), number > 0 else { return nil }
      step = number
      text = text[..<cross]
    }
    for (separator, includesLast) in [("..<", false), ("..", false), ("-", true)] {
      guard let split = text.firstRange(of: separator) else { continue }
      if split.upperBound == text.endIndex, separator != "..<" {
        return bound(text[..<split.lowerBound]).map { first in
          Part(
            first: .position(first), last: .position(.percent(100)), includesLast: true, step: step,
            isOpen: true)
        }
      }
      return bound(text[..<split.lowerBound]).flatMap { first in
        bound(text[split.upperBound...]).flatMap { last in
          part(first, last, includesLast: includesLast, step: step)
        }
      }
    }
    guard step == 1, let bound = bound(text) else { return nil }
    return Part(first: .position(bound), last: .position(bound), includesLast: true)
  }

  /// Creates a part, or returns `nil` if it is empty or reversed.
  private static func part(
    _ first: FramePosition, _ last: FramePosition, includesLast: Bool, step: Int
  ) -> Part? {
    let part = Part(
      first: .position(first), last: .position(last), includesLast: includesLast, step: step)
    // Percentages are in order for any length of the video.
    switch (first, last) {
    case (.number(let a), .number(let b)):
      let end = includesLast ? b + 1 : b
      return a < end && end <= Fraction(FramePosition.largest) ? part : nil
    case (.percent(let a), .percent(let b)): return a < b || includesLast && a == b ? part : nil
    default: return part
    }
  }

  private static func bound(_ text: Substring) -> FramePosition? { FramePosition(whole: text) }

  /// Parses the number of steps between two frames.
  private static func number(_ text: Substring) -> Int? {
    if case .number(let number) = FramePosition(whole: text) { number.integer } else { nil }
  }
}
