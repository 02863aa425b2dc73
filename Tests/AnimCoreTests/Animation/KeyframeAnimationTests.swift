import AnimCore
import AnimGraphics
import TestSupport
import Testing

@Suite("Keyframe animations")
struct KeyframeAnimationTests {
  private func values<Value>(
    _ animation: KeyframeAnimation<Value>, of property: (Dial) -> Animatable<Value>,
    at times: [Double]
  ) throws -> [Value] {
    let fixture = DialTree()
    var animation = animation
    animation.timing = MediaTiming(duration: 1, fillMode: .forwards)
    animation.isRemovedOnCompletion = false
    try property(fixture.dial).add(animation)
    return times.map { time in
      fixture.tree.update(to: time)
      return property(fixture.dial).presentation
    }
  }

  private func values(
    _ animation: KeyframeAnimation<Double>, at times: [Double]
  ) throws -> [Double] {
    try values(animation, of: { $0.$position }, at: times)
  }

  @Test("paced keyframes have neither times nor curves")
  func pacedAlone() throws {
    let times = [0, 0.1, 0.25, 0.5, 0.6, 0.9]
    for mode in [KeyframeAnimation<Double>.CalculationMode.paced, .cubicPaced] {
      let plain = KeyframeAnimation(values: [0.0, 2, 8], calculationMode: mode)
      var curved = plain
      curved.curves = [.easeIn, .easeOut]
      try expectEqual(values(curved, at: times), values(plain, at: times))
    }
  }

  @Test("linear keyframes are evenly spaced or at their key times")
  func linear() throws {
    var animation = KeyframeAnimation(values: [0.0, 8, 4])
    try expectEqual(values(animation, at: [0, 0.25, 0.5, 0.75, 1]), [0, 4, 8, 6, 4])
    animation.keyTimes = [0, 0.25, 1]
    try expectEqual(values(animation, at: [0.125, 0.25, 0.625, 1]), [4, 8, 6, 4])
    animation.keyTimes = [0, 0, 1]
    try expectEqual(values(animation, at: [0, 0.5, 1]), [8, 6, 4])
  }

  @Test("discrete keyframes have equal durations or last until the next key time")
  func discrete() throws {
    var animation = KeyframeAnimation(values: [1.0, 2, 3, 4], calculationMode: .discrete)
    let times = [0, 0.2, 0.25, 0.5, 0.7, 0.75, 1]
    try expectEqual(values(animation, at: times), [1, 1, 2, 3, 3, 4, 4])
    animation.keyTimes = [0, 0.6, 0.65, 0.7, 1]
    try expectEqual(values(animation, at: times), [1, 1, 1, 1, 4, 4, 4])
  }

