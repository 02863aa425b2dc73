import AnimCore

/// Computes the edges and colours of four squares at once, faster than by the definition
/// (``SquareField``, ``SquareLife``), and whether they are certainly identical.
///
/// Only the last steps round to integers. Before them, both computations differ by less than a
/// known error, so the integers are the same if a number is further than that from a tie, as nearly
/// all are. Squares that were just born or have ended are never certain.
struct SquareEstimate {
  private let time: Lanes
  private let x: Axis
  private let y: Axis
  /// The maximum distance of a number from an integer for a certain result.
  private let limit: SIMD2<Double>
  /// The reciprocal of the fade-in time of a square, in 1/s.
  private let fadeRate: SIMD4<Float>

  /// Creates an estimate, or returns `nil` if numbers are so large that few squares would be
  /// certain.
  init?(
    _ field: SquareField, at time: Seconds, _ configuration: SquaresConfiguration,
    _ writer: SquareWriter
  ) {
    // Lives are no longer than this, except for rounding.
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

  /// - Parameter jumps: The value of ``jumps`` as a constant.
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

  /// - Parameter span: The time to birth or end, whichever is nearer, in seconds.
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
    // Four roundings to 24 bits change 255 by less than 0.001.
    let areSure = all(magnitude .< SIMD4(repeating: 0.499))
    let faded = unsafeBitCast(sum, to: SIMD4<UInt32>.self) &<< 24
    return (argb & SIMD4(repeating: 0xFF_FFFF) | faded, areSure)
  }
}

extension SquareEstimate {
  /// One direction of the view. Positions are measured in periods, after which the view repeats,
  /// and then in grains, the distance between adjacent results.
  fileprivate struct Axis {
    /// The maximum difference between the numbers before rounding and those of the definition.
    let error: Double
    /// Whether a position between two periods may be at either edge of the view, and is therefore
    /// not certain.
    let jumps: Bool
    private let start: Lanes
    private let range: Lanes
    private let perPoint: Lanes
    /// The mask that clears the sign if squares are reflected.
    private let mask: SIMD4<UInt64>
    private let grains: Lanes
    private let offset: Lanes
    private let shift: Int32

    /// - Parameter longestWay: The maximum distance that a square moves in its life, in points.
    init?(_ axis: SquareField.Axis, _ edge: SquareEdge, longestWay: Double) {
      let fold = Fold(axis, longestWay: longestWay)
      let grain: Double = edge.isAligned ? 1 : 4096
      let reach = abs(axis.start - fold.middle) + axis.range + longestWay
      let size = reach + abs(fold.middle) + abs(fold.base) + axis.length + axis.side
      // The largest coordinate without clamping.
      let farthest = abs(edge.origin) + size * edge.scale + edge.half
      // Either computation rounds fewer than 16 times.
      let error = max(reach / fold.period + 1, farthest * grain) * 0x1p-47
      guard error < 0.01, farthest < Fixed.limit - 1 else { return nil }
      self.error = error
      jumps = axis.edges == .wrap
      start = Lanes(repeating: (axis.start - fold.middle) / fold.period)
      range = Lanes(repeating: axis.range / fold.period)
      perPoint = Lanes(repeating: 1 / fold.period)
      mask = SIMD4(repeating: fold.mask)
      grains = Lanes(repeating: fold.period * edge.scale * grain)
      // Integral pixels are rounded from 1/4096 pixel, with ties up.
      offset = Lanes(
        repeating: (edge.origin + fold.base * edge.scale - edge.half) * grain
          + (edge.isAligned ? 0.5 / 4096 : 0))
      shift = edge.isAligned ? Fixed.fractionBits : 0
    }

    /// Returns the edges of squares in 1/4096 pixel, and the distance by which each was rounded.
    ///
    /// - Parameter jumps: The value of ``jumps`` as a constant.
    @inline(__always)
    func edges(
      _ motion: SquareLifeGroup.Axis, _ age: Lanes, _ halfAge: Lanes, jumps: Bool
    ) -> (raw: SIMD4<Int32>, doubt: Lanes) {
      let displacement = (motion.acceleration * halfAge + motion.velocity) * age
      let free = start + motion.start * range + displacement * perPoint
      let phase = free - free.nearestIntegers
      let folded = unsafeBitCast(
        unsafeBitCast(phase, to: SIMD4<UInt64>.self) & mask, to: Lanes.self)
      let exact = folded * grains + offset
      let sum = exact + .integerBias
      let doubt = (exact - (sum - .integerBias)).magnitudes
      return (
        sum.lowBits &<< SIMD4(repeating: shift), jumps ? doubt.greater(phase.magnitudes) : doubt
      )
    }
  }
}

/// The repetition of positions at the edges of a view.
private struct Fold {
  /// The period, in points.
  let period: Double
  /// The origin of the periods, in points.
  let middle: Double
  /// The centre of a square at ``middle``, in points.
  let base: Double
  /// The mask for the bits of a position's distance.
  let mask: UInt64

  init(_ axis: SquareField.Axis, longestWay: Double) {
    let half = axis.side / 2
    let span = axis.length - axis.side
    switch axis.edges {
    case .none:
      // So long that no square leaves the first period.
      (period, middle, mask) = (4 * (axis.start.magnitude + axis.range + longestWay + 1), 0, .max)
      base = 0
    case .bounce where span > 0:
      (period, middle, base, mask) = (2 * span, half, half, UInt64.max >> 1)
    case .bounce:
      (period, middle, base, mask) = (1, 0, axis.length / 2, 0)
    case .wrap:
      (period, middle, mask) = (axis.length + axis.side, axis.length / 2, .max)
      base = middle
    }
  }
}

/// Four numbers that are processed at once by a few instructions.
///
/// Numbers are compared in pairs, which fill a register of the baseline processor. Comparing four
/// at once generates inefficient code there.
typealias Lanes = SIMD4<Double>

extension Lanes {
  /// 1.5 · 2⁵², where a unit in the last place is 1. Adding it to a number below 2³¹ leaves the
  /// nearest integer in the low bits. Subtracting it again results in that integer as a number.
  fileprivate static var integerBias: Lanes { Lanes(repeating: 0x1.8p52) }

  @inline(__always) fileprivate var nearestIntegers: Lanes { (self + .integerBias) - .integerBias }

  /// The absolute values.
  @inline(__always) fileprivate var magnitudes: Lanes {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return unsafeBitCast(bits & SIMD4<UInt64>(repeating: UInt64.max >> 1), to: Lanes.self)
  }

  /// The lower 32 bits of each number.
  @inline(__always) fileprivate var lowBits: SIMD4<Int32> {
    unsafeBitCast(self, to: SIMD8<Int32>.self).evenHalf
  }

  @inline(__always) fileprivate func lesser(_ other: Lanes) -> Lanes {
    Lanes(lowHalf: lowHalf.lesser(other.lowHalf), highHalf: highHalf.lesser(other.highHalf))
  }

  @inline(__always) fileprivate func greater(_ other: Lanes) -> Lanes {
    Lanes(lowHalf: lowHalf.greater(other.lowHalf), highHalf: highHalf.greater(other.highHalf))
  }
}
