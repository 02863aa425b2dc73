import AnimCore

/// One life of one square: a function of the seed, the square's index and the life's number.
struct SquareLife: Hashable {
  /// The start of this life and of the next one, in seconds of scene time.
  var birth: Seconds
  var end: Seconds
  /// The start position as a fraction of the view in each direction, so that a life survives a
  /// resize.
  var start: Point
  var velocity: Vector
  var acceleration: Vector
  var color: Color
}

extension SquareLife {
  /// Creates life number `number` of square `index`.
  init(_ number: Int, of index: Int, configuration: SquaresConfiguration) {
    let square = SeededRandom(seed: configuration.seed).branch(index)
    let life = square.branch(number)
    birth = Self.birth(number, square, configuration.lifetime)
    end = Self.birth(number + 1, square, configuration.lifetime)
    start = Point(x: life.unit(0), y: life.unit(1))
    velocity = configuration.velocity.vector(life, 2)
    acceleration = configuration.acceleration.vector(life, 4)
    let palette =
      configuration.palette.isEmpty ? SquaresConfiguration.defaultPalette : configuration.palette
    color = palette[Int(life.unit(6) * Double(palette.count))]
  }

  /// Creates the life of square `index` at `time`.
  init(at time: Seconds, of index: Int, configuration: SquaresConfiguration) {
    self.init(
      Self.number(at: time, of: index, configuration: configuration), of: index,
      configuration: configuration)
  }

  /// Returns whether the life includes `time`.
  func contains(_ time: Seconds) -> Bool { birth <= time && time < end }

  /// Returns the colour at `time`, with `fade` seconds to fade in and out.
  func color(at time: Seconds, fade: Seconds) -> Color {
    fade > 0 ? color.withOpacity(min(time - birth, end - time) / fade) : color
  }

  /// Returns the number of the life of square `index` at `time`.
  static func number(at time: Seconds, of index: Int, configuration: SquaresConfiguration) -> Int {
    let square = SeededRandom(seed: configuration.seed).branch(index)
    // A birth is less than half a step from the lattice, so the result is one of three.
    let middle = Int(min(max(time, 0) / configuration.lifetime.middle, 0x1p52).rounded())
    for number in [middle + 1, middle] where number > 0 {
      if birth(number, square, configuration.lifetime) <= time { return number }
    }
    return max(0, middle - 1)
  }

  /// Returns the time of a birth. Births are on a lattice with the mean lifetime as its step, each
  /// moved by up to a quarter of the range. The span between two births is then always within the
  /// range, and no birth depends on earlier lives. The first birth is at zero.
  private static func birth(
    _ number: Int, _ square: SeededRandom, _ lifetime: ClosedRange<Seconds>
  ) -> Seconds {
    guard number > 0 else { return 0 }
    let jitter = (lifetime.upperBound - lifetime.lowerBound) / 4
    return Double(number) * lifetime.middle + jitter * (2 * square.unit(number) - 1)
  }
}

extension SquaresConfiguration.Vectors {
  /// Returns a random vector from two uses of `random`, starting at `use`.
  fileprivate func vector(_ random: SeededRandom, _ use: Int) -> Vector {
    switch self {
    case .exactly(let vector): vector
    case .anyDirection(let range):
      Vector(length: random.value(in: range, use), direction: .turns(random.unit(use + 1)))
    }
  }
}

extension ClosedRange<Seconds> {
  fileprivate var middle: Seconds { (lowerBound + upperBound) / 2 }
}

/// The lives of four squares side by side, with only the data that every frame needs. A million
/// squares are therefore one stream through the cache, and one instruction moves several.
struct SquareLifeGroup {
  var birth = Lanes.zero
  var end = Lanes.zero
  var x = Axis()
  var y = Axis()
  var argb = SIMD4<UInt32>.zero

  /// The motion in one direction.
  struct Axis {
    /// The start, as a fraction of the view.
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
