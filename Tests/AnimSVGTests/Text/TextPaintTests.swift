import AnimCore
import AnimText
import TestSupport
import Testing

@testable import AnimSVG

/// Paints of text, and text as a paint. In a size of 40 an `a` is advanced by 20, and its block is
/// 16 by 20.
@Suite("The paint of text in an SVG")
struct TextPaintTests {
  private struct Row {
    let name: String
    let body: String
    /// Places with their colours.
    let pixels: [(Int, Int, String)]
  }

  private func check(_ rows: [Row], _ resources: SVGResources? = nil) throws {
    let resources = try resources ?? .blocks()
    for row in rows {
      let rendering = try DrawnImage("<g font-size='40'>\(row.body)</g>", resources: resources)
      for (x, y, color) in row.pixels {
        expectEqual(rendering.pixel(x, y), color, "\(row.name): \(x), \(y)")
      }
    }
  }

  private static let (black, red, blue, none) = ("ff000000", "ffff0000", "ff0000ff", "00000000")

  private static let shadows: [Row] = [
    Row(
      name: "shadows are below a text, the first uppermost",
      body: """
        <g style='text-shadow:30px 0 red, 30px 0 blue, 30px 25px blue'><text x='10' y='50'>a</text></g>
        """, pixels: [(17, 45, black), (47, 45, red), (47, 70, blue), (17, 70, none)]),
    Row(
      name: "a shadow without a colour has that of the element",
      body: "<text x='10' y='50' color='red' style='text-shadow:0 40px'>a</text>",
      pixels: [(17, 45, black), (17, 85, red)]),
    Row(
      name: "one that is no list of shadows is none, and shapes have none",
      body: """
        <text x='10' y='50' style='text-shadow:40px'>a</text>
        <rect x='10' y='60' width='9' height='9' style='text-shadow:30px 0 red'/>
        """, pixels: [(57, 45, none), (45, 65, none)]),
  ]

  @Test("Text casts shadows") func castShadows() throws { try check(Self.shadows) }

  private static let lines: [Row] = [
    Row(
      name: "a line below is a ninth of the size below, and a twelfth thick",
      body: "<text x='10' y='50' text-decoration='underline'>aa</text>",
      pixels: [(28, 53, black), (28, 55, black), (28, 51, none), (28, 57, none), (51, 54, none)]),
    Row(
      name: "a line below begins at its own distance",
      body: """
        <text x='10' y='50' style='text-decoration:underline;text-underline-offset:10px'>aa</text>
        """,
      pixels: [(28, 61, black), (28, 62, black), (28, 59, none), (28, 54, none), (28, 64, none)]),
    Row(
      name: "that distance is inherited, and 100 % of it is the size of the font",
      body: """
        <g style='text-underline-offset:25%'>
        <text x='10' y='50' style='text-decoration:underline'>aa</text></g>
        """, pixels: [(28, 61, black), (28, 58, none), (28, 54, none)]),
    Row(
      name: "a line above is where the font ends",
      body: "<text x='10' y='50' text-decoration='overline'>aa</text>",
      pixels: [(28, 17, black), (28, 18, black), (28, 15, none), (28, 20, none)]),
    Row(
      name: "a line through the text is at half the height of small letters",
      body: "<text x='10' y='50' text-decoration='line-through'>aa</text>",
      pixels: [(28, 40, black), (28, 41, black), (28, 38, none), (28, 43, none)]),
    Row(
      name: "several at once",
      body:
        "<text x='10' y='50' text-decoration='underline overline'>aa</text>",
      pixels: [(28, 54, black), (28, 18, black), (28, 41, none)]),
    Row(
      name: "a line has the paint of the element that has it",
      body: """
        <text x='10' y='50' fill='red' text-decoration='underline'>a<tspan fill='blue'>a</tspan></text>
        """, pixels: [(17, 45, red), (37, 45, blue), (37, 54, red), (28, 54, red)]),
    Row(
      name: "of an element around the text, that of the text",
      body: """
        <g fill='red' text-decoration='underline'><text x='10' y='50' fill='blue'>a</text></g>
        """, pixels: [(28, 54, blue)]),
    Row(
      name: "the nearest element that has it counts",
      body: """
        <text x='10' y='50' fill='red' text-decoration='underline'>a<tspan fill='blue'
          text-decoration='underline'>a</tspan></text>
        """, pixels: [(17, 54, red), (37, 54, blue)]),
    Row(
      name: "a line ends where a letter is moved, and one begins there",
      body: "<text x='10' y='50' dx='0 20' text-decoration='underline'>aa</text>",
      pixels: [(28, 54, black), (35, 54, none), (51, 54, black)]),
    Row(
      name: "a line is turned with its letter",
      body: "<text x='50' y='20' rotate='90' text-decoration='underline'>a</text>",
      pixels: [(45, 30, black), (56, 30, black), (52, 30, black)]),
    Row(
      name: "a letter that is turned has a line of its own",
      body: "<text x='10' y='50' rotate='0 90' text-decoration='underline'>aa</text>",
      pixels: [(28, 54, black), (25, 60, black), (35, 68, none)]),
    Row(
      name: "text is above its lines but for that through it",
      body: """
        <text x='10' y='70' fill='red' text-decoration='underline line-through'><tspan fill='blue'
          baseline-shift='-10'>a</tspan></text>
        """, pixels: [(17, 75, blue), (17, 71, red)]),
  ]

