/// The times of keyframes, searched for the one that a time follows. All keyframes are found with
/// this, those of ``KeyframeAnimation`` as well as those in Lottie files.
///
/// What is done between two keyframes is not shared, since it differs: a ``KeyframeAnimation`` joins
/// values by displacements, whose tangents and lengths depend on the neighbouring ones, and has
/// fractions of one duration as times; a keyframe of a Lottie file has a start, an end and an easing
/// of its own, which may differ for each dimension, and frames as times.
package struct KeyframeTimes: Sendable {
  /// In order; several may be equal.
  private let times: [Double]
  /// The index found last: from one frame to the next it is mostly the same.
  private var last = 0

  package init(_ times: [Double]) { self.times = times }

  package var count: Int { times.count }

  package subscript(index: Int) -> Double { times[index] }

  /// The index of the last keyframe at or before `time`; nil where all are later, and for NaN.
  ///
  /// - Complexity: O(1) where it is that of the previous call, else O(log n).
  package mutating func index(at time: Double) -> Int? {
    if last + 1 < times.count, times[last] <= time, time < times[last + 1] { return last }
    var low = 0
    var high = times.count
    // Finds the first keyframe that is later.
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    last = low - 1
    return last
  }
}
