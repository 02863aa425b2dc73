import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Trees of groups")
struct TreeTests {
  private static func trees(_ seed: Int, _ size: PixelSize) -> [RandomTree] {
    var random = SeededGenerator(seed: UInt64(seed) + 5000)
    return (0..<6).map { _ in RandomTree.random(size, &random) }
  }

  private static func list(_ trees: [RandomTree], _ size: PixelSize) -> DisplayList {
    var list = DisplayList(size: size, background: Color(rgb: 0x40_6080))
    for tree in trees { tree.append(&list) }
    return list
  }

  @Test(
    "frames painted from their damage have the same pixels as frames painted completely",
    arguments: 0..<16)
  func incremental(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 6000)
    let size = PixelSize(
      width: .random(in: 1...150, using: &random), height: .random(in: 1...100, using: &random))
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer(threads: 1 + seed % 3)
    var tiles = TileSet(TileGrid(size: size))
    var trees = Self.trees(seed, size)
    var previous = DisplayList(size: .zero)
    for step in 0..<6 {
      let list = Self.list(trees, size)
      tiles.clear()
      tiles.markDamage(from: previous, to: list)
      image.withMutablePixels {
        rasterizer.paint(list, tiles: tiles, into: $0, stride: size.width)
      }
      expectEqual(image, list.painted(), "step \(step)")
      previous = list
      RandomTree.change(&trees, size, &random, inGroup: false)
    }
  }

  @Test(
    "threads, the order of tiles and earlier frames make no difference",
    arguments: 0..<6)
  func partsOfAImage(seed: Int) {
    let size = PixelSize(width: 540, height: 70)
    var random = SeededGenerator(seed: UInt64(seed) + 7000)
    let list = Self.list(Self.trees(seed + 100, size), size)
    let whole = list.painted()
    let rasterizer = Rasterizer(threads: 3)
    let image = PixelImage(size: size)
    rasterizer.paint(Self.list(Self.trees(seed + 200, size), size), into: image)
    rasterizer.paint(list, into: image)
    expectEqual(image, whole)
    image.withMutablePixels { $0.update(repeating: 0xFF12_3456) }
    let grid = TileGrid(size: size)
    var parts = (0..<grid.rows).flatMap { row in (0..<grid.columns).map { ($0, row) } }
    parts.shuffle(using: &random)
    var start = 0
    while start < parts.count {
      let end = min(parts.count, start + Int.random(in: 1...300, using: &random))
      var tiles = TileSet(grid)
      for (column, row) in parts[start..<end] {
        tiles.mark(grid.pixels(columns: column..<column + 1, rows: row..<row + 1))
      }
      image.withMutablePixels {
        rasterizer.paint(list, tiles: tiles, into: $0, stride: size.width)
      }
      start = end
    }
    expectEqual(image, whole)
  }

  private static let square: Path = {
    var path = Path()
    for (x, y) in [(100.0, 100.0), (180, 100), (180, 180), (100, 180)] {
      path.addLine(to: Point(x: x, y: y))
    }
    return path
  }()

  @Test("an unchanged tree damages nothing, however deep it is")
  func unchanged() {
    let size = PixelSize(width: 200, height: 100)
    for seed in 0..<20 {
      var tiles = TileSet(TileGrid(size: size))
      let trees = Self.trees(seed, size)
      tiles.markDamage(from: Self.list(trees, size), to: Self.list(trees, size))
      #expect(tiles.isEmpty)
    }
  }

  @Test("a change in a group damages only what it touches inside the group")
  func insideAGroup() {
    let size = PixelSize(width: 400, height: 400)
    func list(_ x: Double, extra: Bool) -> DisplayList {
      var list = DisplayList(size: size)
      if extra { list.fill(Rect(x: 392, y: 392, width: 4, height: 4), .white) }
      list.withGroup(GroupStyle(opacity: 0.5)) { list in
        list.clip(to: TreeTests.square)
        list.fill(Rect(x: 0, y: 0, width: 400, height: 400), .blue)
        list.fill(Rect(x: x, y: 120, width: 8, height: 8), .white)
      }
      return list
    }
    var tiles = TileSet(TileGrid(size: size))
    tiles.markDamage(from: list(120, extra: false), to: list(130, extra: false))
    expectEqual(tiles.count, 3)
    tiles.clear()
    // Clipped away, so it isn't visible.
    tiles.markDamage(from: list(300, extra: false), to: list(310, extra: false))
    #expect(tiles.isEmpty)
    tiles.clear()
    // A command before the group shifts its index by one.
    tiles.markDamage(from: list(120, extra: false), to: list(120, extra: true))
    expectEqual(tiles.count, 1)
  }

  @Test("removing a mask or changing a paint damages the affected pixels")
  func hidden() {
    let size = PixelSize(width: 300, height: 300)
    func list(isCut: Bool, _ color: Color) -> DisplayList {
      var list = DisplayList(size: size)
      list.withGroup(GroupStyle(opacity: 0.5)) { list in
        list.fill(Rect(x: 0, y: 0, width: 300, height: 40), Color.white)
        if isCut { list.clip(to: Self.square) }
        let stops = GradientStops([.init(at: 0, .white), .init(at: 1, color)])
        list.fill(
          Self.square,
          .gradient(Gradient(.linear(start: .zero, end: Point(x: 300, y: 0)), stops: stops)))
      }
      return list
    }
    for (old, new) in [
      (list(isCut: true, .blue), list(isCut: false, .blue)),
      (list(isCut: false, .blue), list(isCut: false, .black)),
    ] {
      let image = old.painted()
      var tiles = TileSet(TileGrid(size: size))
      tiles.markDamage(from: old, to: new)
      image.withMutablePixels {
        Rasterizer(threads: 1).paint(new, tiles: tiles, into: $0, stride: size.width)
      }
      expectEqual(image, new.painted())
    }
  }
}
