/// One entry of a display list: a shape, its paint, and the pixels that it may touch.
///
/// The commands of a list are a tree in preorder: a group is followed by its contents.
package struct Command: Hashable, Sendable {
  package var shape: Shape
  /// The role of the command in its group.
  var role: Role
  /// The colour to paint with, unless there is a ``paint``. A mask has its opacity in the alpha.
  package var color: Color
  /// The index of the paint in ``DisplayList/paints``, or `nil` if it is ``color``.
  package var paint: Int32?
  /// The pixels that the command may touch, already clipped to its view. Nothing outside is
  /// painted, so this is also the clip.
  package var bounds: PixelRect
  /// A digest of the outline of a path, or of the contents of a group without its filters. Equal
  /// contents have the same digest, and different contents almost never do.
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
  enum Role: Hashable, Sendable {
    /// A part of its image.
    case content
    /// A shape that masks its image.
    case mask(Mask)
    /// A group whose image masks that of the enclosing group.
    case matte(Matte)
  }

  /// The number of commands that make up this one, including itself. The commands of a group follow
  /// it.
  package var extent: Int {
    if case .group(_, let count) = shape { return Int(count) + 1 }
    return 1
  }
}

extension Command {
  /// A digest of everything that the command paints, from ``digest`` and its own fields.
  var summary: UInt64 {
    var words = Digest(seed: digest)
    words.append(UInt64(color.argb))
    words.append(unsafeBitCast(bounds.low, to: UInt64.self))
    words.append(unsafeBitCast(bounds.high, to: UInt64.self))
    return words.value
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
  /// A group: the `count` following commands, composited separately.
  case group(GroupComposition, count: Int32)
}

/// A filled circle.
package struct Disc: Hashable, Sendable {
  package var x: Fixed
  package var y: Fixed
  package var radius: Fixed
}

/// A slice of a disc, clockwise on the screen from `start` to `end`.
package struct Sector: Hashable, Sendable {
  package var disc: Disc
  package var start: Direction
  package var end: Direction
  /// Whether the slice covers more than half of the disc. It is then the union of the half planes
  /// at its two edges, otherwise their intersection.
  package var isReflex: Bool
}

/// A unit vector in fixed point: each component counts 2⁻³⁰.
package struct Direction: Hashable, Sendable {
  package var dx: Int32
  package var dy: Int32

  package init(dx: Int32, dy: Int32) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates the direction of `angle`, rounded to the grid.
  package init(_ angle: Angle) {
    let unit = Vector(length: 1_073_741_824, direction: angle)
    dx = Int32(unit.dx.rounded())
    dy = Int32(unit.dy.rounded())
  }
}

extension Disc {
  /// Returns the point of the circle in a direction from its centre, in pixels.
  func rim(_ direction: Direction) -> (x: Double, y: Double) {
    let scale = radius.pixels / 1_073_741_824
    return (x.pixels + scale * Double(direction.dx), y.pixels + scale * Double(direction.dy))
  }
}

extension Sector {
  /// The pixels that the slice touches: a rectangle around the centre, the two corners, and the
  /// outermost points of the circle between them.
  var extent: PixelRect {
    let whole = disc.extent
    let a = disc.rim(start)
    let b = disc.rim(end)
    let one: Int32 = 1 << 30
    let left = min(a.x, b.x, disc.x.pixels)
    let top = min(a.y, b.y, disc.y.pixels)
    let right = max(a.x, b.x, disc.x.pixels)
    let bottom = max(a.y, b.y, disc.y.pixels)
    return PixelRect(
      x0: holds(Direction(dx: -one, dy: 0)) ? whole.x0 : Int(left.rounded(.down)),
      y0: holds(Direction(dx: 0, dy: -one)) ? whole.y0 : Int(top.rounded(.down)),
      x1: holds(Direction(dx: one, dy: 0)) ? whole.x1 : Int(right.rounded(.up)),
      y1: holds(Direction(dx: 0, dy: one)) ? whole.y1 : Int(bottom.rounded(.up))
    ).intersection(whole)
  }

  /// Returns whether a direction points into the slice or along one of its edges.
  private func holds(_ direction: Direction) -> Bool {
    if isReflex { return !(end.turns(to: direction) > 0 && direction.turns(to: start) > 0) }
    return start.turns(to: direction) >= 0 && direction.turns(to: end) >= 0
  }
}

extension Direction {
  /// Returns a positive number if `other` is less than half a turn clockwise from this direction.
  func turns(to other: Direction) -> Int64 {
    Int64(dx) * Int64(other.dy) - Int64(dy) * Int64(other.dx)
  }
}

/// A running digest of words, the same in every process.
///
/// Two lanes take words in turn, so that one multiplication need not wait for the other.
struct Digest {
  private var even: UInt64
  private var odd: UInt64

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(seed: UInt64 = 0) {
    even = seed ^ 0x243F_6A88_85A3_08D3
    odd = 0x1319_8A2E_0370_7344
  }

  @inline(__always) mutating func append(_ word: UInt64) {
    let mixed = (even ^ word) &* Self.factor
    even = odd
    odd = mixed ^ mixed &>> 32
  }

  var value: UInt64 {
    var sum = (even ^ (odd &<< 32 | odd &>> 32)) &* Self.factor
    sum ^= sum &>> 29
    sum = sum &* Self.factor
    return sum ^ sum &>> 32
  }
}

extension Shape {
  /// A digest of the geometry of a self-contained shape, or 0 if the shape refers to other data.
  var digest: UInt64 {
    var words = Digest(seed: 1)
    switch self {
    case .rectangle(let x0, let y0, let x1, let y1):
      words.append(x0, y0)
      words.append(x1, y1)
    case .disc(let disc):
      words.append(disc)
    case .sector(let sector):
      words.append(sector.disc)
      words.append(sector.start)
      words.append(sector.end)
      words.append(sector.isReflex ? 1 : 0)
    case .path, .squares, .group:
      return 0
    }
    return words.value
  }
}

extension Digest {
  fileprivate mutating func append(_ x: Fixed, _ y: Fixed) {
    append(UInt64(UInt32(bitPattern: x.raw)) << 32 | UInt64(UInt32(bitPattern: y.raw)))
  }

  fileprivate mutating func append(_ disc: Disc) {
    append(disc.x, disc.y)
    append(UInt64(UInt32(bitPattern: disc.radius.raw)))
  }

  fileprivate mutating func append(_ direction: Direction) {
    append(
      UInt64(UInt32(bitPattern: direction.dx)) << 32 | UInt64(UInt32(bitPattern: direction.dy)))
  }
}