  @Test("paced keyframes have constant speed")
  func paced() throws {
    let corner = KeyframeAnimation(
      values: [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 3)], calculationMode: .paced,
      keyTimes: [0, 0.9, 1], curves: [.easeIn, .easeOut])
    let found = try values(corner, of: { $0.$place }, at: [0.125, 0.25, 0.5, 1])
    expectEqual(
      found,
      [
        Point(x: 0.5, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 1, y: 3),
      ])
    let resting = KeyframeAnimation(values: [Point.zero, .zero, .zero], calculationMode: .paced)
    try expectEqual(values(resting, of: { $0.$place }, at: [0.3, 1]), [.zero, .zero])
  }

  @Test("each interval has its own curve, and so does the entire animation")
  func curves() throws {
    let stepped = KeyframeAnimation(values: [0.0, 8, 4], curves: [.linear, .steps(1)])
    try expectEqual(values(stepped, at: [0.25, 0.75, 1]), [4, 8, 4])
    let whole = KeyframeAnimation(values: [0.0, 8], curve: .steps(2))
    try expectEqual(values(whole, at: [0.25, 0.75, 1]), [0, 4, 8])
  }

  @Test("cubic keyframes without tangents are Catmull–Rom splines through the values")
  func catmullRom() throws {
    // The cubic through 0, 1, 4, 9 with tangents by central differences is x² between 1 and 4.
    let squares = KeyframeAnimation(values: [0.0, 1, 4, 9], calculationMode: .cubic)
    let found = try values(squares, at: [0, 1.0 / 3, 0.5, 1])
    #expect(found[0] == 0 && found[3] == 9)
    #expect(abs(found[1] - 1) < 1e-12)
    #expect(abs(found[2] - 2.25) < 1e-12)
    let two = KeyframeAnimation(values: [0.0, 8], calculationMode: .cubic)
    try expectEqual(values(two, at: [0.25, 0.5]), [2, 4])
  }

  @Test("tension, continuity and bias are those of Kochanek and Bartels")
  func shapes() throws {
    func slopes(_ shape: KeyframeAnimation<Double>.Tangent) throws -> (Double, Double) {
      let fixture = DialTree()
      try fixture.dial.$position.add(
        KeyframeAnimation(
          values: [0, 2, 8], calculationMode: .cubic, tangents: [.init(), shape, .init()],
          timing: MediaTiming(duration: 2)))
      fixture.tree.update(to: 1.0.nextDown)
      let before = fixture.dial.$position.velocity
      fixture.tree.update(to: 1)
      return (before, fixture.dial.$position.velocity)
    }
    func close(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
      abs(a.0 - b.0) < 1e-9 && abs(a.1 - b.1) < 1e-9
    }
    #expect(close(try slopes(.init()), (4, 4)))
    #expect(close(try slopes(.init(tension: 1)), (0, 0)))
    #expect(close(try slopes(.init(continuity: 1)), (6, 2)))
    #expect(close(try slopes(.init(continuity: -1)), (2, 6)))
    #expect(close(try slopes(.init(bias: 1)), (2, 2)))
    #expect(close(try slopes(.init(bias: -1)), (6, 6)))
  }

  @Test("with uneven key times, the velocity is still continuous at a value")
  func unevenCubic() throws {
    let fixture = DialTree()
    try fixture.dial.$position.add(
      KeyframeAnimation(
        values: [0, 2, 8, 3], calculationMode: .cubic, keyTimes: [0, 0.125, 0.75, 1],
        timing: MediaTiming(duration: 1)))
    for time in [0.125, 0.75] {
      fixture.tree.update(to: time.nextDown)
      let before = fixture.dial.$position.velocity
      fixture.tree.update(to: time)
      #expect(abs(fixture.dial.$position.velocity - before) < 1e-9)
    }
  }

  @Test("the smooth curve at constant speed has constant speed")
  func cubicPaced() throws {
    let fixture = DialTree()
    let corners = [(0.0, 0.0), (10, 0), (10, 30), (-5, 12)].map { Point(x: $0.0, y: $0.1) }
    try fixture.dial.$place.add(
      KeyframeAnimation(
        values: corners, calculationMode: .cubicPaced, timing: MediaTiming(duration: 1)))
    let places = (0..<1000).map { index in
      fixture.tree.update(to: Double(index) / 1000)
      return fixture.dial.$place.presentation
    }
    let steps = zip(places, places.dropFirst()).map { ($1 - $0).length }
    let mean = steps.reduce(0, +) / Double(steps.count)
    #expect(steps.allSatisfy { abs($0 / mean - 1) < 0.01 })
  }

  @Test("the reported velocity is the derivative of the value in every mode")
  func velocity() throws {
    for mode in [KeyframeAnimation<Double>.CalculationMode.linear, .paced, .cubic, .cubicPaced] {
      for duration in [0.5, 2] {
        let fixture = DialTree()
        try fixture.dial.$position.add(
          KeyframeAnimation(
            values: [0, 4, -3, 8], calculationMode: mode, curves: [.easeIn, .easeOut, .linear],
            curve: .easeInEaseOut, timing: MediaTiming(duration: duration, autoreverses: true)))
        for part in [0.2065, 0.6395, 1.385, 1.7775] {
          let measured = fixture.measuredVelocity(at: part * duration)
          #expect(abs(fixture.dial.$position.velocity - measured) < 0.04 / (duration * duration))
        }
      }
    }
  }

  @Test("angles turn in the requested direction between any two values")
  func turning() throws {
    let clock = KeyframeAnimation(
      values: [Angle.degrees(350), .degrees(10), .degrees(5)], turning: .shortest)
    let found = try values(clock, of: { $0.$angle }, at: [0.25, 0.75])
    #expect(abs(found[0].degrees - 360) < 1e-9)
    #expect(abs(found[1].degrees - 7.5) < 1e-9)
  }

  @Test("a single value is constant")
  func single() throws {
    for mode in [
      KeyframeAnimation<Double>.CalculationMode.discrete, .linear, .paced, .cubic, .cubicPaced,
    ] {
      try expectEqual(
        values(KeyframeAnimation(values: [7], calculationMode: mode), at: [0, 0.5, 1]),
        [
          7, 7, 7,
        ])
    }
  }

  @Test("inconsistent keyframes are rejected by name")
  func errors() {
    func expect(_ error: AnimationError, _ animation: KeyframeAnimation<Double>) {
      #expect(throws: error) { try animation.prepared(overriding: nil) }
    }
    expect(.noKeyframes, KeyframeAnimation(values: []))
    expect(
      .wrongCount(.keyTimes, count: 2, expected: 3),
      KeyframeAnimation(values: [1, 2, 3], keyTimes: [0, 1]))
    expect(
      .wrongCount(.keyTimes, count: 2, expected: 3),
      KeyframeAnimation(values: [1, 2], calculationMode: .discrete, keyTimes: [0, 1]))
    expect(
      .keyTimesFall(index: 2, from: 0.7, to: 0.5),
      KeyframeAnimation(values: [1, 2, 3, 4], keyTimes: [0, 0.7, 0.5, 1]))
    expect(
      .keyTimesOpen(first: 0.1, last: 1), KeyframeAnimation(values: [1, 2], keyTimes: [0.1, 1]))
    expect(
      .outOfRange(.keyTime, 1.5), KeyframeAnimation(values: [1, 2], keyTimes: [0, 1.5]))
    expect(
      .wrongCount(.curves, count: 1, expected: 2),
      KeyframeAnimation(values: [1, 2, 3], curves: [.linear]))
    expect(
      .wrongCount(.tangents, count: 1, expected: 3),
      KeyframeAnimation(values: [1, 2, 3], calculationMode: .cubic, tangents: [.init()]))
    expect(
      .outOfRange(.tension, .infinity),
      KeyframeAnimation(values: [1], calculationMode: .cubic, tangents: [.init(tension: .infinity)])
    )
  }

  @Test("an overall curve that overshoots goes beyond both ends")
  func overshoot() throws {
    let beyond = TimingFunction.cubicBezier(0.3, -1, 0.7, 2)
    let times = [0.125, 0.875]
    for mode in [KeyframeAnimation<Double>.CalculationMode.linear, .paced, .cubic, .cubicPaced] {
      let found = try values(
        KeyframeAnimation(
          values: [0, 8, 16], calculationMode: mode, curves: [.easeIn, .easeOut],
          curve: .function(beyond)),
        at: times)
      #expect(found[0] < -1 && found[1] > 17)
      #expect(abs(found[0] + found[1] - 16) < 1e-6)
      #expect(mode != .linear || abs(found[0] - 16 * beyond.value(at: 0.125)) < 1e-9)
    }
    let steps = KeyframeAnimation(
      values: [1.0, 2], calculationMode: .discrete, curve: .function(beyond))
    try expectEqual(values(steps, at: times), [1, 2])
  }

  @Test(
    "a cumulative series continues from its last value in the direction in which its angles rotated"
  )
  func cumulative() throws {
    let fixture = DialTree()
    try fixture.dial.$angle.add(
      KeyframeAnimation(
        values: [.degrees(300), .degrees(30), .degrees(60)],
        timing: MediaTiming(duration: 2, repeatCount: 3), turning: .clockwise, isCumulative: true))
    for (time, degrees) in [(0.0, 300.0), (1.5, 45), (2, 420), (2.5, 465), (5.5, 285)] {
      fixture.tree.update(to: time)
      let found = fixture.dial.$angle.presentation.degrees
      #expect(abs((found - degrees).remainder(dividingBy: 360)) < 1e-9, "at \(time)")
    }
  }
}
