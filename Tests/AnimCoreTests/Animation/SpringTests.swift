import TestSupport
import Testing

@testable import AnimCore

@Suite("Springs")
struct SpringTests {
  private struct File: Decodable {
    var springs: [Case]
  }

  private struct Case: Decodable {
    var mass, stiffness, damping, initialVelocity, dampingRatio: Double
    var allowsOverdamping: Bool
    var settlingDuration: Double?
    var samples: [[Double]]
  }

  @Test("agree with every reference spring")
  func vectors() throws {
    let springs = try Vectors.load("springs", as: File.self).springs
    expectEqual(springs.count, 15)
    for one in springs {
      let spring = Spring(
        mass: one.mass, stiffness: one.stiffness, damping: one.damping,
        initialVelocity: one.initialVelocity, allowsOverdamping: one.allowsOverdamping)
      #expect(abs(spring.dampingRatio - one.dampingRatio) < 1e-12)
      if let settling = one.settlingDuration {
        #expect(abs(spring.settlingDuration - settling) < 1e-9)
      }
      for sample in one.samples {
        #expect(abs(spring.value(at: sample[0]) - sample[1]) < 1e-9, "\(one) at \(sample[0])")
      }
    }
  }

  /// Springs of every regime, including just below and above critical damping.
  static func all() throws -> [Spring] {
    var springs: [Spring] = []
    for damping in [0, 0.1, 5, 15, 19.999999999, 20, 20.000000001, 25, 80, 5000] {
      for velocity in [0, 3, -7, 40.0] {
        springs.append(
          Spring(damping: damping, initialVelocity: velocity, allowsOverdamping: true))
      }
    }
    return springs
  }

  @Test("start with the given value and velocity, in every regime")
  func starts() throws {
    for spring in try Self.all() {
      expectEqual(spring.value(at: 0), 0)
      expectEqual(spring.velocity(at: 0), spring.initialVelocity)
    }
  }

  @Test("satisfy their equation of motion in every regime")
  func equation() throws {
    let h = 1e-5
    for spring in try Self.all() where spring.dampingRatio < 10 {
      for t in [0.01, 0.1, 0.35, 1.2] {
        let slope = (spring.value(at: t + h) - spring.value(at: t - h)) / (2 * h)
        #expect(abs(slope - spring.velocity(at: t)) < 1e-4)
        let force = (spring.velocity(at: t + h) - spring.velocity(at: t - h)) / (2 * h)
        let w = spring.frequency
        let pull = 2 * spring.dampingRatio * w * spring.velocity(at: t)
        #expect(abs(force + pull + w * w * (spring.value(at: t) - 1)) < 1e-2)
      }
    }
  }

  @Test("settle to within a thousandth by the settling duration")
  func settling() throws {
    for spring in try Self.all() where spring.settlingDuration.isFinite {
      for factor in [1, 1.1, 1.7, 4] {
        let rest = abs(spring.value(at: spring.settlingDuration * factor) - 1)
        #expect(rest <= 0.001 + 1e-12, "\(spring)")
      }
    }
    expectEqual(Spring(damping: 0).settlingDuration, .infinity)
  }

  @Test("are never NaN, for any time and any spring")
  func finite() throws {
    var springs = try Self.all()
    springs.append(Spring(mass: 1e-60, stiffness: 1e60, damping: 0))
    springs.append(Spring(mass: 1e-9, damping: 1e20, allowsOverdamping: true))
    for spring in springs {
      for t in [0, .leastNonzeroMagnitude, 1e-200, 1, 1e9, 1e200, Double.greatestFiniteMagnitude] {
        #expect(spring.value(at: t).isFinite, "\(spring) at \(t)")
        #expect(spring.velocity(at: t).isFinite, "\(spring) at \(t)")
      }
    }
  }

