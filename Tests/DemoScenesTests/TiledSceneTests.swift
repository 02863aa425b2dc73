import TestSupport
import Testing

@testable import AnimGraphics
@testable import DemoScenes

@Suite("The tiled scene")
struct TiledSceneTests {
  @Test(
    "divides the view into cells that cover it",
    arguments: [Size(width: 960, height: 400), Size(width: 200, height: 900), .zero])
  func cellsCoverTheView(size: Size) {
    for count in 0...12 {
      let cells = TiledScene.cells(count, in: size)
      expectEqual(cells.count, count)
      let area = cells.reduce(0) { $0 + $1.size.width * $1.size.height }
      #expect(abs(area - (count == 0 ? 0 : size.width * size.height)) < 1e-6)
    }
  }

  @Test("puts three scenes in a row in a wide view, and in a column in a tall one")
  func arrangement() {
    #expect(
      TiledScene.cells(3, in: Size(width: 960, height: 400)).map(\.origin)
        == [Point(x: 0, y: 0), Point(x: 320, y: 0), Point(x: 640, y: 0)])
    #expect(
      TiledScene.cells(3, in: Size(width: 300, height: 900)).map(\.origin)
        == [Point(x: 0, y: 0), Point(x: 0, y: 300), Point(x: 0, y: 600)])
  }

  @Test("keeps every scene's drawing inside its cell")
  func cutsToCells() throws {
    var configuration = SquaresConfiguration()
    configuration.edges = .none
    configuration.lifetime = 100...100
    let scene = TiledScene([FanScene(), SquaresScene(configuration: configuration)])
    scene.layout(in: Size(width: 400, height: 200))
    scene.update(to: 50)
    var list = DisplayList(size: PixelSize(width: 400, height: 200))
    scene.draw(into: &list)
    let squares = try #require(list.commands.last)
    expectEqual(squares.bounds, PixelRect(x0: 200, y0: 0, x1: 400, y1: 200))
  }
}
