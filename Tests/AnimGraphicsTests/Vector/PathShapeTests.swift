import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Shapes as paths")
struct PathShapeTests {
  @Test("shapes are clockwise and have the right area")
  func areas() {
    let rect = Rect(x: 3, y: 4, width: 20, height: 10)
    var path = Path()
    path.addRect(rect)
    #expect(abs(path.area - 200) < 1e-9)
    path.removeAll()
    path.addEllipse(in: rect)
    #expect(abs(path.area - .pi * 50) < 0.06)
    path.removeAll()
    path.addRoundedRect(rect, radius: 3)
    #expect(abs(path.area - (200 - 9 * (4 - .pi))) < 0.01)
    path.removeAll()
    path.addPolygon(center: rect.center, radius: 10, corners: 6)
    #expect(abs(path.area - 1.5 * 3.0.squareRoot() * 100) < 1e-6)
    path.removeAll()
    path.addStar(center: rect.center, outerRadius: 10, innerRadius: 4, points: 5)
    #expect(abs(path.area - 5 * 10 * 4 * Angle.turns(0.1).sine) < 1e-6)
  }

  @Test("a circle starts at 3 o'clock, where angles are 0, or at a given angle")
  func circleStarts() {
    func start(_ build: (inout Path) -> Void) -> Point? {
      var path = Path()
      build(&path)
      guard case .move(let point)? = path.elements.first(where: { _ in true }) else { return nil }
      #expect(abs(path.area - .pi * 50) < 0.06)
      return point
    }
    let rect = Rect(x: 0, y: 0, width: 20, height: 10)
    expectEqual(start { $0.addEllipse(in: rect) }, Point(x: 20, y: 5))
    expectEqual(start { $0.addEllipse(in: rect, start: .degrees(90)) }, Point(x: 10, y: 10))
    expectEqual(start { $0.addEllipse(in: rect, start: .turns(-0.5)) }, Point(x: 0, y: 5))
    expectEqual(start { $0.addEllipse(in: rect, start: .turns(2.75)) }, Point(x: 10, y: 0))
    let radius = 50.squareRoot()
    let eighth = start { $0.addCircle(center: .zero, radius: radius, start: .degrees(45)) }
    expectEqual(eighth.map { ($0 - Point(x: 5, y: 5)).length < 1e-12 }, true)
  }

  @Test("shapes are closed, so that their outlines have no ends")
  func closed() {
    let rect = Rect(x: 3, y: 4, width: 20, height: 10)
    let shapes: [(inout Path) -> Void] = [
      { $0.addRect(rect) }, { $0.addRoundedRect(rect, radius: 3) }, { $0.addEllipse(in: rect) },
      { $0.addCircle(center: .zero, radius: 5, start: .degrees(45)) },
      { $0.addPolygon(center: .zero, radius: 5, corners: 6) },
      { $0.addStar(center: .zero, outerRadius: 9, innerRadius: 1, points: 7) },
    ]
    for (index, shape) in shapes.enumerated() {
      var path = Path()
      shape(&path)
      let elements = path.elements.map { $0 }
      expectEqual(elements.last, .close, "\(index)")
      expectEqual(elements.filter { $0 == .close }.count, 1, "\(index)")
    }
  }

  @Test("shapes other than circles start at the same point as in Lottie")
  func starts() {
    let rect = Rect(x: 0, y: 0, width: 20, height: 10)
    func start(_ build: (inout Path) -> Void) -> Path.Element? {
      var path = Path()
      build(&path)
      return path.elements.first { _ in true }
    }
    expectEqual(start { $0.addRect(rect) }, .move(Point(x: 20, y: 0)))
    expectEqual(start { $0.addRoundedRect(rect, radius: 2) }, .move(Point(x: 20, y: 2)))
    guard
      case .move(let top)? = start({
        $0.addStar(center: .zero, outerRadius: 9, innerRadius: 1, points: 7)
      })
    else {
      Issue.record("a star begins with a move")
      return
    }
    #expect((top - Point(x: 0, y: -9)).length < 1e-12)
  }

