import AnimCore

/// Computes the edges and colours of four squares at once, faster than by the definition
/// (``SquareField``, ``SquareLife``), and whether they are sure to be the same to the bit.
///
/// Only the last steps round to integers, and before them both computations differ by less than a
/// known error. So the integers are the same if a number is further than that error from a tie, as
/// nearly all are. A square that was just born or has ended is never sure.
struct SquareEstimate {
  private let time: Lanes
  private let x: Axis
  private let y: Axis
  /// The maximum distance of a number from a whole number for the result to be sure.
  private let limit: SIMD2<Double>
  /// The reciprocal of the time that a square takes to fade in, in 1/s.
  private let fadeRate: SIMD4<Float>

  /// Nil if numbers are so large that hardly any square would be sure.
  init?(
    _ field: SquareField, at time: Seconds, _ configuration: SquaresConfiguration,
    _ writer: SquareWriter
  ) {
    // Lives last no longer than this, rounding aside.
    let age = configuration.lifetime.upperBound * 1.001 + abs(time) * 0x1p-40
    let (velocity, acceleration) = (
      configuration.velocity.largest, configuration.acceleration.largest
    )
    let ways = velocity * age + acceleration * (age * age / 2)
    guard time.isFinite, let x = Axis(field.x, writer.left, longestWay: ways.dx),
      let y = Axis(field.y, writer.top, longestWay: ways.dy)
    else { return nil }
    self.time = Lanes(repeating: time)
    (self.x, self.y) = (x, y)
    limit = SIMD2(repeating: 0.5 - max(x.error, y.error))
    fadeRate = SIMD4(repeating: configuration.fade > 0 ? Float(1 / configuration.fade) : .infinity)
  }

  /// See ``Axis/jumps``.
  var jumps: Bool { x.jumps }

  /// - Parameter jumps: ``jumps``, as a constant.
  @inline(__always)
  func find(
    _ lives: UnsafePointer<SquareLifeGroup>, jumps: Bool
  ) -> (x: SIMD4<Int32>, y: SIMD4<Int32>, argb: SIMD4<UInt32>, isSure: Bool) {
    let age = time - lives.pointee.birth
    let span = age.lesser(lives.pointee.end - time)
    let halfAge = age * Lanes(repeating: 0.5)
    let x = x.edges(lives.pointee.x, age, halfAge, jumps: jumps)
    let y = y.edges(lives.pointee.y, age, halfAge, jumps: jumps)
    let colors = colors(lives.pointee.argb, span)
    let doubt = x.doubt.greater(y.doubt)
    let isPlaced = doubt.lowHalf.greater(doubt.highHalf) .< limit
    let isAlive = span.lowHalf.lesser(span.highHalf) .> .zero
    return (x.raw, y.raw, colors.argb, all(isPlaced .& isAlive) && colors.areSure)
  }

  /// - Parameter span: the time to the nearer of birth and end, in seconds.
  @inline(__always)
  private func colors(
    _ argb: SIMD4<UInt32>, _ span: Lanes
  ) -> (argb: SIMD4<UInt32>, areSure: Bool) {
    let one = SIMD4<Float>(repeating: 1)
    let part = SIMD4<Float>(span) * fadeRate
    let opacity = part.replacing(with: one, where: one .< part)
    let alpha = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: argb &>> 24)) * opacity
    // 1.5 · 2²³, where a unit in the last place is 1.
    let bias = SIMD4<Float>(repeating: 0x1.8p23)
    let sum = alpha + bias
    let rest = alpha - (sum - bias)
    let magnitude = unsafeBitCast(
      unsafeBitCast(rest, to: SIMD4<UInt32>.self) & SIMD4(repeating: 0x7FFF_FFFF),
      to: SIMD4<Float>.self)
    // Four roundings to 24 bits change 255 by less than a thousandth.
    let areSure = all(magnitude .< SIMD4(repeating: 0.499))
    let faded = unsafeBitCast(sum, to: SIMD4<UInt32>.self) &<< 24
    return (argb & SIMD4(repeating: 0xFF_FFFF) | faded, areSure)
  }
}
