import AnimCore

/// Random numbers from Knuth's linear congruential generator, which are the same in every run and
/// on every machine. The standard library's random numbers in a range depend on the size of an
/// integer.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let unit = Double(next() >> 11) * 0x1p-53
    return range.lowerBound + unit * (range.upperBound - range.lowerBound)
  }

  mutating func point() -> Point { Point(x: number(6...500), y: number(6...506)) }

  /// Returns a number from 0 to `count` - 1.
  mutating func index(below count: Int) -> Int { Int((next() >> 33) % UInt64(count)) }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[index(below: elements.count)]
  }

  /// Returns `true` once in `count` times, on average.
  mutating func isOne(in count: Int) -> Bool { index(below: count) == 0 }

  /// Returns a colour that is opaque half of the time.
  mutating func color() -> Color {
    let argb = UInt32(truncatingIfNeeded: next() >> 32)
    return isOne(in: 2) ? Color(rgb: argb) : Color(argb: argb)
  }
}
