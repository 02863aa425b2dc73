import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Damage")
struct DamageTests {
  let size = PixelSize(width: 640, height: 480)

  private func damage(from old: DisplayList, to new: DisplayList) -> TileSet {
    var tiles = TileSet(TileGrid(size: new.size))
    tiles.markDamage(from: old, to: new)
    return tiles
  }

  private func list(_ append: (inout DisplayList) -> Void) -> DisplayList {
    var list = DisplayList(size: size)
    append(&list)
    return list
  }

  private func tiles(_ rects: PixelRect...) -> TileSet {
    var tiles = TileSet(TileGrid(size: size))
    for rect in rects { tiles.mark(rect) }
    return tiles
  }

  @Test("equal lists have no damage")
  func equal() {
    let list = list {
      $0.fillDisc(center: Point(x: 100, y: 100), radius: 50, .blue)
      $0.fillSquares(count: 9, side: 5) { (Point(x: Double($0) * 50, y: 20), .white) }
    }
    #expect(damage(from: list, to: list).isEmpty)
  }

  @Test("a moved shape damages its old and its new position")
  func moved() {
    let old = list { $0.fill(Rect(x: 10, y: 10, width: 5, height: 5), .white) }
    let new = list { $0.fill(Rect(x: 300, y: 200, width: 5, height: 5), .white) }
    #expect(
      damage(from: old, to: new)
        == tiles(
          PixelRect(x0: 10, y0: 10, x1: 15, y1: 15),
          PixelRect(x0: 300, y0: 200, x1: 305, y1: 205)))
  }

  @Test(
    "between two frames of a video, only their differences are damaged, and between any other two images everything"
  )
  func videos() throws {
    let videos = [ImageSeries { _, _ in PixelRect(x0: 20, y0: 10, x1: 30, y1: 20) }, nil]
    for series in videos {
      func image(_ number: Int) throws -> Image {
        let (size, words) = (
          PixelSize(width: 300, height: 200), [UInt32](repeating: 9, count: 60000)
        )
        guard let series else {
          return try #require(
            Image(size: size, straight: words.map { 0xFF00_0000 | $0 + UInt32(number) }))
        }
        return try #require(Image(size: size, straight: words, frame: number, of: series))
      }
      func list(_ image: Image, x: Double = 40) -> DisplayList {
        self.list {
          var outline = Path()
          outline.addRect(Rect(x: 0, y: 0, width: 300, height: 200))
          $0.fill(
            outline, .image(ImagePaint(image, sampling: .nearest)),
            transform: Transform(translation: Vector(dx: x, dy: 50)))
        }
      }
      let (old, new) = (try list(image(0)), try list(image(1)))
      let all = tiles(PixelRect(x0: 40, y0: 50, x1: 340, y1: 250))
      let part = tiles(PixelRect(x0: 58, y0: 58, x1: 72, y1: 72))
      expectEqual(damage(from: old, to: new), (series == nil ? all : part))
      #expect(damage(from: old, to: old).isEmpty)
      let moved = tiles(PixelRect(x0: 40, y0: 50, x1: 350, y1: 250))
      try expectEqual(damage(from: old, to: list(image(1), x: 50)), moved)
    }
  }

  @Test("changes of colour, size and background cause damage")
  func colors() {
    let rect = Rect(x: 10, y: 10, width: 5, height: 5)
    let old = list { $0.fill(rect, .white) }
    let new = list { $0.fill(rect, .blue) }
    expectEqual(damage(from: old, to: new), tiles(PixelRect(x0: 10, y0: 10, x1: 15, y1: 15)))
    let everything = tiles(size.bounds)
    expectEqual(damage(from: DisplayList(size: size, background: .blue), to: old), everything)
    let smaller = PixelSize(width: 639, height: 480)
    expectEqual(damage(from: DisplayList(size: smaller), to: old), everything)
  }

  @Test("polygons are compared by their corners, whatever their indices")
  func polygons() {
    let corners = [Point(x: 100, y: 100), Point(x: 140, y: 100), Point(x: 100, y: 130)]
    let old = list {
      $0.stroke(from: .zero, to: Point(x: 9, y: 9), width: 1, .white)
      $0.fillPolygon(corners, .blue)
    }
    let new = list {
      $0.fillPolygon(corners + [Point(x: 90, y: 120)], .white)
      $0.fillPolygon(corners, .blue)
    }
    let first = list { $0.stroke(from: .zero, to: Point(x: 9, y: 9), width: 1, .white) }
    let second = list { $0.fillPolygon(corners + [Point(x: 90, y: 120)], .white) }
    expectEqual(damage(from: old, to: new), damage(from: first, to: second))
    let bent = list {
      $0.stroke(from: .zero, to: Point(x: 9, y: 9), width: 1, .white)
      $0.fillPolygon([corners[0], corners[1], Point(x: 100, y: 130.5)], .blue)
    }
    #expect(damage(from: old, to: bent).contains(column: 100 / 8, row: 130 / 8))
  }

  @Test("a thin slanted shape marks only tiles that it touches or nearly touches")
  func slanted() {
    let old = list {
      $0.stroke(from: Point(x: 20, y: 20), to: Point(x: 420, y: 420), width: 3, .white)
    }
    let marked = damage(from: old, to: list { _ in })
    for step in 0...400 {
      #expect(marked.contains(column: (20 + step) / 8, row: (20 + step) / 8))
    }
    #expect(marked.count < 6 * 51)
  }

  @Test(
    "an opening slice marks only tiles that the new part touches or nearly touches")
  func opening() {
    func slice(_ start: Double, _ sweep: Double) -> DisplayList {
      list {
        $0.fillSector(
          center: Point(x: 320, y: 240), radius: 200, start: .degrees(start),
          sweep: .degrees(sweep), .blue)
      }
    }
    let further = damage(from: slice(10, 100), to: slice(10, 101))
    #expect(!further.isEmpty)
    #expect(further.count < 26 * 4)
    expectEqual(further, damage(from: slice(10, 101), to: slice(10, 100)))
    // The other edge may also be the one that moves.
    #expect(damage(from: slice(110, 250), to: slice(111, 249)).count < 26 * 4)
    // After more than a quarter turn, or if both edges move, all of both slices is marked.
    let whole = tiles(PixelRect(x0: 120, y0: 40, x1: 520, y1: 440))
    expectEqual(damage(from: slice(10, 200), to: slice(10, 350)), whole)
    expectEqual(damage(from: slice(10, 340), to: slice(20, 335)), whole)
    // From a very small to an almost complete slice, the edge approaches its start.
    expectEqual(damage(from: slice(10, 5), to: slice(10, 355)), whole)
  }

  @Test("a batch marks only tiles that a changed square touches")
  func squares() {
    func batch(_ count: Int, _ moved: Int? = nil) -> DisplayList {
      list {
        $0.fillSquares(count: count, side: 4) { index in
          let x = Double(index) * 64 + 32
          return (Point(x: x, y: index == moved ? 300 : 100), .white)
        }
      }
    }
    #expect(
      damage(from: batch(8), to: batch(8, 3))
        == tiles(
          PixelRect(x0: 222, y0: 98, x1: 226, y1: 102),
          PixelRect(x0: 222, y0: 298, x1: 226, y1: 302)))
    expectEqual(
      damage(from: batch(8), to: batch(7)), tiles(PixelRect(x0: 478, y0: 98, x1: 482, y1: 102)))
  }

  /// The rectangles to paint and send.
  private func rectangles(_ damage: Damage) -> [PixelRect] {
    var rectangles: [PixelRect] = []
    damage.forEachRectangle { rectangles.append($0) }
    return rectangles
  }

  private func rectangles(from old: DisplayList, to new: DisplayList) -> [PixelRect] {
    var damage = Damage(of: new.size)
    damage.mark(from: old, to: new)
    return rectangles(damage)
  }

  @Test("few changes are painted and sent to the pixel, and many in whole tiles")
  func exactRectangles() {
    func batch(_ count: Int, y: Double) -> DisplayList {
      list {
        $0.fillSquares(count: count, side: 6) { (Point(x: Double($0) * 40 + 4, y: y), .white) }
      }
    }
    #expect(
      rectangles(from: batch(2, y: 14), to: batch(2, y: 15))
        == [PixelRect(x0: 1, y0: 11, x1: 7, y1: 18), PixelRect(x0: 41, y0: 11, x1: 47, y1: 18)])
    let tiled = list {
      $0.fillSquares(count: 400, side: 6) {
        (Point(x: Double($0 % 40) * 12, y: Double($0 / 40)), .white)
      }
    }
    #expect(
      rectangles(from: DisplayList(size: size), to: tiled).allSatisfy {
        $0.x0 % 8 == 0 && $0.y0 % 8 == 0
      })
    // Adjacent changes are joined if that is faster.
    let row = list { list in
      for x in 0..<20 {
        list.fill(Rect(x: Double(x) * 5, y: 3, width: 5, height: 5), .white)
      }
    }
    #expect(
      rectangles(from: DisplayList(size: size), to: row)
        == [PixelRect(x0: 0, y0: 0, x1: 104, y1: 8)])
  }

  @Test("changes can be added to each other, and hidden tiles removed")
  func arithmetic() {
    let (a, b) = (
      PixelRect(x0: 3, y0: 3, x1: 5, y1: 5), PixelRect(x0: 100, y0: 100, x1: 101, y1: 101)
    )
    var damage = Damage(of: size)
    #expect(rectangles(damage).isEmpty)
    damage.mark(a)
    var other = Damage(of: size)
    other.mark(b)
    other.mark(PixelRect(x0: 639, y0: 479, x1: 700, y1: 500))
    damage.add(other)
    let last = PixelRect(x0: 639, y0: 479, x1: 640, y1: 480)
    expectEqual(rectangles(damage), [a, b, last])
    expectEqual(damage.tiles, tiles(a, b, last))
    damage.subtract(tiles(b))
    #expect(
      rectangles(damage)
        == [
          PixelRect(x0: 0, y0: 0, x1: 8, y1: 8), PixelRect(x0: 632, y0: 472, x1: 640, y1: 480),
        ])
    damage.add(Damage(tiles(b)))
    expectEqual(damage.tiles, tiles(a, b, last))
    // Changes of an image of another size replace them.
    damage.add(Damage(of: PixelSize(width: 10, height: 10)))
    #expect(damage.tiles.isEmpty)
    damage.mark(a)
    damage.clear()
    #expect(rectangles(damage).isEmpty)
  }
}
