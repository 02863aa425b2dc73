import AnimCore
import AnimGraphics
import TestSupport
import Testing

@Suite("Interpolation")
struct InterpolatableTests {
  /// A type that a user of the library might write.
  private struct Temperature: Interpolatable {
    var kelvin: Double

    static let zero = Temperature(kelvin: 0)

    static func displacement(
      from start: Temperature, to end: Temperature, turning: RotationDirection
    ) -> Double {
      end.kelvin - start.kelvin
    }

    func moved(by displacement: Double) -> Temperature {
      Temperature(kelvin: kelvin + displacement)
    }
  }

  private final class Stove: Layer {
    @Animatable(action: .curve(.linear)) var heat = Temperature(kelvin: 280)
  }

  @Test("a custom type is animated like the library's own types")
  func custom() {
    let stove = Stove()
    let tree = LayerTree(root: stove)
    stove.heat.kelvin = 380
    tree.update(to: 0.125)
    expectEqual(stove.$heat.presentation, Temperature(kelvin: 330))
    expectEqual(stove.$heat.velocity, 400)
  }

  private func check<Value: Interpolatable>(_ a: Value, _ b: Value, half: Value) {
    expectEqual(Value.interpolated(from: a, to: b, progress: 0), a)
    expectEqual(Value.interpolated(from: a, to: b, progress: 1), b)
    expectEqual(Value.interpolated(from: a, to: b, progress: 0.5), half)
    expectEqual(a.moved(by: .zero), a)
  }

  @Test("every type is exact at the ends and in the middle")
  func ends() {
    check(0.1, 0.7, half: 0.4)
    check(Point(x: 1, y: 2), Point(x: 3, y: -2), half: Point(x: 2, y: 0))
    check(Vector(dx: 1, dy: 2), Vector(dx: 3, dy: -2), half: Vector(dx: 2, dy: 0))
    check(
      Size(width: 1, height: 2), Size(width: 3, height: 4), half: Size(width: 2, height: 3))
    check(
      Rect(x: 0, y: 0, width: 2, height: 4), Rect(x: 2, y: 4, width: 4, height: 8),
      half: Rect(x: 1, y: 2, width: 3, height: 6))
    check(Color(rgb: 0x204060), Color(rgb: 0x406080), half: Color(rgb: 0x305070))
    check(Angle.radians(1), .radians(3), half: .radians(2))
  }

  @Test("a colour keeps its hue as it fades in")
  func premultiplied() {
    let red = Color(rgb: 0xFF0000)
    let half = Color.interpolated(from: .clear, to: red, progress: 0.5)
    expectEqual(half, Color(red8: 255, green8: 0, blue8: 0, alpha8: 128))
  }

  @Test("a zero displacement preserves every colour, and overshoot is clamped")
  func colors() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let color = Color(argb: UInt32(truncatingIfNeeded: generator.next()))
      guard color.alpha > 0 else { continue }
      expectEqual(color.moved(by: .zero), color)
    }
    expectEqual(Color.interpolated(from: .black, to: .white, progress: 1.7), .white)
    expectEqual(Color.interpolated(from: .black, to: .white, progress: -0.5), .black)
    #expect(Color.interpolated(from: .black, to: .white, progress: .nan).alpha != 1)
  }

  @Test(
    "angles rotate numerically, the shorter way, or always in one direction",
    arguments: [
      (RotationDirection.raw, 354.0, 0.0, -354.0), (.raw, 0, 720, 720),
      (.shortest, 354, 0, 6), (.shortest, 10, 350, -20), (.shortest, 0, 720, 0),
      (.clockwise, 354, 0, 6), (.clockwise, 0, 354, 354), (.clockwise, 10, 10, 0),
      (.clockwise, 350, 730, 20), (.counterclockwise, 0, 354, -6),
      (.counterclockwise, 354, 0, -354), (.counterclockwise, 10, 10, 0),
    ])
  func turning(_ turning: RotationDirection, _ start: Double, _ end: Double, _ way: Double) {
    let found = Angle.displacement(from: .degrees(start), to: .degrees(end), turning: turning)
    #expect(abs(found.degrees - way) < 1e-9)
  }

  @Test("directions that differ only by rounding aren't a full turn apart")
  func roundedTurn() {
    for minute in 0..<60 {
      let angle = Angle.degrees(Double(minute) * 6)
      let again = Angle.turns(Double(minute) / 60 + 1)
      let way = Angle.displacement(from: angle, to: again, turning: .clockwise)
      #expect(abs(way.radians) < 1e-9)
    }
  }

  private final class Knob: Layer {
    @Animatable(action: .curve(.linear)) var level: Float = 0
  }

  @Test("Float is animated exactly at the ends")
  func float() {
    check(Float(0.1), 0.7, half: 0.4)
    let knob = Knob()
    let tree = LayerTree(root: knob)
    knob.level = 0.5
    tree.update(to: 0.125)
    expectEqual(knob.$level.presentation, 0.25)
    expectEqual(knob.$level.velocity, 2)
  }
}
