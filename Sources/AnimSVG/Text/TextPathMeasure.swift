import AnimCore

/// The positions of text on a path, by the distance along it.
///
/// resvg, whose images are the reference, computes lengths and positions only to half a unit, which
/// is visible. Static text is therefore measured with the same accuracy and by the same steps,
/// which are those of the library kurbo: lengths by quadrature with as many points as an estimate
/// requires, and positions by the ITP method (Oliveira and Takahashi 2020). Each line counts as a
/// curve whose control points are at 33 and 66 % of it.
struct TextPathMeasure {
  struct Position {
    let point: Point
    /// A unit vector.
    let direction: Vector
  }

  private struct Segment {
    let curve: Cubic
    let start: Double
    let length: Double
  }

  private(set) var length = 0.0
  private let accuracy: Double
  private var segments: [Segment] = []

  /// Measures a path.
  /// - Parameter accuracy: The maximum error of a position, in units of the path.
  init(_ path: Path, accuracy: Double) {
    self.accuracy = accuracy
    var start = SIMD2<Double>.zero
    var last = SIMD2<Double>.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        start = point.vector
        last = start
      case .line(let point): addLine(from: &last, to: point.vector)
      case .quadratic(let control, let end):
        let twice = 2 * control.vector
        add(Cubic(last, (last + twice) / 3, (end.vector + twice) / 3, end.vector), &last)
      case .cubic(let control1, let control2, let end):
        add(Cubic(last, control1.vector, control2.vector, end.vector), &last)
      case .close: addLine(from: &last, to: start)
      }
    }
  }

  private mutating func addLine(from last: inout SIMD2<Double>, to end: SIMD2<Double>) {
    let step = end - last
    add(Cubic(last, last + step * 0.33, last + step * 0.66, end), &last)
  }

  private mutating func add(_ curve: Cubic, _ last: inout SIMD2<Double>) {
    last = curve.p3
    let length = curve.length(accuracy: accuracy)
    guard length > 0 else { return }
    segments.append(Segment(curve: curve, start: self.length, length: length))
    self.length += length
  }

  /// Returns the position at a distance from the path's start, or `nil` beyond its ends.
  func position(at distance: Double) -> Position? {
    guard distance >= 0, distance <= length, !segments.isEmpty else { return nil }
    let segment = segments[
      segments.indices.dropLast().partitioningIndex {
        segments[$0].start + segments[$0].length >= distance
      }]
    let curve = segment.curve
    let parameter = curve.parameter(at: distance - segment.start, accuracy: accuracy)
    let point = curve.point(at: parameter)
    let direction = curve.direction(at: parameter)
    return Position(
      point: Point(x: point.x, y: point.y), direction: Vector(dx: direction.x, dy: direction.y))
  }
}

extension Point {
  fileprivate var vector: SIMD2<Double> { SIMD2(x, y) }
}

extension Cubic {
  /// Returns the length to within an accuracy, but at best a millionth, so that the time is bounded.
  fileprivate func length(accuracy: Double) -> Double {
    length(accuracy: max(accuracy, polygonLength * 0x1p-20), depth: 0)
  }

  private var polygonLength: Double { (p1 - p0).length + (p2 - p1).length + (p3 - p2).length }

  private func length(accuracy: Double, depth: Int) -> Double {
    // Derivatives at the middle: a third of the first, a sixth of the second, and a twelfth of the third.
    let first = 0.25 * ((p1 - p0) + (p3 - p2)) + 0.5 * (p2 - p1)
    let second = 0.5 * ((p3 - p2) - (p1 - p0))
    let third = 0.25 * (((p3 - p2) - (p2 - p1)) - ((p2 - p1) - (p1 - p0)))
    var bend = 0.0
    for (weight, node) in Quadrature.eight {
      for x in [node, -node] {
        let speed = (first + second * x + third * (x * x)).squaredLength
        bend += weight * ((second + third * (2 * x)).squaredLength / speed)
      }
    }
    let excess = polygonLength - (p3 - p0).length
    let cube = bend * bend * bend
    // A curve with a stationary point has infinite curvature there.
    func error(_ estimate: Double, _ most: Double) -> Double {
      Double.minimum(estimate, most) * excess
    }
    if error(cube * 2.5e-6, 3e-2) < accuracy {
      return length(Quadrature.eight, first, second, third)
    }
    if error(cube * cube * 1.5e-11, 9e-3) < accuracy {
      return length(Quadrature.sixteen, first, second, third)
    }
    if error(cube * cube * cube * 3.5e-16, 3.5e-3) < accuracy || depth == 20 {
      return length(Quadrature.twentyFour, first, second, third)
    }
    return part(from: 0, to: 0.5).length(accuracy: accuracy / 2, depth: depth + 1)
      + part(from: 0.5, to: 1).length(accuracy: accuracy / 2, depth: depth + 1)
  }

