/// Random numbers without a sequence: each is a function of a seed and of its use.
///
/// For example, the hundredth life of the fortieth square is the same whether or not the preceding
/// lives were computed. The mixing function is the finalizer of SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
struct SeededRandom {
  private let state: UInt64

  init(seed: UInt64) { state = Self.mix(seed &+ Self.golden) }

  /// Returns the generator for a part of this generator's subject.
  func branch(_ index: Int) -> SeededRandom {
    SeededRandom(seed: state &+ UInt64(bitPattern: Int64(index)) &* Self.golden)
  }

  /// Returns a number in 0..<1, which is always the same for the same `use`.
  func unit(_ use: Int) -> Double {
    Double(Self.mix(state &+ UInt64(bitPattern: Int64(use) &+ 1) &* Self.golden) >> 11) * 0x1p-53
  }

  /// Returns a number in `range`, which is always the same for the same `use`.
  func value(in range: ClosedRange<Double>, _ use: Int) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit(use)
  }

  /// 2⁶⁴ divided by the golden ratio, rounded to an odd number: its multiples are spread evenly.
  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
