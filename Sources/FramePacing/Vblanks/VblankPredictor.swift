import AnimCore

/// Predicts the times of a display's vblanks from the stamps of some of them.
///
/// A pure value: it takes stamps and returns times, and reads no clock. Before the first stamp it
/// runs freely at its initial rate, so there is always an answer.
///
/// The period and the phase are a least-squares line through the stamps (see ``LineFit``). Stamps
/// far from the line are left out, and three of them in a row begin a new line. Complexity of every
/// operation: O(1), without allocation.
struct VblankPredictor: Sendable {
  /// The result of adding a timestamp.
  enum Verdict: Hashable, Sendable {
    /// The predictor used it.
    case accepted
    /// It lies too far from the line, and is held back until others confirm it.
    case heldBack
    /// Together with those held back it began a new line: another phase, another rate or both.
    case relocked
    /// It cannot be right: without a time, from the future, long past, repeated, or older than the
    /// last.
    case invalid
    /// Vblanks are so rare that the picture cannot be visible: off screen, or blanked.
    case notVisible
  }

  /// The reliability of the predictor.
  enum LockState: Hashable, Sendable {
    /// Too few stamps, or too noisy ones.
    case acquiring
    /// The phase is known far better than a refresh interval.
    case locked
    /// Stamps have stopped arriving: the last line is continued.
    case freeRunning
    /// The stamps are from a different clock, as with a server on another machine or in another
    /// time namespace: the last line is continued.
    case foreignClock
  }

  /// Whether vblanks come at a display's rate, instead of the one per second (or less) of a server
  /// that has nothing to show.
  private(set) var isVisible = true

  private var line: VblankLine
  /// Up to two consecutive stamps that do not fit the line.
  private var held: (first: VblankStamp, second: VblankStamp?)?
  /// The last valid stamp.
  private var last: VblankStamp?
  /// Mean square of the stamps' noise, estimated from the predictions, in square nanoseconds.
  private var variance = 0.0
  /// The number of errors that ``variance`` is the mean of, at most 16.
  private var varianceCount = 0.0
  private var isLocked = false
  /// The number of consecutive errors on one side: positive for late, negative for early.
  private var bias = 0
  private var invalidRun = 0
  private var lostSamples = 0
  /// The number of consecutive stamps whose times are far from our clock.
  private var foreignRun = 0
  /// Whether vblanks have ever come at a display's rate. If not, the display is slow, not hidden.
  private var hasTicked = false

  /// A predictor with this rate and a vblank at `start`, until stamps improve it.
  init(refreshRate: RefreshRate, start: Timestamp) {
    line = VblankLine(
      origin: 0, anchor: start, period: refreshRate.interval * 1e9,
      relativeDeviation: Tuning.seedDeviation)
  }
}

extension VblankPredictor {
  /// Seconds from vblank to vblank.
  var period: Seconds { line.period / 1e9 }

  /// The number of stamps in the line; beyond 512 old ones fade out.
  var sampleCount: Int { line.fit.count }

  /// The standard deviation of the stamps' noise, in seconds.
  ///
  /// It includes only stamps that were used, which are off by at most a quarter of the period, so
  /// noise of that size is underestimated.
  var deviation: Seconds { variance.squareRoot() / 1e9 }

  var lockState: LockState {
    if foreignRun >= Tuning.foreignStamps { return .foreignClock }
    if lostSamples >= Tuning.lostSamples { return .freeRunning }
    return isLocked ? .locked : .acquiring
  }

  /// The time to wait after a predicted vblank in seconds, to avoid acting just before the real
  /// one: twice the standard error of the phase, but at least 0.2 ms and at most a quarter of the
  /// period.
  var phaseMargin: Seconds {
    let error = deviation / Double(max(sampleCount, 1)).squareRoot()
    return min(max(2 * error, 0.2e-3), period / 4)
  }

  /// Returns the time of vblank number `msc`.
  func time(ofVblank msc: Int64) -> Timestamp { line.time(of: msc) }

