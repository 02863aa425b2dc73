/// A rectangle with sides along the axes, in points.
public struct Rect: Hashable, Sendable {
  /// The corner with the smallest coordinates: top left.
  public var origin: Point
  /// The width and the height; they may be negative.
  public var size: Size

  /// Creates a rectangle from its upper left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its upper left corner and its sides.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates the rectangle of `size` about `center`.
  public init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// Creates the square of side `side` about `center`.
  public init(center: Point, side: Double) {
    self.init(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
  }

  /// A rectangle without size at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The size's width.
  public var width: Double { size.width }
  /// The size's height.
  public var height: Double { size.height }
  /// The origin's x.
  public var minX: Double { origin.x }
  /// The origin's y.
  public var minY: Double { origin.y }
  /// The x of the middle.
  public var midX: Double { origin.x + size.width / 2 }
  /// The y of the middle.
  public var midY: Double { origin.y + size.height / 2 }
  /// The x of the side opposite the origin.
  public var maxX: Double { origin.x + size.width }
  /// The y of the side opposite the origin.
  public var maxY: Double { origin.y + size.height }
  /// The middle.
  public var center: Point { Point(x: midX, y: midY) }

  /// A Boolean value that indicates whether the rectangle has no area: a side is zero, negative or
  /// NaN.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }
}

extension Rect {
  /// Returns a Boolean value that indicates whether `point` lies inside. The rectangle is
  /// half-open, minX ≤ x < maxX and minY ≤ y < maxY, so that a point on the edge between two
  /// adjacent rectangles is in only one of them.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns a Boolean value that indicates whether `other` lies inside the rectangle, which is
  /// false if `other` is empty.
  public func contains(_ other: Rect) -> Bool {
    !other.isEmpty && other.minX >= minX && other.maxX <= maxX && other.minY >= minY
      && other.maxY <= maxY
  }

  /// Returns a Boolean value that indicates whether the rectangles overlap.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Returns the intersection of the rectangles, or ``zero`` if they don't overlap.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard right > left, bottom > top else { return .zero }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the smallest rectangle that contains both rectangles, or the other rectangle if one is
  /// empty.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle with each side moved inwards by `distance`, or outwards if that is
  /// negative. Sides don't pass each other: they meet in the middle.
  public func inset(by distance: Double) -> Rect {
    let (x, y) = (min(distance, size.width / 2), min(distance, size.height / 2))
    return Rect(
      x: minX + x, y: minY + y, width: size.width - 2 * x, height: size.height - 2 * y)
  }

  /// Returns the rectangle moved by a vector.
  public static func + (rect: Rect, vector: Vector) -> Rect {
    Rect(origin: rect.origin + vector, size: rect.size)
  }

  /// Moves the rectangle by a vector.
  public static func += (rect: inout Rect, vector: Vector) { rect.origin += vector }

  /// Returns the smallest rectangle around both. Either may have no width or height.
  package func enclosing(_ other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    let (right, bottom) = (max(maxX, other.maxX), max(maxY, other.maxY))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the bounding box of the transformed rectangle.
  package func transformed(by transform: Transform) -> Rect {
    let corners = [
      Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: maxX, y: maxY),
      Point(x: minX, y: maxY),
    ].map { transform.apply(to: $0) }
    var box = Rect(origin: corners[0], size: .zero)
    for corner in corners.dropFirst() { box = box.enclosing(Rect(origin: corner, size: .zero)) }
    return box
  }
}

/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Creates a size of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// No pixels.
  public static var zero: PixelSize { PixelSize(width: 0, height: 0) }

  /// All pixels of an image of this size whose upper left pixel is (0, 0).
  public var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: width, y1: height) }
}

/// A half-open rectangle of whole pixels: x0 ≤ x < x1, y0 ≤ y < y1.
public struct PixelRect: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline var low: SIMD2<Int32>
  @usableFromInline var high: SIMD2<Int32>

  /// Creates the pixels from (x0, y0) to before (x1, y1), each clamped to 32 bits.
  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    low = SIMD2(Int32(clamping: x0), Int32(clamping: y0))
    high = SIMD2(Int32(clamping: x1), Int32(clamping: y1))
  }

  /// No pixels.
  public static var empty: PixelRect { PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) }

  /// All pixels that have coordinates, or those of any image if `Int` has 32 bits, so that twice the
  /// width doesn't overflow.
  static var unbounded: PixelRect {
    let far = Int.max >> 3
    return PixelRect(x0: -far, y0: -far, x1: far, y1: far)
  }

  /// The first column.
  public var x0: Int { Int(low.x) }
  /// The first row.
  public var y0: Int { Int(low.y) }
  /// The column after the last.
  public var x1: Int { Int(high.x) }
  /// The row after the last.
  public var y1: Int { Int(high.y) }
  /// The number of columns.
  public var width: Int { max(0, x1 - x0) }
  /// The number of rows.
  public var height: Int { max(0, y1 - y0) }
  /// A Boolean value that indicates whether the rectangle contains no pixels.
  public var isEmpty: Bool { low.x >= high.x || low.y >= high.y }

  /// Returns a Boolean value that indicates whether the rectangles have pixels in common.
  @inline(__always) public func intersects(_ other: PixelRect) -> Bool {
    max(low.x, other.low.x) < min(high.x, other.high.x)
      && max(low.y, other.low.y) < min(high.y, other.high.y)
  }

  /// Returns a Boolean value that indicates whether all pixels of `other` are in this rectangle.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1
  }

  /// Returns the pixels that the rectangles have in common, or ``empty``.
  public func intersection(_ other: PixelRect) -> PixelRect {
    guard intersects(other) else { return .empty }
    return PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }

  /// Returns the rectangle extended by `margin` pixels on every side; an empty one stays empty.
  func grown(by margin: SIMD2<Int>) -> PixelRect {
    if isEmpty { return self }
    return PixelRect(
      x0: x0 - margin.x, y0: y0 - margin.y, x1: x1 + margin.x, y1: y1 + margin.y)
  }

  /// Returns the rectangle moved to the right and downwards; an empty one stays empty.
  func moved(_ x: Int, _ y: Int) -> PixelRect {
    if isEmpty { return self }
    return PixelRect(x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y)
  }

  /// Returns the smallest rectangle that contains both.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }
}
