import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Painting on several threads")
struct ThreadsTests {
  /// Returns a list with enough work to wake several threads.
  private func list(_ seed: UInt64, side: Double, isAligned: Bool) -> DisplayList {
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(width: 1300, height: 900)
    var list = DisplayList(size: size, background: Color(rgb: 0x10_2030))
    for _ in 0..<3 {
      list.fillSector(
        center: random.point(size), radius: 300, start: .degrees(20), sweep: .degrees(250),
        random.color())
      let squares = (0..<3000).map { _ in (random.point(size), random.color()) }
      list.withView(Rect(x: 30, y: 20, width: 1200, height: 800)) {
        $0.fillSquares(count: squares.count, side: side, isAligned: isAligned) { squares[$0] }
      }
    }
    return list
  }

  @Test(
    "the image is the same on one thread and on several, complete or in parts",
    arguments: [(2.0, true), (2.4, false), (17, false), (80, false)])
  func same(side: Double, isAligned: Bool) {
    let list = list(5, side: side, isAligned: isAligned)
    let alone = list.painted()
    let together = PixelImage(size: list.size)
    let rasterizer = Rasterizer(threads: 3)
    rasterizer.paint(list, into: together)
    expectEqual(together, alone)

    // First the tiles of every other row, over the remains of another list, and then the rest.
    rasterizer.paint(self.list(6, side: 9, isAligned: false), into: together)
    for isOdd in [false, true] {
      var tiles = TileSet(TileGrid(size: list.size))
      for row in 0..<tiles.grid.rows where (row % 2 == 1) == isOdd {
        tiles.mark(tiles.grid.pixels(columns: 0..<tiles.grid.columns, rows: row..<row + 1))
      }
      together.withMutablePixels {
        rasterizer.paint(list, tiles: tiles, into: $0, stride: list.size.width)
      }
    }
    expectEqual(together, alone)
  }

  @Test("a rasteriser paints images of changing sizes, and ends its threads when it is released")
  func sizes() {
    for threads in [1, 2, 5] {
      let rasterizer = Rasterizer(threads: threads)
      for width in [10, 1500, 1, 700] {
        var list = DisplayList(size: PixelSize(width: width, height: 800), background: .blue)
        list.fillDisc(center: Point(x: 5, y: 5), radius: 4, .white)
        let image = PixelImage(size: list.size)
        rasterizer.paint(list, into: image)
        expectEqual(image, list.painted())
        expectEqual(image[width - 1, 799], 0xFF00_00FF)
      }
    }
  }
}
