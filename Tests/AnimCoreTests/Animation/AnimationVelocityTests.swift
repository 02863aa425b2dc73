import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("The velocity of animations that replace others")
struct AnimationVelocityTests {
  private let fixture = DialTree()

  private func expectMeasuredVelocity(at times: [Seconds]) {
    for time in times {
      let measured = fixture.measuredVelocity(at: time)
      let velocity = fixture.dial.$position.velocity
      #expect(abs(velocity - measured) < 1e-5, "\(time): \(velocity), \(measured)")
    }
  }

  @Test(
    "is the derivative of their sum or of the replacement, whichever ends are given",
    arguments: [true, false])
  func overMotion(isAdditive: Bool) throws {
    let long = MediaTiming(duration: 8)
    let ends: [(from: Double?, to: Double?, by: Double?)] = [
      (1, 5, nil), (1, nil, 5), (nil, 5, 3), (1, nil, nil), (nil, 5, nil), (nil, nil, 5),
    ]
    for (from, to, by) in ends {
      try fixture.dial.$position.add(
        BasicAnimation(from: 0, to: 16, curve: .easeIn, timing: long), forKey: "under")
      try fixture.dial.$position.add(
        BasicAnimation(
          from: from, to: to, by: by, curve: .easeOut, timing: MediaTiming(duration: 4),
          isAdditive: isAdditive), forKey: "over")
      let start = fixture.tree.time
      expectMeasuredVelocity(at: [0.5, 2, 3].map { start + $0 })
    }
  }

  @Test("along a path follows the direction, even if its angle wraps around")
  func direction() throws {
    let layer = GraphicLayer()
    let tree = LayerTree(root: layer)
    var circle = Path()
    circle.addCircle(center: .zero, radius: 10)
    try layer.$rotation.add(
      PathAnimation(turningAlong: circle, timing: MediaTiming(duration: 1)))
    for step in 1..<64 {
      tree.update(to: Double(step) / 64)
      #expect(abs(layer.$rotation.velocity.turns - 1) < 0.05, "\(step)")
    }
  }

  @Test("is kept by a curve that starts steeply, and hardly moves back beyond the start")
  func steepStart() {
    fixture.tree.update(to: 1)
    let steep = AnimationCurve.cubicBezier(0.05, 1, 0.5, 1)
    fixture.tree.run(Transaction(duration: 1, curve: steep, retargeting: .keepVelocity)) {
      fixture.dial.place = Point(x: 8, y: 0)
    }
    for step in 0...100 {
      fixture.tree.update(to: 1 + Double(step) / 100)
      #expect(fixture.dial.$place.presentation.x > -0.3, "\(step)")
    }
  }
}
