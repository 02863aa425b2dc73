import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Coverage")
struct CoverageTests {
  let size = PixelSize(width: 24, height: 24)

  @Test("a rectangle covers each pixel by its exact area")
  func rectangles() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let rect = Rect(
        x: .random(in: -6...26, using: &random), y: .random(in: -6...26, using: &random),
        width: .random(in: 0...14, using: &random), height: .random(in: 0...3, using: &random))
      let image = RasterFixtures.coverage(size) { $0.fill(rect, .white) }
      for y in 0..<size.height {
        for x in 0..<size.width {
          let width = min(rect.maxX, Double(x + 1)) - max(rect.minX, Double(x))
          let height = min(rect.maxY, Double(y + 1)) - max(rect.minY, Double(y))
          let exact = max(0, width) * max(0, height) * 255
          #expect(abs(exact - Double(image.level(x, y))) <= 0.7, "\(rect) at \(x), \(y)")
        }
      }
    }
  }

  @Test("four sums are rounded as if one by one, up to and beyond a full pixel")
  func fourSums() {
    for units in 0...2 * Coverage.full + 2 {
      let bytes = Coverage.rounded(SIMD4(units, -units, units / 2, 0)) & 0xFF
      let each = [units, -units, units / 2, 0].map { (sum: Int32) in Coverage.rounded(sum) }
      guard bytes == SIMD4(each[0], each[1], each[2], each[3]) else {
        Issue.record("\(units) units")
        return
      }
    }
  }

  @Test("squares have the same coverage as equal rectangles, in any batch")
  func squares() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<60 {
      let side = Double.random(in: 0...9, using: &random)
      let centers = (0..<5).map { _ in
        Point(x: .random(in: -6...30, using: &random), y: .random(in: -6...30, using: &random))
      }
      let batch = RasterFixtures.coverage(size) {
        $0.fillSquares(count: centers.count, side: side) { (centers[$0], .white) }
      }
      var list = DisplayList(size: size)
      list.fillSquares(count: centers.count, side: side) { (centers[$0], .white) }
      let single = RasterFixtures.coverage(size) { single in
        for index in centers.indices {
          let x = Fixed(raw: list.squares.x[index]).pixels
          let y = Fixed(raw: list.squares.y[index]).pixels
          let width = Fixed(side).pixels
          single.fill(Rect(x: x, y: y, width: width, height: width), .white)
        }
      }
      expectEqual(batch, single)
    }
  }

  @Test("a disc covers each pixel by its exact area", arguments: 0..<40)
  func discs(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let radius = seed < 20 ? Double(seed) / 10 + 0.02 : .random(in: 0...14, using: &random)
    let disc = Disc(
      x: Fixed(.random(in: 4...20, using: &random)), y: Fixed(.random(in: 4...20, using: &random)),
      radius: Fixed(radius))
    let image = RasterFixtures.coverage(size) {
      $0.fillDisc(center: Point(x: disc.x.pixels, y: disc.y.pixels), radius: radius, .white)
    }
    #expect(ExactArea.disc(disc).mismatch(image) == nil)
  }

  @Test("a large disc covers each pixel by its exact area", arguments: [100.0, 1000, 20_000, 2e5])
  func largeDiscs(radius: Double) {
    for turns in stride(from: 0, to: 1.0, by: 1.0 / 7) {
      let edge = Vector(length: radius, direction: Angle(turns: turns))
      let center = Point(x: 12.3, y: 11.8) - edge
      let disc = Disc(x: Fixed(center.x), y: Fixed(center.y), radius: Fixed(radius))
      let image = RasterFixtures.coverage(size) {
        $0.fillDisc(center: center, radius: radius, .white)
      }
      #expect(ExactArea.disc(disc).mismatch(image) == nil)
    }
  }

  @Test("a sector covers each pixel by its exact area, at any multiple of 1/64 of a degree")
  func sectors() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<60 {
      let start = Angle(degrees: Double(Int.random(in: 0..<360 * 64, using: &random)) / 64)
      let sweep = Angle(degrees: Double(Int.random(in: 1..<360 * 64, using: &random)) / 64)
      expectExact(start: start, sweep: sweep, radius: .random(in: 0.3...12, using: &random))
    }
  }

  @Test(
    "a sector is exact if its edges are on an axis, nearly meet or nearly close",
    arguments: [0.001, 0.1, 1, 45, 90, 135, 179.99, 180, 180.01, 225, 270, 300, 359, 359.9])
  func specialSectors(degrees: Double) {
    for start in stride(from: 0.0, to: 360, by: 45) {
      expectExact(start: Angle(degrees: start), sweep: Angle(degrees: degrees), radius: 10.4)
    }
  }

  private func expectExact(start: Angle, sweep: Angle, radius: Double) {
    let center = Point(x: 11.37, y: 12.81)
    let image = RasterFixtures.coverage(size) {
      $0.fillSector(center: center, radius: radius, start: start, sweep: sweep, .white)
    }
    let sector = Sector(
      disc: Disc(x: Fixed(center.x), y: Fixed(center.y), radius: Fixed(radius)),
      start: Direction(start), end: Direction(start + sweep), isReflex: sweep.radians > .pi)
    #expect(ExactArea.sector(sector).mismatch(image) == nil, "\(start.degrees) + \(sweep.degrees)")
  }

  @Test("a convex polygon covers each pixel by its exact area, in either direction")
  func polygons() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let count = Int.random(in: 3...8, using: &random)
      let scale = Double.random(in: 1...14, using: &random)
      let turns = (0..<count).map { _ in Double.random(in: 0..<1, using: &random) }.sorted()
      let corners = turns.map {
        Point(x: 12.2, y: 11.6) + Vector(length: scale, direction: Angle(turns: $0))
      }
      let image = RasterFixtures.coverage(size) { $0.fillPolygon(corners, .white) }
      let reversed = RasterFixtures.coverage(size) { $0.fillPolygon(corners.reversed(), .white) }
      let exact = ExactArea.polygon(corners.map { FixedPoint(x: Fixed($0.x), y: Fixed($0.y)) })
      #expect(exact.mismatch(image) == nil)
      expectEqual(image, reversed)
    }
  }

  @Test("a sector without sweep paints nothing, and one with a full turn paints the disc")
  func sweeps() {
    let center = Point(x: 12, y: 12)
    let disc = RasterFixtures.coverage(size) { $0.fillDisc(center: center, radius: 9, .white) }
    for sweep in [1.0, -1, 1.5] {
      let image = RasterFixtures.coverage(size) {
        $0.fillSector(
          center: center, radius: 9, start: .degrees(33), sweep: Angle(turns: sweep), .white)
      }
      expectEqual(image, disc)
    }
    for radius in [9.0, 0] {
      let image = RasterFixtures.coverage(size) {
        $0.fillSector(
          center: center, radius: radius, start: .degrees(33),
          sweep: radius == 0 ? .degrees(99) : .zero, .white)
      }
      expectEqual(image, PixelImage(size: size))
    }
  }
}
