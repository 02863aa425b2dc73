import Testing

@testable import AnimGraphics

@Suite("Damage of groups with filters")
struct FilteredDamageTests {
  @Test("a change behind another group inside marks only what the filter spreads")
  func inner() {
    let size = PixelSize(width: 640, height: 480)
    func picture(x: Double) -> DisplayList {
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
    tiles.markDamage(from: picture(x: 304), to: picture(x: 320))
    #expect(tiles.contains(column: 304 / 8, row: 400 / 8))
    #expect(tiles.contains(column: 320 / 8, row: 400 / 8))
    #expect(!tiles.contains(column: 2, row: 2))
    #expect(tiles.count < 40)
  }
}
