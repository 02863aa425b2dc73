import AnimCore

/// The lives of four squares side by side, with only what every frame needs, so that a million
/// squares are one stream through the cache, and one instruction moves several.
struct SquareLifeGroup {
  var birth = Lanes.zero
  var end = Lanes.zero
  var x = Axis()
  var y = Axis()
  var argb = SIMD4<UInt32>.zero

  /// In one direction.
  struct Axis {
    /// A fraction of the view.
    var start = Lanes.zero
    var velocity = Lanes.zero
    var acceleration = Lanes.zero
  }

  /// Four empty lives, which include no time.
  init() {}

  subscript(lane: Int) -> SquareLife {
    get {
      SquareLife(
        birth: birth[lane], end: end[lane], start: Point(x: x.start[lane], y: y.start[lane]),
        velocity: Vector(dx: x.velocity[lane], dy: y.velocity[lane]),
        acceleration: Vector(dx: x.acceleration[lane], dy: y.acceleration[lane]),
        color: Color(argb: argb[lane]))
    }
    set {
      (birth[lane], end[lane]) = (newValue.birth, newValue.end)
      (x.start[lane], y.start[lane]) = (newValue.start.x, newValue.start.y)
      (x.velocity[lane], y.velocity[lane]) = (newValue.velocity.dx, newValue.velocity.dy)
      x.acceleration[lane] = newValue.acceleration.dx
      y.acceleration[lane] = newValue.acceleration.dy
      argb[lane] = newValue.color.argb
    }
  }
}
