import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Dashes")
struct DashTests {
  /// Returns the dashes of a path as polylines, from dense samples of the path.
  private func dashes(_ path: Path, _ lengths: [Double], phase: Double) -> SampledPath {
    var result = SampledPath(Path())
    for contour in SampledPath(path, samples: 300).contours {
      var index = 0
      var rest = phase.truncatingRemainder(dividingBy: lengths.reduce(0, +))
      if rest < 0 { rest += lengths.reduce(0, +) }
      while rest >= lengths[index] {
        rest -= lengths[index]
        index = (index + 1) % lengths.count
      }
      rest = lengths[index] - rest
      var current = contour.points[0]
      var dash = [current]
      for point in contour.points.dropFirst() {
        while (point - current).length > rest {
          current = current + (point - current) * (rest / (point - current).length)
          if index % 2 == 0 { result.contours.append(.init(points: dash + [current])) }
          dash = [current]
          index = (index + 1) % lengths.count
          rest = lengths[index]
        }
        rest -= (point - current).length
        current = point
        dash.append(current)
      }
      if index % 2 == 0 { result.contours.append(.init(points: dash)) }
    }
    return result
  }

  @Test("dashes are at the right distances along open and closed paths")
  func sampled() {
    var random = RandomPaths(seed: 81)
    for _ in 0..<8 {
      var path = random.path(contours: 1, segments: 3)
      path.addEllipse(in: Rect(x: 20, y: 30, width: 50, height: 40))
      let lengths = [random.number(6...25), random.number(12...25), 9, 14]
      let phase = random.number(-100...100)
      let style = StrokeStyle(
        width: 4, cap: .round, join: .round, dashes: lengths, dashPhase: phase)
      let lines = StrokerTests.outline(path, style)
      let oracle = dashes(path, lengths, phase: phase)
      for _ in 0..<80 {
        let point = random.point()
        let distance = oracle.distance(to: point) - 2
        if abs(distance) < 0.2 { continue }
        expectEqual((lines.winding(around: point) != 0), (distance < 0), "\(point) \(distance)")
      }
    }
  }

  private var line: Path {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(x: 100, y: 0))
    return path
  }

  /// Returns the half pixels of the line that are painted.
  private func ink(_ style: StrokeStyle, on path: Path? = nil) -> [Int] {
    let lines = StrokerTests.outline(path ?? line, style)
    return (-5..<110).filter { lines.winding(around: Point(x: Double($0) + 0.5, y: 0.1)) != 0 }
  }

  @Test("butt dashes end exactly at their lengths, and the phase moves them back")
  func butt() {
    expectEqual(ink(StrokeStyle(width: 2, dashes: [10, 40])), Array(0..<10) + Array(50..<60))
    #expect(
      ink(StrokeStyle(width: 2, dashes: [10, 40], dashPhase: 5))
        == Array(0..<5) + Array(45..<55) + Array(95..<100))
    #expect(
      ink(StrokeStyle(width: 2, dashes: [10, 40], dashPhase: -5))
        == Array(5..<15) + Array(55..<65))
    #expect(
      ink(StrokeStyle(width: 2, dashes: [10, 40], dashPhase: 1e9))
        == Array(0..<10) + Array(50..<60))
  }

  @Test("an odd number of lengths is used twice")
  func odd() {
    expectEqual(ink(StrokeStyle(width: 2, dashes: [30])), Array(0..<30) + Array(60..<90))
    #expect(
      ink(StrokeStyle(width: 2, dashes: [10, 20, 30]))
        == Array(0..<10) + Array(30..<60) + Array(70..<90))
  }

  @Test("dashes that can't be drawn leave the line solid")
  func solid() {
    let solid = ink(StrokeStyle(width: 2))
    expectEqual(solid, Array(0..<100))
    for dashes in [[], [0, 0], [0], [-1, 4], [.nan, 1], [.infinity, 1], [1e-9, 1e-9], [1e300]] {
      expectEqual(ink(StrokeStyle(width: 2, dashes: dashes)), solid)
    }
    for phase in [Double.nan, .infinity] {
      expectEqual(ink(StrokeStyle(width: 2, dashes: [5, 5], dashPhase: phase)), solid)
    }
  }

  @Test(
    "a dash of zero length is a dot with round caps, and a square with square caps")
  func dots() {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(x: 60, y: 60))
    var style = StrokeStyle(width: 10, cap: .square, dashes: [0, 40])
    let middle = Point(x: 40 / 2.0.squareRoot(), y: 40 / 2.0.squareRoot())
    var lines = StrokerTests.outline(path, style)
    #expect(lines.winding(around: middle + Vector(dx: 6.9, dy: 0)) != 0)
    expectEqual(lines.winding(around: middle + Vector(dx: 4.9, dy: 4.9)), 0)
    style.cap = .round
    lines = StrokerTests.outline(path, style)
    #expect(lines.winding(around: middle + Vector(dx: 4.8, dy: 0)) != 0)
    expectEqual(lines.winding(around: middle + Vector(dx: 5.2, dy: 0)), 0)
    style.cap = .butt
    #expect(StrokerTests.outline(path, style).ends.isEmpty)
  }

  @Test("on a closed path the last dash is joined to the first")
  func closed() {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 20, height: 20))
    // The path starts at (20, 0) and goes down for ten pixels, with ten pixels before the start.
    let style = StrokeStyle(width: 4, join: .miter, dashes: [20, 60], dashPhase: 10)
    let lines = StrokerTests.outline(path, style)
    expectEqual(lines.ends.count, 1)
    #expect(lines.winding(around: Point(x: 21.9, y: -1.9)) != 0)
    // A single dash all the way round stays closed: two sides, no ends.
    expectEqual(StrokerTests.outline(path, StrokeStyle(width: 4, dashes: [90, 5])).ends.count, 2)
  }
}
