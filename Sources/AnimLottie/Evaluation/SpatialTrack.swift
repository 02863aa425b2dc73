import AnimCore

/// The keyframes of a position that moves along curves, at least between some of them.
final class SpatialTrack {
  private let track: Track<SIMD2<Double>>
  /// The curve from each keyframe to the next; nil for a straight line.
  private let curves: [PathMeasure?]

  /// Nil where the position moves along straight lines only.
  init?(_ keyframes: [Keyframe<SIMD2<Double>>]) {
    guard let track = Track(keyframes) else { return nil }
    curves = keyframes.map(Self.curve)
    guard curves.contains(where: { $0 != nil }) else { return nil }
    self.track = track
  }

  var times: ClosedRange<Double> { track.times }

  func value(at time: Double) -> SIMD2<Double> {
    switch track.place(at: time) {
    case .at(let index): return track.keys[index].start
    case .between(let index, let share):
      let key = track.keys[index]
      if case .hold = key.easing { return key.start }
      guard let curve = curves[index] else {
        return .between(key.start, key.end, key.easing.shares(at: share))
      }
      // By arc length, and never beyond the ends of the curve.
      let distance = key.easing.share(at: share) * curve.length
      return curve.place(at: distance).map { SIMD2($0.point.x, $0.point.y) } ?? key.start
    }
  }

  private static func curve(_ keyframe: Keyframe<SIMD2<Double>>) -> PathMeasure? {
    guard let tangents = keyframe.tangents, keyframe.easing != .hold else { return nil }
    let (start, end) = (keyframe.start, keyframe.end)
    let way = end - start
    // Whether lottie-web treats the segment as straight; the easing may then overshoot.
    let isStraight =
      cross(way, tangents.out).magnitude < 0.001 && cross(way, tangents.in).magnitude < 0.001
    if isStraight && way != .zero { return nil }
    if tangents.out == .zero && tangents.in == .zero { return nil }
    var path = Path()
    path.move(to: Point(x: start.x, y: start.y))
    path.addCubic(
      to: Point(x: end.x, y: end.y),
      control1: Point(x: start.x + tangents.out.x, y: start.y + tangents.out.y),
      control2: Point(x: end.x + tangents.in.x, y: end.y + tangents.in.y))
    let measure = PathMeasure(path)
    return measure.length > 0 ? measure : nil
  }

  private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    a.x * b.y - a.y * b.x
  }
}