  /// The number of the vblank nearest to `instant`.
  func vblank(nearest instant: Timestamp) -> Int64 { line.vblank(nearest: instant) }

  /// The number of frames after the last stamp at which to ask for the next one. A stamp costs a
  /// wake-up, so they are frequent only at the start and when something seems to have changed.
  var framesToNextSample: Int {
    if foreignRun >= Tuning.foreignStamps { return 1_000 }
    if held != nil || abs(bias) > Tuning.suspiciousRun || sampleCount < 256 { return 1 }
    return sampleCount < LineFit.memory ? 2 : 8
  }

  /// The time to wait for a timestamp after its vblank in seconds, before it is reported as lost;
  /// see ``sampleLost()``.
  var sampleTimeout: Seconds { 3 * period + 0.05 }

  /// Records that a requested stamp did not arrive. After five in a row the predictor runs freely.
  mutating func sampleLost() { lostSamples = min(lostSamples + 1, Tuning.lostSamples) }
}

extension VblankPredictor {
  /// Vblanks further apart than this, in seconds, come from a server that has nothing to show.
  private static let hiddenCadence: Seconds = 0.5

  private enum Tuning {
    /// Relative to the initial period. The rate of a mode line is exact to a few parts in a
    /// million, but 59.94 Hz is often announced as 60.
    static let seedDeviation = 0.0025
    /// The same after stamps have contradicted the line.
    static let relockDeviation = 0.05
    /// The periods that a display can have, in nanoseconds.
    static let periods = 1e6...2e9
    static let lostSamples = 5
    /// In seconds. A stamp is read within a few milliseconds, or in the next turn after a stop. A
    /// single older one means that the process was stopped; several mean that they are from another
    /// clock.
    static let longestAge = 1.0
    static let foreignStamps = 3
    /// The relative difference of a new line's slope from which it is another rate.
    static let rateChange = 0.02
    /// The number of samples that are required to know the line and the noise.
    static let fewSamples = 8
    /// Skewed noise is on its likelier side 56 % of the time, and 24 times in a row once in a
    /// million stamps.
    static let biasedRun = 24
    static let suspiciousRun = 8
    /// Server clocks count microseconds, so smaller errors mean nothing. In nanoseconds.
    static let resolution = 1e3
    /// The number of timestamps from the past after which the count must have been restarted.
    static let countRestart = 5
  }

  /// Adds a stamp.
  /// - Parameter now: the time at which it arrived.
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
    // A line through one stamp is only a guess, which a slow display contradicts at once.
    if sampleCount == 1, cadence > Self.hiddenCadence { return begin(at: last, through: stamp) }
    let error = line.error(of: stamp)
    guard abs(error) <= gate else { return holdBack(stamp) }
    held = nil
    accept(stamp, error: error)
    return .accepted
  }

  /// The largest error that is treated as noise, in nanoseconds.
  private var gate: Double {
    if sampleCount < Tuning.fewSamples { return line.period / 2 }
    return min(max(4 * variance.squareRoot(), 0.5e6), line.period / 4)
  }

  private mutating func begin(with stamp: VblankStamp) {
    last = stamp
    line.add(stamp, variance: variance)
  }

  /// Begins a line through two stamps.
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

  /// Begins a new line with a known period only.
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

  /// Detects a change that is hidden in the noise by errors that are all on one side. The old
  /// stamps are then discarded, and the phase is estimated afresh from here.
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

  /// Collects stamps that do not fit the line. The third one in a row begins a new line.
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
    // With noise as large as the change, three stamps only show a different phase. At first the
    // noise is not known, and what looks like noise is really a wrong rate.
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
  /// Media stream counter: the number of the vblank.
  var msc: Int64
  /// Unadjusted system time: the time of the vblank by the monotonic clock.
  var ust: Timestamp

  package init(msc: Int64, ust: Timestamp) {
    self.msc = msc
    self.ust = ust
  }
}
