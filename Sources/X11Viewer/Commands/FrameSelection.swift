import OfflineRendering

/// Which frames of a film are wanted.
///
/// Written as `N` for the first N frames, or as a list of parts, separated by commas. A part is
/// `A-B` including B, `A..<B` or `A..B` excluding B, or, in a list, the number of a single frame;
/// `A-BxS` selects every S-th frame. Shells interpret an unquoted `<` as a redirection; the other
/// forms need no quotes. For a film with an end, A, B and N may be percentages: `50%` is `0%-50%`.
///
/// A list may end with a comma: render queues write a chunk as `1-10`, but as `7` if it is a single
/// frame, so their token with a comma after it always means exactly these frames.
struct FrameSelection: Hashable {
  private let parts: [Part]

  /// The most frames in a list of several parts, whose numbers are kept in memory.
  private static let listLimit = 10_000_000
  private static let maximum = 1_000_000_000

  static func parse(_ text: String) throws -> FrameSelection {
    guard let selection = selection(text) else {
      throw InvalidValue(
        expected: "a number of frames, A-B (with B) or A..B (without B), either with xSTEP behind "
          + "it, or a list of these with commas, from 0 to \(maximum) or 0% to 100%")
    }
    return selection
  }

  /// Whether it selects frames only in a film with an end.
  var isRelative: Bool { parts.contains { $0.first.isShare || $0.last.isShare } }

  /// The numbers of the frames, without duplicates and in ascending order; the first frame of the
  /// film has the number `first`. Nil if a list has too many.
  ///
  /// - Parameter total: the number of frames in the film; nil if it has no end.
  func numbers(of total: Int?, first: Int = 0) -> FrameNumbers? {
    let numbers = parts.map { $0.numbers(of: total ?? 1, first: first) }
    if numbers.count == 1 { return numbers[0] }
    guard numbers.reduce(0, { $0 + $1.count }) <= Self.listLimit else { return nil }
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
    /// Whether the last frame is included.
    var includesLast: Bool
    var step = 1

    func numbers(of total: Int, first offset: Int) -> FrameNumbers {
      let start = first.number(of: total, first: offset)
      let end = last.number(of: total, first: offset) + (includesLast ? 1 : 0)
      return .regular(first: start, count: max(0, end - start + step - 1) / step, step: step)
    }
  }

  private enum Bound: Hashable {
    case number(Int)
    /// This many frames after the first one of the film.
    case count(Int)
    /// A fraction, from 0 for the first frame to 1 for the last.
    case share(Double)

    func number(of total: Int, first: Int) -> Int {
      switch self {
      case .number(let number): number
      case .count(let count): first + count
      case .share(let share): first + Int((share * Double(total - 1)).rounded())
      }
    }

    var isShare: Bool { if case .share = self { true } else { false } }
  }

  private static func selection(_ text: String) -> FrameSelection? {
    let texts = text.split(separator: ",", omittingEmptySubsequences: false)
    if texts.count == 1, let bound = bound(text[...]) {
      switch bound {
      case .number(let count):
        guard count > 0 else { return nil }
        return FrameSelection(
          parts: [Part(first: .count(0), last: .count(count), includesLast: false)])
      case .share, .count:
        return FrameSelection(parts: [Part(first: .share(0), last: bound, includesLast: true)])
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
      return bound(text[..<split.lowerBound]).flatMap { first in
        bound(text[split.upperBound...]).flatMap { last in
          part(first, last, includesLast: includesLast, step: step)
        }
      }
    }
    guard step == 1, let bound = bound(text) else { return nil }
    return Part(first: bound, last: bound, includesLast: true)
  }

  /// Nil if the part is empty, or would go backwards.
  private static func part(
    _ first: Bound, _ last: Bound, includesLast: Bool, step: Int
  ) -> Part? {
    let part = Part(first: first, last: last, includesLast: includesLast, step: step)
    // Fractions of a film are in order, whatever its length.
    switch (first, last) {
    case (.number(let a), .number(let b)):
      let end = includesLast ? b + 1 : b
      return a < end && end <= maximum ? part : nil
    case (.share(let a), .share(let b)): return a < b || includesLast && a == b ? part : nil
    default: return part
    }
  }

  private static func bound(_ text: Substring) -> Bound? {
    if text.hasSuffix("%") {
      return parseNumber(text.dropLast()).flatMap {
        (0...100).contains($0) ? .share($0 / 100) : nil
      }
    }
    return number(text).map(Bound.number)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text).flatMap { $0 <= maximum ? $0 : nil }
  }
}
