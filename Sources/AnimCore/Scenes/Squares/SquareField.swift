/// The view that squares move in, each direction by itself.
struct SquareField {
  var x: Axis
  var y: Axis

  /// - Parameter size: the view's, in points.
  init(_ size: Size, _ options: SquareOptions) {
    x = Axis(length: size.width, options.position?.x, options)
    y = Axis(length: size.height, options.position?.y, options)
  }

  /// One direction of the view.
  struct Axis {
    private let length: Double
    /// A square's side, and half of it.
    private let side: Double
    private let half: Double
    private let edges: SquareOptions.Edges
    /// A life starts at a fraction of this span, half a side away from the border …
    private let span: Double
    /// … or here.
    private let position: Double?

    fileprivate init(length: Double, _ position: Double?, _ options: SquareOptions) {
      self.length = length
      self.position = position
      side = options.side
      half = side / 2
      edges = options.edges
      span = length - side
    }

    /// Where a centre is that started at a fraction of the view and moved by the sum of two ways.
    @inline(__always) func position(of fraction: Lanes, _ way: Lanes, _ way2: Lanes) -> Lanes {
      let start =
        position.map(Lanes.init(repeating:))
        ?? Lanes(repeating: half) + fraction * Lanes(repeating: max(0, span))
      return atEdge(start + way + way2)
    }

    @inline(__always) private func atEdge(_ free: Lanes) -> Lanes {
      let half = Lanes(repeating: half)
      switch edges {
      case .none:
        return free
      case .bounce:
        // Folding is a triangle wave over the span in which a centre is free to move.
        guard span > 0 else { return Lanes(repeating: length / 2) }
        let phase = (free - half).modulo(2 * span)
        let back = Lanes(repeating: 2 * span) - phase
        return half + phase.replacing(with: back, where: back .< phase)
      case .wrap:
        // A square leaves the view wholly before it comes in at the other side.
        return (free + half).modulo(length + side) - half
      }
    }
  }
}

extension Lanes {
  /// The remainders in 0..<divisor, also of negative numbers; zero where there is no such number.
  @inline(__always) fileprivate func modulo(_ divisor: Double) -> Lanes {
    let period = Lanes(repeating: divisor)
    // Few squares come further than one period in a life. A difference of two numbers of which
    // neither is more than twice the other is exact.
    if all((self .>= -period) .& (self .< period + period)) {
      let low = replacing(with: self - period, where: self .>= period)
      return low.replacing(with: low + period, where: low .< .zero)
    }
    var result = self
    for lane in indices { result[lane] = self[lane].modulo(divisor) }
    return result
  }
}

extension Double {
  fileprivate func modulo(_ divisor: Double) -> Double {
    let remainder = truncatingRemainder(dividingBy: divisor)
    if remainder.isNaN { return 0 }
    return remainder < 0 ? remainder + divisor : remainder
  }
}
