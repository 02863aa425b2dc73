import AnimCore

/// Predicts the times of a display's vblanks from the timestamps of some of them.
///
/// A pure value, which reads no clock. Before the first timestamp, it runs freely at its initial
/// rate, so a prediction is always available.
///
/// The period and the phase are a least-squares line through the timestamps (see ``LineFit``).
/// Timestamps far from the line are ignored, and three of them in a row start a new line.
/// Complexity of every operation: O(1), without allocation.
struct VblankPredictor: Sendable {
  /// The result of adding a timestamp.
  enum Verdict: Hashable, Sendable {
    /// The predictor has used the sample.
    case accepted
    /// The timestamp is too far from the line, and is held back until others confirm it.
    case heldBack
    /// Together with those held back, it has started a new line: a different phase, rate or both.
    case relocked
    /// The timestamp can't be correct: it is zero, in the future, long past, repeated, or older
    /// than the last one.
    case invalid
    /// Vblanks are so rare that the image can't be visible: it is off screen, or the display is
    /// blanked.
    case notVisible
  }

  /// The reliability of the predictor.
  enum LockState: Hashable, Sendable {
    /// There aren't enough timestamps, or they are too noisy.
    case acquiring
    /// The phase is known with a much higher precision than a refresh interval.
    case locked
    /// Timestamps have stopped arriving. The last line is continued.
    case freeRunning
    /// The timestamps are from a different clock, because the server is on another machine or in
    /// another time namespace. The last line is continued.
    case foreignClock
  }

  /// Whether vblanks occur at the rate of a display. Servers with nothing to show report at most
  /// one per second.
  private(set) var isVisible = true

  private var line: VblankLine
  /// Up to two consecutive timestamps that don't fit the line.
  private var held: (first: VblankStamp, second: VblankStamp?)?
  /// The last valid timestamp.
  private var last: VblankStamp?
  /// The mean square of the timestamps' noise, estimated from the predictions, in square
  /// nanoseconds.
  private var variance = 0.0
  /// The number of errors averaged in ``variance``, at most 16.
  private var varianceCount = 0.0
  private var isLocked = false
  /// The number of consecutive errors with the same sign: positive for late, negative for early.
  private var bias = 0
  private var invalidRun = 0
  private var lostSamples = 0
  /// The number of consecutive timestamps whose times are far from this machine's clock.
  private var foreignRun = 0
  /// Whether vblanks have ever occurred at the rate of a display. If not, the display is slow, not
  /// hidden.
  private var hasTicked = false

  /// Creates a predictor with this rate and a vblank at `start`, to be improved by timestamps.
  init(refreshRate: RefreshRate, start: Timestamp) {
    line = VblankLine(
      origin: 0, anchor: start, period: refreshRate.interval * 1e9,
      relativeDeviation: Tuning.seedDeviation)
  }
}

extension VblankPredictor {
  /// The time between vblanks, in seconds.
  var period: Seconds { line.period / 1e9 }

  /// The number of timestamps in the line. Beyond 512, old ones fade out.
  var sampleCount: Int { line.fit.count }

  /// The standard deviation of the timestamps' noise, in seconds.
  ///
  /// It includes only accepted timestamps, which are off by at most a quarter of the period, so it
  /// underestimates noise of that size.
  var deviation: Seconds { variance.squareRoot() / 1e9 }

  var lockState: LockState {
    if foreignRun >= Tuning.foreignStamps { return .foreignClock }
    if lostSamples >= Tuning.lostSamples { return .freeRunning }
    return isLocked ? .locked : .acquiring
  }

  /// The time to wait after a predicted vblank in seconds, to avoid acting just before the actual
  /// one: twice the standard error of the phase, but at least 0.2 ms and at most a quarter of the
  /// period.
  var phaseMargin: Seconds {
    let error = deviation / Double(max(sampleCount, 1)).squareRoot()
    return min(max(2 * error, 0.2e-3), period / 4)
  }

  /// Returns the time of vblank number `msc`.
  func time(ofVblank msc: Int64) -> Timestamp { line.time(of: msc) }

