import AnimCore

extension SquareEstimate {
  /// One direction of the view. Positions are measured in periods, with which the edges of the view
  /// repeat, and then in grains, the distance between adjacent results.
  struct Axis {
    /// The maximum difference between the numbers before rounding and those of the definition.
    let error: Double
    /// Whether a position between two periods may be at either edge of the view, and so is not sure
    /// either.
    let jumps: Bool
    private let start: Lanes
    private let range: Lanes
    private let perPoint: Lanes
    /// Clears the sign if squares are reflected.
    private let mask: SIMD4<UInt64>
    private let grains: Lanes
    private let offset: Lanes
    private let shift: Int32

    /// - Parameter longestWay: the maximum distance that a square moves in its life, in points.
    init?(_ axis: SquareField.Axis, _ edge: SquareEdge, longestWay: Double) {
      let fold = Fold(axis, longestWay: longestWay)
      let grain: Double = edge.isAligned ? 1 : 4096
      let reach = abs(axis.start - fold.middle) + axis.range + longestWay
      let size = reach + abs(fold.middle) + abs(fold.base) + axis.length + axis.side
      // The largest coordinate without clamping.
      let farthest = abs(edge.origin) + size * edge.scale + edge.half
      // Either computation rounds fewer than sixteen times.
      let error = max(reach / fold.period + 1, farthest * grain) * 0x1p-47
      guard error < 0.01, farthest < Fixed.limit - 1 else { return nil }
      self.error = error
      jumps = axis.edges == .wrap
      start = Lanes(repeating: (axis.start - fold.middle) / fold.period)
      range = Lanes(repeating: axis.range / fold.period)
      perPoint = Lanes(repeating: 1 / fold.period)
      mask = SIMD4(repeating: fold.mask)
      grains = Lanes(repeating: fold.period * edge.scale * grain)
      // Whole pixels are rounded from 1/4096 pixel, with ties up.
      offset = Lanes(
        repeating: (edge.origin + fold.base * edge.scale - edge.half) * grain
          + (edge.isAligned ? 0.5 / 4096 : 0))
      shift = edge.isAligned ? Fixed.fractionBits : 0
    }

    /// The edges of squares in 1/4096 pixel, and the distance by which each was rounded to a whole
    /// number.
    ///
    /// - Parameter jumps: ``jumps``, as a constant.
    @inline(__always)
    func edges(
      _ motion: SquareLifeGroup.Axis, _ age: Lanes, _ halfAge: Lanes, jumps: Bool
    ) -> (raw: SIMD4<Int32>, doubt: Lanes) {
      let way = (motion.acceleration * halfAge + motion.velocity) * age
      let free = start + motion.start * range + way * perPoint
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

/// How positions repeat at the edges of a view.
private struct Fold {
  /// In points.
  let period: Double
  /// The position in points from which periods are counted.
  let middle: Double
  /// The centre, in points, of a square at ``middle``.
  let base: Double
  /// The bits to keep of a position's distance.
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
