import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Boolean operations on paths")
struct PathBooleanTests {
  private typealias Operation = Path.BooleanOperation
  private static let operations: [Operation] = [
    .union, .intersection, .difference, .symmetricDifference,
  ]

  private func square(_ x: Double, _ y: Double, _ side: Double) -> Path {
    var path = Path()
    path.addRect(Rect(x: x, y: y, width: side, height: side))
    return path
  }

  private func polygon(_ points: [SIMD2<Double>]) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.close()
    return path
  }

  /// Returns whether a point should be inside the result, by the winding numbers of the operands.
  private func isInside(
    _ paths: [Path], _ operation: Operation, _ rule: FillRule, at point: Point
  ) -> Bool {
    let inside = paths.map { $0.contains(point, rule) }
    switch operation {
    case .union: return inside.contains(true)
    case .intersection: return !inside.contains(false)
    case .difference: return inside[0] && !inside.dropFirst().contains(true)
    case .symmetricDifference: return inside.count { $0 } % 2 == 1
    }
  }

  private func distance(from point: SIMD2<Double>, to lines: LineBuffer) -> Double {
    var least = Double.infinity
    lines.forEachLine { a, b in
      let displacement = b - a
      let part =
        displacement.squaredLength > 0
        ? min(max((point - a).dot(displacement) / displacement.squaredLength, 0), 1) : 0
      least = min(least, (point - (a + displacement * part)).length)
    }
    return least
  }

  /// Checks at random points that aren't next to an outline whether they are inside, and that the
  /// result winds around them once or not at all.
  private func expectMembership(
    _ paths: [Path], _ operation: Operation, _ rule: FillRule, margin: Double, points: Int,
    using generator: inout SeededGenerator, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = Path.combine(paths, operation, using: rule)
    #expect(result.error == nil, sourceLocation: sourceLocation)
    var lines = LineBuffer()
    for path in paths { path.flatten(.identity, tolerance: 0.05, into: &lines) }
    for _ in 0..<points {
      let point = SIMD2(generator.unit(), generator.unit()) * 120 - 10
      guard distance(from: point, to: lines) > margin else { continue }
      let expected = isInside(paths, operation, rule, at: Point(point)) ? 1 : 0
      let winding = result.winding(around: Point(point))
      #expect(
        winding == expected, "\(operation) \(rule) at \(point): \(paths)",
        sourceLocation: sourceLocation)
      if winding != expected { return }
    }
  }

  @Test("two overlapping squares have the expected corners and no others")
  func squares() {
    let a = square(0, 0, 10)
    let b = square(5, 5, 10)
    #expect(
      a.union(b)
        == polygon([[0, 0], [10, 0], [10, 5], [15, 5], [15, 15], [5, 15], [5, 10], [0, 10]]))
    expectEqual(a.intersection(b), polygon([[5, 5], [10, 5], [10, 10], [5, 10]]))
    expectEqual(
      a.subtracting(b), polygon([[0, 0], [10, 0], [10, 5], [5, 5], [5, 10], [0, 10]]))
    expectEqual(a.symmetricDifference(b).area, 150)
  }

  @Test("squares can share a side, a corner or all their sides")
  func sharedSides() {
    let a = square(0, 0, 10)
    let right = square(10, 0, 10)
    expectEqual(a.union(right), polygon([[0, 0], [20, 0], [20, 10], [0, 10]]))
    #expect(a.intersection(right).isEmpty)
    expectEqual(a.subtracting(right), polygon([[0, 0], [10, 0], [10, 10], [0, 10]]))
    let corner = square(10, 10, 10)
    #expect(a.intersection(corner).isEmpty)
    expectEqual(a.union(corner).area, 200)
    expectEqual(a.union(a), a.normalized())
    expectEqual(a.intersection(a.reversed()), a.normalized())
    #expect(a.subtracting(a).isEmpty)
    #expect(a.symmetricDifference(a.reversed()).isEmpty)
  }

  @Test("a hole has the opposite direction")
  func holes() {
    let ring = square(0, 0, 10).subtracting(square(2, 2, 6))
    expectEqual(ring.area, 64)
    #expect(!ring.contains(Point(x: 5, y: 5), .nonzero))
    expectEqual(ring.elements.count { $0 == .close }, 2)
    expectEqual(ring.union(square(2, 2, 6)), square(0, 0, 10).normalized())
  }

  @Test("the rule determines the inside of an outline that overlaps itself")
  func rules() {
    var twice = square(0, 0, 10)
    twice.append(square(2, 2, 6))
    expectEqual(twice.normalized().area, 100)
    expectEqual(twice.normalized(using: .evenOdd).area, 64)
    var opposed = square(0, 0, 10)
    opposed.append(square(2, 2, 6).reversed())
    expectEqual(opposed.normalized().area, 64)
    let bow = polygon([[0, 0], [10, 10], [10, 0], [0, 10]])
    expectEqual(bow.normalized().area, 50)
  }

  @Test("empty paths, points and lines have no area")
  func degenerate() {
    let a = square(0, 0, 10)
    let line = polygon([[-5, 5], [15, 5]])
    let point = polygon([[3, 3]])
    #expect(Path().union(Path()).isEmpty)
    #expect(Path.combine([], .intersection).isEmpty)
    #expect(line.normalized().isEmpty)
    #expect(point.union(line).isEmpty)
    expectEqual(a.union(line), a.normalized())
    expectEqual(a.subtracting(line), a.normalized())
    #expect(a.intersection(point).isEmpty)
    expectEqual(Path.combine([a], .intersection), a.normalized())
  }

  @Test("curves keep their area, and coinciding curves leave no slivers")
  func curves() {
    var disc = Path()
    disc.addCircle(center: Point(x: 50, y: 50), radius: 40)
    #expect(abs(disc.normalized().area - disc.area) < 3)
    expectEqual(disc.union(disc.reversed()).elements.count { $0 == .close }, 1)
    #expect(disc.subtracting(disc.reversed()).isEmpty)
    let half = disc.intersection(square(0, 0, 50))
    #expect(abs(half.area - disc.area / 4) < 1)
  }

  @Test(
    "any two polygons agree with their winding numbers, even on a coarse grid with coincidences")
  func randomPolygons() {
    var generator = SeededGenerator(seed: 0xB001)
    for round in 0..<80 {
      // With few different coordinates, sides are shared, vertices coincide and lengths are zero.
      let scale: Double? = [nil, 4, 10, 25][round % 4]
      let paths = (0..<2).map { _ in
        polygon(
          (0..<Int(3 + generator.unit() * 14)).map { _ in
            let point = SIMD2(generator.unit(), generator.unit())
            guard let scale else { return point * 100 }
            return (point * scale).rounded(.down) * (100 / scale)
          })
      }
      for operation in Self.operations {
        let rule: FillRule = generator.unit() < 0.5 ? .nonzero : .evenOdd
        expectMembership(paths, operation, rule, margin: 1e-4, points: 30, using: &generator)
      }
    }
  }

  @Test("several outlines of curves agree with their winding numbers")
  func randomCurves() {
    var generator = SeededGenerator(seed: 0xC0F)
    for round in 0..<5 {
      let paths = (0..<(1 + round % 5)).map { _ in
        var path = Path()
        for _ in 0..<2 {
          func point() -> SIMD2<Double> { SIMD2(generator.unit(), generator.unit()) * 100 }
          path.move(to: point())
          for _ in 0..<3 { path.addCurve(point(), point(), point()) }
        }
        return path
      }
      for operation in Self.operations {
        expectMembership(paths, operation, .nonzero, margin: 0.2, points: 8, using: &generator)
      }
    }
  }

  @Test("areas add up: |A ∪ B| + |A ∩ B| = |A| + |B|, and so do differences")
  func inclusionAndExclusion() {
    var generator = SeededGenerator(seed: 0xADD)
    for _ in 0..<20 {
      let paths = (0..<2).map { _ in
        polygon((0..<24).map { _ in SIMD2(generator.unit(), generator.unit()) * 1000 })
      }
      let (a, b) = (paths[0].normalized().area, paths[1].normalized().area)
      let both = paths[0].intersection(paths[1]).area
      #expect(abs(paths[0].union(paths[1]).area + both - a - b) < 0.1)
      #expect(abs(paths[0].subtracting(paths[1]).area - (a - both)) < 0.1)
      #expect(abs(paths[0].symmetricDifference(paths[1]).area - (a + b - 2 * both)) < 0.1)
    }
  }

  @Test("combining a result with itself doesn't change it")
  func stability() {
    var generator = SeededGenerator(seed: 0x57AB)
    for _ in 0..<20 {
      let path = polygon((0..<16).map { _ in SIMD2(generator.unit(), generator.unit()) * 100 })
      let once = path.normalized()
      #expect(once.elements.count { $0 == .close } > 0)
      let twice = once.normalized()
      #expect(abs(twice.area - once.area) < 1e-3)
      #expect(twice.subtracting(once).isEmpty)
    }
  }

  @Test("scaling by a power of two scales the result exactly, however large or small it is")
  func scale() {
    let a = polygon([[0, 0], [70, 10], [40, 90], [10, 20]])
    let b = polygon([[20, -10], [90, 60], [-10, 50]])
    let plain = a.union(b)
    for exponent in [-60, -8, 0, 8, 40] {
      let factor = Double(sign: .plus, exponent: exponent, significand: 1)
      let scaling = Transform(scale: factor)
      #expect(
        a.transformed(by: scaling).union(b.transformed(by: scaling))
          == plain.transformed(by: scaling))
    }
  }

  @Test("excessive input fails quickly with a specific error")
  func limits() {
    var generator = SeededGenerator(seed: 0xBAD)
    let tangle = polygon(
      (0..<1600).map { _ in SIMD2(generator.unit(), generator.unit()) * 1000 })
    expectEqual(tangle.normalized().error, .tooComplex)
    let comb = polygon(
      (0..<6000).map { SIMD2(Double($0 % 2) * 1000, Double($0)) })
    #expect(comb.symmetricDifference(square(0, 0, 500)).error == nil)
    let far = polygon([[1e18, 0], [-1e18, 1e18], [0, -1e18]])
    #expect(!far.union(square(0, 0, 1)).isEmpty)
    var broken = Path()
    broken.move(to: Point(x: .nan, y: 0))
    expectEqual(square(0, 0, 1).union(broken).error, .outOfRange(element: 0))
  }

  @Test(
    "three or more paths are each filled by the rule", arguments: [FillRule.nonzero, .evenOdd])
  func several(rule: FillRule) {
    // A square that contains another one of the same direction.
    var ring = square(0, 0, 30)
    ring.append(square(10, 10, 10))
    let paths = [ring, square(5, 5, 20), square(12, 20, 25), square(40, 0, 6)]
    for count in 2...4 {
      for operation in Self.operations {
        let some = Array(paths.prefix(count))
        let result = Path.combine(some, operation, using: rule)
        for x in stride(from: 1.5, to: 48, by: 3) {
          for y in stride(from: 1.5, to: 48, by: 3) {
            let point = Point(x: x, y: y)
            let expected = isInside(some, operation, rule, at: point)
            expectEqual(
              result.contains(point, .nonzero), expected, "\(count), \(operation), \(point)")
          }
        }
      }
    }
  }
}
