import AnimCore
import Foundation
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Images of SVG") struct PaintingTests {
  private static let red = "ffff0000"
  private static let green = "ff008000"
  private static let blue = "ff0000ff"
  private static let clear = "00000000"

  /// A pattern with tiles 9.6 pixels wide.
  private static let pattern = """
    <pattern id='p' width='9.6' height='10' patternUnits='userSpaceOnUse'>
    <rect width='5' height='10' fill='red'/></pattern><rect width='100' height='100' fill='url(#p)'/>
    """

  /// A marker 20 long that points in its direction.
  private static func direction(_ orientation: String) -> String {
    """
    <marker id='m' orient='\(orientation)' markerWidth='20' markerHeight='4' refY='2'
    markerUnits='userSpaceOnUse'><rect width='20' height='4' fill='red'/></marker>
    """
  }

  /// A document, and pixels of its image with a gap between them: where, and which colour.
  private static let rows: [(String, [(Int, Int, String)])] = [
    (
      "<rect x='10' width='20' height='30' fill='red'/>",
      [(9, 5, clear), (10, 29, red), (10, 30, clear)]
    ),
    ("<circle cx='50' cy='50' r='20%' fill='blue'/>", [(31, 50, blue), (50, 29, clear)]),
    (
      "<path d='M10 10h20v20h-20zM15 15h10v10h-10z' fill-rule='evenodd'/>",
      [(12, 12, "ff000000"), (20, 20, clear)]
    ),
    ("<path d='M0 50h50L' stroke='red' stroke-width='4'/>", [(25, 49, red), (60, 49, clear)]),
    (
      "<g transform='translate(20) scale(2)'><rect width='5' height='5' fill='red'/></g>",
      [(29, 9, red), (30, 9, clear)]
    ),
    (
      "<rect width='9' height='9' fill='red' transform-origin='50 50' transform='rotate(180)'/>",
      [(95, 95, red), (5, 5, clear)]
    ),
    (
      "<svg x='10' y='10' width='20' height='20' viewBox='0 0 10 10'><rect width='50' height='5' fill='red'/></svg>",
      [(29, 19, red), (30, 15, clear), (15, 20, clear)]
    ),
    (
      "<defs><g id='a'><rect width='9' height='9'/></g></defs><use href='#a' x='20' fill='red'/>",
      [(25, 5, red), (5, 5, clear)]
    ),
    (
      "<use id='u' href='#u'/><g id='g'><use href='#g'/><rect width='9' height='9' fill='red'/></g>",
      [(5, 5, red)]
    ),
    (
      "<symbol id='s' viewBox='0 0 1 1'><rect width='1' height='1' fill='red'/></symbol><use href='#s' width='30' height='30'/>",
      [(29, 29, red), (30, 30, clear)]
    ),
    (
      "<symbol id='s' viewBox='0 0 1 1' x='5' width='30' height='30'><rect width='1' height='1' fill='red'/></symbol><use href='#s' y='40'/>",
      [(34, 69, red), (3, 50, clear), (36, 50, clear), (20, 71, clear)]
    ),
    (
      "<switch><rect systemLanguage='xx' width='9' height='9' fill='red'/><rect width='9' height='9' fill='blue'/><rect width='99' height='99'/></switch>",
      [(5, 5, blue), (50, 50, clear)]
    ),
    (
      "<linearGradient id='g'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient><rect width='100' height='100' fill='url(#g)'/>",
      [(49, 5, red), (51, 5, blue)]
    ),
    (
      "<linearGradient id='g' x2='.2' spreadMethod='repeat'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient><rect width='100' height='100' fill='url(#g)'/>",
      [(5, 5, red), (15, 5, blue), (25, 5, red), (95, 5, blue)]
    ),
    (
      "<linearGradient id='g' x2='.2' spreadMethod='reflect'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient><rect width='100' height='100' fill='url(#g)'/>",
      [(5, 5, red), (15, 5, blue), (25, 5, blue), (35, 5, red)]
    ),
    (
      "<radialGradient id='g' fr='.25'><stop stop-color='red'/><stop offset='0.01' stop-color='blue'/></radialGradient><rect width='100' height='100' fill='url(#g)'/>",
      [(50, 50, red), (50, 27, red), (50, 20, blue)]
    ),
    (
      "<rect width='9' height='9' fill='url(#none) red'/><rect x='20' width='9' height='9' fill='url(#none)'/>",
      [(5, 5, red), (25, 5, clear)]
    ),
    (
      "<pattern id='p' width='10' height='10' patternUnits='userSpaceOnUse'><rect width='5' height='10' fill='red'/></pattern><rect width='100' height='100' fill='url(#p)'/>",
      [(2, 2, red), (7, 2, clear), (92, 99, red)]
    ),
    (
      "<clipPath id='c'><rect width='50' height='100'/><circle cx='90' cy='90' r='9'/></clipPath><rect width='100' height='100' fill='red' clip-path='url(#c)'/>",
      [(49, 5, red), (51, 5, clear), (90, 90, red)]
    ),
    (
      "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath><rect x='50' width='50' height='50' fill='red' clip-path='url(#c)'/>",
      [(74, 5, red), (76, 5, clear)]
    ),
    (
      "<mask id='m'><rect width='50' height='100' fill='white'/></mask><rect width='100' height='100' fill='red' mask='url(#m)'/>",
      [(49, 5, red), (51, 5, clear)]
    ),
    (
      "<mask id='m' mask-type='alpha'><rect width='50' height='100'/></mask><rect width='100' height='100' fill='red' mask='url(#m)'/>",
      [(49, 5, red), (51, 5, clear)]
    ),
    (
      "<g opacity='.5'><rect width='50' height='50' fill='red'/><rect width='50' height='50' fill='blue'/></g>",
      [(5, 5, "80000080")]
    ),
    (
      "<rect width='50' height='50' fill='red'/><rect width='50' height='50' fill='blue' style='mix-blend-mode:screen'/>",
      [(5, 5, "ffff00ff")]
    ),
    (
      "<marker id='m' markerWidth='8' markerHeight='8' refX='4' refY='4' markerUnits='userSpaceOnUse'><rect width='8' height='8' fill='red'/></marker><path d='M20 20H60V60' fill='none' stroke='blue' marker-end='url(#m)' marker-start='url(#m)'/>",
      [(17, 17, red), (60, 63, red), (57, 23, clear)]
    ),
    (
      "<path d='M0 5H99' stroke='red' stroke-width='8' stroke-dasharray='10 5 5'/>",
      [(5, 5, red), (12, 5, clear), (17, 5, red), (25, 5, clear), (32, 5, red)]
    ),
    (
      "<path d='M0 5H50' pathLength='10' stroke='red' stroke-width='8' stroke-dasharray='1'/>",
      [(2, 5, red), (7, 5, clear), (12, 5, red)]
    ),
    (
      "<rect width='50' height='50' fill='red' stroke='blue' stroke-width='20' paint-order='stroke'/>",
      [(5, 5, red), (55, 5, blue)]
    ),
    (
      "<image width='40' height='40' href=\"data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>&lt;rect width='1' height='1' fill='red'/>&lt;/svg>\"/>",
      [(39, 39, red), (40, 40, clear)]
    ),
    (
      "<style>rect{fill:red!important}.b{fill:green}:root>*{stroke:none}</style><rect class='b' style='fill:blue' width='9' height='9'/>",
      [(5, 5, red)]
    ),
    (
      "<style>.a .b{fill:blue}.b{fill:red}g>rect:nth-child(2n){fill:green}</style><g class='a'><rect class='b' width='9' height='9'/><rect x='20' width='9' height='9'/></g>",
      [(5, 5, blue), (25, 5, green)]
    ),
    (
      "<g style='--c:blue;color:red'><rect width='9' height='9' fill='currentColor'/><rect x='20' width='9' height='9' style='fill:var(--c)'/><rect x='40' width='9' height='9' style='fill:var(--d, green)'/></g>",
      [(5, 5, red), (25, 5, blue), (45, 5, green)]
    ),
    (
      "<style>@media print{rect{fill:red}}@media screen and (prefers-reduced-motion: no-preference){rect{fill:blue}}</style><rect width='9' height='9'/>",
      [(5, 5, blue)]
    ),
    (
      "<g fill='red'><rect width='9' height='9' fill='inherit'/><rect x='20' width='9' height='9' fill='nonsense'/></g>",
      [(5, 5, red), (25, 5, red)]
    ),
    (
      "<rect width='9' height='9' fill='red' display='none'/><g visibility='hidden'><rect x='20' width='9' height='9' fill='red'/><rect x='40' width='9' height='9' fill='red' visibility='visible'/></g>",
      [(5, 5, clear), (25, 5, clear), (45, 5, red)]
    ),
    (
      "<rect x='.4' y='.6' width='2' height='2' fill='red' shape-rendering='crispEdges'/>",
      [(0, 0, clear), (0, 1, red), (1, 2, red), (2, 1, clear), (1, 3, clear)]
    ),
    (
      "<path d='M20 20h60v60h-60zM40 40h20v20h-20z' fill-rule='evenodd' fill='red' shape-rendering='optimizeSpeed'/>",
      [
        (20, 20, red), (39, 50, red), (40, 50, clear), (59, 40, clear), (60, 59, red),
        (80, 50, clear),
      ]
    ),
    (
      "<path d='M10 50H60L10 51' fill='none' stroke='red' stroke-width='20' stroke-linejoin='miter-clip' stroke-miterlimit='2'/>",
      [(78, 50, red), (81, 50, clear)]
    ),
    (
      "<path d='M10 50H60L10 51' fill='none' stroke='red' stroke-width='20' stroke-miterlimit='2'/>",
      [(58, 50, red), (62, 50, clear)]
    ),
    (
      "<g id='a'><rect width='9' height='9' fill='red'/></g><g id='a'><rect y='20' width='9' height='9'/></g><g id='b'/><use x='50' xlink:href='#b' xmlns:xlink='http://www.w3.org/1999/xlink' href='#a'/>",
      [(55, 5, red), (55, 25, clear)]
    ),
    (
      "<style>rect{fill:red!important}</style><rect style='fill:blue!important' width='9' height='9'/>",
      [(5, 5, blue)]
    ),
    (
      "<style media='print'>rect{fill:red}</style><style media='screen'>rect{stroke:none}</style><rect width='9' height='9' fill='blue'/>",
      [(5, 5, blue)]
    ),
    (
      "<g style='--c:blue;--d:red'><rect width='9' height='9' style='--e:1;fill:var(--c, red)'/><g fill='red' color='red'><rect x='20' width='9' height='9' style='fill:unset'/></g></g>",
      [(5, 5, blue), (25, 5, red)]
    ),
    (
      "<style>rect{--r:calc(5px + 4px);width:var(--r);height:min(9px, 20px)}</style><rect fill='red'/>",
      [(8, 8, red), (10, 5, clear)]
    ),
    (
      "<linearGradient id='g' color='red'><stop stop-color='currentColor'/><stop offset='1' stop-color='currentColor'/></linearGradient><rect width='9' height='9' fill='url(#g)'/>",
      [(5, 5, red)]
    ),
    (
      "<marker id='m' orient='auto' markerWidth='20' markerHeight='4' markerUnits='userSpaceOnUse' refY='2'><rect width='20' height='4' fill='red'/></marker><path d='M10 30H40V70' fill='none' stroke='none' marker-mid='url(#m)'/>",
      [(50, 40, red), (50, 30, clear), (40, 40, clear)]
    ),
    (
      "<marker id='m' markerWidth='8' markerHeight='8' markerUnits='userSpaceOnUse'><rect width='8' height='8' fill='red'/></marker><path d='M20 20H60' stroke='blue' stroke-width='4' marker-start='url(#m)'/>",
      [(27, 27, red), (29, 29, clear)]
    ),
    (
      "\(direction("auto-start-reverse"))<path d='M50 30H90' marker-start='url(#m)'/>",
      [(35, 30, red), (65, 30, clear)]
    ),
    (
      "\(direction("auto-start-reverse"))<path d='M10 30H50' marker-end='url(#m)'/>",
      [(65, 30, red), (35, 30, clear)]
    ),
    // Between a line and the way back, a marker points down, whatever comes first.
    (
      "\(direction("auto"))<path d='M20 50H60H20' marker-mid='url(#m)'/>",
      [(60, 65, red), (60, 35, clear)]
    ),
    (
      "\(direction("auto"))<path d='M60 50H20H60' marker-mid='url(#m)'/>",
      [(20, 65, red), (20, 35, clear)]
    ),
    (
      "<clipPath id='c' systemLanguage='fr'><rect width='9' height='9'/></clipPath><rect width='9' height='9' clip-path='url(#c)'/>",
      [(5, 5, clear)]
    ),
    (
      "<mask id='m' systemLanguage='fr'><rect width='9' height='9' fill='white'/></mask><rect width='9' height='9' mask='url(#m)'/>",
      [(5, 5, clear)]
    ),
    (
      "<ellipse cx='50' cy='30' rx='40' ry='20' fill='red'/>",
      [(12, 30, red), (50, 12, red), (50, 52, clear), (15, 15, clear)]
    ),
    ("<ellipse cx='50' cy='50' ry='20' fill='red'/>", [(32, 50, red), (50, 32, red)]),
    (
      "<line x1='10' y1='20' x2='10' y2='60' stroke='red' stroke-width='8'/>",
      [(8, 22, red), (11, 58, red), (8, 18, clear), (8, 62, clear)]
    ),
    (
      "<polyline points='10,10 50,10 50,50' fill='none' stroke='red' stroke-width='8'/>",
      [(30, 10, red), (50, 30, red), (30, 30, clear)]
    ),
    (
      "<polygon points='10,10 50,10 50,50' fill='none' stroke='red' stroke-width='8'/>",
      [(30, 10, red), (50, 30, red), (30, 30, red)]
    ),
    (
      "<rect width='50' height='50' fill='red' stroke='blue' stroke-width='20' style='paint-order:stroke stroke'/>",
      [(5, 5, blue), (25, 25, red)]
    ),
    // A miter of five times the width of the line exceeds the default limit, so the corner is bevelled.
    (
      "<path d='M10 40H60L13 57' fill='none' stroke='red' stroke-width='10'/>",
      [(58, 38, red), (74, 37, clear)]
    ),
    (
      "<path d='M10 40H60L13 57' fill='none' stroke='red' stroke-width='10' stroke-miterlimit='10'/>",
      [(58, 38, red), (74, 37, red)]
    ),
    // If one animation in a list exceeds a limit, the entire list is ignored.
    (
      "<style>@keyframes k{from,to{x:50px}}</style><rect width='9' height='9' fill='red' style='animation:k 4s'/>",
      [(55, 5, red), (5, 5, clear)]
    ),
    (
      "<style>@keyframes k{from,to{x:50px}}</style><rect width='9' height='9' fill='red' style='animation:k 4s,k 4s steps(1000001)'/>",
      [(5, 5, red), (55, 5, clear)]
    ),
    // The flags of an arc choose one of the two circles through its points, and a part of that circle.
    ("<path d='M30 50A20 20 0 1 1 50 70Z' fill='red'/>", [(62, 40, red), (38, 62, clear)]),
    ("<path d='M30 50A20 20 0 0 0 50 70Z' fill='red'/>", [(62, 40, clear), (38, 62, red)]),
    ("<path d='M30 50A20 20 0 1050 70Z' fill='red'/>", [(20, 80, red), (42, 58, clear)]),
    ("<path d='M30 50A20 20 0 0150 70Z' fill='red'/>", [(20, 80, clear), (42, 58, red)]),
    ("<path d='M30 50A-20-20 0 1 1 50 70Z' fill='red'/>", [(62, 40, red), (38, 62, clear)]),
    ("<path d='M30 50A20 20 0 2 1 50 70Z' fill='red'/>", [(62, 40, clear), (38, 62, clear)]),
    (
      "<svg width='20' height='40' viewBox='0 0 10 10' preserveAspectRatio='xMinYMin slice'><rect width='5' height='10' fill='red'/></svg>",
      [(19, 39, red), (21, 5, clear)]
    ),
    (
      "<linearGradient id='l' x1='5' gradientUnits='userSpaceOnUse'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient><radialGradient id='g' href='#l' cx='50' cy='50' r='50'/><radialGradient id='h' href='#i'/><linearGradient id='i' r='1' gradientUnits='objectBoundingBox'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient><rect width='100' height='50' fill='url(#g)'/><rect y='50' width='50' height='50' fill='url(#h)'/>",
      [(30, 49, red), (10, 49, blue), (25, 75, red), (25, 55, blue)]
    ),
    (
      "<linearGradient id='g'><stop offset='.8' stop-color='red'/><stop offset='.2' stop-color='blue'/></linearGradient><rect width='100' height='9' fill='url(#g)'/>",
      [(50, 5, red), (90, 5, blue)]
    ),
    (
      "<pattern id='p' width='1' height='1' viewBox='0 0 2 2' patternContentUnits='objectBoundingBox'><rect width='1' height='2' fill='red'/></pattern><rect width='80' height='80' fill='url(#p)'/>",
      [(30, 60, red), (50, 10, clear)]
    ),
    // Without animation, a tile has a whole number of pixels.
    (pattern, [(92, 5, red), (97, 5, clear)]),
    (
      "\(pattern)<rect><animate attributeName='x' to='5' dur='1s'/></rect>",
      [(93, 5, clear), (98, 5, red)]
    ),
    (
      "<style>rect{--w:50%;width:calc(var(--w) - 1em);height:min(2em, 9%);stroke:blue;stroke-width:max(1px, 2%);transform:translate(calc(10% - 5px));transform-origin:calc(1px + 1%) 0}</style><rect y='20' fill='red'/>",
      [
        (3, 25, clear), (4, 25, blue), (7, 25, red), (37, 25, red), (39, 25, blue), (40, 25, clear),
        (20, 29, blue), (20, 30, clear),
      ]
    ),
    (
      "<mask id='n'><rect width='30' height='100' fill='white'/></mask><mask id='m' mask='url(#n)'><rect width='50' height='100' fill='white'/></mask><rect width='100' height='100' fill='red' mask='url(#m)'/>",
      [(29, 5, red), (40, 5, clear)]
    ),
    (
      "<clipPath id='d'><rect width='30' height='100'/></clipPath><clipPath id='c' clip-path='url(#d)'><rect width='50' height='100'/></clipPath><rect width='100' height='100' fill='red' clip-path='url(#c)'/>",
      [(29, 5, red), (40, 5, clear)]
    ),
    (
      "<clipPath id='c'><path clip-rule='evenodd' d='M0 0h60v60h-60zM20 20h20v20h-20z'/></clipPath><rect width='100' height='100' fill='red' clip-path='url(#c)'/>",
      [(10, 10, red), (30, 30, clear)]
    ),
    (
      "<path d='M0 5H100' pathLength='10' stroke='red' stroke-width='8' stroke-dasharray='2' stroke-dashoffset='1'/>",
      [(5, 5, red), (15, 5, clear), (35, 5, red)]
    ),
    (
      "<rect x='40' y='40' width='20' height='10' fill='red' style='transform-box:fill-box;transform-origin:center;transform:rotate(90deg)'/>",
      [(50, 36, red), (42, 45, clear)]
    ),
    (
      "\(gradient("r='25' fx='100'"))<rect width='100' height='100' fill='url(#g)'/>",
      [(98, 50, "fff0000e"), (60, 50, blue), (60, 20, clear), (98, 45, clear)]
    ),
    (
      "\(gradient("r='40' fr='40'"))<rect width='100' height='100' fill='url(#g)'/>",
      [(50, 50, red), (50, 12, red), (50, 8, blue)]
    ),
    (
      "\(gradient("r='40' fr='40' spreadMethod='repeat'"))<rect width='100' height='100' fill='url(#g)'/>",
      [(50, 50, clear), (50, 8, clear)]
    ),
    (
      "<rect width='9' height='9' fill='red'/><rect width='9' height='9' fill='blue' mix-blend-mode='screen'/>",
      [(5, 5, blue)]
    ),
    (
      "<rect width='9' height='9' fill='red'/><g isolation='isolate'><rect width='9' height='9' fill='blue' style='mix-blend-mode:screen'/></g>",
      [(5, 5, "ffff00ff")]
    ),
  ]

  private static func gradient(_ attributes: String) -> String {
    "<radialGradient id='g' gradientUnits='userSpaceOnUse' cx='50' cy='50' \(attributes)>"
      + "<stop stop-color='red'/><stop offset='1' stop-color='blue'/></radialGradient>"
  }

  @Test("The pixels of a document have the colours that it describes") func pixels() throws {
    for (body, expected) in Self.rows {
      let rendering = try DrawnImage(body)
      let found = expected.map { rendering.pixel($0.0, $0.1) }
      expectEqual(found, expected.map { $0.2 }, "\(body)")
    }
  }

  @Test("A use passes its paints to its content, with its own box") func contextPaints() throws {
    let rendering = try DrawnImage(
      """
      <linearGradient id='l'><stop offset='.5' stop-color='red'/>
      <stop offset='.5' stop-color='blue'/></linearGradient>
      <defs><g id='g'><rect width='10' height='10' fill='context-fill'/>
      <rect x='90' width='10' height='10' fill='context-fill'/></g></defs>
      <use href='#g' fill='url(#l)'/>
      """)
    expectEqual([rendering.pixel(8, 5), rendering.pixel(92, 5)], [Self.red, Self.blue])
  }

  @Test("The drawing at a time doesn't depend on earlier drawings") func times() throws {
    let body = """
      <style>@keyframes k { to { opacity: 0 } } #b { animation: k 2s steps(2, end) }</style>
      <rect width='9' height='9' fill='red'><animate attributeName='x' to='50' dur='1s' fill='freeze'/></rect>
      <rect id='b' y='50' width='9' height='9' fill='blue'/>
      """
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>"
    let renderer = SVGRenderer(try SVGAnimation(Array(text.utf8)))
    func list(_ time: Fraction) -> DisplayList {
      var list = DisplayList(size: PixelSize(width: 100, height: 100), background: .clear)
      renderer.draw(at: time, into: &list)
      return list
    }
    let (first, middle, last) = (list(0), list(Fraction(1) / 2), list(3))
    #expect(first != middle && middle != last)
    expectEqual(list(Fraction(1) / 2), middle)
    expectEqual(list(0), first)
    try expectEqual(DrawnImage(body, at: 3).pixel(55, 5), Self.red)
    try expectEqual(DrawnImage(body, at: Fraction(3) / 2).pixel(5, 55), "80000080")
  }

  @Test("An animated custom property applies to all its references")
  func customProperties() throws {
    let body = """
      <style><![CDATA[@property --x { syntax: '<length>'; inherits: true; initial-value: 10px }
      @property --h { syntax: '<length>'; inherits: false; initial-value: 9px }
      @keyframes k { to { --x: 50px; --h: 90px; --c: blue } } g { animation: k 2s linear infinite }
      rect { transform: translateX(var(--x)); width: calc(var(--x) - 1px + 10%); fill: var(--c, red);
      height: var(--h) }]]></style><g><rect/></g>
      """
    func colors(_ time: Fraction, _ places: [(Int, Int)]) throws -> [String] {
      let rendering = try DrawnImage(body, at: time)
      return places.map { rendering.pixel($0.0, $0.1) }
    }
    try expectEqual(
      colors(0, [(9, 5), (10, 5), (28, 5), (29, 5), (15, 9)]),
      [Self.clear, Self.red, Self.red, Self.clear, Self.clear])
    try expectEqual(
      colors(1, [(29, 5), (30, 5), (68, 5), (69, 5), (40, 9)]),
      [Self.clear, Self.blue, Self.blue, Self.clear, Self.clear])
  }

  /// Root elements, and the sizes that follow.
  private static let sizes: [(String, String)] = [
    ("width='20' height='10'", "20x10"), ("viewBox='0 0 7 8'", "7x8"),
    ("width='1in' height='50%' viewBox='0 0 4 9'", "96x216"), ("", "300x150"),
    ("width='400' viewBox='0 0 200 100'", "400x200"), ("width='40'", "40x150"),
    ("height='50' viewBox='0 0 200 100'", "100x50"),
    ("width='50%' height='50%' viewBox='0 0 200 100'", "100x50"),
    ("height='20'", "300x20"), ("width='0' height='5'", "none"),
    ("width='1e30' height='5'", "none"), ("width='calc(9% - 1px)' viewBox='0 0 7 8'", "7x8"),
    ("width='100vw' height='100vh' viewBox='0 0 7 8'", "7x8"),
    ("width='calc(2 * 10px)' height='1rem'", "20x16"),
    ("viewBox='0 0 -1 5'", "300x150"),
    ("style='width: 30px; height: 1.5em; font-size: 20px' width='1'", "30x30"),
    ("style='width: 100%; height: auto' width='24' height='12'", "24x12"),
    ("style='--w: 9px; width: var(--w)' height='5'", "9x5"),
    ("width='2em' height='1rem' font-size='20'", "40x20"),
  ]

  @Test("The size follows from attributes and the style of the root element") func size() {
    for (attributes, expected) in Self.sizes {
      let text = "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>"
      let size = (try? SVGAnimation(Array(text.utf8)))?.size
      func plain(_ side: Double) -> String {
        side == side.rounded() ? "\(Int(side))" : "\(side)"
      }
      expectEqual(size.map { "\(plain($0.width))x\(plain($0.height))" } ?? "none", expected)
    }
  }

  @Test("Content beyond a limit is omitted and reported") func limits() throws {
    var uses = "<rect id='a0' width='9' height='9'/>"
    for level in 1...30 {
      uses += "<g id='a\(level)'><use href='#a\(level - 1)'/><use href='#a\(level - 1)'/></g>"
    }
    try expectEqual(DrawnImage(uses).omissions, [Omission.elements.sentence])
    let deep = String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)
    try expectEqual(DrawnImage(deep).omissions, [Omission.depth.sentence])
    let text = String(repeating: "<tspan>a", count: 900) + String(repeating: "</tspan>", count: 900)
    #expect(
      try DrawnImage("<text>\(text)</text>").omissions
        .contains(Omission.depth.sentence))
    // The box of the first is that of all inside it.
    let boxes =
      "<g filter='url(#f)'>" + String(repeating: "<g>", count: 900) + "<rect width='9' height='9'/>"
      + String(repeating: "</g>", count: 900) + "</g><filter id='f'><feFlood/></filter>"
    try expectEqual(DrawnImage(boxes).omissions, [Omission.depth.sentence])
    // Each as deep as it may be: together they would be too much for a stack.
    var image = "<rect width='9' height='9'/>"
    for _ in 0..<5 {
      let inner =
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        + String(repeating: "<g>", count: 120) + image + String(repeating: "</g>", count: 120)
        + "</svg>"
      image =
        "<image width='9' height='9' href='data:image/svg+xml;base64,"
        + Data(inner.utf8).base64EncodedString() + "'/>"
    }
    try expectEqual(DrawnImage(image).omissions, [Omission.depth.sentence])
    let groups =
      String(repeating: "<g opacity='.9'>", count: 60) + "<rect width='9' height='9'/>"
      + String(repeating: "</g>", count: 60)
    try expectEqual(DrawnImage(groups).omissions, [Omission.groups.sentence])
  }

  @Test("Foreign objects are reported if they have a size") func foreignObjects() throws {
    for (attributes, count) in [
      ("width='9' height='9'", 1), ("width='9' height='0'", 0), ("width='0' height='9'", 0),
      ("width='9'", 0),
    ] {
      let image = try DrawnImage("<foreignObject \(attributes)/>")
      expectEqual(image.omissions.count, count, "\(attributes)")
    }
  }

  @Test("Images inside of images are drawn up to a limit, beyond which they are reported")
  func nestedImages() throws {
    func image(_ depth: Int) throws -> DrawnImage {
      var body = "<rect width='9' height='9' fill='red'/>"
      for _ in 0..<depth {
        let inner = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>"
        body =
          "<image width='9' height='9' href='data:image/svg+xml;base64,"
          + Data(inner.utf8).base64EncodedString() + "'/>"
      }
      return try DrawnImage(body)
    }
    let most = try image(PaintingLimits.imageDepth)
    expectEqual([most.pixel(5, 5)] + most.omissions, [Self.red])
    let more = try image(PaintingLimits.imageDepth + 1)
    expectEqual(more.pixel(5, 5), Self.clear)
    expectEqual(more.omissions.count, 1)
    #expect(more.omissions.first?.hasPrefix(Omission.imageDepth.sentence) == true)
  }

  @Test("Content that isn't drawn as intended is reported with its position") func diagnostics()
    throws
  {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg'>
        <script>1</script>
        <text style='font-size-adjust: .5'>a</text>
        <style>/* @font-face */
          @font-face { src: none } @font-face { src: none }
          rect { fill: red; animation-timeline: scroll(); animation-timeline: auto }
          @keyframes k { to { transform: perspective(1px) } }</style>
        <use href='other.svg#a'/>
        <rect style='transform: perspective(10px) rotateY(1deg)'/>
        <link xmlns='http://www.w3.org/1999/xhtml' rel='stylesheet'/>
      </svg>
      """
    let found = try SVGAnimation(Array(text.utf8)).diagnostics.map(\.description)
    expectEqual(
      found,
      [
        "line 2, column 3: scripts are not run",
        "line 3, column 3: font-size-adjust of <text>: no effect",
        "line 5, column 5: @font-face of a style sheet has no effect",
        "line 6, column 23: animation-timeline of a style sheet has no effect",
        "line 7, column 36: perspective() of a style sheet has no effect",
        "line 8, column 3: content of other files is not used",
        "line 9, column 3: perspective() of <rect>: no effect",
        "line 10, column 3: style sheets outside of the file have no effect",
      ])
    let other = "<?xml-stylesheet href='a.css'?><svg xmlns='http://www.w3.org/2000/svg'/>"
    try expectEqual(
      SVGAnimation(Array(other.utf8)).diagnostics.map(\.description),
      ["line 1, column 1: style sheets outside of the file have no effect"])
  }

  @Test("a paint server in another file is replaced by the fallback, and named")
  func externalPaints() throws {
    let rendering = try DrawnImage(
      """
      <g fill='blue'><rect width='9' height='9' fill='url(https://example.com/#g)'/>
      <rect x='20' width='9' height='9' fill='url("a.svg#g") lime'/>
      <rect x='40' width='9' height='9' stroke='none' style='fill: url(a.svg#g) currentColor'
      color='red'/></g>
      """)
    expectEqual(rendering.pixel(5, 5), "00000000")
    expectEqual(rendering.pixel(25, 5), "ff00ff00")
    expectEqual(rendering.pixel(45, 5), "ffff0000")
    expectEqual(
      rendering.omissions,
      [#"paint servers in other files are not used: "https://example.com/#g", "a.svg#g""#])
  }

  @Test("SVG images play at the document time, and extend its duration")
  func movingImages() throws {
    func image(_ body: String) -> String {
      let inner =
        "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(body)</svg>"
      return "<image href='data:image/svg+xml;base64,\(Data(inner.utf8).base64EncodedString())'/>"
    }
    let bar = image(
      "<rect width='10' height='100' fill='red'>"
        + "<animate attributeName='x' to='40' dur='1s' repeatCount='2'/></rect>")
    for body in [bar, image(bar)] {
      let rendering = try DrawnImage(body, at: Fraction(3) / 2)
      expectEqual([15, 25].map { rendering.pixel($0, 50) }, [Self.clear, Self.red])
      let text = "<svg xmlns='http://www.w3.org/2000/svg'>\(body)</svg>"
      expectEqual(try SVGAnimation(Array(text.utf8)).extent, .finite(2))
    }
    let still = "<svg xmlns='http://www.w3.org/2000/svg'>\(image("<rect/>"))</svg>"
    expectEqual(try SVGAnimation(Array(still.utf8)).extent, .still)
  }

  @Test("an image is reported by name if only its first frame is drawn") func firstImages() throws {
    let gif = Data(TestImages.gif(width: 1, height: 1, frames: 2)).base64EncodedString()
    expectEqual(
      try DrawnImage("<image width='9' height='9' href='data:image/gif;base64,\(gif)'/>")
        .omissions.map { $0.hasPrefix(Omission.movingImages.sentence) }, [true])
  }

  @Test("An image that can't be shown is reported by name") func missingImages() throws {
    for href in ["none.png", "https://example.com/a.png", "data:image/png;base64,AAAA"] {
      try expectEqual(
        DrawnImage("<image href='\(href)' width='9' height='9'/>").omissions,
        [
          "images that cannot be found or read are not drawn, as that of <image>"
        ])
    }
    try expectEqual(DrawnImage("<image width='9' height='9'/>").omissions, [])
  }

  @Test("base64 in a data URI can be percent-encoded")
  func percentEncodedImages() throws {
    let inner = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g/></svg>"
    let data = Data(inner.utf8).base64EncodedString().map {
      $0.isLetter ? "\($0)" : String(format: "%%%02x", Int($0.asciiValue ?? 0))
    }.joined()
    #expect(data.contains("%3d"))
    let image = "<image width='9' height='9' href='data:image/svg+xml;base64,\(data)'/>"
    try expectEqual(DrawnImage(image).omissions, [])
  }
}
