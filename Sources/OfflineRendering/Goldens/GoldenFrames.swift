/// The frames of an animation that are tested: `0,25%,50%,75%,100%`.
package struct GoldenFrames: Hashable, Sendable {
  let places: [Place]

  enum Place: Hashable, Sendable {
    /// Counted from the animation's first frame, which is 0.
    case number(Int)
    /// A percentage, from 0 for the first frame to 100 for the last.
    case percent(Double)
  }

  /// The default for an animation with an end.
  static let `default` = GoldenFrames([0, 25, 50, 75, 100].map(Place.percent))
  /// The default for a scene, which has no end.
  static let defaultOfScenes = GoldenFrames([0, 30, 60, 90, 120].map(Place.number))

  package static let largest = 1_000_000_000

  private init(_ places: [Place]) { self.places = places }

  /// Parses numbers and percentages, separated by commas; nil if there is anything else.
  package init?(_ text: String) {
    self.init(
      words: text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) })
  }

  /// Parses the contents of a file: numbers and percentages, separated by commas, spaces and line
  /// ends. A number sign starts a comment.
  package init?(contents: String) {
    let words = contents.split(whereSeparator: \.isNewline)
      .flatMap { $0.prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "," } }
    self.init(words: words.map { String($0) })
  }

  private init?(words: [String]) {
    let places = words.compactMap(Self.place)
    guard places.count == words.count, !places.isEmpty else { return nil }
    self.places = places
  }

  private static func place(_ word: String) -> Place? {
    let digits = word.hasSuffix("%") ? word.dropLast() : word[...]
    guard digits.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return nil }
    if word.hasSuffix("%") {
      return Double(String(digits)).flatMap { (0...100).contains($0) ? .percent($0) : nil }
    }
    return Int(digits).flatMap { (0...largest).contains($0) ? .number($0) : nil }
  }

  /// The numbers of the frames, without duplicates and in order.
  ///
  /// - Parameter range: the numbers of the first frame and the last; nil for a scene, which has no
  ///   last frame.
  func numbers(in range: ClosedRange<Int>?) throws(GoldenFramesError) -> [Int] {
    var numbers: Set<Int> = []
    for place in places {
      switch (place, range) {
      case (.number(let number), let range?) where !range.contains(number):
        throw .outside(number, range)
      case (.number(let number), _):
        numbers.insert(number)
      case (.percent(let percent), let range?):
        let steps = Double(range.upperBound - range.lowerBound)
        numbers.insert(range.lowerBound + Int((percent / 100 * steps).rounded()))
      case (.percent, nil):
        throw .noEnd
      }
    }
    return numbers.sorted()
  }
}

/// Why an animation does not have the requested frames.
enum GoldenFramesError: Error, Hashable, CustomStringConvertible {
  case outside(Int, ClosedRange<Int>)
  /// A percentage, for an animation without an end.
  case noEnd

  package var description: String {
    switch self {
    case .outside(let number, let range):
      "no frame \(number); it has \(range.lowerBound) to \(range.upperBound)"
    case .noEnd: "has no last frame; give numbers instead of percentages"
    }
  }
}
