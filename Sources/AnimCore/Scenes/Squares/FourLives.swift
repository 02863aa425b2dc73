/// The lives of four squares side by side: what takes part in every frame, so that a million squares
/// are one stream through the cache, and one instruction moves several.
struct FourLives {
  fileprivate var birth = Lanes.zero
  fileprivate var end = Lanes.zero
  fileprivate var x = Motion()
  fileprivate var y = Motion()
  fileprivate var argb = SIMD4<UInt32>.zero

  /// In one direction.
  struct Motion {
    /// A fraction of the view.
    var start = Lanes.zero
    var velocity = Lanes.zero
    var acceleration = Lanes.zero
  }

  /// Four lives of no length, led at no time.
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

  /// Whether all four are led at `time`.
  @inline(__always) func allContain(_ time: Seconds) -> Bool {
    let time = Lanes(repeating: time)
    return all((birth .<= time) .& (time .< end))
  }
}

extension UnsafeMutableBufferPointer<FourLives> {
  /// Finds where the squares are at `time`, in points.
  func findCenters(
    at time: Seconds, on field: SquareField,
    into centers: (x: UnsafeMutableBufferPointer<Lanes>, y: UnsafeMutableBufferPointer<Lanes>)
  ) {
    let time = Lanes(repeating: time)
    field.x.positions(of: self, into: centers.x) { ($0.x, time - $0.birth) }
    field.y.positions(of: self, into: centers.y) { ($0.y, time - $0.birth) }
  }

  /// Finds their colours at `time`, where they take `fade` seconds to appear and to vanish.
  func findColors(
    at time: Seconds, fade: Seconds, into argb: UnsafeMutableBufferPointer<SIMD4<UInt32>>
  ) {
    guard fade > 0 else {
      for place in indices { argb[place] = self[place].argb }
      return
    }
    let (time, fade) = (Lanes(repeating: time), Lanes(repeating: fade))
    for place in indices { argb[place] = self[place].colors(at: time, fade: fade) }
  }
}

extension FourLives {
  /// The colours at `time`, where `fade` is more than 0.
  @inline(__always) fileprivate func colors(at time: Lanes, fade: Lanes) -> SIMD4<UInt32> {
    let (sinceBirth, untilEnd) = (time - birth, end - time)
    var span = sinceBirth.replacing(with: untilEnd, where: untilEnd .< sinceBirth)
    span.replace(with: fade, where: span .> fade)
    span.replace(with: 0, where: span .< Lanes.zero)
    // Their alphas as numbers, by way of the bits: 2⁵² + alpha.
    let bits = SIMD4<UInt64>(truncatingIfNeeded: argb &>> 24) | SIMD4(repeating: 0x433 << 52)
    let alpha = unsafeBitCast(bits, to: Lanes.self) - Lanes(repeating: 0x1p52)
    let faded = SIMD4<UInt32>(truncatingIfNeeded: (alpha * (span / fade)).nearestIntegers)
    return (argb & SIMD4(repeating: 0xFF_FFFF)) | (faded &<< 24)
  }
}
