import TestSupport
import Testing

@testable import AnimCore

@Suite("Timing functions")
struct TimingFunctionTests {
  private struct File: Decodable {
    var curves: [Curve]
  }

  private struct Curve: Decodable {
    var name: String
    var controlPoints: [Double]
    var samples: [[Double]]
  }

  @Test("agree with every reference curve, and approximately where it is almost vertical")
  func vectors() throws {
    let curves = try Vectors.load("timing-curves", as: File.self).curves
    expectEqual(curves.count, 17)
    for one in curves {
      let c = one.controlPoints
      let curve = TimingFunction.cubicBezier(c[0], c[1], c[2], c[3])
      for sample in one.samples {
        let steep = (curve.slope(at: sample[0]) ?? .infinity).magnitude > 100
        let error = abs(curve.value(at: sample[0]) - sample[1])
        #expect(error <= (steep ? 1e-5 : 1e-7), "\(one.name) at \(sample[0])")
      }
    }
  }

  @Test("the named curves are Core Animation's")
  func named() throws {
    expectEqual(TimingFunction.easeIn, (.cubicBezier(0.42, 0, 1, 1)))
    expectEqual(TimingFunction.easeOut, (.cubicBezier(0, 0, 0.58, 1)))
    expectEqual(TimingFunction.easeInEaseOut, (.cubicBezier(0.42, 0, 0.58, 1)))
    expectEqual(TimingFunction.standard, (.cubicBezier(0.25, 0.1, 0.25, 1)))
  }

