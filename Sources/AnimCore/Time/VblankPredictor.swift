/// When the display's vblanks are, past and future, learnt from the stamps of some of them.
///
/// A pure value: it is fed stamps and asked for times, and knows no clock. Before the first stamp
/// it runs freely at the rate it was seeded with, so that there is always an answer.
///
/// The period and the phase are a least-squares line through the stamps (see ``LineFit``), which
/// a stamp that lies far from it does not reach; three such stamps in a row are the beginning of
/// a new line. Complexity of every operation: O(1), without allocation.
package struct VblankPredictor: Sendable {
  /// What became of a stamp.
  package enum Verdict: Hashable, Sendable {
    /// The predictor took it in.
    case accepted
    /// It lies too far from the line, and is held back until others bear it out.
    case heldBack
    /// Together with those held back it made a new line: another phase, another rate or both.
    case relocked
    /// It cannot be true: no time, from the future, long past, repeated, or older than the last.
    case invalid
    /// Vblanks come so seldom that the picture is not visible: off screen, or blanked.
    case notVisible
  }

  /// How far the predictor can be trusted.
  package enum LockState: Hashable, Sendable {
    /// Too few stamps, or too noisy ones.
    case acquiring
    /// The phase is known far better than a refresh interval.
    case locked
    /// No stamps come any more: the last line is continued.
    case freeRunning
    /// The stamps are of another clock than ours, as with a server on another machine or in another
    /// time namespace: the last line is continued.
    case foreignClock
  }

  /// Whether vblanks come at a display's cadence, and not at the one per second (or less) of a
  /// server that has nothing to show.
  package private(set) var isVisible = true

  private var line: VblankLine
  /// Up to two stamps in a row that the line does not explain.
  private var held: (first: VblankStamp, second: VblankStamp?)?
  /// The latest valid stamp.
  private var last: VblankStamp?
  /// Mean square of the stamps' noise, as far as the predictions tell, in square nanoseconds.
  private var variance = 0.0
  /// How many errors ``variance`` is the mean of, at most 16.
  private var varianceCount = 0.0
  private var isLocked = false
  /// How many errors in a row were on one side: positive when late, negative when early.
  private var bias = 0
  private var invalidRun = 0
  private var lostSamples = 0
  /// How many stamps in a row were of no time near our own.
  private var foreignRun = 0
  /// Whether vblanks ever came at a display's cadence. One that never did is slow, not hidden.
  private var hasTicked = false

  /// A predictor of that rate with a vblank at `start`, until stamps tell better.
  package init(refreshRate: RefreshRate, start: Timestamp) {
    line = VblankLine(
      origin: 0, anchor: start, period: refreshRate.interval * 1e9,
      relativeDeviation: Tuning.seedDeviation)
  }
}

extension VblankPredictor {
  /// Seconds from vblank to vblank.
  package var period: Seconds { line.period / 1e9 }

  /// How many stamps the line goes through; old ones fade away beyond 512.
  package var sampleCount: Int { line.fit.count }

  /// The standard deviation of the stamps' noise, in seconds.
  ///
  /// Of the stamps that were taken in, none of which is off by more than a quarter of the period:
  /// noise of that size looks smaller than it is.
  package var deviation: Seconds { variance.squareRoot() / 1e9 }

  package var lockState: LockState {
    if foreignRun >= Tuning.foreignStamps { return .foreignClock }
    if lostSamples >= Tuning.lostSamples { return .freeRunning }
    return isLocked ? .locked : .acquiring
  }

  /// How long after a vblank to act, in seconds, so as never to be just before it: twice the
  /// standard error of the phase, but at least 0.2 ms and at most a quarter of the period.
  package var phaseMargin: Seconds {
    let error = deviation / Double(max(sampleCount, 1)).squareRoot()
    return min(max(2 * error, 0.2e-3), period / 4)
  }

  /// When vblank number `msc` is or was.
  package func time(ofVblank msc: Int64) -> Timestamp { line.time(of: msc) }

  /// The number of the vblank nearest to `instant`.
  package func vblank(nearest instant: Timestamp) -> Int64 { line.vblank(nearest: instant) }

