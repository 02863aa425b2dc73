/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public static var zero: PixelSize { PixelSize(width: 0, height: 0) }

  /// All pixels of a picture of this size whose upper left pixel is (0, 0).
  public var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: width, y1: height) }
}

/// A half-open rectangle of whole pixels: x0 ≤ x < x1, y0 ≤ y < y1.
public struct PixelRect: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline var low: SIMD2<Int32>
  @usableFromInline var high: SIMD2<Int32>

  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    low = SIMD2(Int32(clamping: x0), Int32(clamping: y0))
    high = SIMD2(Int32(clamping: x1), Int32(clamping: y1))
  }

  public static var empty: PixelRect { PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) }

  public var x0: Int { Int(low.x) }
  public var y0: Int { Int(low.y) }
  public var x1: Int { Int(high.x) }
  public var y1: Int { Int(high.y) }
  public var width: Int { max(0, x1 - x0) }
  public var height: Int { max(0, y1 - y0) }
  /// Whether the rectangle contains no pixels.
  public var isEmpty: Bool { low.x >= high.x || low.y >= high.y }

  /// Whether the rectangles have pixels in common.
  @inline(__always) public func intersects(_ other: PixelRect) -> Bool {
    max(low.x, other.low.x) < min(high.x, other.high.x)
      && max(low.y, other.low.y) < min(high.y, other.high.y)
  }

  /// Whether all pixels of `other` are in this rectangle.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1
  }

  /// The pixels that the rectangles have in common, or ``empty``.
  public func intersection(_ other: PixelRect) -> PixelRect {
    guard intersects(other) else { return .empty }
    return PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }
}
