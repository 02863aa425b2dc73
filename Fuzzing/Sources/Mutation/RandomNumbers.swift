/// Numbers that depend only on a seed, so that libFuzzer can repeat a mutation.
public struct RandomNumbers {
  private var state: UInt64

  public init(seed: CUnsignedInt) { state = UInt64(seed) &+ 1 }

  /// Returns a number in 0 ..< `bound`.
  public mutating func next(below bound: Int) -> Int {
    // The constants of Knuth's MMIX.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// Returns an element of a nonempty array.
  public mutating func element<Item>(of list: [Item]) -> Item { list[next(below: list.count)] }
}

/// Numbers at the limits of ranges, as text.
let extremeNumbers = [
  "0", "-0", "1", "2", "-1", "0.5", "1e-9", "1e-308", "-1e-5", "127", "128", "255", "256", "360",
  "1000", "4096", "32767", "32768", "65535", "65536", "100000", "16777217", "1e6", "-1e6",
  "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993", "1e12", "-1e15",
  "9223372036854775807", "9223372036854775808", "1e19", "1e38", "3.5e38", "-1e100", "1e308",
]
