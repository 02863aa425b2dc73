import AnimCore

/// A regular series of vblanks: number `origin` at `anchor`, and one every `period` from there.
///
/// The anchor is a whole number of nanoseconds and moves along with the samples, so that Doubles
/// only contain short spans and errors.
struct VblankLine: Sendable {
  private(set) var origin: Int64
  private(set) var anchor: Timestamp
  /// The rounding error of the anchor: the line is this many nanoseconds later.
  private var fraction = 0.0
  /// Nanoseconds from vblank to vblank.
  private(set) var period: Double
  private(set) var fit = LineFit()

  /// The prior period and its standard deviation, in nanoseconds.
  private let prior: (period: Double, deviation: Double)

  init(origin: Int64, anchor: Timestamp, period: Double, relativeDeviation: Double) {
    self.origin = origin
    self.anchor = anchor
    self.period = period
    prior = (period, period * relativeDeviation)
  }

  func time(of vblank: Int64) -> Timestamp {
    let span = span(to: vblank).rounded()
    return anchor.advanced(byNanoseconds: Int64(exactly: span) ?? (span < 0 ? .min : .max))
  }

  /// Nanoseconds from the anchor to a vblank.
  private func span(to vblank: Int64) -> Double {
    let (places, overflow) = vblank.subtractingReportingOverflow(origin)
    return Double(overflow ? 0 : places) * period + fraction
  }

  func vblank(nearest instant: Timestamp) -> Int64 {
    let places = (Double(instant.nanoseconds(since: anchor)) / period).rounded()
    return origin &+ (Int64(exactly: places) ?? 0)
  }

  /// How much later a stamp is than the line predicts, in nanoseconds.
  func error(of stamp: VblankStamp) -> Double {
    Double(stamp.ust.nanoseconds(since: anchor)) - span(to: stamp.msc)
  }

  /// Adds a stamp. `variance` is that of the stamps' noise, in square nanoseconds; it determines
  /// the weight of the prior period.
  mutating func add(_ stamp: VblankStamp, variance: Double) {
    if fit.count == 0 { (origin, anchor) = (stamp.msc, stamp.ust) }
    let (offset, slope) = fit.add(
      error: error(of: stamp), step: Double(stamp.msc - origin),
      priorSlope: prior.period - period,
      priorWeight: variance / (prior.deviation * prior.deviation))
    let line = span(to: stamp.msc) + offset
    let whole = line.rounded()
    anchor = anchor.advanced(byNanoseconds: Int64(exactly: whole) ?? 0)
    fraction = line - whole
    origin = stamp.msc
    period += slope
  }
}
