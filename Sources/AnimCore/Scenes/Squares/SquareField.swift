/// The view that squares move in, each direction by itself.
struct SquareField {
  var x: Axis
  var y: Axis

  /// - Parameter size: the view's, in points.
  init(_ size: Size, _ options: SquareOptions) {
    x = Axis(length: size.width, options.position?.x, options)
    y = Axis(length: size.height, options.position?.y, options)
  }
}

extension SquareField {
  /// Where the square that leads `life` is at `time`, in points.
  func center(of life: SquareLife, at time: Seconds) -> Point {
    var lives = FourLives()
    var (x, y) = (Lanes.zero, Lanes.zero)
    lives[0] = life
    withUnsafeMutablePointer(to: &lives) { lives in
      withUnsafeMutablePointer(to: &x) { x in
        withUnsafeMutablePointer(to: &y) { y in
          let lives = UnsafeMutableBufferPointer(start: lives, count: 1)
          let centers = (
            UnsafeMutableBufferPointer(start: x, count: 1),
            UnsafeMutableBufferPointer(start: y, count: 1)
          )
          lives.findCenters(at: time, on: self, into: centers)
        }
      }
    }
    return Point(x: x[0], y: y[0])
  }

  /// One direction of the view.
  struct Axis {
    private let length: Double
    /// A square's side.
    private let side: Double
    private let edges: SquareOptions.Edges
    /// A life starts here, and by a fraction of its own of the range further on.
    private let start: Double
    private let range: Double

    fileprivate init(length: Double, _ position: Double?, _ options: SquareOptions) {
      self.length = length
      side = options.side
      edges = options.edges
      start = position ?? side / 2
      range = position == nil ? max(0, length - side) : 0
    }

    /// Finds the centres of squares by their motions and their ages in seconds.
    @inline(__always) func positions(
      of lives: UnsafeMutableBufferPointer<FourLives>,
      into centers: UnsafeMutableBufferPointer<Lanes>,
      _ motion: (FourLives) -> (FourLives.Motion, age: Lanes)
    ) {
      let (start, range) = (Lanes(repeating: start), Lanes(repeating: range))
      for place in lives.indices {
        let (motion, age) = motion(lives[place])
        let half = age * age / Lanes(repeating: 2)
        centers[place] =
          start + motion.start * range + motion.velocity * age + motion.acceleration * half
      }
      meetEdges(centers)
    }

    private func meetEdges(_ centers: UnsafeMutableBufferPointer<Lanes>) {
      let half = Lanes(repeating: side / 2)
      switch edges {
      case .none:
        return
      case .bounce:
        let span = length - side
        guard span > 0 else {
          for place in centers.indices { centers[place] = Lanes(repeating: length / 2) }
          return
        }
        // Folding is a triangle wave over the span in which a centre is free to move.
        for place in centers.indices { centers[place] -= half }
        centers.reduce(modulo: 2 * span)
        let period = Lanes(repeating: 2 * span)
        for place in centers.indices {
          let (phase, back) = (centers[place], period - centers[place])
          centers[place] = half + phase.replacing(with: back, where: back .< phase)
        }
      case .wrap:
        // A square leaves the view wholly before it comes in at the other side.
        for place in centers.indices { centers[place] += half }
        centers.reduce(modulo: length + side)
        for place in centers.indices { centers[place] -= half }
      }
    }
  }
}

extension UnsafeMutableBufferPointer<Lanes> {
  /// Replaces all numbers by their remainders in 0..<divisor, also where they are negative; by zero
  /// where there is no such number.
  fileprivate func reduce(modulo divisor: Double) {
    let period = Lanes(repeating: divisor)
    var isNear = SIMDMask<SIMD4<Int64>>(repeating: true)
    for place in indices {
      let numbers = self[place]
      isNear .&= (numbers .>= -period) .& (numbers .< period + period)
    }
    // Few squares come further than one period in a life.
    guard all(isNear) else {
      for place in indices {
        for lane in 0..<4 {
          let free = self[place][lane]
          self[place][lane] = free.modulo(divisor)
        }
      }
      return
    }
    // The difference of two numbers of which neither is more than twice the other is exact.
    for place in indices {
      let free = self[place]
      let low = free.replacing(with: free - period, where: free .>= period)
      self[place] = low.replacing(with: low + period, where: low .< Lanes.zero)
    }
  }
}

extension Double {
  fileprivate func modulo(_ divisor: Double) -> Double {
    let remainder = truncatingRemainder(dividingBy: divisor)
    if remainder.isNaN { return 0 }
    return remainder < 0 ? remainder + divisor : remainder
  }
}
