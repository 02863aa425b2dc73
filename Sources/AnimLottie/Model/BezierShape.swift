import AnimCore

/// A contour of cubic curves, in Lottie's representation.
struct BezierShape: Hashable, Sendable {
  var vertices: [SIMD2<Double>] = []
  /// The handle of each vertex towards the previous one, relative to the vertex.
  var inTangents: [SIMD2<Double>] = []
  /// The handle of each vertex towards the next one, relative to the vertex.
  var outTangents: [SIMD2<Double>] = []
  var isClosed = false
}

extension BezierShape: Interpolated {
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    let count = min(a.vertices.count, b.vertices.count)
    func mix(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> [SIMD2<Double>] {
      (0..<count).map { (index: Int) -> SIMD2<Double> in
        a[index] + (b[index] - a[index]) * progress.x
      }
    }
    return BezierShape(
      vertices: mix(a.vertices, b.vertices), inTangents: mix(a.inTangents, b.inTangents),
      outTangents: mix(a.outTangents, b.outTangents), isClosed: a.isClosed)
  }

  static func value(of result: ExpressionResult) -> Self? {
    if case .path(let shape) = result { shape } else { nil }
  }
}

extension Animated<BezierShape> {
  /// Returns the same paths, all closed or all open.
  func closed(_ isClosed: Bool) -> Self {
    map { shape in
      var shape = shape
      shape.isClosed = isClosed
      return shape
    }
  }

  /// Appends the contour at `time`.
  func append(at time: EvaluationTime, to path: inout Path) {
    switch self {
    case .constant(let shape): path.append(shape, count: shape.vertices.count)
    case .keyframes(let track): track.append(at: time.frame, to: &path)
    case .expression(let id, let stored):
      if case .path(let shape)? = time.result(of: id) {
        path.append(shape, count: shape.vertices.count)
      } else {
        stored.append(at: EvaluationTime(time.frame), to: &path)
      }
    }
  }
}

extension LottieKeyframeTrack<BezierShape> {
  /// Appends the contour at `time`. As in lottie-web, it is closed if the first keyframe is, and has
  /// the same number of points as the first keyframe, or fewer if a keyframe has fewer.
  fileprivate func append(at time: Double, to path: inout Path) {
    let (index, progress) = position(at: time)
    let count = min(keys[index].value.vertices.count, keys[0].value.vertices.count)
    let isClosed = keys[0].value.isClosed
    if let progress {
      append(
        keys[index].value, keys[index + 1].value, progress.x, maximumCount: count,
        isClosed: isClosed, to: &path)
    } else {
      path.append(keys[index].value, count: count, isClosed: isClosed)
    }
  }

  private func append(
    _ a: BezierShape, _ b: BezierShape, _ progress: Double, maximumCount: Int, isClosed: Bool,
    to path: inout Path
  ) {
    let count = min(b.vertices.count, maximumCount)
    guard count > 0 else { return }
    func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * progress }
    let first = mix(a.vertices[0], b.vertices[0])
    path.move(to: Point(x: first.x, y: first.y))
    var last = first
    for index in 1..<max(isClosed ? count + 1 : count, 1) {
      let next = index < count ? index : 0
      let out = mix(a.outTangents[index - 1], b.outTangents[index - 1])
      let `in` = mix(a.inTangents[next], b.inTangents[next])
      let end = next == 0 ? first : mix(a.vertices[next], b.vertices[next])
      path.addSegment(from: last, out, `in`, to: end)
      last = end
    }
    if isClosed { path.close() }
  }
}

extension Path {
  /// Appends the first `count` points of a contour.
  mutating func append(_ shape: BezierShape, count: Int, isClosed: Bool? = nil) {
    guard count > 0 else { return }
    let isClosed = isClosed ?? shape.isClosed
    let first = shape.vertices[0]
    move(to: Point(x: first.x, y: first.y))
    var last = first
    for index in 1..<max(isClosed ? count + 1 : count, 1) {
      let next = index < count ? index : 0
      let end = shape.vertices[next]
      addSegment(from: last, shape.outTangents[index - 1], shape.inTangents[next], to: end)
      last = end
    }
    if isClosed { close() }
  }

  /// Appends a cubic curve whose handles are relative to its ends.
  @inline(__always)
  fileprivate mutating func addSegment(
    from start: SIMD2<Double>, _ out: SIMD2<Double>, _ in: SIMD2<Double>, to end: SIMD2<Double>
  ) {
    if out == .zero && `in` == .zero {
      addLine(to: Point(x: end.x, y: end.y))
    } else {
      addCurve(
        to: Point(x: end.x, y: end.y), control1: Point(x: start.x + out.x, y: start.y + out.y),
        control2: Point(x: end.x + `in`.x, y: end.y + `in`.y))
    }
  }
}
