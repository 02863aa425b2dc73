import AnimGraphics

// The interpolation of transforms in style sheets: CSS Transforms 1, 10 and 11.
extension TransformList {
  /// The product of the functions, whose lengths must be absolute.
  var absoluteTransform: Transform { transform { length, _ in length.absolute ?? 0 } }

  /// Returns the list interpolated with another list.
  func mixed(with other: TransformList, _ progress: Double) -> TransformList {
    var functions: [Function] = []
    forEach(mixedWith: other, progress) { functions.append($0) }
    return TransformList(functions: functions)
  }

  /// Returns the product of the list interpolated with another list, if their lengths are absolute.
  func transform(mixedWith other: TransformList, _ progress: Double) -> Transform {
    var product = Transform.identity
    forEach(mixedWith: other, progress) { function in
      product = function.transform { length, _ in length.absolute ?? 0 }.followed(by: product)
    }
    return product
  }

  /// The number of functions, including those of interpolated lists.
  private var count: Int {
    functions.reduce(0) { sum, function in
      guard case .mixture(let from, let to, _) = function else { return sum + 1 }
      return sum + from.count + to.count
    }
  }

  /// Returns the list with the numbers of another list added to its own or, if the functions
  /// differ, followed by the other list (CSS Transforms 2, 12.1).
  func accumulating(_ other: TransformList) -> TransformList {
    var sums: [Function] = []
    for index in 0..<max(functions.count, other.functions.count) {
      let first = index < functions.count ? functions[index] : other.functions[index].identity
      let more = index < other.functions.count ? other.functions[index] : first.identity
      guard let sum = first.adding(more) else {
        return adding(other)
      }
      sums.append(sum)
    }
    return TransformList(functions: sums)
  }

  /// Returns the functions of both lists, or of `other` alone if there would be too many.
  func adding(_ other: TransformList) -> TransformList {
    guard count + other.count <= Self.maximumSum else { return other }
    return TransformList(functions: functions + other.functions)
  }

  /// The maximum number of functions in a sum. Each animation visits all functions that the
  /// animations below it have added, so the limit bounds the time.
  private static let maximumSum = 100

  private func forEach(
    mixedWith other: TransformList, _ progress: Double, _ body: (Function) -> Void
  ) {
    for index in 0..<max(functions.count, other.functions.count) {
      let from = index < functions.count ? functions[index] : other.functions[index].identity
      let to = index < other.functions.count ? other.functions[index] : from.identity
      if let function = from.mixed(with: to, progress) {
        body(function)
        continue
      }
      // From the first two functions that don't match, interpolate the rest as matrices.
      return mix(functions.dropFirst(index), other.functions.dropFirst(index))
    }

    func mix(_ from: ArraySlice<Function>, _ to: ArraySlice<Function>) {
      let (from, to) = (
        TransformList(functions: Array(from)), TransformList(functions: Array(to))
      )
      guard from.hasRelativeLengths || to.hasRelativeLengths else {
        return body(.matrix(from.absoluteTransform.mixed(with: to.absoluteTransform, progress)))
      }
      if from.count + to.count <= Self.maximumSum { return body(.mixture(from, to, progress)) }
      for function in (progress < 0.5 ? from : to).functions { body(function) }
    }
  }
}

extension TransformList.Function {
  /// The identity function with the same name.
  fileprivate var identity: TransformList.Function {
    switch self {
    case .matrix: .matrix(.identity)
    case .translate: .translate(.zero, .zero)
    case .scale: .scale(1, 1)
    case .rotate: .rotate(0, Point(x: 0, y: 0))
    case .skew: .skew(0, 0)
    case .turn(_, let axis): .turn(0, axis: axis)
    case .mixture: .matrix(.identity)
    }
  }

