import AnimCore
import LinuxSystem
import OfflineRendering
import PlainText

/// The pairs of frames of two animations that are visible at the same time, if their numbers don't
/// correspond: because the rates differ, or because one animation shows an image once for as long
/// as the other shows it twice.
///
/// There is a pair for each time at which one of the animations changes or ends. An animation with
/// fractional frames is drawn at the times of the other one.
struct FramePairs {
  struct Pair: Equatable {
    /// The frames, which may be fractional, or `nil` after the end.
    var expected: Fraction?
    var actual: Fraction?
  }

  /// The times of the pairs, in seconds since the first frame, and the durations.
  private(set) var moments: Moments

  /// The pairs in order of time.
  private(set) var pairs: [Pair] = []
  /// The number of the first pair: that of a frame where one animation has a frame for each of them.
  let firstNumber: Int

  /// Creates pairs. Returns `nil` if frames with the same number correspond: if the rates or the
  /// times are equal, or if one of the animations is endless or a still image.
  init?(_ expected: any Scene, _ actual: any Scene) {
    guard let old = Track(expected), let new = Track(actual),
      old.rate == nil || old.rate != new.rate,
      old.begins != new.begins || old.end != new.end
    else { return nil }
    // Half of the shortest delay in a GIF. Times within this distance count as equal.
    let tolerance = min(Fraction(1) / 200, min(old.shortest, new.shortest) / 2)
    // If both have fractional frames, one of them determines the times.
    let isOldSampled =
      old.hasSubframes && (!new.hasSubframes || old.begins.count < new.begins.count)
    let isNewSampled = new.hasSubframes && !isOldSampled
    let times =
      (isOldSampled ? [] : old.begins) + (isNewSampled ? [] : new.begins) + [old.end, new.end]
    firstNumber = (old.begins.count > new.begins.count ? old : new).first
    moments = Moments(firstNumber: firstNumber, expectedEnd: old.end, actualEnd: new.end)
    var last: Fraction?
    for time in times.sorted() {
      if let last, time <= last + tolerance { continue }
      last = time
      let pair = Pair(
        expected: old.frame(at: time, tolerance, isSampled: isOldSampled),
        actual: new.frame(at: time, tolerance, isSampled: isNewSampled))
      guard pair.expected != nil || pair.actual != nil else { continue }
      pairs.append(pair)
      moments.times.append(time)
    }
  }

  /// The start times of an animation's frames.
  private struct Track {
    /// The number of the first frame.
    let first: Int
    /// The start times in seconds since the first frame.
    let begins: [Fraction]
    let end: Fraction
    /// The duration of the shortest frame, in seconds.
    let shortest: Fraction
    let rate: RefreshRate?
    let hasSubframes: Bool

    init?(_ scene: any Scene) {
      guard let playback = scene.playback, let frames = scene.wholeFrames,
        (2...FrameHashes.maximumFrames).contains(frames.count)
      else { return nil }
      let times = playback.times
      let start = times.begin(of: Fraction(frames.lowerBound))
      first = frames.lowerBound
      begins = frames.map { times.begin(of: Fraction($0)) - start }
      end = times.begin(of: playback.frames.upperBound) - start
      shortest = zip(begins, begins.dropFirst()).reduce(end) { min($0, $1.1 - $1.0) }
      rate = times.frameRate
      hasSubframes = playback.hasSubframes
    }

    /// Returns the frame that is visible at a time, or `nil` after the end.
    ///
    /// - Parameter isSampled: Whether there are images between whole frames.
    func frame(at time: Fraction, _ tolerance: Fraction, isSampled: Bool) -> Fraction? {
      guard time + tolerance < end else { return nil }
      let index = max(begins.indices.partitioningIndex { begins[$0] > time + tolerance } - 1, 0)
      let late = time - begins[index]
      guard isSampled, late > tolerance, let rate else { return Fraction(first + index) }
      return Fraction(first + index) + late * Fraction(rate)
    }
  }
}

/// The times at which two animations are compared, and the durations of both, in seconds.
struct Moments: Hashable, Sendable {
  /// The number of the first moment in ``FrameChanges``.
  let firstNumber: Int
  let expectedEnd: Fraction
  let actualEnd: Fraction
  /// The times, in ascending order.
  var times: [Fraction] = []

  /// The time with a number.
  subscript(number: Int) -> Fraction { times[number - firstNumber] }

  /// Returns the time with a number as text, without its unit.
  func text(of number: Int) -> String { secondsText(self[number]) }

  /// Whether the durations of the animations differ by more than the rounding of a GIF.
  var haveOtherDurations: Bool { abs((expectedEnd - actualEnd).double) >= 0.005 }
}

/// Returns seconds as text, rounded to milliseconds.
func secondsText(_ seconds: Fraction) -> String {
  var text = decimalText(seconds.double, places: 3)
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text
}
