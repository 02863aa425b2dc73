import AnimGraphics

/// The numbers of one transform function of `animateTransform`, which are mixed and added as numbers.
struct TransformNumbers: AnimationQuantity, Hashable {
  /// A transform function, which determines the meaning of the numbers.
  enum Function: String, Sendable {
    case translate, scale, rotate, skewX, skewY
  }

  let function: Function
  /// The numbers: two for `translate` and `scale`, an angle in degrees and a centre for `rotate`,
  /// and an angle for `skewX` and `skewY`.
  private var numbers: SIMD3<Double>

  /// Creates the numbers of a function. Returns `nil` if their count is wrong.
  init?(_ function: Function, _ numbers: [Double]) {
    self.function = function
    switch (function, numbers.count) {
    case (.translate, 1): self.numbers = SIMD3(numbers[0], 0, 0)
    case (.scale, 1): self.numbers = SIMD3(numbers[0], numbers[0], 0)
    case (.translate, 2), (.scale, 2): self.numbers = SIMD3(numbers[0], numbers[1], 0)
    case (.rotate, 1), (.skewX, 1), (.skewY, 1): self.numbers = SIMD3(numbers[0], 0, 0)
    case (.rotate, 3): self.numbers = SIMD3(numbers[0], numbers[1], numbers[2])
    default: return nil
    }
  }

  private init(_ function: Function, _ numbers: SIMD3<Double>) {
    self.function = function
    self.numbers = numbers
  }

  /// Creates the numbers of the only function of a transform, or returns `nil` if there are several
  /// functions or it is of another kind.
  init?(_ list: TransformList) {
    guard list.functions.count == 1, let only = list.functions.first else { return nil }
    switch only {
    case .translate(let x, let y):
      guard let x = x.absolute, let y = y.absolute else { return nil }
      self.init(.translate, SIMD3(x, y, 0))
    case .scale(let x, let y): self.init(.scale, SIMD3(x, y, 0))
    case .rotate(let angle, let center): self.init(.rotate, SIMD3(angle, center.x, center.y))
    case .skew(let angle, 0): self.init(.skewX, SIMD3(angle, 0, 0))
    case .skew(0, let angle): self.init(.skewY, SIMD3(angle, 0, 0))
    case .matrix, .skew, .turn, .mixture: return nil
    }
  }

  /// The start of an animation with `by` and without `from`, even for a scale, and of a `to`
  /// animation if the underlying transform isn't a single function of the same kind (SVG Animations
  /// 2, animateTransform).
  var zero: TransformNumbers? { TransformNumbers(function, .zero) }

  func mixed(with other: TransformNumbers, _ progress: Double) -> TransformNumbers? {
    guard function == other.function else { return nil }
    return TransformNumbers(function, numbers + (other.numbers - numbers) * progress)
  }

  func adding(_ other: TransformNumbers, times count: Double) -> TransformNumbers? {
    guard function == other.function else { return nil }
    return TransformNumbers(function, numbers + other.numbers * count)
  }

  /// Returns the distance to another value. For rotations, this is the difference of the angles
  /// (SVG Animations 2, distances of complex values).
  func distance(to other: TransformNumbers, _ resolve: (Length) -> Double) -> Double? {
    let difference = other.numbers - numbers
    switch function {
    case .translate, .scale:
      return (difference.x * difference.x + difference.y * difference.y).squareRoot()
    case .rotate, .skewX, .skewY: return difference.x.magnitude
    }
  }

  var transform: Transform {
    let angle = Angle(degrees: numbers.x)
    switch function {
    case .translate: return Transform(translation: Vector(dx: numbers.x, dy: numbers.y))
    case .scale: return Transform(scaleX: numbers.x, y: numbers.y)
    case .rotate:
      return Transform(rotation: numbers.x, about: Point(x: numbers.y, y: numbers.z))
    case .skewX: return Transform(a: 1, b: 0, c: angle.tangent, d: 1, tx: 0, ty: 0)
    case .skewY: return Transform(a: 1, b: angle.tangent, c: 0, d: 1, tx: 0, ty: 0)
    }
  }
}

extension Angle {
  /// The quotient of sine and cosine.
  fileprivate var tangent: Double { sine / cosine }
}
