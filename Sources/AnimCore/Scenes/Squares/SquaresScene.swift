/// Squares that move at the same time, each with its own velocity, acceleration and time limit,
/// after which it is recycled at another place with another motion.
///
/// In seconds since a square's birth, its centre is at p₀ + v₀t + ½at². A life is a function of the
/// seed, the square and the life's number (``SquareLife``), so any instant can be drawn without
/// those before it.
public final class SquaresScene: Scene {
  public let options: SquareOptions
  private var size = Size.zero
  private var time: Seconds = 0
  private var lives: [SquareLife]
  private var link: DisplayLink?

  public init(options: SquareOptions = SquareOptions()) {
    self.options = options
    lives = (0..<options.count).map { SquareLife(0, of: $0, options: options) }
  }

  public func layout(in size: Size) {
    self.size = size
  }

  public func update(to time: Seconds) {
    self.time = time
    for index in lives.indices where !(lives[index].birth..<lives[index].end).contains(time) {
      let number = SquareLife.number(at: time, of: index, options: options)
      lives[index] = SquareLife(number, of: index, options: options)
    }
  }

  public func draw(into list: inout DisplayList) {
    list.fillSquares(
      count: lives.count, side: options.side, isAligned: !options.isAntialiased
    ) { index in
      (center(of: index), lives[index].color.faded(to: opacity(of: lives[index])))
    }
  }

  /// Where square `index` is now: its centre, in points.
  public func center(of index: Int) -> Point {
    let life = lives[index]
    let age = time - life.birth
    let start =
      options.position
      ?? Point(
        x: place(life.start.x, within: size.width), y: place(life.start.y, within: size.height))
    let free =
      start + life.velocity * age + life.acceleration * (age * age / 2)
    return Point(x: atEdge(free.x, size.width), y: atEdge(free.y, size.height))
  }

  /// The velocity of square `index` now, in points per second, as if there were no edges.
  public func velocity(of index: Int) -> Vector {
    let life = lives[index]
    return life.velocity + life.acceleration * (time - life.birth)
  }

  /// A random place for a centre, such that the square is inside the view.
  private func place(_ fraction: Double, within length: Double) -> Double {
    options.side / 2 + fraction * max(0, length - options.side)
  }

  private func atEdge(_ free: Double, _ length: Double) -> Double {
    let half = options.side / 2
    switch options.edges {
    case .none:
      return free
    case .bounce:
      // Folding is a triangle wave over the span in which a centre is free to move.
      let span = length - options.side
      guard span > 0 else { return length / 2 }
      let phase = (free - half).modulo(2 * span)
      return half + min(phase, 2 * span - phase)
    case .wrap:
      // A square leaves the view wholly before it comes in at the other side.
      return (free + half).modulo(length + options.side) - half
    }
  }

  private func opacity(of life: SquareLife) -> Double {
    guard options.fade > 0 else { return 1 }
    return min(time - life.birth, life.end - time) / options.fade
  }
}

extension SquaresScene: DisplayLinkListener {
  public func start(on source: FrameSource) {
    link?.invalidate()
    // Without squares nothing ever moves.
    guard !lives.isEmpty else { return }
    link = DisplayLink(listener: self)
    link?.add(to: source)
  }

  public func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    update(to: frame.targetTimestamp.seconds)
  }
}

extension Double {
  /// The remainder in 0..<divisor, also of a negative number; zero where there is no such number.
  fileprivate func modulo(_ divisor: Double) -> Double {
    let remainder = truncatingRemainder(dividingBy: divisor)
    if remainder.isNaN { return 0 }
    return remainder < 0 ? remainder + divisor : remainder
  }
}
