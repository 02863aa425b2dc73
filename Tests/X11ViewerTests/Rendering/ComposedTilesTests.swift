import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import Viewer
@testable import X11Viewer

@Suite("Content that the server can't draw", .xServer)
struct ComposedTilesTests {
  private static let size = PixelSize(width: 320, height: 200)

  private func list(_ isComposed: Bool) -> DisplayList {
    var list = DisplayList(size: Self.size, background: .white)
    guard isComposed else { return list }
    list.withGroup(GroupStyle(opacity: 0.5, isIsolated: true)) {
      $0.fill(Rect(x: 10, y: 10, width: 20, height: 20), .blue)
    }
    return list
  }

  @Test("tiles that the server starts or stops drawing are painted again")
  func tiles() {
    var composed = ComposedTiles()
    var changed = TileSet(TileGrid(size: Self.size))
    for (isComposed, paints) in [(false, false), (true, true), (true, false), (false, true)] {
      changed.clear()
      composed.advance(to: list(isComposed), drawnBy: CorePainter.self, &changed)
      expectEqual(changed.isEmpty, !paints)
      expectEqual(composed.tiles.isEmpty, !isComposed)
    }
  }

  @Test("paths with more corners than a request allows are composed, and others aren't")
  func corners() {
    for (count, isComposed) in [(16_000, false), (16_001, true)] {
      var list = list(false)
      list.fillPolygon(
        (0..<count).map { index in
          Point(x: 160, y: 100)
            + Vector(
              length: index % 2 == 0 ? 90 : 60, direction: .turns(Double(index) / Double(count)))
        }, .blue)
      var composed = ComposedTiles()
      var changed = TileSet(TileGrid(size: Self.size))
      composed.advance(to: list, drawnBy: CorePainter.self, &changed)
      #expect(composed.tiles.isEmpty != isComposed, "\(count)")
    }
  }

  @Test("the server's next frame includes repairs")
  func repair() throws {
    let fixture = try RendererFixture(try XServer.shared(), .core)
    var next = list(false)
    next.fill(Rect(x: 100, y: 100, width: 30, height: 30), .blue)
    try fixture.show(list(false))
    try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
    try fixture.renderer.draw(next)
    fixture.damageAndRepair()
    fixture.renderer.publish()
    let image = try fixture.renderer.readBack()
    expectEqual(image[5, 5], 0xFFFF_FFFF)
    expectEqual(image[110, 110], Color.blue.argb)
    // Nothing is drawn now, so the published image is shown again.
    try fixture.connection.wait(fixture.handle, until: fixture.renderer.isReady)
    fixture.damageAndRepair()
    try expectEqual(fixture.renderer.readBack(), image)
  }
}