  @Test("has decoration lines with their positions and paints") func decorations() throws {
    try check(Self.lines)
  }

  private static let paints: [Row] = [
    Row(
      name: "a stroke",
      body:
        "<text x='10' y='50' fill='none' stroke='blue' stroke-width='4'>a</text>",
      pixels: [(10, 40, blue), (17, 40, none), (25, 40, blue)]),
    Row(
      name: "paint-order",
      body: """
        <text x='10' y='50' fill='red' stroke='blue' stroke-width='8' paint-order='stroke'>a</text>
        """, pixels: [(11, 40, red), (8, 40, blue)]),
    Row(
      name: "evenodd is not looked at",
      body: "<text x='10' y='50' fill-rule='evenodd' letter-spacing='-10'>aa</text>",
      pixels: [(23, 40, black)]),
    Row(
      name: "a gradient is that of the box of the whole text",
      body: """
        <linearGradient id='g'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/>
        </linearGradient><text x='10' y='50' fill='url(#g)'>aa<tspan>aa</tspan></text>
        """, pixels: [(17, 40, red), (37, 40, red), (57, 40, blue), (77, 40, blue)]),
    Row(
      name: "the box is as high as the font",
      body: """
        <linearGradient id='g' x2='0' y2='1'><stop offset='.6' stop-color='red'/>
        <stop offset='.6' stop-color='blue'/></linearGradient>
        <text x='10' y='50' fill='url(#g)'>a</text>
        """, pixels: [(17, 40, red), (17, 44, blue)]),
    Row(
      name: "a pattern fills it",
      body: """
        <pattern id='p' width='100' height='100' patternUnits='userSpaceOnUse'><rect width='40'
          height='100' fill='red'/><rect x='40' width='60' height='100' fill='blue'/></pattern>
        <text x='10' y='50' fill='url(#p)'>aaa</text>
        """, pixels: [(17, 40, red), (38, 40, red), (57, 40, blue), (28, 40, none)]),
    Row(
      name: "text that is not visible has no lines either",
      body: "<text x='10' y='50' visibility='hidden' text-decoration='underline'>a</text>",
      pixels: [(17, 40, none), (17, 54, none)]),
    Row(
      name: "letters may have different fonts, sizes and paints",
      body: """
        <text x='10' y='50'>a<tspan font-size='20' fill='red'>a</tspan><tspan fill='blue'>a</tspan></text>
        """, pixels: [(17, 32, black), (33, 45, red), (33, 35, none), (47, 32, blue)]),
  ]

  @Test("is painted like shapes") func paints() throws { try check(Self.paints) }

