import AnimCore

/// The interpolation between the values of an animation.
enum CalcMode: String, Sendable {
  case discrete, linear, paced, spline
}

/// The reason why key times or key splines are invalid, so that the animation has no effect.
enum KeyScheduleError: Error, Hashable {
  /// The key times don't match the values in number, decrease, or are out of range (0 to 1).
  case keyTimes
  /// The key splines aren't four numbers from 0 to 1 for each pair of successive values.
  case keySplines
}

/// The schedule of an animation's values within its simple duration.
struct KeySchedule: Sendable {
  /// A pair of successive values and the progress between them.
  struct Position: Equatable {
    var index: Int
    /// The index of the next value, or `index` if there is no interpolation.
    var next: Int
    var progress: Double
  }

  private let mode: CalcMode
  private let count: Int
  /// The time of each value as a fraction of the simple duration. Decimal numbers and fractions
  /// alike are rounded once, like the times that are compared with them.
  private let times: [Double]
  /// The time at which each value is first shown without interpolation.
  private let starts: [Double]
  private let splines: [TimingFunction]

  /// Creates a schedule for `count` values. There must be at least one.
  ///
  /// - Parameter distances: The distances between values for ``CalcMode/paced``, or `nil` if they
  ///   can't be measured, so that values aren't interpolated.
  init(
    count: Int, mode: CalcMode, keyTimes: [Double]?, keySplines: [TimingFunction]?,
    distances: @autoclosure () -> [Double]?
  ) throws(KeyScheduleError) {
    self.count = count
    var times = (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
    var starts = (0..<count).map { Double($0) / Double(count) }
    var mode = mode
    if mode == .paced {
      if let lengths = distances() {
        times = Self.paced(lengths) ?? times
      } else {
        mode = .discrete
      }
    } else if let keyTimes {
      guard Self.isValid(keyTimes, count: count, mode: mode) else { throw .keyTimes }
      times = keyTimes
      starts = keyTimes
    }
    if mode == .spline {
      guard let keySplines, keySplines.count == count - 1 else { throw .keySplines }
      splines = keySplines
    } else {
      splines = []
    }
    self.mode = mode
    self.times = times
    self.starts = starts
  }

  private static func isValid(_ times: [Double], count: Int, mode: CalcMode) -> Bool {
    guard times.count == count, times.first == 0, times.allSatisfy({ $0 <= 1 }),
      zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return false }
    return mode == .discrete || count == 1 || times.last == 1
  }

  private static func paced(_ lengths: [Double]) -> [Double]? {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return nil }
    var sum = 0.0
    var times = [0.0]
    for length in lengths.dropLast() {
      sum += length
      times.append(min(sum / total, 1))
    }
    if !lengths.isEmpty { times.append(1) }
    return times
  }

  /// Returns the position at a fraction of the simple duration.
  func position(at fraction: Double) -> Position {
    if mode == .discrete { return jump(at: fraction) }
    if count == 1 { return Position(index: 0, next: 0, progress: 0) }
    if fraction >= 1 { return Position(index: count - 1, next: count - 1, progress: 0) }
    let index = min(Self.last(in: times, at: fraction), count - 2)
    let length = times[index + 1] - times[index]
    let progress = length > 0 ? (fraction - times[index]) / length : 1
    return Position(
      index: index, next: index + 1,
      progress: mode == .spline ? splines[index].value(at: progress) : progress)
  }

  /// Returns the position without interpolation.
  func jump(at fraction: Double) -> Position {
    let index = Self.last(in: starts, at: fraction)
    return Position(index: index, next: index, progress: 0)
  }

  /// Returns the index of the last time that isn't after `fraction`.
  private static func last(in times: [Double], at fraction: Double) -> Int {
    max(times.indices.partitioningIndex { times[$0] > fraction } - 1, 0)
  }
}