  private static func all() throws -> [TimingFunction] {
    var generator = SeededGenerator(seed: 1)
    var curves: [TimingFunction] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .standard, .steps(1), .steps(7),
      .spring(.standard), .spring(Spring(damping: 40, allowsOverdamping: true)),
      .cubicBezier(0, 1, 0, 1), .cubicBezier(1, 0, 1, 0), .cubicBezier(0, 0, 0, 0),
    ]
    for _ in 0..<40 {
      curves.append(
        .cubicBezier(
          generator.unit(), generator.unit() * 6 - 3, generator.unit(), generator.unit() * 6 - 3))
    }
    return curves
  }

  @Test("are exact at the ends, finite in between and constant outside")
  func ends() throws {
    for curve in try Self.all() {
      expectEqual(curve.value(at: 0), 0)
      expectEqual(curve.value(at: 1), 1)
      expectEqual(curve.value(at: -1), 0)
      expectEqual(curve.value(at: 2), 1)
      expectEqual(curve.value(at: .nan), 0)
      for x in [.leastNonzeroMagnitude, 1e-300, 1e-17, 1e-9, 0.25, 0.5, 1 - 1e-9, 1.0.nextDown] {
        #expect(curve.value(at: x).isFinite)
      }
    }
  }

  @Test("the slope is the curve's derivative")
  func slope() throws {
    for curve in try Self.all() {
      for x in [0.1, 0.3, 0.77] {
        guard let slope = curve.slope(at: x), slope.magnitude < 20 else { continue }
        if curve == (.steps(7)) { continue }
        let h = 1e-6
        let measured = (curve.value(at: x + h) - curve.value(at: x - h)) / (2 * h)
        #expect(abs(slope - measured) < 1e-3 * max(1, abs(slope)))
      }
    }
    #expect(abs((TimingFunction.easeOut.slope(at: 0) ?? 0) - 1 / 0.58) < 1e-12)
    #expect(TimingFunction.cubicBezier(0, 1, 0.5, 1).slope(at: 0) == nil)
  }

  @Test("steps jump at the end of each step")
  func steps() throws {
    let curve = TimingFunction.steps(4)
    expectEqual([0.1, 0.25, 0.49, 0.75, 0.99].map(curve.value), [0, 0.25, 0.25, 0.75, 0.75])
  }

  @Test("steps can jump at the start, at both ends or only in between")
  func stepPositions() {
    let times = [0, 0.4, 0.5, 0.9, 1]
    expectEqual(times.map(TimingFunction.steps(2, .start).value), [0.5, 0.5, 1, 1, 1])
    expectEqual(times.map(TimingFunction.steps(3, .both).value), [0.25, 0.5, 0.5, 0.75, 1])
    expectEqual(times.map(TimingFunction.steps(2, .none).value), [0, 0, 1, 1, 1])
    expectEqual(TimingFunction.steps(1, .none), .steps(2, .none))
  }

  @Test("a jump at 0 hasn't happened before the start")
  func before() {
    expectEqual(TimingFunction.steps(2, .start).value(at: 0, isBefore: true), 0)
    expectEqual(TimingFunction.steps(2, .end).value(at: 0, isBefore: true), 0)
    expectEqual(TimingFunction.steps(1, .both).value(at: 0, isBefore: true), 0)
  }

  @Test("hold makes no progress until the end")
  func hold() {
    expectEqual([0, 0.5, 1.0.nextDown, 1].map(TimingFunction.hold.value), [0, 0, 0, 1])
  }

  @Test("lines go through their points, and the outer ones extend to 0 and 1")
  func lines() {
    let curve = TimingFunction.linear(through: [
      Point(x: 0.25, y: 0.5), Point(x: 0.5, y: 1), Point(x: 0.5, y: -1), Point(x: 0.75, y: 0),
    ])
    expectEqual([0, 0.25, 0.375, 0.5, 0.75, 1].map(curve.value), [0, 0.5, 0.75, -1, 0, 1])
    expectEqual([0.3, 0.6].map(curve.slope), [2, 4])
  }

  @Test("points of lines are put in order, and those that aren't finite are ignored")
  func disorderedLines() {
    let points = [Point(x: 0.5, y: 0), Point(x: .nan, y: 9), Point(x: 0.25, y: 1)]
    let curve = TimingFunction.linear(through: points)
    expectEqual(
      curve, .linear(through: [Point(x: 0.5, y: 0), Point(x: 0.5, y: 1)]))
    #expect([0, 0.5, 1].allSatisfy { curve.value(at: $0).isFinite })
    expectEqual(TimingFunction.linear(through: []), .linear)
    let constant = TimingFunction.linear(through: [Point(x: 0.5, y: 3)])
    expectEqual([0, 0.5, 1].map(constant.value), [3, 3, 3])
  }

  @Test("a curve with both control points on the diagonal is linear to the last bit")
  func straight() {
    for curve in [
      TimingFunction.cubicBezier(0, 0, 1, 1), .cubicBezier(0.3, 0.3, 0.9, 0.9),
      .cubicBezier(1, 1, 0, 0),
    ] {
      expectEqual(curve, .linear)
      expectEqual(curve.value(at: 0.1), 0.1)
    }
  }

  @Test("a control point outside 0 ... 1, zero steps and an endless spring are rejected by name")
  func errors() throws {
    #expect(throws: AnimationError.outOfRange(.controlPointX, -0.1)) {
      try TimingFunction.cubicBezier(validating: -0.1, 0, 1, 1)
    }
    #expect(throws: AnimationError.outOfRange(.controlPointX, 1.5)) {
      try TimingFunction.cubicBezier(validating: 0, 0, 1.5, 1)
    }
    #expect(throws: AnimationError.outOfRange(.controlPointY, .infinity)) {
      try TimingFunction.cubicBezier(validating: 0, .infinity, 1, 1)
    }
    #expect(throws: AnimationError.outOfRange(.stepCount, 0)) {
      try TimingFunction.steps(validating: 0)
    }
    #expect(throws: AnimationError.outOfRange(.duration, .infinity)) {
      try TimingFunction.spring(validating: Spring(damping: 0))
    }
    let message = "\(AnimationError.outOfRange(.controlPointX, 1.5))"
    expectEqual(message, "control point x: 1.5 is out of range; use a value from 0 to 1")
    try expectEqual(TimingFunction.cubicBezier(validating: 0.42, 0, 1, 1), .easeIn)
    try expectEqual(TimingFunction.steps(validating: 3), .steps(3))
  }

  @Test("the other initialisers clamp invalid values")
  func clamped() {
    expectEqual(TimingFunction.cubicBezier(-1, 0, 7, 1), .cubicBezier(0, 0, 1, 1))
    expectEqual(TimingFunction.cubicBezier(0.42, .nan, 1, 1), .easeIn)
    expectEqual(TimingFunction.steps(-3), .steps(1))
    let endless = TimingFunction.spring(Spring(damping: 0))
    #expect(endless.value(at: 0.05) > 1.9 && endless.value(at: 1) == 1)
  }
}
