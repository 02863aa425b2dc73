/// The times of keyframes, with a search for the keyframe at a time. ``KeyframeAnimation`` and the
/// texts of Lottie files use it.
///
/// Interpolation isn't shared with Lottie files, because it differs. A ``KeyframeAnimation`` joins
/// values by displacements, whose tangents and lengths depend on the neighbouring values, and its
/// times are fractions of a duration. In a Lottie file, the dimensions of a value can have different
/// easings, and times are frames. Renderers on several threads share its keyframes, which therefore
/// can't store the index found last.
package struct KeyframeTimes: Sendable {
  /// The times in ascending order. Several can be equal.
  private let times: [Double]
  /// The index found last, which rarely changes between consecutive frames.
  private var last = 0

  package init(_ times: [Double]) { self.times = times }

  package var count: Int { times.count }

  package subscript(index: Int) -> Double { times[index] }

  /// Returns the index of the last keyframe at or before `time`, or `nil` if all are later or
  /// `time` is NaN.
  ///
  /// - Complexity: O(1) if the previous call returned the same index, otherwise O(log *n*).
  package mutating func index(at time: Double) -> Int? {
    if last + 1 < times.count, times[last] <= time, time < times[last + 1] { return last }
    // No time is before NaN.
    let later = times.indices.partitioningIndex { !(times[$0] <= time) }
    guard later > 0 else { return nil }
    last = later - 1
    return last
  }
}
