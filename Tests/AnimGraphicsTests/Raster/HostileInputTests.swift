import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Hostile input")
struct HostileInputTests {
  private let size = PixelSize(width: 64, height: 48)

  @Test("singular, enormous and NaN transforms still give an image")
  func transforms() {
    let numbers = [0, 1, -1, 1e-300, 1e300, Double.infinity, -.infinity, .nan, 1e9, 0x1p31]
    var random = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      func number() -> Double { numbers.randomElement(using: &random) ?? 0 }
      let transform = Transform(
        a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
      var list = DisplayList(size: size)
      let path = random.path(size)
      list.fill(path, random.paint(size), rule: random.rule(), transform: transform)
      list.stroke(path, StrokeStyle(width: number()), random.paint(size), transform: transform)
      list.withGroup(GroupStyle(opacity: number())) {
        $0.mask(path, Mask(.add, isInverted: true), opacity: number(), transform: transform)
        $0.fill(path, .color(.white), transform: transform)
      }
      _ = list.painted()
    }
  }

  @Test("an outline with a NaN coordinate paints nothing and is reported by the list")
  func notFinite() {
    var list = DisplayList(size: size)
    var path = Path()
    for (x, y) in [(0.0, 0.0), (50, 0), (50, 40)] { path.addLine(to: Point(x: x, y: y)) }
    list.fill(
      path, .color(.white), transform: Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0))
    expectEqual(list.omissions, .notFinite)
    expectEqual(list.painted(), PixelImage(size: size))
  }

  @Test("shapes far beyond the grid are clipped to it, and those on it are unchanged")
  func farAway() {
    // Two sides that pass through the image and meet far away.
    for reach in [3e5, 1e7, 1e11] {
      var path = Path()
      for (x, y) in [(-reach, -reach), (reach, reach), (reach, 2 * reach)] {
        path.addLine(to: Point(x: x, y: y))
      }
      let image = RasterFixtures.coverage(size) { $0.fill(path, .color(.white)) }
      // Below the diagonal on its left, where the other side is far below.
      for y in 0..<size.height {
        for x in 0..<size.width where x != y {
          let edge = Double(y) + 0.5 - (-reach + (Double(x) + 0.5 + reach) * 1.5)
          guard abs(edge) > 3 else { continue }
          expectEqual(image.level(x, y), (y > x && edge < 0 ? 255 : 0), "\(reach): \(x), \(y)")
        }
      }
    }
  }

  @Test("groups nested too deeply are omitted and reported by the list")
  func nesting() {
    func nest(_ list: inout DisplayList, _ depth: Int) {
      list.fill(Rect(x: 0, y: 0, width: 64, height: 48), Color(argb: 0x10FF_FFFF))
      if depth > 0 { list.withGroup(GroupStyle(opacity: 0.99)) { nest(&$0, depth - 1) } }
    }
    var list = DisplayList(size: size)
    nest(&list, 5000)
    expectEqual(list.omissions, .depth)
    expectEqual(list.commands.count, 2 * DisplayList.maximumDepth + 1)
    #expect(list.painted()[5, 5] != 0xFF00_0000)
  }

  @Test("outlines with too many corners are omitted and reported by the list")
  func corners() {
    var list = DisplayList(size: size)
    list.points = Array(
      repeating: FixedPoint(x: .one, y: .one), count: DisplayList.maximumPoints - 2)
    list.fillPolygon([Point(x: 4, y: 4), Point(x: 60, y: 5), Point(x: 30, y: 44)], .white)
    expectEqual(list.omissions, .points)
    list.omissions = []
    var path = Path()
    for (x, y) in [(0.0, 0.0), (50, 0), (50, 40)] { path.addLine(to: Point(x: x, y: y)) }
    list.fill(path, .color(.white))
    expectEqual(list.omissions, .points)
    #expect(list.points.count <= DisplayList.maximumPoints)
  }

  @Test("enormous winding numbers still give an image")
  func windings() {
    var list = DisplayList(size: size)
    let corners = [Point(x: 4, y: 4), Point(x: 8, y: 5), Point(x: 6, y: 7)]
    for rule in [FillRule.nonzero, .evenOdd] {
      var path = Path()
      for _ in 0..<70_000 {
        for (index, corner) in corners.enumerated() {
          if index == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
        }
      }
      list.fill(path, .color(.white), rule: rule)
    }
    _ = list.painted()
  }
}
