import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Sets of tiles")
struct TileSetTests {
  @Test("the rectangles of a set contain each of its pixels once and no others")
  func rectangles() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      let size = PixelSize(
        width: .random(in: 1...5000, using: &random), height: .random(in: 1...400, using: &random))
      var tiles = TileSet(TileGrid(size: size))
      var expected = Set<[Int]>()
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let rect = PixelRect(
          x0: .random(in: -50...size.width, using: &random),
          y0: .random(in: -50...size.height, using: &random),
          x1: .random(in: 0...size.width + 50, using: &random),
          y1: .random(in: 0...size.height + 50, using: &random))
        tiles.mark(rect)
        let part = rect.intersection(size.bounds)
        guard !part.isEmpty else { continue }
        for row in part.y0 / TileGrid.tileHeight...(part.y1 - 1) / TileGrid.tileHeight {
          for column in part.x0 / TileGrid.tileWidth...(part.x1 - 1) / TileGrid.tileWidth {
            expected.insert([column, row])
          }
        }
      }
      var found = Set<[Int]>()
      var area = 0
      var most = 0
      tiles.forEachRectangle { rect in
        expectEqual(rect, rect.intersection(size.bounds))
        area += rect.width * rect.height
        for y in stride(from: rect.y0, to: rect.y1, by: TileGrid.tileHeight) {
          for x in stride(from: rect.x0, to: rect.x1, by: TileGrid.tileWidth) {
            found.insert([x / TileGrid.tileWidth, y / TileGrid.tileHeight])
          }
        }
        most += 1
      }
      expectEqual(found, expected)
      expectEqual(tiles.count, expected.count)
      expectEqual(tiles.isEmpty, expected.isEmpty)
      #expect(most <= expected.count)
      let pixels = expected.reduce(0) { sum, tile in
        let rect = tiles.grid.pixels(columns: tile[0]..<tile[0] + 1, rows: tile[1]..<tile[1] + 1)
        return sum + rect.width * rect.height
      }
      expectEqual(area, pixels)
    }
  }

  @Test("a block of tiles is one rectangle, clipped to the image")
  func block() {
    let size = PixelSize(width: 1000, height: 700)
    var tiles = TileSet(TileGrid(size: size))
    tiles.markAll()
    var rectangles: [PixelRect] = []
    tiles.forEachRectangle { rectangles.append($0) }
    expectEqual(rectangles, [size.bounds])
    tiles.clear()
    #expect(tiles.isEmpty)
  }

  @Test("a union contains the tiles of both sets")
  func union() {
    let grid = TileGrid(size: PixelSize(width: 5000, height: 300))
    var a = TileSet(grid)
    var b = TileSet(grid)
    a.mark(PixelRect(x0: 0, y0: 0, x1: 1, y1: 1))
    b.mark(PixelRect(x0: 4999, y0: 299, x1: 5000, y1: 300))
    a.formUnion(b)
    expectEqual(a.count, 2)
    #expect(a.contains(column: 0, row: 0))
    #expect(a.contains(column: grid.columns - 1, row: grid.rows - 1))
  }

  @Test("an image without pixels has no tiles", arguments: [0, -3])
  func noPixels(width: Int) {
    var tiles = TileSet(TileGrid(size: PixelSize(width: width, height: 5)))
    tiles.markAll()
    #expect(tiles.isEmpty)
    tiles.forEachRectangle { _ in Issue.record("there is nothing to paint") }
  }
}
