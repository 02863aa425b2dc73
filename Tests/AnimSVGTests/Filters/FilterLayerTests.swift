import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Filters and patterns as parts of a display list") struct FilterLayerTests {
  private static let move =
    "<animate attributeName='x' values='10;70' calcMode='discrete' dur='1s' repeatCount='indefinite'/>"

  /// A square that moves inside a filtered group beside content that doesn't move.
  private static func group(_ primitives: String, _ attributes: String = "") -> String {
    """
    <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='100' height='100' \(attributes)>\(primitives)
    </filter><g filter='url(#f)'><rect x='20' y='60' width='50' height='25' fill='green'/>
    <rect x='10' y='15' width='12' height='12' fill='blue' opacity='.75'>\(move)</rect></g>
    """
  }

  private static let bodies = [
    group("<feGaussianBlur stdDeviation='3 1'/>"),
    group("<feGaussianBlur in='SourceAlpha' stdDeviation='2'/><feOffset dx='-7' dy='4'/>"),
    group("<feDropShadow dx='5' dy='-5' stdDeviation='1' flood-color='red'/>"),
    group("<feMorphology operator='dilate' radius='3 5'/>"),
    group("<feMorphology radius='2'/>"),
    group("<feConvolveMatrix order='3' kernelMatrix='1 0 0 0 2 0 0 0 -1'/>"),
    group("<feConvolveMatrix order='3' edgeMode='wrap' kernelMatrix='1 1 0 0 2 0 0 1 1'/>"),
    group(
      "<feTurbulence baseFrequency='.05'/><feDisplacementMap in='SourceGraphic' in2='' scale='20'/>"
    ),
    group(
      "<feDisplacementMap in='SourceGraphic' in2='SourceGraphic' xChannelSelector='B' scale='30'/>"),
    group("<feSpecularLighting><fePointLight x='50' y='20' z='10'/></feSpecularLighting>"),
    group("<feOffset x='0' y='0' width='25' height='30'/><feTile/>"),
    group(
      "<feFlood flood-color='red' flood-opacity='.5'/><feComposite in2='SourceGraphic' operator='xor'/>"
    ),
    group(
      "<feColorMatrix type='hueRotate' values='90'/><feComponentTransfer><feFuncA type='discrete' tableValues='.2 1'/></feComponentTransfer>"
    ),
    group("<feImage href='#i'/>")
      + "<circle id='i' r='9'><animate attributeName='r' values='5;20' dur='1s'/></circle>",
    "<g filter='blur(2px) drop-shadow(4px 4px 1px red)'>\(group("<feOffset dx='9'/>"))</g>",
    """
    <pattern id='p' width='.2' height='.25' patternTransform='rotate(10)'>
    <rect x='10' width='4' height='4'>\(move)</rect><circle r='5' fill='red'/></pattern>
    <rect width='90' height='80' fill='url(#p)'/>
    """,
    """
    <pattern id='q' width='9' height='9' patternUnits='userSpaceOnUse'><path d='M0 0h5v5z'/></pattern>
    <pattern id='p' width='.3' height='.3'><rect width='20' height='20' fill='url(#q)'/></pattern>
    <rect x='10' y='10' width='40' height='30' fill='url(#p)' filter='blur(1px)'>\(move)</rect>
    """,
  ]

  /// The lists of a document at different times.
  private func lists(_ body: String, scale: Int = 1) throws -> [DisplayList] {
    let side = 100 * scale
    let document = """
      <svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)' viewBox='0 0 100 100'>
      \(body)</svg>
      """
    let renderer = SVGRenderer(try SVGAnimation(Array(document.utf8)))
    return [Fraction(0), Fraction(3) / 4, Fraction(0), Fraction(5) / 8].map { time in
      var list = DisplayList(size: PixelSize(width: side, height: side), background: .clear)
      renderer.draw(at: time, into: &list)
      return list
    }
  }

  private func image(_ list: DisplayList, threads: Int = 1) -> PixelImage {
    let image = PixelImage(size: list.size, isOpaque: false)
    Rasterizer(threads: threads).paint(list, into: image)
    return image
  }

  @Test("a frame whose changes alone are painted is complete", arguments: bodies)
  func damage(_ body: String) throws {
    let rasterizer = Rasterizer(threads: 1)
    let image = PixelImage(size: PixelSize(width: 100, height: 100), isOpaque: false)
    var last: DisplayList?
    for list in try lists(body) {
      var tiles = TileSet(TileGrid(size: list.size))
      if let last { tiles.markDamage(from: last, to: list) } else { tiles.markAll() }
      image.withMutablePixels { rasterizer.paint(list, tiles: tiles, into: $0, stride: 100) }
      // Another document has its own drawings.
      expectEqual(image, self.image(list))
      last = list
    }
  }

  @Test("painting tile by tile gives the same frame", arguments: bodies)
  func tiles(_ body: String) throws {
    let list = try lists(body)[1]
    let rasterizer = Rasterizer(threads: 1)
    let image = PixelImage(size: list.size, isOpaque: false)
    for row in stride(from: 0, to: 100, by: 24) {
      for column in stride(from: 0, to: 100, by: 40) {
        var tiles = TileSet(TileGrid(size: list.size))
        tiles.mark(PixelRect(x0: column, y0: row, x1: column + 40, y1: row + 24))
        image.withMutablePixels { rasterizer.paint(list, tiles: tiles, into: $0, stride: 100) }
      }
    }
    expectEqual(image, try self.image(lists(body)[1]))
  }

  @Test("several threads give the same frame", arguments: bodies)
  func threads(_ body: String) throws {
    expectEqual(
      try image(lists(body, scale: 5)[1], threads: 3),
      try image(lists(body, scale: 5)[1], threads: 1))
  }

  @Test("only the area that a filter affects is painted again")
  func reach() throws {
    let lists = try lists(Self.group("<feGaussianBlur stdDeviation='2'/>"))
    var tiles = TileSet(TileGrid(size: lists[0].size))
    tiles.markDamage(from: lists[0], to: lists[1])
    #expect(tiles.contains(column: 1, row: 2) && tiles.contains(column: 9, row: 2))
    #expect(!tiles.contains(column: 5, row: 11))
  }
}
