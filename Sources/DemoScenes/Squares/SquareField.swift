import AnimCore

/// The view that squares move in, one axis at a time.
struct SquareField {
  let x: Axis
  let y: Axis

  /// - Parameter size: The size of the view, in points.
  init(_ size: Size, _ configuration: SquaresConfiguration) {
    let side = configuration.side(in: size)
    x = Axis(length: size.width, side, configuration.position?.x, configuration.edges)
    y = Axis(length: size.height, side, configuration.position?.y, configuration.edges)
  }

  /// Returns the centre of the square with this life at `time`, in points.
  func center(of life: SquareLife, at time: Seconds) -> Point {
    let age = time - life.birth
    return Point(
      x: x.center(life.start.x, life.velocity.dx, life.acceleration.dx, age),
      y: y.center(life.start.y, life.velocity.dy, life.acceleration.dy, age))
  }

  /// One direction of the view.
  struct Axis {
    let length: Double
    /// The side of a square.
    let side: Double
    let edges: SquaresConfiguration.Edges
    /// The start of the range of initial positions. A life's own fraction of the range is added.
    let start: Double
    let range: Double

    fileprivate init(
      length: Double, _ side: Double, _ position: Double?, _ edges: SquaresConfiguration.Edges
    ) {
      self.length = length
      self.side = side
      self.edges = edges
      start = position ?? side / 2
      range = position == nil ? max(0, length - side) : 0
    }

    /// - Parameters:
    ///   - fraction: The start of the life, as a fraction of the range.
    ///   - age: The age, in seconds.
    fileprivate func center(
      _ fraction: Double, _ velocity: Double, _ acceleration: Double, _ age: Seconds
    ) -> Double {
      let free = start + fraction * range + velocity * age + acceleration * (age * age / 2)
      let half = side / 2
      switch edges {
      case .none:
        return free
      case .bounce:
        let span = length - side
        guard span > 0 else { return length / 2 }
        // Reflection is a triangle wave over the span in which a centre is free to move.
        let phase = (free - half).modulo(2 * span)
        return half + min(phase, 2 * span - phase)
      case .wrap:
        // A square leaves the view completely before it enters at the other side.
        return (free + half).modulo(length + side) - half
      }
    }
  }
}

extension Double {
  /// Returns the remainder in 0..<divisor, even of a negative number, or zero if it isn't defined.
  fileprivate func modulo(_ divisor: Double) -> Double {
    let remainder = truncatingRemainder(dividingBy: divisor)
    if remainder.isNaN { return 0 }
    return remainder < 0 ? remainder + divisor : remainder
  }
}
