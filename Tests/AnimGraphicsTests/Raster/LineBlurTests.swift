import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Blurs along lines")
struct LineBlurTests {
  private func blurred(
    _ deviation: Vector, _ size: PixelSize = PixelSize(width: 81, height: 81),
    _ body: (inout DisplayList) -> Void
  ) -> PixelImage {
    var list = DisplayList(size: size, background: .clear)
    list.withGroup(GroupStyle(filters: [.lineBlur(deviation: deviation)]), body)
    return list.painted()
  }

  /// Returns a dot in the middle, blurred along lines.
  private func dot(_ dx: Double, _ dy: Double) -> PixelImage {
    blurred(Vector(dx: dx, dy: dy)) { $0.fill(Rect(x: 40, y: 40, width: 1, height: 1), .white) }
  }

  /// Returns the weights by the distance from the middle, 0 at index 40, of three boxes after each
  /// other.
  private func weights(_ deviation: Double) -> [Double] {
    let kernel = BlurKernel(sigma: deviation)
    let reach = Int(kernel.radius) + 1
    let width = Double(2 * kernel.radius + 1) + 2 * Double(kernel.edge)
    var line = [Double](repeating: 0, count: 81)
    line[40] = 1
    for _ in 0..<3 {
      line = line.indices.map { index in
        (-reach...reach).reduce(0.0) { sum, offset in
          guard line.indices.contains(index + offset) else { return sum }
          let share = abs(offset) == reach ? Double(kernel.edge) : 1
          return sum + line[index + offset] * share / width
        }
      }
    }
    return line
  }

  private static let directions: [(Double, Double)] = [
    (6, 2), (6, -2), (-6, 2), (2, 6), (-2, 6), (5, 0.3), (1, 5.5), (4, 3.9), (3, 3), (-3, 3),
    (7, 0.01),
    (0.2, 0.1),
  ]

  @Test("a blur along horizontal or vertical lines is one in that direction alone")
  func levelLines() {
    for (dx, dy) in [(4.0, 0.0), (-4, 0), (0, 2.5), (0, -2.5), (4, 1e-9)] {
      let filter = Filter.gaussianBlur(sigmaX: dx.magnitude, sigmaY: dy.magnitude)
      var list = DisplayList(size: PixelSize(width: 81, height: 81), background: .clear)
      list.withGroup(GroupStyle(filters: [filter])) {
        $0.fill(Rect(x: 40, y: 40, width: 1, height: 1), .white)
      }
      expectEqual(dot(dx, dy), list.painted())
    }
    #expect(dot(0, 0)[40, 40] == 0xFFFF_FFFF && dot(.nan, 1)[40, 40] == 0xFFFF_FFFF)
  }

  @Test(
    "a pixel has the weights of three boxes where its line crosses columns, or rows if it is steep")
  func slantedLines() {
    for (dx, dy) in Self.directions {
      let image = dot(dx, dy)
      let isSteep = dy.magnitude > dx.magnitude
      let slope = isSteep ? dx / dy : dy / dx
      let weights = weights(max(dx.magnitude, dy.magnitude))
      var wrong = 0
      for y in -40...40 {
        for x in -40...40 {
          let (along, aside) = isSteep ? (y, x) : (x, y)
          // The share of the pixel in the dot between two pixels.
          let share = max(1 - abs(Double(aside) - slope * Double(along)), 0)
          let expected = 255 * weights[40 + along] * share
          if abs(Double(image[40 + x, 40 + y] >> 24) - expected) > 0.52 { wrong += 1 }
        }
      }
      expectEqual(wrong, 0, "\(dx) \(dy)")
    }
    expectEqual(dot(6, 2), dot(-6, -2))
  }

  /// Two plain shapes, one of them with smooth and slanted edges, moved by whole pixels.
  private func shapes(_ x: Int, _ y: Int, _ list: inout DisplayList) {
    let (x, y) = (Double(x), Double(y))
    list.fill(Rect(x: x + 30, y: y + 30, width: 21, height: 17), Color(argb: 0xC080_40FF))
    list.fillDisc(center: Point(x: x + 45.3, y: y + 47.7), radius: 9.4, .white)
  }

  @Test("a blur doesn't depend on the position of the image")
  func anywhere() {
    let size = PixelSize(width: 130, height: 120)
    for (dx, dy) in Self.directions {
      let there = blurred(Vector(dx: dx, dy: dy), size) { shapes(0, 0, &$0) }
      for (right, down) in [(1, 0), (0, 1), (3, 2), (7, 19), (-5, 11), (24, 16)] {
        let here = blurred(Vector(dx: dx, dy: dy), size) { shapes(right, down, &$0) }
        var wrong = 0
        for y in max(0, down)..<min(120, 120 + down) {
          for x in max(0, right)..<min(130, 130 + right)
          where here[x, y] != there[x - right, y - down] {
            wrong += 1
          }
        }
        expectEqual(wrong, 0, "\(dx) \(dy), by \(right) \(down)")
      }
    }
  }

  @Test("a blur doesn't change the inside of a uniform area, and halves its edge")
  func plain() {
    for (dx, dy) in Self.directions {
      let image = blurred(Vector(dx: dx, dy: dy), PixelSize(width: 120, height: 120)) {
        $0.fill(Rect(x: 20, y: 20, width: 80, height: 80), Color(argb: 0xC0FF_FFFF))
      }
      expectEqual(image[60, 60], 0xC0C0_C0C0, "\(dx) \(dy)")
      // The pixels at equal distances from the edge have all of it together.
      let pairs = (0..<20).map { image[20 + $0, 60] >> 24 + image[19 - $0, 60] >> 24 }
      #expect(pairs.allSatisfy { (191...193).contains($0) }, "\(dx) \(dy): \(pairs)")
    }
  }

  @Test("the painted area doesn't affect the image")
  func parts() {
    let size = PixelSize(width: 130, height: 120)
    for deviation in [Vector(dx: 6, dy: 2), Vector(dx: -1, dy: 9)] {
      let whole = blurred(deviation, size) { shapes(0, 0, &$0) }
      let part = blurred(deviation, PixelSize(width: 41, height: 37)) { shapes(0, 0, &$0) }
      let same = (0..<37).allSatisfy { y in (0..<41).allSatisfy { part[$0, y] == whole[$0, y] } }
      expectEqual(same, true)
    }
  }

  @Test(
    "blurs along long lines are limited like others, and omitted if they are too much work")
  func limits() {
    let far = blurred(Vector(dx: 1e9, dy: 3e8)) { shapes(0, 0, &$0) }
    expectEqual(far, blurred(Vector(dx: 1e6, dy: 3e5)) { shapes(0, 0, &$0) })
    var list = DisplayList(size: PixelSize(width: 2000, height: 2000))
    list.withGroup(GroupStyle(filters: [.lineBlur(deviation: Vector(dx: 300, dy: 100))])) {
      $0.fill(Rect(x: 0, y: 0, width: 2000, height: 2000), .white)
    }
    expectEqual(list.omissions, .filters)
  }
}
