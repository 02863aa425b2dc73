/// How a spring at rest at its target moves t seconds after it was displaced by 1, and t seconds
/// after an impulse gave it a velocity of 1 per second. Every motion is a combination of the two.
struct SpringResponse {
  var displacement: Double
  var impulse: Double
  var displacementRate: Double
  var impulseRate: Double
}

extension Spring {
  /// The response at `time`. The displacement starts at 1 with rate 0, the impulse at 0 with rate
  /// 1.
  ///
  /// All regimes share one form. With the decay d = e^(−ζωt) and the pair (C, S), which is (cos ω_d
  /// t, sin ω_d t / ω_d) for ζ < 1, (1, t) for ζ = 1 and the hyperbolic pair for ζ > 1, the impulse
  /// is d·S and the displacement d·(C + ζω·S).
  func response(at time: Seconds) -> SpringResponse {
    let t = max(time, 0)
    let pull = dampingRatio * frequency
    let (even, odd) = decayingPair(at: t, pull: pull)
    return SpringResponse(
      displacement: even + pull * odd,
      impulse: odd,
      displacementRate: -frequency * frequency * odd,
      impulseRate: even - pull * odd)
  }

  /// d·C and d·S.
  private func decayingPair(at t: Double, pull: Double) -> (even: Double, odd: Double) {
    if dampingRatio > 1 {
      // The slow root −ζω + ω_d, written without cancellation. cosh and sinh would overflow long
      // after the decay has made the product vanish.
      let slow = exponential(-frequency * frequency / (pull + dampedFrequency) * t)
      let gap = -exponentialMinusOne(-2 * dampedFrequency * t)
      return (slow * (2 - gap) / 2, slow * gap / (2 * dampedFrequency))
    }
    let decay = exponential(-pull * t)
    let angle = dampedFrequency * t
    guard decay > 0, angle.isFinite else { return (0, 0) }
    guard dampedFrequency > 0 else { return (decay, decay * t) }
    let (sine, cosine) = sineAndCosine(angle)
    return (decay * cosine, decay * sine / dampedFrequency)
  }

  /// Seconds until the spring stays within a thousandth of the distance from its target; infinite
  /// without damping.
  ///
  /// Below critical damping it is the time at which the envelope of the oscillation, (1 + |ζω −
  /// v|/ω_d)·e^(−ζωt), has fallen to that. From critical damping on, the envelope has no such
  /// inverse, and the time is found by bisection.
  public var settlingDuration: Seconds {
    let pull = dampingRatio * frequency
    guard pull > 0 else { return .infinity }
    if dampingRatio < 1 && dampedFrequency > 0 {
      let swing = 1 + abs(pull - initialVelocity) / dampedFrequency
      return naturalLogarithm(1000 * swing) / pull
    }
    var low = 0.0
    var high = 1 / frequency
    while creep(at: high) > 0.001 && high < .greatestFiniteMagnitude / 2 {
      low = high
      high *= 2
    }
    for _ in 0..<100 {
      let middle = low + (high - low) / 2
      if creep(at: middle) > 0.001 { low = middle } else { high = middle }
    }
    return high
  }

  /// An upper bound of the distance to the target from `time` on, which decreases after its initial
  /// rise.
  private func creep(at time: Seconds) -> Double {
    let (even, odd) = decayingPair(at: time, pull: dampingRatio * frequency)
    return even + abs(dampingRatio * frequency - initialVelocity) * odd
  }
}
