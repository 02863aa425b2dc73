/// One thing to paint: a shape, its colour, and the pixels that it may touch.
public struct Command: Hashable, Sendable {
  public var shape: Shape
  public var color: Color
  /// The pixels that the shape may touch, already cut to the view it belongs to. Nothing outside
  /// is painted, so this is the clip as well.
  public var bounds: PixelRect

  public init(shape: Shape, color: Color, bounds: PixelRect) {
    self.shape = shape
    self.color = color
    self.bounds = bounds
  }
}

/// The geometry of a command, in pixels on the ``Fixed`` grid.
public enum Shape: Hashable, Sendable {
  case rectangle(x0: Fixed, y0: Fixed, x1: Fixed, y1: Fixed)
  case disc(Disc)
  case sector(Sector)
  /// A convex outline: `count` points of ``DisplayList/points`` from `first`, in either direction.
  case polygon(first: Int32, count: Int32)
  /// Squares of one size: `count` entries of ``DisplayList/squares`` from `first`, painted in
  /// that order, each in its own colour (the command's colour is unused).
  case squares(first: Int32, count: Int32, side: Fixed)
}

/// A filled circle.
public struct Disc: Hashable, Sendable {
  public var x: Fixed
  public var y: Fixed
  public var radius: Fixed

  public init(x: Fixed, y: Fixed, radius: Fixed) {
    self.x = x
    self.y = y
    self.radius = radius
  }
}

/// A slice of a disc, going clockwise on screen from `start` to `end`.
public struct Sector: Hashable, Sendable {
  public var disc: Disc
  public var start: Direction
  public var end: Direction
  /// Whether the slice covers more than half of the disc. It then is the union of the half planes
  /// at its two edges, otherwise their intersection.
  public var isReflex: Bool

  public init(disc: Disc, start: Direction, end: Direction, isReflex: Bool) {
    self.disc = disc
    self.start = start
    self.end = end
    self.isReflex = isReflex
  }
}

/// A unit vector in fixed point: each component counts 2⁻³⁰.
public struct Direction: Hashable, Sendable {
  public var dx: Int32
  public var dy: Int32

  public init(dx: Int32, dy: Int32) {
    self.dx = dx
    self.dy = dy
  }

  /// The direction of `angle`, rounded to the grid. This is where the platform's sine and cosine
  /// end: their last bits differ between C libraries, and the rounding drops them.
  public init(_ angle: Angle) {
    let unit = Vector(length: 1_073_741_824, direction: angle)
    dx = Int32(unit.dx.rounded())
    dy = Int32(unit.dy.rounded())
  }
}
