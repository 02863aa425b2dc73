/// Frame numbers, formatted as ranges: "0-4, 7, 12-30".
package struct FrameRanges: CustomStringConvertible {
  package let ranges: [ClosedRange<Int>]

  /// - Parameter numbers: The numbers, in ascending order.
  package init(_ numbers: [Int]) {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    self.ranges = ranges
  }

  private static let limit = 12

  package var description: String { description { "\($0)" } }

  /// Returns the ranges with another text for each number, such as a time.
  package func description(_ text: (Int) -> String) -> String {
    let texts = ranges.prefix(Self.limit).map { range in
      range.count == 1
        ? text(range.lowerBound) : "\(text(range.lowerBound))-\(text(range.upperBound))"
    }
    return texts.joined(separator: ", ") + (ranges.count > Self.limit ? ", …" : "")
  }
}
