import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Images that are drawings")
struct ImageDrawingTests {
  private let size = PixelSize(width: 240, height: 160)

  /// A blurred square near the middle, with a shadow.
  private func image() -> Image? {
    var list = DisplayList(size: size, background: .clear)
    var path = Path()
    path.addRect(Rect(x: 90, y: 60, width: 70, height: 50))
    list.fill(path, .color(.orange))
    let area = PixelRect(x0: 7, y0: -9, x1: 247, y1: 151)
    var graph = FilterGraph(area: area)
    let soft = graph.append(
      .init(.blur(.source, sigmaX: 4, sigmaY: 6), area: area, space: .linearRGB))
    let moved = graph.append(.init(.offset(soft, dx: 5, dy: 9), area: area, space: .sRGB))
    let shadow = graph.append(.init(.silhouette(moved, .black, .none), area: area, space: .sRGB))
    graph.append(.init(.merge([shadow, soft]), area: area, space: .linearRGB))
    return Image(drawing: list, filters: graph)
  }

  /// Paints some tiles of a list with an image, whose first pixel is at a place on the canvas.
  private func paint(_ image: Image, x: Int, y: Int, in part: PixelRect) -> PixelImage {
    let canvas = PixelSize(width: 128, height: 128)
    var list = DisplayList(size: canvas, background: .clear)
    list.fill(
      PixelRect(x0: x, y0: y, x1: x + size.width, y1: y + size.height), with: image, scale: 1)
    var tiles = TileSet(TileGrid(size: canvas))
    tiles.mark(part)
    let rendering = PixelImage(size: canvas, isOpaque: false)
    let rasterizer = Rasterizer(threads: 2)
    rendering.withMutablePixels {
      rasterizer.paint(list, tiles: tiles, into: $0, stride: canvas.width)
    }
    return rendering
  }

  @Test("only the visible part of a drawing is drawn, and all of it when more is needed")
  func parts() throws {
    let whole = try #require(self.image()).pixels
    let image = try #require(self.image())
    let drawing = try #require(image.drawing)
    #expect(drawing.drawnPixels == nil)
    for (index, part) in [
      PixelRect(x0: 40, y0: 64, x1: 72, y1: 80), PixelRect(x0: 0, y0: 0, x1: 128, y1: 128),
    ].enumerated() {
      let rendering = paint(image, x: -50, y: -20, in: part)
      for y in part.y0..<part.y1 {
        for x in part.x0..<part.x1 {
          expectEqual(rendering[x, y], whole[(y + 20) * size.width + x + 50], "\(x), \(y)")
        }
      }
      let drawn = try #require(drawing.drawnPixels).part
      if index == 0 {
        #expect(drawn.contains(part.moved(50, 20)) && drawn.width < 64 && drawn.height < 64)
      } else {
        expectEqual(drawn, size.bounds)
      }
    }
    expectEqual(image.pixels, whole)
  }

  @Test("hidden pixels of a drawing can be read later") func hidden() throws {
    let image = try #require(self.image())
    _ = paint(image, x: -230, y: 0, in: PixelRect(x0: 0, y0: 0, x1: 128, y1: 128))
    expectEqual(image.pixels, try #require(self.image()).pixels)
  }

  @Test("the edges of an image that are repeated beyond it are drawn") func edges() throws {
    let image = try #require(self.image())
    let paint = ImagePaint(image, sampling: .nearest, transform: .identity)
    expectEqual(
      paint.part(
        shownIn: PixelRect(x0: -50, y0: 300, x1: -20, y1: 310), toPixels: .identity),
      PixelRect(x0: 0, y0: 159, x1: 1, y1: 160))
    let turned = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    expectEqual(
      paint.part(shownIn: PixelRect(x0: 0, y0: 0, x1: 1, y1: 1), toPixels: turned), size.bounds)
  }
}
