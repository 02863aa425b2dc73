/// Four numbers that one instruction, or a few, work on at once.
typealias Lanes = SIMD4<Double>

extension Fixed {
  /// The ``raw`` of ``init(_:)`` for four coordinates at once, the same to the bit.
  @inline(__always) static func raw(_ pixels: Lanes) -> SIMD4<Int32> {
    let limit = Lanes(repeating: Self.limit)
    var held = pixels
    held.replace(with: 0, where: pixels .!= pixels)
    held.replace(with: limit, where: held .> limit)
    held.replace(with: -limit, where: held .< -limit)
    return held.scaled(by: 4096).nearestIntegers
  }
}

extension Lanes {
  @inline(__always) fileprivate func scaled(by factor: Double) -> Lanes {
    self * Lanes(repeating: factor)
  }

  /// Rounded to the nearest integers, half away from zero; all must be within ±2³¹.
  @inline(__always) var nearestIntegers: SIMD4<Int32> {
    // In this binade a unit in the last place is 1: the addition rounds, half to even, and leaves
    // the integer in the low bits. The subtractions are exact.
    let binade = Lanes(repeating: 0x1.8p52)
    let sum = self + binade
    let rest = self - (sum - binade)
    let bits = unsafeBitCast(sum, to: SIMD4<Int64>.self)
    var nearest = SIMD4<Int32>(truncatingIfNeeded: bits)
    // Where the even one of two equally near integers is the one towards zero, go on to the other.
    let up = (rest .== Lanes(repeating: 0.5)) .& (self .> .zero)
    let down = (rest .== Lanes(repeating: -0.5)) .& (self .< .zero)
    let step = SIMD4<Int64>.zero.replacing(with: 1, where: up).replacing(with: -1, where: down)
    nearest &+= SIMD4<Int32>(truncatingIfNeeded: step)
    return nearest
  }
}
