/// A width and a height, in points. Those of a view are never negative.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)

  public var center: Point { Point(x: width / 2, y: height / 2) }
}

extension Size {
  public static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }

  public static func * (factor: Double, size: Size) -> Size { size * factor }
}
