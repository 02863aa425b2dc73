import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Values that are interpolated in place")
struct InPlaceInterpolationTests {
  private func stops(_ position: Double, _ color: Color, _ alpha: Double) -> GradientStops {
    GradientStops(
      [GradientStops.ColorStop(at: position, color), GradientStops.ColorStop(at: 1, .white)],
      alphas: [
        GradientStops.AlphaStop(at: position / 2, alpha), GradientStops.AlphaStop(at: 1, 1 - alpha),
      ])
  }

  private func path(_ x: Double) -> Path {
    var path = Path()
    path.move(to: Point(x: x, y: 1))
    path.addLine(to: Point(x: 3, y: x))
    path.addCurve(
      to: Point(x: 9, y: 8), control1: Point(x: x, y: x), control2: Point(x: 4, y: -x))
    path.close()
    return path
  }

  /// Expects the value in place to equal that of the other function, and displacements to add up.
  private func check<Value: Interpolatable>(_ a: Value, _ b: Value) {
    var value = Value.zero
    for progress in [0.25, 0.5, 0.75, 0.125] {
      value.interpolate(from: a, to: b, progress: progress, turning: .raw)
      expectEqual(value, Value.interpolated(from: a, to: b, progress: progress))
      #expect(value != a && value != b)
    }
    let way = Value.displacement(from: a, to: b, turning: .raw)
    #expect(way + .zero == way && Value.Displacement.zero + way == way)
    #expect(way * 0.5 + way * 0.5 == way && way - way * 0.5 == way * 0.5)
    #expect(a.moved(by: way) == b && a.moved(by: .zero) == a)
    #expect(abs((way * 2).length - 2 * way.length) < 1e-9 && way.length > 0)
  }

  @Test("equal values that are interpolated separately")
  func agree() {
    check(stops(0.25, .white, 0.5), stops(0.5, .black, 0.25))
    check(path(0), path(16))
    check(Rect(x: 0, y: 8, width: 4, height: 2), Rect(x: 8, y: 0, width: 16, height: 1))
    check(Size(width: 1, height: 8), Size(width: 3, height: 4))
    check(Float(1), Float(9))
    check(Vector(dx: 1, dy: 2), Vector(dx: 4, dy: 8))
  }

  @Test("the distance of gradients includes positions, colours and alphas")
  func length() {
    func length(_ a: GradientStops, _ b: GradientStops) -> Double {
      GradientStops.displacement(from: a, to: b, turning: .raw).length
    }
    let first = stops(0, .white, 0.5)
    expectEqual(length(first, first), 0)
    // Both alphas move by a half.
    #expect(abs(length(first, stops(0, .white, 1)) - 0.5.squareRoot()) < 1e-12)
    // A position by one, and one by a half.
    #expect(abs(length(first, stops(1, .white, 0.5)) - 1.25.squareRoot()) < 1e-12)
    #expect(abs(length(first, stops(0, .black, 0.5)) - 3.0.squareRoot()) < 1e-12)
  }

  @Test("values of different kinds keep the start value until the end")
  func different() {
    let (one, two) = (GradientStops([GradientStops.ColorStop(at: 0, .white)]), stops(0, .black, 1))
    var value = two
    value.interpolate(from: one, to: two, progress: 0.5, turning: .raw)
    #expect(value == one && GradientStops.interpolated(from: one, to: two, progress: 0.5) == one)
    expectEqual(GradientStops.interpolated(from: one, to: two, progress: 1), two)
    var line = Path()
    line.move(to: .zero)
    line.addLine(to: Point(x: 1, y: 1))
    var other = path(0)
    other.interpolate(from: line, to: path(1), progress: 0.5, turning: .raw)
    expectEqual(other, line)
  }
}
