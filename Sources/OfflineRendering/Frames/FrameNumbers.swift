/// The numbers of the wanted frames, in ascending order.
package enum FrameNumbers: Hashable, Sendable {
  /// `count` numbers, from `first` on, `step` apart.
  case regular(first: Int, count: Int, step: Int)
  case list([Int])

  /// All numbers in a range.
  package init(_ range: Range<Int>) {
    self = .regular(first: range.lowerBound, count: range.count, step: 1)
  }

  package var count: Int {
    switch self {
    case .regular(_, let count, _): count
    case .list(let numbers): numbers.count
    }
  }

  /// The number at an index below ``count``.
  package subscript(place: Int) -> Int {
    switch self {
    case .regular(let first, _, let step): first + place * step
    case .list(let numbers): numbers[place]
    }
  }

  var first: Int? { count > 0 ? self[0] : nil }
  var last: Int? { count > 0 ? self[count - 1] : nil }

  /// The numbers below `end`.
  func clipped(to end: Int) -> FrameNumbers {
    switch self {
    case .regular(let first, let count, let step):
      let room = end > first ? (end - first - 1) / step + 1 : 0
      return .regular(first: first, count: min(count, room), step: step)
    case .list(let numbers): return .list(numbers.filter { $0 < end })
    }
  }
}
