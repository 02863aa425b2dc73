import AnimCore

extension RepeaterModifier {
  /// Returns the number of copies, rounded up.
  func count(at time: EvaluationTime) -> Int {
    let copies = copies.value(at: time).rounded(.up)
    guard copies > 0 else { return 0 }
    return Int(min(copies, 1e9))
  }

  /// Returns the series of copies at `time`.
  func series(at time: EvaluationTime) -> RepeaterSeries {
    RepeaterSeries(
      anchor: transform.anchor.value(at: time), position: transform.position.value(at: time),
      scale: transform.scale.value(at: time) * 0.01, rotation: transform.rotation.value(at: time),
      offset: offset.value(at: time), startOpacity: startOpacity.fraction(at: time),
      endOpacity: endOpacity.fraction(at: time))
  }
}

/// The transforms and opacities of copies, by number.
struct RepeaterSeries {
  var anchor: SIMD2<Double>
  var position: SIMD2<Double>
  var scale: SIMD2<Double>
  /// The rotation, in degrees.
  var rotation: Double
  /// The number of copies by which the series is shifted.
  var offset: Double
  var startOpacity: Double
  var endOpacity: Double

  func opacity(of copy: Int, among count: Int) -> Double {
    guard count > 1 else { return startOpacity }
    return startOpacity + (endOpacity - startOpacity) * Double(copy) / Double(count - 1)
  }

  /// Returns the transform of a copy. As in lottie-web, it is first rotated around the anchor, then
  /// scaled around it, and then moved.
  func transform(of copy: Int) -> Transform {
    let steps = offset + Double(copy)
    if steps == 0 { return .identity }
    // Each integral step multiplies the scale, and the fraction of a step scales proportionally.
    let whole = offset.rounded(.towardZero)
    let part = (offset - whole).magnitude
    var partScale = 1 + (scale - 1) * part
    if offset < 0 { partScale = 1 / partScale }
    let scale =
      SIMD2(
        Self.power(scale.x, whole + Double(copy)), Self.power(scale.y, whole + Double(copy)))
      * partScale
    let toAnchor = Vector(dx: -anchor.x, dy: -anchor.y)
    return Transform(translation: toAnchor)
      .followed(by: Transform(rotation: Angle(degrees: rotation * steps)))
      .followed(by: Transform(scaleX: scale.x, y: scale.y))
      .followed(
        by: Transform(
          translation: Vector(
            dx: anchor.x + position.x * steps, dy: anchor.y + position.y * steps)))
  }

  /// Raises `base` to an integral power by repeated squaring. Exponents beyond a million count as a
  /// million.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    var rest = Int(min(exponent.magnitude, 1_000_000))
    var square = base
    var product = 1.0
    while rest > 0 {
      if rest & 1 == 1 { product *= square }
      square *= square
      rest >>= 1
    }
    return exponent < 0 ? 1 / product : product
  }
}
