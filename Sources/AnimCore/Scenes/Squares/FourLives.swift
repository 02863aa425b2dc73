/// The lives of four squares side by side: what takes part in every frame, so that a million squares
/// are one stream through the cache, and one instruction moves several.
struct FourLives {
  private var birth = Lanes.zero
  private var end = Lanes.zero
  private var startX = Lanes.zero
  private var startY = Lanes.zero
  private var velocityX = Lanes.zero
  private var velocityY = Lanes.zero
  private var accelerationX = Lanes.zero
  private var accelerationY = Lanes.zero
  private(set) var argb = SIMD4<UInt32>.zero

  /// Four lives of no length, led at no time.
  init() {}

  subscript(lane: Int) -> SquareLife {
    get {
      SquareLife(
        birth: birth[lane], end: end[lane], start: Point(x: startX[lane], y: startY[lane]),
        velocity: Vector(dx: velocityX[lane], dy: velocityY[lane]),
        acceleration: Vector(dx: accelerationX[lane], dy: accelerationY[lane]),
        color: Color(argb: argb[lane]))
    }
    set {
      (birth[lane], end[lane]) = (newValue.birth, newValue.end)
      (startX[lane], startY[lane]) = (newValue.start.x, newValue.start.y)
      (velocityX[lane], velocityY[lane]) = (newValue.velocity.dx, newValue.velocity.dy)
      accelerationX[lane] = newValue.acceleration.dx
      accelerationY[lane] = newValue.acceleration.dy
      argb[lane] = newValue.color.argb
    }
  }

  /// Whether all four are led at `time`.
  @inline(__always) func allContain(_ time: Seconds) -> Bool {
    let time = Lanes(repeating: time)
    return all((birth .<= time) .& (time .< end))
  }

  /// The centres at `time`, in points.
  @inline(__always) func centers(at time: Seconds, on field: SquareField) -> (x: Lanes, y: Lanes) {
    let age = Lanes(repeating: time) - birth
    let half = age * age / Lanes(repeating: 2)
    return (
      field.x.position(of: startX, velocityX * age, accelerationX * half),
      field.y.position(of: startY, velocityY * age, accelerationY * half)
    )
  }

  /// The colours at `time`, where they take `fade` seconds, more than 0, to appear and to vanish.
  @inline(__always) func colors(at time: Seconds, fade: Seconds) -> SIMD4<UInt32> {
    let time = Lanes(repeating: time)
    let fade = Lanes(repeating: fade)
    let (sinceBirth, untilEnd) = (time - birth, end - time)
    var span = sinceBirth.replacing(with: untilEnd, where: untilEnd .< sinceBirth)
    span.replace(with: fade, where: span .> fade)
    span.replace(with: 0, where: span .< Lanes.zero)
    if all(span .== fade) { return argb }
    // Their alphas as numbers, by way of the bits: 2⁵² + alpha.
    let bits = SIMD4<UInt64>(truncatingIfNeeded: argb &>> 24) | SIMD4(repeating: 0x433 << 52)
    let alpha = unsafeBitCast(bits, to: Lanes.self) - Lanes(repeating: 0x1p52)
    let faded = SIMD4<UInt32>(truncatingIfNeeded: (alpha * (span / fade)).nearestIntegers)
    return argb & SIMD4(repeating: 0xFF_FFFF) | faded &<< 24
  }
}