  private static let uses: [Row] = [
    Row(
      name: "clips",
      body: """
        <clipPath id='c'><text x='10' y='50'>a<tspan>a</tspan></text></clipPath>
        <rect width='100' height='100' fill='red' clip-path='url(#c)'/>
        """, pixels: [(17, 40, red), (28, 40, none), (37, 40, red), (17, 25, none)]),
    Row(
      name: "its lines clip, too, whatever its paint",
      body: """
        <clipPath id='c'><text x='10' y='50' fill='none' text-decoration='underline'>a</text></clipPath>
        <rect width='100' height='100' fill='red' clip-path='url(#c)'/>
        """, pixels: [(17, 40, red), (28, 54, red), (28, 40, none)]),
    Row(
      name: "masks",
      body: """
        <mask id='m' maskUnits='userSpaceOnUse' width='100' height='100'><text x='10' y='50'
          fill='white'>aa</text></mask>
        <rect width='100' height='100' fill='red' mask='url(#m)'/>
        """, pixels: [(17, 40, red), (28, 40, none), (37, 40, red)]),
    Row(
      name: "is in patterns",
      body: """
        <pattern id='p' width='20' height='30' patternUnits='userSpaceOnUse'><text y='20'>a</text></pattern>
        <rect width='100' height='100' fill='url(#p)'/>
        """,
      pixels: [(8, 10, black), (18, 10, none), (28, 10, black), (28, 25, none), (48, 70, black)]),
    Row(
      name: "is clipped by a box of itself",
      body: """
        <clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>
        <text x='10' y='50' clip-path='url(#c)'>aa</text>
        """, pixels: [(17, 40, black), (37, 40, none)]),
    Row(
      name: "is used",
      body: """
        <defs><text id='t' x='10' y='50'>a</text></defs><use href='#t' x='30' fill='red'/>
        """, pixels: [(47, 40, red), (17, 40, none)]),
    Row(
      name: "is filtered",
      body: """
        <filter id='f' filterUnits='userSpaceOnUse' width='100' height='100'><feOffset dx='30'/></filter>
        <text x='10' y='50' filter='url(#f)'>a</text>
        """, pixels: [(47, 40, black), (17, 40, none)]),
  ]

  @Test("clips, masks and fills patterns, and is used, clipped and filtered like shapes")
  func uses() throws { try check(Self.uses) }

  @Test("is omitted if neither its fill nor its stroke nor its shadow is visible")
  func outside() throws {
    let resources = try SVGResources.blocks()
    func image(_ text: String) throws -> DrawnImage {
      try DrawnImage("<g font-size='40'>\(text)</g>", resources: resources)
    }
    try expectEqual(image("<text x='-400' y='50'>a</text>").corners, 0)
    try expectEqual(image("<text x='90' y='500'>a</text>").corners, 0)
    try #expect(image("<text x='90' y='50'>a</text>").corners > 0)
    let stroked = try image("<text x='-400' y='50' stroke='red' stroke-width='900'>a</text>")
    expectEqual(stroked.pixel(5, 5), Self.red)
    let shadow = try image(
      "<text x='-60' y='50' font-size='10' style='text-shadow: 70px 0 blue'>a</text>")
    expectEqual(shadow.pixel(12, 47), Self.blue)
  }

  @Test("the visible frame of a recording is drawn, for any number of other frames")
  func recording() throws {
    let text = "<text y='50' font-size='40'>\(String(repeating: "a", count: 19_000))</text>"
    let frames = (0..<16).map { "<svg x='\($0 * 100)' width='100'>\(text)</svg>" }.joined()
    for frame in [0, 15] {
      let rendering = try DrawnImage(
        "<g style='transform: translateX(\(-100 * frame)px)'>\(frames)</g>", resources: .blocks())
      expectEqual(rendering.omissions, [])
      expectEqual(rendering.pixel(7, 40), Self.black)
    }
  }

  @Test("is omitted without a font, and reported") func noFont() throws {
    let rendering = try DrawnImage("<text x='10' y='50' font-size='40'>a</text>")
    expectEqual(rendering.pixel(17, 40), Self.none)
    expectEqual(rendering.omissions, ["text without a font is not drawn"])
  }

  // MARK: Fonts with colours