  /// How many frames after the latest stamp to ask for the next one. A stamp costs a wake-up;
  /// dense ones are for the beginning, and for when something seems to have changed.
  package var framesToNextSample: Int {
    if foreignRun >= Tuning.foreignStamps { return 1_000 }
    if held != nil || abs(bias) > Tuning.suspiciousRun || sampleCount < 256 { return 1 }
    return sampleCount < LineFit.memory ? 2 : 8
  }

  /// How long to wait for a stamp beyond the time of its vblank, in seconds, before it counts as
  /// lost; see ``sampleLost()``.
  package var sampleTimeout: Seconds { 3 * period + 0.05 }

  /// A stamp that was asked for did not come. After five in a row the predictor runs freely.
  package mutating func sampleLost() { lostSamples = min(lostSamples + 1, Tuning.lostSamples) }
}

extension VblankPredictor {
  /// Vblanks further apart than this, in seconds, are those of a server that has nothing to show.
  private static let hiddenCadence: Seconds = 0.5

  private enum Tuning {
    /// A mode line's rate is exact to some parts in a million, but 59.94 Hz is often announced
    /// as 60. Of the seed's period.
    static let seedDeviation = 0.0025
    /// The same after the stamps refuted what was known.
    static let relockDeviation = 0.05
    /// The periods that a display can have, in nanoseconds.
    static let periods = 1e6...2e9
    static let lostSamples = 5
    /// A stamp is read within some milliseconds, or in the next turn after a stop. One alone that is
    /// older says that the process was stopped, and several that they are of another clock.
    static let longestAge = 1.0
    static let foreignStamps = 3
    /// How much the slope of a new line must differ to be another rate, of the period.
    static let rateChange = 0.02
    /// With fewer samples than this neither the line nor the noise is known.
    static let fewSamples = 8
    /// Skewed noise errs on its likelier side 56 % of the time, and 24 times in a row once in a
    /// million stamps.
    static let biasedRun = 24
    static let suspiciousRun = 8
    /// Server clocks count microseconds; what is less is no error.
    static let resolution = 1e3
    /// After this many stamps from the past the count itself began again.
    static let countRestart = 5
  }

  /// Takes a stamp in.
  /// - Parameter now: the time at which it arrived.
  package mutating func add(_ stamp: VblankStamp, now: Timestamp) -> Verdict {
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
    // A line through one stamp is only a guess, which a slow display refutes at once.
    if sampleCount == 1, cadence > Self.hiddenCadence { return begin(at: last, through: stamp) }
    let error = line.error(of: stamp)
    guard abs(error) <= gate else { return holdBack(stamp) }
    held = nil
    accept(stamp, error: error)
    return .accepted
  }

  /// The largest error that is still noise, in nanoseconds.
  private var gate: Double {
    if sampleCount < Tuning.fewSamples { return line.period / 2 }
    return min(max(4 * variance.squareRoot(), 0.5e6), line.period / 4)
  }

  private mutating func begin(with stamp: VblankStamp) {
    last = stamp
    line.add(stamp, variance: variance)
  }

  /// Begins a line of which no more than two stamps are known.
  private mutating func begin(at first: VblankStamp, through second: VblankStamp) -> Verdict {
    let places = Double(second.msc) - Double(first.msc)
    let period = Double(second.ust.nanoseconds(since: first.ust)) / places
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

  /// Begins a new line, of which only the period is known.
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

  /// A change that hides in the noise shows in errors that are all on one side. Then the old
  /// stamps are forgotten, and the phase is learnt again from here.
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

  /// Collects what the line does not explain. The third such stamp in a row begins a new line.
  private mutating func holdBack(_ third: VblankStamp) -> Verdict {
    guard let (first, second) = held else {
      held = (third, nil)
      return .heldBack
    }
    guard let second else {
      held = (first, third)
      return .heldBack
    }
    let places = Double(third.msc - first.msc)
    let slope = Double(third.ust.nanoseconds(since: first.ust)) / places
    // With noise of the size of the change, three stamps only tell of another phase. In the
    // beginning the noise is not known, and what looks like it is the wrong rate.
    if sampleCount < Tuning.fewSamples { (variance, varianceCount) = (0, 0) }
    let doubt = 3 * (2 * variance).squareRoot() / places
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
