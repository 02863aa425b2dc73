/// One entry of a display list: a shape, its paint, and the pixels that it may touch.
///
/// The commands of a list are a tree in preorder: a group is followed by its contents.
package struct Command: Hashable, Sendable {
  package var shape: Shape
  /// The role of the command in its group.
  package var role: Role
  /// The colour to paint with, unless there is a ``paint``. A mask has its opacity in the alpha.
  package var color: Color
  /// The index of the paint in ``DisplayList/paints``, or nil if it is ``color``.
  package var paint: Int32?
  /// The pixels that the command may touch, already clipped to its view. Nothing outside is
  /// painted, so this is also the clip.
  package var bounds: PixelRect
  /// A digest of the outline of a path or the contents of a group. Equal ones have the same digest;
  /// different ones almost never do.
  var digest: UInt64

  init(
    shape: Shape, role: Role = .content, color: Color, paint: Int32? = nil, bounds: PixelRect,
    digest: UInt64 = 0
  ) {
    self.shape = shape
    self.role = role
    self.color = color
    self.paint = paint
    self.bounds = bounds
    self.digest = digest
  }

  /// The role of a command in its group.
  package enum Role: Hashable, Sendable {
    /// A part of its picture.
    case content
    /// A shape that masks its picture.
    case mask(Mask)
    /// A group whose picture masks that of the enclosing group.
    case matte(Matte)
  }

  /// The number of commands that make up this one, including itself: those of a group follow it.
  package var extent: Int {
    if case .group(_, let count) = shape { return Int(count) + 1 }
    return 1
  }
}

/// The geometry of a command, in pixels on the ``Fixed`` grid.
package enum Shape: Hashable, Sendable {
  case rectangle(x0: Fixed, y0: Fixed, x1: Fixed, y1: Fixed)
  case disc(Disc)
  case sector(Sector)
  /// Any outline: `count` closed polygons of ``DisplayList/polygonEnds`` from `first`, which may
  /// intersect themselves and each other.
  case path(first: Int32, count: Int32, rule: FillRule)
  /// Squares of one size: `count` entries of ``DisplayList/squares`` from `first`, painted in
  /// that order, each in its own colour (the command's colour is unused).
  case squares(first: Int32, count: Int32, side: Fixed)
  /// The `count` following commands, composed into a picture of their own.
  case group(GroupComposition, count: Int32)
}

/// A filled circle.
package struct Disc: Hashable, Sendable {
  package var x: Fixed
  package var y: Fixed
  package var radius: Fixed

  package init(x: Fixed, y: Fixed, radius: Fixed) {
    self.x = x
    self.y = y
    self.radius = radius
  }
}

/// A slice of a disc, clockwise on the screen from `start` to `end`.
package struct Sector: Hashable, Sendable {
  package var disc: Disc
  package var start: Direction
  package var end: Direction
  /// Whether the slice covers more than half of the disc. It is then the union of the half planes
  /// at its two edges, otherwise their intersection.
  package var isReflex: Bool

  package init(disc: Disc, start: Direction, end: Direction, isReflex: Bool) {
    self.disc = disc
    self.start = start
    self.end = end
    self.isReflex = isReflex
  }
}

/// A unit vector in fixed point: each component counts 2⁻³⁰.
package struct Direction: Hashable, Sendable {
  package var dx: Int32
  package var dy: Int32

  package init(dx: Int32, dy: Int32) {
    self.dx = dx
    self.dy = dy
  }

  /// The direction of `angle`, rounded to the grid.
  package init(_ angle: Angle) {
    let unit = Vector(length: 1_073_741_824, direction: angle)
    dx = Int32(unit.dx.rounded())
    dy = Int32(unit.dy.rounded())
  }
}
