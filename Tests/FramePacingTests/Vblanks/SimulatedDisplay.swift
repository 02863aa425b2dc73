import TestSupport

@testable import AnimCore
@testable import FramePacing

/// A display in virtual time that stamps its vblanks the way real servers do.
struct SimulatedDisplay {
  /// The error of a stamp relative to its vblank.
  enum Noise {
    case none
    /// A display driver: normally distributed, 10 µs.
    case hardware
    /// A server without a display: millisecond timers that fire early or late, and a delay until
    /// they are handled. Its standard deviation is 0.76 ms, skewed, from −1.7 to +3.1 ms, with a
    /// mean of zero.
    case fakeVblank
  }

  /// Nanoseconds from vblank to vblank. The next vblank is one period after the last.
  var period: Double
  var noise: Noise
  /// The share of stamps that are off by up to half a period either way.
  var outliers = 0.0
  private(set) var msc: Int64
  private var sinceEpoch = 0.0
  private let epoch: Timestamp
  private var random: SeededGenerator

  init(
    hertz: Double, noise: Noise = .none, seed: UInt64 = 1, start: Timestamp = .milliseconds(5000),
    msc: Int64 = 1_000_000
  ) {
    period = 1e9 / hertz
    self.noise = noise
    self.msc = msc
    epoch = start
    random = SeededGenerator(seed: seed)
  }

  /// The true time of the last vblank.
  var time: Timestamp { epoch.advanced(byNanoseconds: Int64(sinceEpoch.rounded())) }

  /// Advances to the next vblank and stamps it.
  mutating func next() -> VblankStamp {
    msc += 1
    sinceEpoch += period
    return VblankStamp(msc: msc, ust: time.advanced(byNanoseconds: Int64(error().rounded())))
  }

  /// Shifts the next vblank and all later ones.
  mutating func shift(by nanoseconds: Double) { sinceEpoch += nanoseconds }

  /// Starts another count.
  mutating func count(from msc: Int64) { self.msc = msc }

  private mutating func error() -> Double {
    if outliers > 0, random.unit() < outliers { return (random.unit() - 0.5) * period }
    switch noise {
    case .none: return 0
    case .hardware: return 10e3 * random.normal()
    case .fakeVblank:
      // A gamma distribution of shape 5 and scale 0.34 ms has that shape.
      let late = (0..<5).reduce(0) { sum, _ in sum + random.exponential() }
      return min(0.34e6 * late - 1.7e6, 3.1e6)
    }
  }
}