  /// Returns the number of the vblank nearest to `instant`.
  func vblank(nearest instant: Timestamp) -> Int64 { line.vblank(nearest: instant) }

  /// The number of frames after the last timestamp at which to request the next one. A timestamp
  /// requires a wake-up, so requests are frequent only at the start and when something seems to
  /// have changed.
  var framesToNextSample: Int {
    if foreignRun >= Tuning.foreignStamps { return 1_000 }
    if held != nil || abs(bias) > Tuning.suspiciousRun || sampleCount < 256 { return 1 }
    return sampleCount < LineFit.memory ? 2 : 8
  }

  /// The time to wait for a timestamp after its vblank in seconds, before it is reported as lost;
  /// see ``sampleLost()``.
  var sampleTimeout: Seconds { 3 * period + 0.05 }

  /// Records that a requested timestamp didn't arrive. After five in a row, the predictor runs
  /// freely.
  mutating func sampleLost() { lostSamples = min(lostSamples + 1, Tuning.lostSamples) }
}

extension VblankPredictor {
  /// The interval between vblanks, in seconds, above which the server has nothing to show.
  private static let hiddenCadence: Seconds = 0.5

  private enum Tuning {
    /// The deviation of the initial period, relative to the period. The rate of a mode line is
    /// accurate to a few parts per million, but 59.94 Hz is often announced as 60.
    static let seedDeviation = 0.0025
    /// The deviation of the initial period after timestamps have contradicted the line.
    static let relockDeviation = 0.05
    /// The range of periods of displays, in nanoseconds.
    static let periods = 1e6...2e9
    static let lostSamples = 5
    /// The maximum age of a timestamp, in seconds. Timestamps are read within a few milliseconds,
    /// or in the next turn after a stop. A single older one means that the process was stopped, and
    /// several mean that they are from another clock.
    static let longestAge = 1.0
    static let foreignStamps = 3
    /// The relative difference of slopes above which a new line has a different rate.
    static let rateChange = 0.02
    /// The number of samples that are required to know the line and the noise.
    static let fewSamples = 8
    /// Skewed noise is on its likelier side 56 % of the time, and 24 times in a row once in a
    /// million timestamps.
    static let biasedRun = 24
    static let suspiciousRun = 8
    /// The resolution of server clocks, in nanoseconds. They count microseconds, so smaller errors
    /// are meaningless.
    static let resolution = 1e3
    /// The number of timestamps from the past after which the count must have been restarted.
    static let countRestart = 5
  }

  /// Adds a timestamp.
  /// - Parameter now: The time at which it arrived.
  mutating func add(_ stamp: VblankStamp, now: Timestamp) -> Verdict {
    guard stamp.msc >= 0, stamp.ust > .zero else { return .invalid }
    guard stamp.ust <= now + period, now - stamp.ust <= Tuning.longestAge else {
      foreignRun = min(foreignRun + 1, Tuning.foreignStamps)
      return .invalid
    }
    foreignRun = 0
    guard let last else {
      begin(with: stamp)
      return .accepted
    }
    guard stamp.msc > last.msc, stamp.ust > last.ust else { return notAfterLast() }
    invalidRun = 0
    lostSamples = 0
    self.last = stamp

    let cadence = (stamp.ust - last.ust) / (Double(stamp.msc) - Double(last.msc))
    hasTicked = hasTicked || cadence <= Self.hiddenCadence
    isVisible = cadence <= Self.hiddenCadence || !hasTicked
    guard isVisible else {
      held = nil
      return .notVisible
    }
    // A line through one timestamp is only a guess, which a slow display contradicts immediately.
    if sampleCount == 1, cadence > Self.hiddenCadence { return begin(at: last, through: stamp) }
    let error = line.error(of: stamp)
    guard abs(error) <= gate else { return holdBack(stamp) }
    held = nil
    accept(stamp, error: error)
    return .accepted
  }

  /// The maximum error that is treated as noise, in nanoseconds.
  private var gate: Double {
    if sampleCount < Tuning.fewSamples { return line.period / 2 }
    return min(max(4 * variance.squareRoot(), 0.5e6), line.period / 4)
  }

