/// A rectangle with sides along the axes, in points.
public struct Rect: Hashable, Sendable {
  /// The corner with the smallest coordinates: top left.
  public var origin: Point
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle of `size` about `center`.
  public init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// The square of side `side` about `center`.
  public init(center: Point, side: Double) {
    self.init(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
  }

  public static let zero = Rect(origin: .zero, size: .zero)

  public var width: Double { size.width }
  public var height: Double { size.height }
  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var midX: Double { origin.x + size.width / 2 }
  public var midY: Double { origin.y + size.height / 2 }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var center: Point { Point(x: midX, y: midY) }

  /// Whether the rectangle has no area: a side is zero, negative or NaN.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }
}

extension Rect {
  /// Whether `point` lies inside. The rectangle is half-open, minX ≤ x < maxX and minY ≤ y < maxY,
  /// so that a point on the edge between two adjacent rectangles is in only one of them.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether all of `other` lies inside; false if that is empty.
  public func contains(_ other: Rect) -> Bool {
    !other.isEmpty && other.minX >= minX && other.maxX <= maxX && other.minY >= minY
      && other.maxY <= maxY
  }

  /// Whether the rectangles overlap.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// The overlap of the rectangles; ``zero`` if there is none.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard right > left, bottom > top else { return .zero }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that contains both; if one is empty, the other.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle with each side moved inwards by `distance`, or outwards if that is negative.
  /// Sides do not pass each other: they meet in the middle.
  public func inset(by distance: Double) -> Rect {
    let (x, y) = (min(distance, size.width / 2), min(distance, size.height / 2))
    return Rect(
      x: minX + x, y: minY + y, width: size.width - 2 * x, height: size.height - 2 * y)
  }

  public static func + (rect: Rect, vector: Vector) -> Rect {
    Rect(origin: rect.origin + vector, size: rect.size)
  }

  public static func += (rect: inout Rect, vector: Vector) { rect.origin += vector }
}
