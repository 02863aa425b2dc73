import AnimCore

/// A disc or a slice of one, in the form of XFillArc.
struct CoreArc {
  /// The bounding square of the circle, in whole pixels.
  let box: PixelRect
  /// Where the slice starts, counter-clockwise from 3 o'clock, in 1/64 degree.
  let start: Int
  /// How far it sweeps from there, in 1/64 degree; clockwise if negative. Zero paints nothing.
  let sweep: Int

  static let fullTurn = 360 * 64

  init(_ disc: Disc) {
    box = Self.box(disc)
    (start, sweep) = (0, Self.fullTurn)
  }

  init(_ sector: Sector) {
    box = Self.box(sector.disc)
    // The edges are rounded, not the sweep, so that slices with a common edge agree about it.
    let (from, to) = (Self.units(sector.start), Self.units(sector.end))
    let turned = (to - from + Self.fullTurn) % Self.fullTurn
    start = -from
    sweep = turned == 0 && sector.isReflex ? Self.fullTurn : -turned
  }

  /// Whether the square fits the protocol's 16 bits. Servers compute poorly with large squares even
  /// where the protocol has room for them.
  var fitsProtocol: Bool {
    box.x0 >= -32_768 && box.y0 >= -32_768 && box.x1 <= 32_767 && box.y1 <= 32_767
      && box.width <= 32_767
  }

  /// The protocol's coordinates lie on pixel centres, half a pixel from ours, so the whole number
  /// nearest to an edge is the floor of our coordinate.
  private static func box(_ disc: Disc) -> PixelRect {
    PixelRect(
      x0: (disc.x - disc.radius).floor, y0: (disc.y - disc.radius).floor,
      x1: (disc.x + disc.radius).floor, y1: (disc.y + disc.radius).floor)
  }

  /// Clockwise from 3 o'clock, in 1/64 degree.
  private static func units(_ direction: Direction) -> Int {
    let angle = Vector(dx: Double(direction.dx), dy: Double(direction.dy)).direction
    return Int((angle.turns * Double(fullTurn)).rounded())
  }
}