  @Test("the radius of a rounded rectangle is clamped to between 0 and half the side")
  func radii() {
    let rect = Rect(x: 0, y: 0, width: 20, height: 10)
    for radius in [-1, 0, .nan] {
      var path = Path()
      path.addRoundedRect(rect, radius: radius)
      expectEqual(path.elements.reduce(0) { count, _ in count + 1 }, 5)
    }
    var stadium = Path()
    stadium.addRoundedRect(rect, radius: 100)
    // The radius is clamped to half of each side, so this is an ellipse.
    #expect(abs(stadium.area - .pi * 50) < 0.06)
  }

  @Test("every point of an arc is on its circle, and its ends are at its angles")
  func arcs() {
    var random = RandomPaths(seed: 31)
    for _ in 0..<40 {
      let center = random.point()
      let radius = random.number(1...50)
      let start = Angle(radians: random.number(-9...9))
      let sweep = Angle(radians: random.number(-8...8))
      var path = Path()
      path.addArc(center: center, radius: radius, start: start, sweep: sweep)
      let points = SampledPath(path, samples: 50).contours[0].points
      for point in points { #expect(abs((point - center).length / radius - 1) < 3e-4) }
      let end = start + Angle(radians: min(max(sweep.radians, -2 * .pi), 2 * .pi))
      #expect((points[0] - (center + Vector(length: radius, direction: start))).length < 1e-9)
      #expect(
        (points[points.count - 1] - (center + Vector(length: radius, direction: end))).length < 1e-9
      )
      #expect(abs(path.length / radius - min(sweep.radians.magnitude, 2 * .pi)) < 1e-2)
    }
  }

  @Test("an arc continues an open contour with a line")
  func arcAfterLine() {
    var path = Path()
    path.move(to: .zero)
    path.addArc(center: .zero, radius: 10, start: .zero, sweep: .turns(0.25))
    path.close()
    #expect(abs(path.area - .pi * 25) < 0.05)
  }

  @Test("an arc after a closed contour begins a new contour")
  func arcAfterClosedContour() {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 10, height: 10))
    path.addArc(center: Point(x: 30, y: 5), radius: 4, start: .zero, sweep: .fullTurn)
    path.close()
    #expect(abs(path.length - (40 + 8 * .pi)) < 0.01)
  }

  @Test("handles of rounded corners reach fractions of the way along the circle, as in Lottie")
  func roundness() {
    var path = Path()
    path.addStar(
      center: .zero, outerRadius: 10, innerRadius: 5, points: 5, outerRoundness: 1,
      innerRoundness: -0.5)
    guard case .cubic(let control1, let control2, let end) = Array(path.elements)[1]
    else {
      Issue.record("a rounded star is made of cubics")
      return
    }
    #expect((control1 - Point(x: 10 * .pi / 10, y: -10)).length < 1e-12)
    #expect(abs((control2 - end).length - 0.5 * 5 * .pi / 10) < 1e-12)
    path.removeAll()
    path.addPolygon(center: .zero, radius: 10, corners: 6, roundness: 4.0 / 3)
    for contour in SampledPath(path, samples: 50).contours {
      for point in contour.points { #expect(abs((point - .zero).length - 10) < 0.05) }
    }
  }

  @Test("NaN makes a shape a defective path")
  func notNumbers() {
    var path = Path()
    path.addArc(center: .zero, radius: .nan, start: .zero, sweep: .fullTurn)
    #expect(path.error != nil)
    path.removeAll()
    path.addStar(center: .zero, outerRadius: .infinity, innerRadius: 1, points: 5)
    #expect(path.error != nil)
    path.removeAll()
    path.addArc(center: .zero, radius: 1, start: .zero, sweep: Angle(radians: .infinity))
    #expect(path.error == nil && abs(path.length - 2 * .pi) < 1e-2)
  }
}
