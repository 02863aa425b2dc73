/// Which frames of a film are wanted.
///
/// Written as `N` for the first N, or as a list of parts with commas between them. A part is `A-B`
/// with B, `A..<B` or `A..B` without B, or, in a list, the number of one frame; `A-BxS` takes every
/// S-th frame. Shells take the `<` for a redirection where it is not quoted; the other forms need no
/// quotes. Of a film with an end, A and B may be percentages, and so may N: `50%` is `0%-50%`.
///
/// A list may end in a comma: queues give chunks as `1-10`, or as `7` where that is all, so that their
/// token with a comma behind it always means these very frames.
struct FrameSelection: Hashable {
  private let parts: [Part]

  /// How many frames a list of several parts may have: its numbers are kept in memory.
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

  /// Whether it can only be said of a film with an end which frames these are.
  var isRelative: Bool { parts.contains { $0.first.isShare || $0.last.isShare } }

  /// The numbers, each once and rising, where the first frame of the film has the number `first`;
  /// nil where a list has more than can be kept.
  ///
  /// - Parameter total: how many frames the film has, if it has an end.
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
    /// Whether the last one is wanted too.
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
    /// So many frames behind the first of the film.
    case count(Int)
    /// From the first frame, at 0, to the last, at 1.
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

  /// Nil where the part is empty, or would go backwards.
  private static func part(
    _ first: Bound, _ last: Bound, includesLast: Bool, step: Int
  ) -> Part? {
    let part = Part(first: first, last: last, includesLast: includesLast, step: step)
    // Shares of a film are in order whatever its length.
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
