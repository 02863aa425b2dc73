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

  /// The square of side `side` about `center`.
  public init(center: Point, side: Double) {
    self.init(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
  }

  public static let zero = Rect(origin: .zero, size: .zero)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
}
