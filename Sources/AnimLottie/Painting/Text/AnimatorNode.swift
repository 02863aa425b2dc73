import AnimCore

/// A text animator, ready to be evaluated.
final class AnimatorNode {
  let selector: SelectorNode
  private let transform: TransformNode?
  private let fillColor: Property<SIMD4<Double>>?
  private let strokeColor: Property<SIMD4<Double>>?
  private let strokeWidth: Property<Double>?
  private let tracking: Property<Double>?
  private let fillOpacity: Property<Double>?
  private let strokeOpacity: Property<Double>?

  init(_ animator: TextAnimator) {
    selector = SelectorNode(animator.selector)
    transform = animator.transform.map { TransformNode($0) }
    fillColor = animator.fillColor.map { Property($0) }
    strokeColor = animator.strokeColor.map { Property($0) }
    strokeWidth = animator.strokeWidth.map { Property($0) }
    tracking = animator.tracking.map { Property($0) }
    fillOpacity = animator.fillOpacity.map { Property($0) }
    strokeOpacity = animator.strokeOpacity.map { Property($0) }
  }

  /// The animator's values at `time`.
  func values(at time: Double) -> AnimatorValues {
    AnimatorValues(
      anchor: transform?.anchor.value(at: time) ?? .zero,
      position: transform?.position.value(at: time) ?? .zero,
      scale: transform.map { $0.scale.value(at: time) * 0.01 } ?? SIMD2(1, 1),
      rotation: transform?.rotation.value(at: time) ?? 0,
      skew: transform?.skew.value(at: time) ?? 0,
      skewAxis: transform?.skewAxis.value(at: time) ?? 0,
      opacity: transform?.opacity(at: time) ?? 1, fillColor: fillColor?.value(at: time),
      strokeColor: strokeColor?.value(at: time), strokeWidth: strokeWidth?.value(at: time) ?? 0,
      tracking: tracking?.value(at: time) ?? 0, fillOpacity: fillOpacity?.share(at: time) ?? 1,
      strokeOpacity: strokeOpacity?.share(at: time) ?? 1)
  }
}

/// What an animator does to a letter that is fully selected.
struct AnimatorValues {
  var anchor: SIMD2<Double>
  var position: SIMD2<Double>
  var scale: SIMD2<Double>
  /// In degrees.
  var rotation: Double
  /// In degrees.
  var skew: Double
  /// In degrees.
  var skewAxis: Double
  /// 0 ... 1.
  var opacity: Double
  var fillColor: SIMD4<Double>?
  var strokeColor: SIMD4<Double>?
  var strokeWidth: Double
  /// Extra space after the letter, in points.
  var tracking: Double
  /// 0 ... 1.
  var fillOpacity: Double
  /// 0 ... 1.
  var strokeOpacity: Double
}

/// The style and placement of a letter.
struct LetterStyle {
  var opacity = 1.0
  var fillColor: SIMD4<Double>
  var strokeColor: SIMD4<Double>
  var strokeWidth: Double
  /// Relative to the letter's point of rotation.
  var transform = Transform.identity

  init(_ document: TextDocument) {
    fillColor = document.fillColor ?? .zero
    strokeColor = document.strokeColor ?? .zero
    strokeWidth = document.strokeWidth
  }

  /// Adds the effects of animators, each weighted by how far the letter is selected. As in
  /// lottie-web, all anchors are applied first, then the scales, and the positions last.
  ///
  /// - Parameter isOnPath: whether the letter moves along a path instead of to the right.
  mutating func apply(_ values: [AnimatorValues], shares: [Double], isOnPath: Bool) {
    for (value, share) in zip(values, shares) where value.anchor != .zero {
      transform = transform.followed(by: .init(translation: -value.anchor * share))
    }
    for (value, share) in zip(values, shares) where value.scale != SIMD2(1, 1) {
      let scale = 1 + (value.scale - 1) * share
      transform = transform.followed(by: .init(scaleX: scale.x, y: scale.y))
    }
    for (value, share) in zip(values, shares) {
      if value.skew != 0 {
        transform = transform.followed(
          by: .init(
            skew: .degrees(value.skew * share), axis: .degrees(value.skewAxis * share)))
      }
      if value.rotation != 0 {
        transform = transform.followed(by: .init(rotation: .degrees(value.rotation * share)))
      }
      opacity *= 1 + (value.opacity - 1) * share
      fillColor.w *= 1 + (value.fillOpacity - 1) * share
      strokeColor.w *= 1 + (value.strokeOpacity - 1) * share
      strokeWidth += value.strokeWidth * share
      if let color = value.fillColor { mix(&fillColor, color, share) }
      if let color = value.strokeColor { mix(&strokeColor, color, share) }
    }
    for (value, share) in zip(values, shares) where value.position != .zero {
      let way = isOnPath ? SIMD2(0, value.position.y) : value.position
      transform = transform.followed(by: .init(translation: way * share))
    }
  }

  /// Mixes the colours, but keeps the alpha.
  private func mix(_ color: inout SIMD4<Double>, _ other: SIMD4<Double>, _ share: Double) {
    let alpha = color.w
    color += (other - color) * share
    color.w = alpha
  }
}

extension Transform {
  init(translation vector: SIMD2<Double>) {
    self.init(translation: Vector(dx: vector.x, dy: vector.y))
  }
}