  @Test("can be defined by perceptual duration and bounce")
  func perceptual() throws {
    let spring = Spring(duration: 0.5, bounce: 0.25)
    #expect(abs(spring.frequency - 4 * .pi) < 1e-12)
    expectEqual(spring.dampingRatio, 0.75)
    expectEqual(Spring(duration: 1, bounce: -0.5).dampingRatio, 2)
    expectEqual(Spring(duration: 1).dampingRatio, 1)
  }

  @Test("damping beyond the critical value is reduced to it unless overdamping is allowed")
  func overdamping() throws {
    expectEqual(Spring(damping: 40).dampingRatio, 1)
    expectEqual(Spring(damping: 40, allowsOverdamping: true).dampingRatio, 2)
  }

  @Test("the validating initialisers reject invalid values by name")
  func errors() {
    func refused(
      _ quantity: AnimationError.Quantity, _ value: Double, mass: Double = 1,
      stiffness: Double = 100, damping: Double = 10, velocity: Double = 0
    ) {
      #expect(throws: AnimationError.outOfRange(quantity, value)) {
        try Spring(
          validatingMass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
      }
    }
    refused(.mass, 0, mass: 0)
    refused(.stiffness, -1, stiffness: -1)
    refused(.damping, -2, damping: -2)
    refused(.initialVelocity, .infinity, velocity: .infinity)
    #expect(throws: AnimationError.outOfRange(.perceptualDuration, 0)) {
      try Spring(validatingDuration: 0)
    }
    #expect(throws: AnimationError.outOfRange(.bounce, -1)) {
      try Spring(validatingDuration: 1, bounce: -1)
    }
  }

  @Test("the other initialisers clamp invalid values and replace NaN")
  func clamped() {
    for odd in [Double.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300] {
      for spring in [
        Spring(mass: odd), Spring(stiffness: odd), Spring(damping: odd), Spring(duration: odd),
        Spring(duration: 0.5, bounce: odd), Spring(damping: odd, allowsOverdamping: true),
      ] {
        for time in [0, 0.1, 10] { #expect(spring.value(at: time).isFinite, "\(spring)") }
      }
    }
    expectEqual(Spring(duration: .nan, bounce: .nan), .smooth)
    expectEqual(Spring(duration: 0.5, bounce: 2).dampingRatio, 0)
    expectEqual(Spring.bouncy.dampingRatio, 0.7)
  }

  @Test("a response and a damping ratio are equivalent to a duration and a bounce")
  func response() {
    for (ratio, bounce) in [(1.0, 0.0), (0.85, 0.15), (0.5, 0.5), (2, -0.5)] {
      let spring = Spring(response: 0.4, dampingRatio: ratio, initialVelocity: 3)
      let other = Spring(duration: 0.4, bounce: bounce, initialVelocity: 3)
      #expect(abs(spring.value(at: 0.1) - other.value(at: 0.1)) < 1e-12)
    }
    #expect(Spring(response: .nan, dampingRatio: .nan).settlingDuration.isFinite)
  }

  @Test("a spring has settled when it stays within the requested fraction of the distance")
  func epsilon() {
    let springs: [Spring] = [
      .smooth, .snappy, .bouncy, .standard, Spring(duration: 1, bounce: -0.5),
      Spring(duration: 0.3, bounce: 0.6, initialVelocity: -20),
    ]
    for spring in springs {
      expectEqual(spring.settlingDuration(epsilon: 0.001), spring.settlingDuration)
      expectEqual(spring.settlingDuration(epsilon: .nan), spring.settlingDuration)
      for epsilon in [0.5, 0.1, 0.01, 1e-6] {
        let settled = spring.settlingDuration(epsilon: epsilon)
        for step in 0..<100 {
          let rest = abs(spring.value(at: settled + Double(step) / 100) - 1)
          #expect(rest <= epsilon * 1.000001, "\(spring) within \(epsilon)")
        }
      }
      #expect(spring.settlingDuration(epsilon: -1).isFinite)
    }
    expectEqual(Spring(damping: 0).settlingDuration(epsilon: 0.1), .infinity)
  }
}
