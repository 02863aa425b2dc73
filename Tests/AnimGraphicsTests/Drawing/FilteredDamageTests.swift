import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Damage of groups with filters")
struct FilteredDamageTests {
  @Test("a change behind another group inside marks only what the filter spreads")
  func inner() {
    let size = PixelSize(width: 640, height: 480)
    func image(x: Double) -> DisplayList {
      var list = DisplayList(size: size)
      list.withGroup(
        GroupStyle(filters: [.gaussianBlur(sigmaX: 1, sigmaY: 1, edges: .transparent)])
      ) { list in
        list.withGroup(GroupStyle(opacity: 0.5)) { list in
          list.fill(Rect(x: 10, y: 10, width: 20, height: 20), .white)
          list.fill(Rect(x: 20, y: 20, width: 20, height: 20), .blue)
        }
        list.fill(Rect(x: x, y: 400, width: 8, height: 8), .white)
      }
      return list
    }
    var tiles = TileSet(TileGrid(size: size))
    tiles.markDamage(from: image(x: 304), to: image(x: 320))
    #expect(tiles.contains(column: 304 / 8, row: 400 / 8))
    #expect(tiles.contains(column: 320 / 8, row: 400 / 8))
    #expect(!tiles.contains(column: 2, row: 2))
    #expect(tiles.count < 40)
  }

  @Test("every pixel that changes is marked, whatever is added, removed or moved inside")
  func changes() {
    let size = PixelSize(width: 160, height: 96)
    let filters: [[Filter]] = [
      [.gaussianBlur(sigmaX: 2, sigmaY: 1, edges: .transparent)],
      [.gaussianBlur(sigmaX: 1, sigmaY: 2, edges: .repeated)],
      [
        .gaussianBlur(sigmaX: 1, sigmaY: 1),
        .dropShadow(.red, offset: Vector(dx: -12, dy: 9), sigma: 1),
      ],
      [
        .innerShadow(.black, offset: Vector(dx: 4, dy: -6), sigma: 1), .outline(.blue, width: 5),
        .tint(dark: .black, light: .white, amount: 0.5),
      ],
    ]
    var circle = Path()
    circle.addCircle(center: Point(x: 60, y: 40), radius: 30)
    let places = [4.0, 50, 96, 130]
    func image(_ filters: [Filter], _ shown: [Int]) -> DisplayList {
      var list = DisplayList(size: size)
      list.withGroup(GroupStyle(filters: filters)) { list in
        for index in shown {
          let rect = Rect(x: places[index % 4], y: 10 + 15 * Double(index), width: 20, height: 20)
          switch index {
          case 2: list.withGroup(GroupStyle(opacity: 0.5)) { $0.fill(rect, .blue) }
          case 4: list.mask(circle)
          case 5: list.mask(circle, opacity: 0.5)
          case 6: list.mask(circle, Mask(.subtract))
          case 7: list.withMatte { $0.fill(Rect(x: 20, y: 0, width: 70, height: 60), .white) }
          default: list.fill(rect, index == 3 ? .red : .white)
          }
        }
      }
      return list
    }
    let contents: [[Int]] = [
      [], [0], [0, 1], [1, 0], [0, 2], [0, 1, 2], [2, 1, 3], [3], [0, 1, 2, 3], [0, 4, 1],
      [0, 5, 1], [0, 1, 6], [0, 7, 1], [7, 1, 0],
    ]
    for filters in filters {
      expectRepainted(contents.map { image(filters, $0) })
    }
  }

  /// Expects the same image whether a list is painted completely or only where it differs from
  /// another one.
  private func expectRepainted(_ lists: [DisplayList]) {
    let images = lists.map { $0.painted() }
    let rasterizer = Rasterizer(threads: 1)
    for old in lists {
      for (new, rendering) in zip(lists, images) {
        let image = PixelImage(size: new.size)
        var tiles = TileSet(TileGrid(size: new.size))
        tiles.markDamage(from: old, to: new)
        // Pixels outside the damage stay unchanged.
        rasterizer.paint(old, into: image)
        image.withMutablePixels {
          rasterizer.paint(new, tiles: tiles, into: $0, stride: new.size.width)
        }
        expectEqual(image, rendering)
      }
    }
  }

  @Test("a group that is composed differently is painted again, whatever changes in its style")
  func styles() {
    let size = PixelSize(width: 96, height: 64)
    var isolated = GroupStyle()
    isolated.isIsolated = true
    let styles =
      [GroupStyle(), isolated, GroupStyle(opacity: 0.5), GroupStyle(opacity: 0.75)]
      + [BlendMode.multiply, .screen, .add].map { GroupStyle(blendMode: $0) }
      + [1.0, 3].map { GroupStyle(filters: [.gaussianBlur(sigmaX: $0, sigmaY: $0)]) }
      + [GroupStyle(filters: [.outline(.blue, width: 4), .outline(.red, width: 2)])]
    let lists = styles.map { style in
      var list = DisplayList(size: size)
      list.fill(Rect(x: 0, y: 0, width: 50, height: 64), Color(rgb: 0x40_80C0))
      list.withGroup(style) { list in
        list.fillDisc(center: Point(x: 40, y: 30), radius: 20, Color(rgb: 0xC0_6030))
        list.withGroup(GroupStyle(blendMode: .multiply)) {
          $0.fillDisc(center: Point(x: 60, y: 30), radius: 20, .red)
        }
      }
      return list
    }
    expectRepainted(lists)
  }

  @Test(
    "a part of an image is painted as in the complete image, with filters next to and inside filters"
  )
  func nested() {
    let size = PixelSize(width: 160, height: 120)
    let blur = Filter.gaussianBlur(sigmaX: 5, sigmaY: 5, edges: .transparent)
    func image(x: Double, y: Double, order: Int) -> DisplayList {
      var list = DisplayList(size: size)
      list.withGroup(GroupStyle(filters: [blur])) { list in
        func inner(_ list: inout DisplayList) {
          list.withGroup(GroupStyle(filters: [blur])) {
            $0.fillDisc(center: Point(x: 40, y: 40), radius: 20, .blue)
          }
        }
        if order == 0 { inner(&list) }
        list.fillDisc(center: Point(x: 90, y: 60), radius: 40, .red)
        if order == 1 { inner(&list) }
        list.fillPolygon(
          [Point(x: 70, y: 20), Point(x: 140, y: 60), Point(x: 60, y: 110)], .white)
      }
      list.fill(Rect(x: x, y: y, width: 6, height: 6), .blue)
      return list
    }
    for order in 0...1 {
      for step in 0..<12 {
        let (x, y) = (Double(step) * 12, Double(step * 37 % 110))
        let (old, new) = (
          image(x: x, y: y, order: order), image(x: x + 9, y: y + 3, order: order)
        )
        let image = old.painted()
        var tiles = TileSet(TileGrid(size: size))
        tiles.markDamage(from: old, to: new)
        // A rasterizer that hasn't painted anything yet.
        let rasterizer = Rasterizer(threads: 1)
        image.withMutablePixels {
          rasterizer.paint(new, tiles: tiles, into: $0, stride: size.width)
        }
        let isSame = image == new.painted()
        #expect(isSame, "\(order), \(step)")
      }
    }
  }
}
