import AnimCore
import OfflineRendering

/// The frames of two animations that are seen at the same time, where their numbers do not say so: since
/// the one has another rate than the other, or shows a picture once for as long as the other shows it twice.
///
/// There is a pair for each moment at which either shows another frame or ends. An animation that also has
/// pictures between its frames is drawn for the moments of the other one.
struct FramePairs {
  struct Pair: Equatable {
    /// The frames, which may have a fraction; nil after the end.
    var expected: Fraction?
    var actual: Fraction?
  }

  /// In the order of time.
  private(set) var pairs: [Pair] = []
  /// The number of the first pair: that of a frame where one animation has a frame for each of them.
  let firstNumber: Int

  /// Nil where frames of the same number belong together: if they have the same rate or the same times, or
  /// if one of the animations has no end or does not move.
  init?(_ expected: any Scene, _ actual: any Scene) {
    guard let old = Track(expected), let new = Track(actual),
      old.rate == nil || old.rate != new.rate,
      old.begins != new.begins || old.end != new.end
    else { return nil }
    // Half of the shortest time that a GIF can say: what is no further apart is the same moment.
    let tolerance = min(Fraction(1) / 200, min(old.shortest, new.shortest) / 2)
    // Of two with pictures between their frames, one says the moments.
    let isOldSampled =
      old.hasSubframes && (!new.hasSubframes || old.begins.count < new.begins.count)
    let isNewSampled = new.hasSubframes && !isOldSampled
    let times =
      (isOldSampled ? [] : old.begins) + (isNewSampled ? [] : new.begins) + [old.end, new.end]
    firstNumber = (old.begins.count > new.begins.count ? old : new).first
    var last: Fraction?
    for time in times.sorted() {
      if let last, time <= last + tolerance { continue }
      last = time
      let pair = Pair(
        expected: old.frame(at: time, tolerance, isSampled: isOldSampled),
        actual: new.frame(at: time, tolerance, isSampled: isNewSampled))
      if pair.expected != nil || pair.actual != nil { pairs.append(pair) }
    }
  }

  /// When the frames of an animation begin.
  private struct Track {
    /// The number of the first frame.
    let first: Int
    /// In seconds since the first.
    let begins: [Fraction]
    let end: Fraction
    /// How long the shortest frame lasts, in seconds.
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

    /// The frame that is seen at a time; nil after the end.
    ///
    /// - Parameter isSampled: whether there are pictures between whole frames.
    func frame(at time: Fraction, _ tolerance: Fraction, isSampled: Bool) -> Fraction? {
      guard time + tolerance < end else { return nil }
      // The first that begins later.
      var (low, high) = (0, begins.count)
      while low < high {
        let middle = (low + high) / 2
        if begins[middle] <= time + tolerance { low = middle + 1 } else { high = middle }
      }
      let index = max(low - 1, 0)
      let late = time - begins[index]
      guard isSampled, late > tolerance, let rate else { return Fraction(first + index) }
      return Fraction(first + index) + late * Fraction(rate)
    }
  }
}