  private func length(
    _ rule: [Quadrature.Node], _ first: SIMD2<Double>, _ second: SIMD2<Double>,
    _ third: SIMD2<Double>
  ) -> Double {
    var sum = 0.0
    for (weight, node) in rule {
      let even = first + third * (node * node)
      let odd = second * node
      sum += 1.5 * weight * ((even + odd).length + (even - odd).length)
    }
    return sum
  }

  /// Returns the direction of a curve with a length. At a stationary point, it is the direction in
  /// which the curve continues or arrives.
  fileprivate func direction(at parameter: Double) -> SIMD2<Double> {
    for step in [0, 0x1p-10, 0x1p-5] {
      let vector = derivative(at: parameter < 0.5 ? parameter + step : parameter - step)
      if vector.squaredLength > 0 { return vector.normalized }
    }
    return SIMD2(1, 0)
  }

  /// Returns the parameter at a distance from the start, to within an accuracy.
  fileprivate func parameter(at distance: Double, accuracy: Double) -> Double {
    if distance <= 0 { return 0 }
    let total = length(accuracy: accuracy)
    if distance >= total { return 1 }
    let tolerance = max(accuracy / total, 0x1p-20)
    let partAccuracy = accuracy / Double(1 - min(tolerance.exponentAbove, 0))
    let steps = 1 + max((1 / tolerance).exponentAbove - 1, 0)
    var slack = tolerance * Double(sign: .plus, exponent: steps, significand: 1)
    var (low, high) = (0.0, 1.0)
    // The errors of the length up to these parameters.
    var (errorAtLow, errorAtHigh) = (-distance, total - distance)
    var (last, lastLength) = (0.0, 0.0)
    // This limit is reached only if numbers are so large that they can't be distinguished.
    for _ in 0...2 * steps where high - low > 2 * tolerance {
      let middle = 0.5 * (low + high)
      let radius = slack - 0.5 * (high - low)
      // Interpolate, truncate, project.
      let secant = (errorAtHigh * low - errorAtLow * high) / (errorAtHigh - errorAtLow)
      let side = middle - secant
      let step = 0.2 * ((high - low) * (high - low))
      let truncated =
        step <= side.magnitude ? secant + Double(signOf: side, magnitudeOf: step) : middle
      let next =
        (truncated - middle).magnitude <= radius
        ? truncated : middle - Double(signOf: side, magnitudeOf: radius)
      let part = self.part(from: min(next, last), to: max(next, last))
        .length(accuracy: partAccuracy)
      lastLength += next > last ? part : -part
      last = next
      let error = lastLength - distance
      if error > 0 {
        (high, errorAtHigh) = (next, error)
      } else if error < 0 {
        (low, errorAtLow) = (next, error)
      } else {
        return next
      }
      slack *= 0.5
    }
    return 0.5 * (low + high)
  }
}

extension Double {
  /// The exponent of the smallest power of 2 that isn't less than this number, which must be positive.
  fileprivate var exponentAbove: Int { Int(exponent) + (significand > 1 ? 1 : 0) }
}

/// Gauss–Legendre rules from −1 to 1. Each node also represents its negative.
private enum Quadrature {
  typealias Node = (weight: Double, node: Double)

  static let eight: [Node] = [
    (0.3626837833783620, 0.1834346424956498), (0.3137066458778873, 0.5255324099163290),
    (0.2223810344533745, 0.7966664774136267), (0.1012285362903763, 0.9602898564975363),
  ]
  static let sixteen: [Node] = [
    (0.1894506104550685, 0.0950125098376374), (0.1826034150449236, 0.2816035507792589),
    (0.1691565193950025, 0.4580167776572274), (0.1495959888165767, 0.6178762444026438),
    (0.1246289712555339, 0.7554044083550030), (0.0951585116824928, 0.8656312023878318),
    (0.0622535239386479, 0.9445750230732326), (0.0271524594117541, 0.9894009349916499),
  ]
  static let twentyFour: [Node] = [
    (0.1279381953467522, 0.0640568928626056), (0.1258374563468283, 0.1911188674736163),
    (0.1216704729278034, 0.3150426796961634), (0.1155056680537256, 0.4337935076260451),
    (0.1074442701159656, 0.5454214713888396), (0.0976186521041139, 0.6480936519369755),
    (0.0861901615319533, 0.7401241915785544), (0.0733464814110803, 0.8200019859739029),
    (0.0592985849154368, 0.8864155270044011), (0.0442774388174198, 0.9382745520027328),
    (0.0285313886289337, 0.9747285559713095), (0.0123412297999872, 0.9951872199970213),
  ]
}
