/// The segment from one keyframe to the next: a straight line, or a cubic Hermite curve with two
/// tangents.
struct KeyframeSegment<Value: Interpolatable> {
  /// From the first keyframe to the second.
  let chord: Value.Displacement
  let tangents: (leaving: Value.Displacement, arriving: Value.Displacement)?

  /// The displacement from the first keyframe at the parameter `s`, 0 ... 1.
  func displacement(at s: Double) -> Value.Displacement {
    guard let tangents else { return chord * s }
    let rest = 1 - s
    return chord * (s * s * (3 - 2 * s)) + tangents.leaving * (s * rest * rest)
      - tangents.arriving * (s * s * rest)
  }

  /// The derivative of ``displacement(at:)`` with respect to `s`.
  func derivative(at s: Double) -> Value.Displacement {
    guard let tangents else { return chord }
    let rest = 1 - s
    return chord * (6 * s * rest) + tangents.leaving * (rest * (1 - 3 * s))
      + tangents.arriving * (s * (3 * s - 2))
  }

  /// The segments between the values of a keyframe animation with these key times.
  static func segments(of animation: KeyframeAnimation<Value>, times: [Double]) -> [Self] {
    let values = animation.values
    let chords = zip(values, values.dropFirst()).map {
      Value.displacement(from: $0, to: $1, turning: animation.turning)
    }
    guard animation.calculationMode == .cubic || animation.calculationMode == .cubicPaced else {
      return chords.map { Self(chord: $0, tangents: nil) }
    }
    let spans = zip(times, times.dropFirst()).map { $1 - $0 }
    return chords.indices.map { index in
      let leaving = tangents(at: index, chords: chords, spans: spans, animation).leaving
      let arriving = tangents(at: index + 1, chords: chords, spans: spans, animation).arriving
      return Self(chord: chords[index], tangents: (leaving, arriving))
    }
  }

  /// The tangents of Kochanek and Bartels at one value, scaled by the lengths of the intervals on
  /// both sides so that the velocity is continuous there. The first and the last value, which have
  /// one neighbour, use the displacement to it for the missing one, so that two values alone are
  /// joined by a straight line.
  private static func tangents(
    at index: Int, chords: [Value.Displacement], spans: [Double],
    _ animation: KeyframeAnimation<Value>
  ) -> (arriving: Value.Displacement, leaving: Value.Displacement) {
    let before = max(index - 1, 0)
    let after = min(index, chords.count - 1)
    let tangent = animation.tangents.isEmpty ? .init() : animation.tangents[index]
    let tight = (1 - tangent.tension) / 2
    let (c, b) = (tangent.continuity, tangent.bias)
    let arriving =
      chords[before] * (tight * (1 - c) * (1 + b)) + chords[after] * (tight * (1 + c) * (1 - b))
    let leaving =
      chords[before] * (tight * (1 + c) * (1 + b)) + chords[after] * (tight * (1 - c) * (1 - b))
    let both = spans[before] + spans[after]
    guard both > 0 else { return (arriving, leaving) }
    return (arriving * (2 * spans[before] / both), leaving * (2 * spans[after] / both))
  }
}