  fileprivate func mixed(
    with other: TransformList.Function, _ progress: Double
  ) -> TransformList.Function? {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    switch (self, other) {
    case (.translate(let x, let y), .translate(let toX, let toY)):
      return .translate(x.mixed(with: toX, progress), y.mixed(with: toY, progress))
    case (.scale(let x, let y), .scale(let toX, let toY)): return .scale(mix(x, toX), mix(y, toY))
    case (.rotate(let angle, let center), .rotate(let toAngle, let toCenter)):
      return .rotate(
        mix(angle, toAngle),
        Point(x: mix(center.x, toCenter.x), y: mix(center.y, toCenter.y)))
    case (.skew(let x, let y), .skew(let toX, let toY)): return .skew(mix(x, toX), mix(y, toY))
    case (.turn(let angle, let axis), .turn(let toAngle, let other)) where axis == other:
      return .turn(mix(angle, toAngle), axis: axis)
    case (.matrix(let matrix), .matrix(let toMatrix)):
      return .matrix(matrix.mixed(with: toMatrix, progress))
    default: return nil
    }
  }

  /// Returns the function with the numbers of another function added, or `nil` if their kinds
  /// differ.
  fileprivate func adding(
    _ other: TransformList.Function
  ) -> TransformList.Function? {
    switch (self, other) {
    case (.translate(let x, let y), .translate(let dx, let dy)):
      return .translate(x.adding(dx), y.adding(dy))
    // 1 is what changes nothing.
    case (.scale(let x, let y), .scale(let dx, let dy)): return .scale(x + dx - 1, y + dy - 1)
    case (.rotate(let angle, .zero), .rotate(let turn, .zero)): return .rotate(angle + turn, .zero)
    case (.skew(let x, let y), .skew(let dx, let dy)): return .skew(x + dx, y + dy)
    case (.turn(let angle, let axis), .turn(let more, let other)) where axis == other:
      return .turn(angle + more, axis: axis)
    default: return nil
    }
  }
}

extension Transform {
  /// Returns the map interpolated with another map by decomposing both. If one of them isn't
  /// invertible, returns the first map in the first half of the progress and the second map in the
  /// other half.
  func mixed(with other: Transform, _ progress: Double) -> Transform {
    guard let from = DecomposedTransform(self), let to = DecomposedTransform(other) else {
      return progress < 0.5 ? self : other
    }
    return from.mixed(with: to, progress).transform
  }
}

/// An affine map decomposed into a translation, scales, an angle and a remaining matrix (CSS
/// Transforms 1, 11.1).
private struct DecomposedTransform {
  private var translation: SIMD2<Double>
  private var scale: SIMD2<Double>
  /// The angle, in radians.
  private var angle: Double
  private var rest: SIMD4<Double>

  init?(_ transform: Transform) {
    guard transform.isFinite, transform.determinant != 0 else { return nil }
    translation = SIMD2(transform.tx, transform.ty)
    var (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
    scale = SIMD2((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    if transform.determinant < 0 {
      if a < d { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    if scale.x != 0 {
      a /= scale.x
      b /= scale.x
    }
    if scale.y != 0 {
      c /= scale.y
      d /= scale.y
    }
    angle = arctangent(b, over: a)
    let (sine, cosine) = (-b, a)
    rest = SIMD4(
      cosine * a + sine * c, cosine * b + sine * d, cosine * c - sine * a, cosine * d - sine * b)
  }

  func mixed(with other: DecomposedTransform, _ progress: Double) -> DecomposedTransform {
    var (from, to) = (self, other)
    if (from.scale.x < 0 && to.scale.y < 0) || (from.scale.y < 0 && to.scale.x < 0) {
      from.scale = -from.scale
      from.angle += from.angle < 0 ? .pi : -.pi
    }
    // The shorter way round; half a turn goes through the angles between, as in browsers.
    if (from.angle - to.angle).magnitude > .pi {
      if from.angle > to.angle { from.angle -= 2 * .pi } else { to.angle -= 2 * .pi }
    }
    from.translation += (to.translation - from.translation) * progress
    from.scale += (to.scale - from.scale) * progress
    from.angle += (to.angle - from.angle) * progress
    from.rest += (to.rest - from.rest) * progress
    return from
  }

  var transform: Transform {
    let skewed = Transform(a: rest.x, b: rest.y, c: rest.z, d: rest.w, tx: 0, ty: 0)
    return Transform(scaleX: scale.x, y: scale.y)
      .followed(by: Transform(rotation: Angle(radians: angle)))
      .followed(by: skewed)
      .followed(by: Transform(translation: Vector(dx: translation.x, dy: translation.y)))
  }
}
