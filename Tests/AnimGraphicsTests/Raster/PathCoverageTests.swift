import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Coverage of paths")
struct PathCoverageTests {
  private let size = PixelSize(width: 24, height: 24)

  @Test(
    "outlines without overlap cover each pixel by its exact area, with either rule",
    arguments: 0..<60
  )
  func exactArea(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 9000)
    // Outlines whose corners go around a point in order, with enough corners that no side comes
    // near the point. One of the outlines has a hole.
    let center = Point(
      x: .random(in: 8...16, using: &random), y: .random(in: 8...16, using: &random))
    let outer = polygon(about: center, 8...14, 6...20, clockwise: true, &random)
    let inner = polygon(about: center, 5...9, 0.5...4.4, clockwise: false, &random)
    let contours = [outer, inner].map { $0.map { Corner(Fixed($0.x).pixels, Fixed($0.y).pixels) } }
    for rule in [FillRule.nonzero, .evenOdd] {
      let image = RasterFixtures.coverage(size) {
        $0.fill(path([outer, inner]), .color(.white), rule: rule)
      }
      for y in 0..<size.height {
        for x in 0..<size.width {
          let exact = contours.reduce(0) { $0 + Corner.area(of: $1, inPixel: x, y) } * 255
          #expect(abs(exact - Double(image.level(x, y))) <= 1, "\(x), \(y): \(exact)")
        }
      }
    }
  }

  @Test("the direction and the start of an outline make no difference", arguments: 0..<30)
  func direction(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 9100)
    let corners = (0..<Int.random(in: 3...9, using: &random)).map { _ in random.point(size) }
    let turned = Array(corners[2...] + corners[..<2])
    let rule = random.rule()
    let first = painted(corners, rule)
    expectEqual(painted(corners.reversed(), rule), first)
    expectEqual(painted(turned, rule), first)
  }

  @Test("an outline covers the same in any column of a wide shape", arguments: 0..<20)
  func columns(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 9200)
    let corners = (0..<Int.random(in: 3...9, using: &random)).map { _ in
      Point(
        x: Fixed(.random(in: 1...14, using: &random)).pixels,
        y: Fixed(.random(in: 1...7, using: &random)).pixels)
    }
    // The square in the corner makes the shape start in the first column.
    func levels(_ column: Int) -> [Int] {
      let image = RasterFixtures.coverage(PixelSize(width: 540, height: 8)) {
        let moved = corners.map { Point(x: $0.x + Double(column), y: $0.y) }
        var path = self.path([moved])
        append(square(0, 0, 1), to: &path)
        $0.fill(path, .color(.white))
      }
      return (1..<8).flatMap { y in (0..<16).map { x in image.level(column + x, y) } }
    }
    let first = levels(16)
    for column in [240...257, 496...513].joined() { expectEqual(levels(column), first) }
  }

  @Test(
    "an area with n windings is inside by the nonzero rule, and by the even-odd rule if n is odd")
  func winding() {
    for n in 1...40 {
      var path = Path()
      for _ in 0..<n { append(square(2, 2, 20), to: &path) }
      for (rule, isInside) in [(FillRule.nonzero, true), (.evenOdd, n % 2 == 1)] {
        let image = RasterFixtures.coverage(size) {
          $0.fill(path, .color(.white), rule: rule)
        }
        expectEqual(image.level(10, 10), (isInside ? 255 : 0))
      }
    }
  }

  @Test("even-odd coverage rises and falls between full pixels for sums of any size")
  func folding() {
    let full = Int64(Coverage.full)
    var random = SeededGenerator(seed: 12)
    for _ in 0..<10_000 {
      let sum =
        Int64.random(in: -0x7FFF_FFFF...0x7FFF_FFFF, using: &random) >> 8
        * Int64(
          Int.random(in: 0...2, using: &random))
      let rest = abs(sum) % (2 * full)
      let units = min(rest, 2 * full - rest)
      expectEqual(EvenOddWinding.coverage(Int32(sum)), UInt32((units + 128) / 257))
    }
    for windings in Int64(1)...32_000 {
      for extra in [-1, 0, 1, 500] as [Int64] where windings * full + extra <= 0x7FFF_FFFF {
        let units = windings % 2 == 0 ? abs(extra) : full - abs(extra)
        let sum = Int32(windings * full + extra)
        expectEqual(EvenOddWinding.coverage(sum), UInt32((units + 128) / 257))
      }
    }
  }

  @Test("a row's sums do not depend on which rows are accumulated", arguments: 0..<40)
  func rows(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 9300)
    func corner() -> FixedPoint {
      FixedPoint(
        x: Fixed(.random(in: -20...84, using: &random)),
        y: Fixed(.random(in: -500...500, using: &random)))
    }
    let (start, end) = (corner(), corner())
    var whole = AccumulationBuffer()
    var part = AccumulationBuffer()
    defer {
      whole.deallocate()
      part.deallocate()
    }
    whole.setArea(PixelRect(x0: 0, y0: 0, x1: 64, y1: 64))
    whole.addLine(from: start, to: end)
    for top in 0..<64 {
      part.setArea(PixelRect(x0: 0, y0: top, x1: 64, y1: 64))
      part.addLine(from: start, to: end)
      for row in top..<64 {
        let found = UnsafeMutableBufferPointer(
          start: part.sums + (row - top) * part.stride, count: 65)
        let expected = UnsafeBufferPointer(start: whole.sums + row * whole.stride, count: 65)
        #expect(found.elementsEqual(expected), "row \(row) of those from \(top)")
        found.update(repeating: 0)
      }
      for word in 0..<part.words * (64 - top) { part.touched[word] = 0 }
    }
  }

  @Test("a half-covered pixel with two windings is full by one rule and empty by the other")
  func halves() {
    var path = Path()
    for _ in 0..<2 { append(square(2.5, 2, 10), to: &path) }
    let nonzero = RasterFixtures.coverage(size) { $0.fill(path, .color(.white)) }
    let evenOdd = RasterFixtures.coverage(size) { $0.fill(path, .color(.white), rule: .evenOdd) }
    expectEqual(nonzero.level(2, 5), 255)
    expectEqual(evenOdd.level(2, 5), 255)
    expectEqual(nonzero.level(5, 5), 255)
    expectEqual(evenOdd.level(5, 5), 0)
  }

  @Test("views clip a path without changing its pixels", arguments: 0..<20)
  func views(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 9200)
    let size = PixelSize(width: 300, height: 200)
    let path = random.path(size)
    let rule = random.rule()
    let whole = RasterFixtures.coverage(size) { $0.fill(path, .color(.white), rule: rule) }
    let x = Double(Int.random(in: 1..<299, using: &random))
    let y = Double(Int.random(in: 1..<199, using: &random))
    let parts = RasterFixtures.coverage(size) { list in
      for rect in [
        Rect(x: 0, y: 0, width: x, height: y), Rect(x: x, y: 0, width: 300 - x, height: y),
        Rect(x: 0, y: y, width: x, height: 200 - y),
        Rect(x: x, y: y, width: 300 - x, height: 200 - y),
      ] {
        list.withView(rect) {
          $0.fill(
            path, .color(.white), rule: rule,
            transform: Transform(translation: Vector(dx: -rect.minX, dy: -rect.minY)))
        }
      }
    }
    expectEqual(parts, whole)
  }

  @Test("an outline larger than the accumulation buffer is painted in bands, without seams")
  func bands() {
    let size = PixelSize(width: 2000, height: 400)
    let corners = [
      Point(x: -50, y: 10), Point(x: 2100, y: 3), Point(x: 1990, y: 396), Point(x: 5, y: 390),
    ]
    let whole = RasterFixtures.coverage(size) { $0.fill(path([corners]), .color(.white)) }
    let columns = RasterFixtures.coverage(size) { list in
      for left in stride(from: 0.0, to: 2000, by: 100) {
        list.withView(Rect(x: left, y: 0, width: 100, height: 400)) {
          $0.fill(
            path([corners]), .color(.white),
            transform: Transform(translation: Vector(dx: -left, dy: 0)))
        }
      }
    }
    expectEqual(whole, columns)
  }

  private func painted(_ corners: [Point], _ rule: FillRule) -> PixelImage {
    RasterFixtures.coverage(size) { $0.fill(path([corners]), .color(.white), rule: rule) }
  }

  private func path(_ contours: [[Point]]) -> Path {
    var path = Path()
    for contour in contours { append(contour, to: &path) }
    return path
  }

  private func append(_ contour: [Point], to path: inout Path) {
    for (index, corner) in contour.enumerated() {
      if index == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
    }
    path.close()
  }

  private func square(_ x: Double, _ y: Double, _ side: Double) -> [Point] {
    [
      Point(x: x, y: y), Point(x: x + side, y: y), Point(x: x + side, y: y + side),
      Point(x: x, y: y + side),
    ]
  }

  private func polygon(
    about center: Point, _ counts: ClosedRange<Int>, _ radii: ClosedRange<Double>,
    clockwise: Bool, _ random: inout SeededGenerator
  ) -> [Point] {
    let count = Int.random(in: counts, using: &random)
    let corners = (0..<count).map { index in
      center
        + Vector(
          length: .random(in: radii, using: &random),
          direction: .turns(
            (Double(index) + .random(in: 0.1...0.9, using: &random)) / Double(count)))
    }
    return clockwise ? corners : corners.reversed()
  }
}

/// A corner of an outline, for exact areas.
private struct Corner {
  let x: Double
  let y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// Returns the signed area of an outline in a pixel: each side is clipped to the pixel, and the
  /// area follows from the corners.
  static func area(of outline: [Corner], inPixel column: Int, _ row: Int) -> Double {
    var part = outline
    part = cut(part) { $0.x - Double(column) }
    part = cut(part) { Double(column + 1) - $0.x }
    part = cut(part) { $0.y - Double(row) }
    part = cut(part) { Double(row + 1) - $0.y }
    guard var last = part.last else { return 0 }
    var sum = 0.0
    for corner in part {
      sum += last.x * corner.y - corner.x * last.y
      last = corner
    }
    return sum / 2
  }

  private static func cut(_ outline: [Corner], _ distance: (Corner) -> Double) -> [Corner] {
    guard var last = outline.last else { return [] }
    var result: [Corner] = []
    for corner in outline {
      let (before, now) = (distance(last), distance(corner))
      if (before < 0) != (now < 0) {
        let part = before / (before - now)
        result.append(
          Corner(last.x + (corner.x - last.x) * part, last.y + (corner.y - last.y) * part))
      }
      if now >= 0 { result.append(corner) }
      last = corner
    }
    return result
  }
}
