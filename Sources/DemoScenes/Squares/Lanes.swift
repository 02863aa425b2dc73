import AnimCore

/// Four numbers that are processed at once by a few instructions.
///
/// Numbers are compared in halves of two, which fill a register of the baseline processor:
/// comparing four at once generates roundabout code there.
typealias Lanes = SIMD4<Double>

extension Lanes {
  /// 1.5 · 2⁵², where a unit in the last place is 1. Adding it to a number below 2³¹ leaves the
  /// nearest integer in the low bits; subtracting it again gives that integer as a number.
  static var integerBias: Lanes { Lanes(repeating: 0x1.8p52) }

  @inline(__always) var nearestIntegers: Lanes { (self + .integerBias) - .integerBias }

  /// The absolute values.
  @inline(__always) var magnitudes: Lanes {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return unsafeBitCast(bits & SIMD4<UInt64>(repeating: UInt64.max >> 1), to: Lanes.self)
  }

  /// The lower 32 bits of each.
  @inline(__always) var lowBits: SIMD4<Int32> {
    unsafeBitCast(self, to: SIMD8<Int32>.self).evenHalf
  }

  @inline(__always) func lesser(_ other: Lanes) -> Lanes {
    Lanes(lowHalf: lowHalf.lesser(other.lowHalf), highHalf: highHalf.lesser(other.highHalf))
  }

  @inline(__always) func greater(_ other: Lanes) -> Lanes {
    Lanes(lowHalf: lowHalf.greater(other.lowHalf), highHalf: highHalf.greater(other.highHalf))
  }
}
