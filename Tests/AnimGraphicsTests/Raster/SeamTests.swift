import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Seams")
struct SeamTests {
  let size = PixelSize(width: 24, height: 24)

  @Test("the coverages of two rectangles that share an edge add up to 255 along it")
  func rectangles() {
    for raw in stride(from: 0, through: 4096, by: 16) {
      let edge = 10 + Double(raw) / 4096
      let sides = [
        (
          Rect(x: 2, y: 2, width: edge - 2, height: 18),
          Rect(x: edge, y: 2, width: 20 - edge, height: 18)
        ),
        (
          Rect(x: 2, y: 2, width: 18, height: edge - 2),
          Rect(x: 2, y: edge, width: 18, height: 20 - edge)
        ),
      ]
      for (a, b) in sides {
        let first = RasterFixtures.coverage(PixelSize(width: 12, height: 12)) { $0.fill(a, .white) }
        let second = RasterFixtures.coverage(PixelSize(width: 12, height: 12)) {
          $0.fill(b, .white)
        }
        for index in 2..<12 {
          #expect(first.level(10, index) + second.level(10, index) == 255 || a.size.width == 18)
          #expect(first.level(index, 10) + second.level(index, 10) == 255 || a.size.height == 18)
        }
      }
    }
  }

  @Test("the coverages of four rectangles that meet in a pixel add up to 255, apart from rounding")
  func corners() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let x = Double.random(in: 1...2, using: &random)
      let y = Double.random(in: 1...2, using: &random)
      let parts = [
        Rect(x: 0, y: 0, width: x, height: y), Rect(x: x, y: 0, width: 3 - x, height: y),
        Rect(x: 0, y: y, width: x, height: 3 - y), Rect(x: x, y: y, width: 3 - x, height: 3 - y),
      ]
      let sum = parts.reduce(0) { sum, part in
        sum
          + RasterFixtures.coverage(PixelSize(width: 3, height: 3)) { $0.fill(part, .white) }
          .level(1, 1)
      }
      #expect((254...256).contains(sum))
    }
  }

  @Test("the coverages of two sectors that share their edges add up to 255 inside the disc")
  func sectors() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<100 {
      let center = Point(
        x: .random(in: 11...13, using: &random), y: .random(in: 11...13, using: &random))
      let start = Angle(degrees: Double(Int.random(in: 0..<360 * 64, using: &random)) / 64)
      let sweep = Angle(degrees: Double(Int.random(in: 1..<360 * 64, using: &random)) / 64)
      let first = RasterFixtures.coverage(size) {
        $0.fillSector(center: center, radius: 10, start: start, sweep: sweep, .white)
      }
      let second = RasterFixtures.coverage(size) {
        $0.fillSector(
          center: center, radius: 10, start: start, sweep: sweep - .fullTurn, .white)
      }
      let disc = RasterFixtures.coverage(size) { $0.fillDisc(center: center, radius: 10, .white) }
      for y in 0..<size.height {
        for x in 0..<size.width {
          let sum = first.level(x, y) + second.level(x, y)
          let whole = disc.level(x, y)
          let dx = max(abs(Double(x) - center.x), abs(Double(x + 1) - center.x))
          let dy = max(abs(Double(y) - center.y), abs(Double(y + 1) - center.y))
          let isInside = dx * dx + dy * dy < 99.9
          #expect(isInside ? sum == 255 : abs(sum - whole) <= 1, "\(x), \(y): \(sum), \(whole)")
        }
      }
    }
  }

  @Test("the coverages of two triangles that share an edge add up to 255 inside their union")
  func triangles() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<60 {
      let x = Double.random(in: 3...21, using: &random)
      let x2 = Double.random(in: 3...21, using: &random)
      let top = Point(x: x, y: 2)
      let bottom = Point(x: x2, y: 22)
      let first = RasterFixtures.coverage(size) {
        $0.fillPolygon([Point(x: 2, y: 2), top, bottom, Point(x: 2, y: 22)], .white)
      }
      let second = RasterFixtures.coverage(size) {
        $0.fillPolygon([top, Point(x: 22, y: 2), Point(x: 22, y: 22), bottom], .white)
      }
      for y in 2..<22 {
        for x in 2..<22 { expectEqual(first.level(x, y) + second.level(x, y), 255) }
      }
    }
  }
}
