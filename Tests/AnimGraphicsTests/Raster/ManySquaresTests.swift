import TestSupport
import Testing

@testable import AnimGraphics

/// Many squares are sorted into cells before they are painted.
@Suite("Painting many squares")
struct ManySquaresTests {
  /// Squares of whole pixels and of partial pixels, for the fast and the general method, which
  /// touch one cell or several.
  private static let kinds: [(side: Double, isAligned: Bool)] = [
    (2, true), (2, false), (1.3, false), (3, false), (5, true), (30.5, false),
  ]

  private static func squares(_ kind: Int) -> [(Point, Color)] {
    var random = SeededGenerator(seed: UInt64(kind) + 77)
    return (0..<8_400).map { _ in (random.point(size), random.color()) }
  }

  private static let size = PixelSize(width: 600, height: 300)

  private static func list(_ squares: [[(Point, Color)]], _ kind: Int) -> DisplayList {
    var list = DisplayList(size: size, background: Color(rgb: 0x30_6090))
    list.withView(Rect(x: 20, y: 10, width: 560, height: 280)) { list in
      for squares in squares {
        list.fillSquares(
          count: squares.count, side: kinds[kind].side, isAligned: kinds[kind].isAligned
        ) { squares[$0] }
      }
    }
    return list
  }

  @Test(
    "many squares in one batch are painted in order, by any number of threads",
    arguments: kinds.indices)
  func likeOneByOne(kind: Int) {
    let squares = Self.squares(kind)
    let expected = Self.list(squares.map { [$0] }, kind).painted()
    // Two batches, so that both are sorted at the same time.
    let list = Self.list([Array(squares[..<4_200]), Array(squares[4_200...])], kind)
    for threads in [1, 3] {
      expectEqual(list.painted(threads: threads), expected, "\(threads) threads")
    }
  }

  @Test("the same is true when many small areas are painted", arguments: kinds.indices)
  func inSmallAreas(kind: Int) {
    let squares = Array(Self.squares(kind)[..<1_000])
    let expected = Self.list(squares.map { [$0] }, kind).painted()
    let list = Self.list([squares], kind)
    let image = PixelImage(size: Self.size)
    let rasterizer = Rasterizer(threads: 2)
    // The white tiles of a chessboard, and then the black ones.
    for colour in 0..<2 {
      var tiles = TileSet(TileGrid(size: Self.size))
      for row in 0..<tiles.grid.rows {
        for column in 0..<tiles.grid.columns where (row + column) % 2 == colour {
          tiles.mark(tiles.grid.pixels(columns: column..<column + 1, rows: row..<row + 1))
        }
      }
      image.withMutablePixels {
        rasterizer.paint(list, tiles: tiles, into: $0, stride: Self.size.width)
      }
    }
    expectEqual(image, expected)
  }
}