  /// A small PNG file. Only its first bytes are valid.
  private static func png(width: UInt8, height: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]
  }

  @Test("uses the coloured outlines of the font, in its palette")
  func layers() throws {
    let resources = try SVGResources.blocks { font in
      font.setLayers("a", [("w", [255, 0, 0]), ("H", nil)])
    }
    try check(
      [
        Row(
          name: "layers", body: "<text x='10' y='50' fill='blue'>aw</text>",
          pixels: [
            (17, 25, Self.blue), (40, 40, Self.red), (37, 25, Self.none), (50, 40, Self.blue),
          ])
      ], resources)
  }

  @Test("uses the SVG documents of the font") func documents() throws {
    let resources = try SVGResources.blocks { font in
      font.setDocument(
        "a"..."w",
        """
        <svg xmlns='http://www.w3.org/2000/svg'>
        <rect id='#a' y='-1000' width='500' height='1000' fill='red'/>
        <rect id='#w' y='-500' width='500' height='700' fill='blue'/></svg>
        """)
    }
    try check(
      [
        Row(
          name: "each glyph is its element, also above and below the document",
          body: "<text x='10' y='50' fill='none'>aw</text>",
          pixels: [
            (17, 12, Self.red), (29, 48, Self.red), (17, 52, Self.none), (35, 35, Self.blue),
            (35, 56, Self.blue), (35, 25, Self.none),
          ]),
        Row(
          name: "those without are as usual", body: "<text x='10' y='50'>H</text>",
          pixels: [(17, 40, Self.black)]),
        Row(
          name: "images do not clip",
          body: """
            <clipPath id='c'><text x='10' y='50'>aH</text></clipPath>
            <rect width='100' height='100' fill='red' clip-path='url(#c)'/>
            """, pixels: [(17, 40, Self.none), (40, 40, Self.red)]),
        Row(
          name: "turned as the text is", body: "<text x='50' y='20' rotate='90'>a</text>",
          pixels: [(80, 30, Self.red), (45, 30, Self.none), (80, 45, Self.none)]),
      ], resources)
  }

  @Test("counts among the work of the image where the font has documents")
  func documentWork() throws {
    let resources = try SVGResources.blocks { font in
      font.setDocument(
        "a"..."a", "<svg xmlns='http://www.w3.org/2000/svg'><rect id='#a' width='9'/></svg>")
    }
    let text = "<svg xmlns='http://www.w3.org/2000/svg'><text y='50'>a</text></svg>"
    let work = DrawingWork()
    let renderer = SVGRenderer(try SVGAnimation(Array(text.utf8), resources: resources), work)
    var list = DisplayList(size: PixelSize(width: 99, height: 99), background: .clear)
    renderer.draw(at: 0, into: &list)
    #expect(work.glyphImages > 0 && work.readBytes > 0)
  }

  @Test("uses the images of the font, if they are small") func images() throws {
    for (side, isDrawn) in [(UInt8(10), true), (255, false)] {
      var bytes = TestImages.png(width: Int(side), height: Int(side))
      // A width of 2815.
      if !isDrawn { bytes[18] = 10 }
      let png = bytes
      let resources = try SVGResources.blocks { font in
        font.glyphs["a"] = TinyFont.Glyph(advance: 500)
        font.setImage("a", png: png)
      }
      let drawn = isDrawn ? Self.red : Self.none
      // An em by an em, lowered as there is no outline, by 0.128 em.
      try check(
        [
          Row(
            name: "image", body: "<text x='10' y='50'>a</text>",
            pixels: [(12, 20, drawn), (48, 53, drawn), (12, 12, Self.none), (48, 58, Self.none)])
        ], resources)
    }
  }

  @Test("is the same if each letter has its own element, even next to empty elements")
  func elements() throws {
    func image(_ letters: String) throws -> [String] {
      let drawn = try DrawnImage(
        "<text x='5' y='50' font-size='8' text-decoration='underline'>\(letters)</text>",
        resources: .blocks())
      return (0..<100).flatMap { y in (0..<100).map { drawn.pixel($0, y) } }
    }
    let whole = try image("aa a aa")
    #expect(Set(whole).count > 1)
    let parts = "aa a aa".map { "<tspan>\($0)</tspan><tspan/>" }.joined(
      separator: "<tspan></tspan>")
    try expectEqual(image("<tspan> </tspan>" + parts), whole)
  }
}
