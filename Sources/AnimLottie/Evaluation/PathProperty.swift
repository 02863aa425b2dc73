import AnimCore

/// A contour that may change over time, ready to be evaluated.
struct PathProperty {
  private let constant: BezierShape
  private let track: Track<BezierShape>?

  init(_ animated: Animated<BezierShape>) {
    switch animated {
    case .constant(let shape):
      constant = shape
      track = nil
    case .keyframes(let keyframes):
      constant = keyframes.first?.start ?? BezierShape()
      track = keyframes.count > 1 ? Track(keyframes) : nil
    }
  }

  var isConstant: Bool { track == nil }

  /// Whether the contour is closed. As in lottie-web, the first keyframe decides for all times.
  var isClosed: Bool { constant.isClosed }

  /// Appends the contour as it is at `time`.
  func append(at time: Double, to path: inout Path) {
    guard let track else { return path.append(constant, count: constant.vertices.count) }
    switch track.place(at: time) {
    case .at(let index): append(track.keys[index].start, to: &path)
    case .between(let index, let share):
      let key = track.keys[index]
      if case .hold = key.easing { return append(key.start, to: &path) }
      append(key.start, key.end, key.easing.share(at: share), to: &path)
    }
  }

  /// As in lottie-web, a contour keeps the number of points of its first keyframe, or fewer where a
  /// keyframe has fewer.
  private func append(_ shape: BezierShape, to path: inout Path) {
    path.append(
      shape, count: min(shape.vertices.count, constant.vertices.count), isClosed: isClosed)
  }

  private func append(
    _ a: BezierShape, _ b: BezierShape, _ share: Double, to path: inout Path
  ) {
    let count = min(a.vertices.count, b.vertices.count, constant.vertices.count)
    guard count > 0 else { return }
    func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * share }
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
  fileprivate mutating func append(_ shape: BezierShape, count: Int, isClosed: Bool? = nil) {
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

  /// A cubic curve whose handles are relative to its ends.
  @inline(__always)
  fileprivate mutating func addSegment(
    from start: SIMD2<Double>, _ out: SIMD2<Double>, _ in: SIMD2<Double>, to end: SIMD2<Double>
  ) {
    if out == .zero && `in` == .zero {
      addLine(to: Point(x: end.x, y: end.y))
    } else {
      addCubic(
        to: Point(x: end.x, y: end.y), control1: Point(x: start.x + out.x, y: start.y + out.y),
        control2: Point(x: end.x + `in`.x, y: end.y + `in`.y))
    }
  }
}
