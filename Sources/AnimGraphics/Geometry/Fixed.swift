/// A pixel coordinate in fixed point: an Int32 that counts 1/4096 pixel.
///
/// All geometry is rounded to this grid when it enters a ``DisplayList``. After that, only integer
/// arithmetic and correctly rounded IEEE operations are used, so the same list results in the same
/// pixels on every machine.
package struct Fixed: Hashable, Sendable {
  /// The coordinate in units of 1/4096 pixel.
  package var raw: Int32

  @inlinable package init(raw: Int32) { self.raw = raw }

  package static let fractionBits: Int32 = 12
  /// One pixel.
  package static let one = Fixed(raw: 1 << fractionBits)
  /// The maximum magnitude of a coordinate, in pixels. It is far beyond any window, and small
  /// enough that the sum of two coordinates, rounded up to a pixel, fits into 32 bits.
  package static let limit = 262_143.0

  /// Creates a number by rounding `pixels` to the grid, half away from zero. Values beyond
  /// ±``limit`` are clamped to it, and NaN becomes zero, so that no computed number can trap.
  @inlinable package init(_ pixels: Double) {
    let clamped = pixels.isNaN ? 0 : min(max(pixels, -Self.limit), Self.limit)
    // Don't use rounded(), which calls the C library if the baseline processor has no instruction
    // for it. The subtraction is exact.
    let scaled = clamped * 4096
    let whole = Int32(scaled)
    let rest = scaled - Double(whole)
    self.raw = whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0)
  }

  /// Creates the left or upper edge of a pixel, clamped as in ``init(_:)``.
  @inlinable package init(pixel: Int) { self.init(Double(pixel)) }

  /// The coordinate in pixels, exact.
  @inlinable package var pixels: Double { Double(raw) / 4096 }
  /// The largest integral pixel that isn't above the coordinate.
  @inlinable package var floor: Int { Int(raw >> Self.fractionBits) }
  /// The smallest integral pixel that isn't below the coordinate.
  @inlinable package var ceiling: Int {
    Int((raw + (1 << Self.fractionBits) - 1) >> Self.fractionBits)
  }
  /// The integral pixel nearest to the coordinate. Ties round up.
  @inlinable package var nearestPixel: Int {
    Int((raw + (1 << (Self.fractionBits - 1))) >> Self.fractionBits)
  }
}

extension Fixed: Comparable {
  @inlinable package static func < (a: Fixed, b: Fixed) -> Bool { a.raw < b.raw }
}

extension Fixed {
  @inlinable package static func + (a: Fixed, b: Fixed) -> Fixed { Fixed(raw: a.raw + b.raw) }
  @inlinable package static func - (a: Fixed, b: Fixed) -> Fixed { Fixed(raw: a.raw - b.raw) }
}

/// A point in pixels on the ``Fixed`` grid.
package struct FixedPoint: Hashable, Sendable {
  package var x: Fixed
  package var y: Fixed

  package init(x: Fixed, y: Fixed) {
    self.x = x
    self.y = y
  }
}