  private mutating func begin(with stamp: VblankStamp) {
    last = stamp
    line.add(stamp, variance: variance)
  }

  /// Starts a line through two timestamps.
  private mutating func begin(at first: VblankStamp, through second: VblankStamp) -> Verdict {
    let vblanks = Double(second.msc) - Double(first.msc)
    let period = Double(second.ust.nanoseconds(since: first.ust)) / vblanks
    guard Tuning.periods.contains(period) else { return .heldBack }
    restart(period, relativeDeviation: Tuning.relockDeviation)
    line.add(first, variance: variance)
    line.add(second, variance: variance)
    return .relocked
  }

  private mutating func notAfterLast() -> Verdict {
    invalidRun += 1
    sampleLost()
    if invalidRun >= Tuning.countRestart {
      invalidRun = 0
      last = nil
      restart(line.period, relativeDeviation: Tuning.relockDeviation)
    }
    return .invalid
  }

  /// Starts a new line for which only the period is known.
  private mutating func restart(_ period: Double, relativeDeviation: Double) {
    line = VblankLine(
      origin: line.origin, anchor: line.anchor, period: period,
      relativeDeviation: relativeDeviation)
    held = nil
    bias = 0
    isLocked = false
  }

  private mutating func accept(_ stamp: VblankStamp, error: Double) {
    line.add(stamp, variance: variance)
    varianceCount = min(varianceCount + 1, 16)
    // A line through n points misses the next one by 1 + 4/n times the variance of the points.
    let points = Double(sampleCount - 1)
    let square = error * error * points / (points + 4)
    variance += (square - variance) / varianceCount
    updateLock()
    followBias(stamp, error: error)
  }

  private mutating func updateLock() {
    let deviation = variance.squareRoot()
    if deviation > line.period / 6 {
      isLocked = false
    } else if sampleCount >= Tuning.fewSamples, deviation < line.period / 10 {
      isLocked = true
    }
  }

  /// Detects a change that is hidden in the noise, by errors that are all on one side. Discards the
  /// old timestamps, and estimates the phase again from here.
  private mutating func followBias(_ stamp: VblankStamp, error: Double) {
    if abs(error) < Tuning.resolution {
      bias = 0
    } else if error > 0 {
      bias = max(bias, 0) + 1
    } else {
      bias = min(bias, 0) - 1
    }
    guard abs(bias) >= Tuning.biasedRun else { return }
    let wasLocked = isLocked
    restart(line.period, relativeDeviation: Tuning.seedDeviation)
    line.add(stamp, variance: variance)
    isLocked = wasLocked
  }

  /// Collects timestamps that don't fit the line. The third one in a row starts a new line.
  private mutating func holdBack(_ third: VblankStamp) -> Verdict {
    guard let (first, second) = held else {
      held = (third, nil)
      return .heldBack
    }
    guard let second else {
      held = (first, third)
      return .heldBack
    }
    let vblanks = Double(third.msc - first.msc)
    let slope = Double(third.ust.nanoseconds(since: first.ust)) / vblanks
    // With noise as large as the change, three timestamps only show a different phase. Initially
    // the noise is unknown, and what looks like noise is really an incorrect rate.
    if sampleCount < Tuning.fewSamples { (variance, varianceCount) = (0, 0) }
    let doubt = 3 * (2 * variance).squareRoot() / vblanks
    let isNewRate =
      abs(slope - line.period) > max(Tuning.rateChange * line.period, doubt)
      && Tuning.periods.contains(slope)
    restart(
      isNewRate ? slope : line.period, relativeDeviation: Tuning.relockDeviation)
    line.add(first, variance: variance)
    line.add(second, variance: variance)
    line.add(third, variance: variance)
    varianceCount = min(varianceCount, 3)
    return .relocked
  }
}

/// A display's report of one vblank, such as the Present extension's CompleteNotify.
package struct VblankStamp: Hashable, Sendable {
  /// The media stream counter: the number of the vblank.
  var msc: Int64
  /// The unadjusted system time: the time of the vblank by the monotonic clock.
  var ust: Timestamp

  package init(msc: Int64, ust: Timestamp) {
    self.msc = msc
    self.ust = ust
  }
}
