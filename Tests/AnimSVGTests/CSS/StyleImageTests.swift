import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Images of style sheets") struct StyleImageTests {
  private static let red = "ffff0000"
  private static let green = "ff008000"
  private static let clear = "00000000"

  /// The attributes of the root besides its size, its contents, a time, and the colours of pixels
  /// at that time.
  private typealias Row = (root: String, body: String, time: Fraction, pixels: [(Int, Int, String)])

  private func check(_ rows: [Row]) throws {
    for (root, body, time, pixels) in rows {
      let document =
        "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100' \(root)>\(body)</svg>"
      let image = try DrawnImage(document: document, at: time)
      for (x, y, color) in pixels {
        expectEqual(image.pixel(x, y), color, "\(x) \(y) at \(time) of \(document)")
      }
    }
  }

  private static let turn = "<style>@keyframes t{to{transform:rotate(360deg)}}</style>"
  private static let bar = "<rect width='100' height='20' fill='red'/>"

  @Test("the root rotates about its centre and moves in pixels, with any view box")
  func root()
    throws
  {
    try check([
      (
        "style='animation:t 4s linear'", Self.turn + Self.bar, 1,
        [(90, 90, Self.red), (5, 50, Self.clear)]
      ),
      (
        "viewBox='-1 -1 2 2' style='animation:t 4s linear'",
        Self.turn + "<rect x='-1' y='-1' width='2' height='.4' fill='red'/>", 1,
        [(90, 90, Self.red), (5, 50, Self.clear)]
      ),
      (
        "viewBox='0 0 10 10' style='transform:translate(20px,50%)'",
        "<rect width='2' height='2' fill='red'/>", 0, [(25, 55, Self.red), (45, 55, Self.clear)]
      ),
      ("transform='rotate(180)'", Self.bar, 0, [(50, 90, Self.red), (50, 10, Self.clear)]),
      (
        "viewBox='0 0 10 10' style='transform:scale(.5);transform-origin:100px 0'",
        "<rect width='10' height='10' fill='red'/>", 0,
        [(60, 10, Self.red), (40, 10, Self.clear), (60, 60, Self.clear)]
      ),
    ])
  }

  @Test("the root's background covers the image, and is animated like any colour")
  func background() throws {
    try check([
      ("style='background-color:red'", "", 0, [(0, 0, Self.red), (99, 99, Self.red)]),
      ("style='--b:red;background-color:var(--b)'", "", 0, [(50, 50, Self.red)]),
      (
        "style='color:red;background-color:currentColor;transform:scale(.1)'", "", 0,
        [(0, 0, Self.red)]
      ),
      (
        "style='animation:b 2s step-end'",
        "<style>@keyframes b{from{background-color:red}50%{background-color:green}}</style>", 0,
        [(9, 9, Self.red)]
      ),
      (
        "style='animation:b 2s step-end'",
        "<style>@keyframes b{from{background-color:red}50%{background-color:green}}</style>", 1,
        [(9, 9, Self.green)]
      ),
      (
        "", "<g style='background-color:red'><rect width='9' height='9' fill='none'/></g>", 0,
        [(5, 5, Self.clear)]
      ),
    ])
  }

  private static let halves = "linear-gradient(90deg, red 50%, green 50%)"

  @Test("gradients in the root's background cover the image") func backgroundGradients() throws {
    let rows: [(String, [(Int, Int, String)])] = [
      (
        Self.halves,
        [(0, 50, Self.red), (49, 50, Self.red), (50, 50, Self.green), (99, 0, Self.green)]
      ),
      ("linear-gradient(red 50%, green 0)", [(50, 0, Self.red), (0, 99, Self.green)]),
      (
        "linear-gradient(to left, red 20px, 20px, green)", [(99, 5, Self.red), (79, 5, Self.green)]
      ),
      (
        "linear-gradient(to top right, red 50%, green 50%)",
        [(10, 80, Self.red), (20, 90, Self.red), (80, 10, Self.green), (90, 20, Self.green)]
      ),
      (
        "repeating-linear-gradient(to right, red 0 10px, green 10px 20px)",
        [(5, 5, Self.red), (15, 5, Self.green), (85, 5, Self.red), (95, 5, Self.green)]
      ),
      (
        "radial-gradient(circle 40px, red 50%, green 0)",
        [(50, 31, Self.red), (50, 29, Self.green), (0, 0, Self.green)]
      ),
      (
        "radial-gradient(closest-side at 20px 50%, red 100%, green 0)",
        [(1, 50, Self.red), (39, 50, Self.red), (20, 3, Self.red), (41, 50, Self.green)]
      ),
      (
        "repeating-radial-gradient(10px at left top, red 0 50%, green 0 100%)",
        [(2, 2, Self.red), (7, 0, Self.green), (12, 0, Self.red), (97, 0, Self.green)]
      ),
      (
        "conic-gradient(from 90deg, red 90deg, green 0)",
        [(90, 90, Self.red), (10, 90, Self.green), (90, 10, Self.green)]
      ),
      (
        "repeating-conic-gradient(red 0 25%, green 0 50%)",
        [(90, 10, Self.red), (90, 90, Self.green), (10, 90, Self.red), (10, 10, Self.green)]
      ),
      ("linear-gradient(green, green), red", [(50, 50, Self.green)]),
      ("\(Self.halves) no-repeat, blue", [(5, 5, Self.red), (95, 5, Self.green)]),
      ("linear-gradient(currentColor, var(--c))", [(50, 50, Self.green)]),
      (
        "radial-gradient(circle closest-corner at 20px 20px, red 100%, green 0)",
        [(20, 45, Self.red), (20, 52, Self.green)]
      ),
      (
        "radial-gradient(ellipse 20px 40px, red 100%, green 0)",
        [(50, 85, Self.red), (65, 50, Self.red), (75, 50, Self.green)]
      ),
      // A colour has at most two positions, and a size is either of a circle or of an ellipse.
      ("linear-gradient(red 0 50%, green 0)", [(5, 5, Self.red)]),
      ("linear-gradient(red 0 20% 50%, green 0)", [(5, 5, Self.clear)]),
      ("radial-gradient(circle ellipse, red, red)", [(5, 5, Self.clear)]),
      ("radial-gradient(ellipse 20px, red, red)", [(5, 5, Self.clear)]),
      ("radial-gradient(0px, red, green)", [(50, 50, Self.green)]),
      ("radial-gradient(-1px, red, green)", [(50, 50, Self.clear)]),
      ("radial-gradient(circle 20px 40px, red, red)", [(5, 5, Self.clear)]),
      ("radial-gradient(closest-side farthest-side, red, red)", [(5, 5, Self.clear)]),
      // A position that isn't finite is that of the colour before it.
      (
        "linear-gradient(to right, red, green 1e308in, green 50%, blue 0)",
        [(5, 5, Self.green), (45, 5, Self.green), (95, 5, "ff0000ff")]
      ),
      // As premultiplied colours, a clear one has no hue.
      ("linear-gradient(to right, red, transparent)", [(50, 50, "7e7e0000")]),
      ("url(a.png) red", [(50, 50, Self.red)]),
    ]
    try check(
      rows.map {
        ("style='color:green;--c:green;background:\($0.0)'", "", 0, $0.1)
      })
    try check([("style='background-image:\(Self.halves)'", "", 0, [(99, 99, Self.green)])])
  }

  @Test("the root's rounded corners clip its content, but not its background") func corners()
    throws
  {
    let body = "<rect width='100' height='100' fill='red'/>"
    try check([
      (
        "style='border-radius:20px'", body, 0,
        [(2, 2, Self.clear), (20, 0, Self.red), (97, 97, Self.clear)]
      ),
      ("style='border-radius:50%'", body, 0, [(10, 10, Self.clear), (50, 2, Self.red)]),
      (
        "viewBox='0 0 10 10' style='border-radius:20px 0'", body, 0,
        [(2, 2, Self.clear), (99, 0, Self.red), (97, 97, Self.clear), (0, 99, Self.red)]
      ),
      (
        "style='border-top-left-radius:40px 80px'", body, 0,
        [(5, 20, Self.clear), (20, 5, Self.clear), (39, 1, Self.red), (1, 79, Self.red)]
      ),
      (
        "style='background:green;border-radius:20px'", body, 0,
        [(2, 2, Self.green), (50, 50, Self.red)]
      ),
      ("", "<svg style='border-radius:20px'>\(body)</svg>", 0, [(0, 0, Self.red)]),
    ])
  }

  @Test("gradients mask by their alpha, in the box of the stroke") func gradientMasks() throws {
    func rect(_ style: String, _ attributes: String = "") -> String {
      "<rect x='20' width='40' height='40' fill='red' style='\(style)' \(attributes)/>"
    }
    let mask = "linear-gradient(to right, #000 50%, transparent 0)"
    let element = "<mask id='m'><rect width='30' height='99' fill='white'/></mask>"
    let rows: [(String, [(Int, Int, String)])] = [
      (rect("mask-image:\(mask)"), [(39, 5, Self.red), (41, 5, Self.clear)]),
      (rect("-webkit-mask-image:\(mask)"), [(39, 5, Self.red), (41, 5, Self.clear)]),
      (rect("mask:\(mask)"), [(39, 5, Self.red), (41, 5, Self.clear)]),
      (rect("", "mask='\(mask)'"), [(39, 5, Self.red), (41, 5, Self.clear)]),
      (
        rect("stroke:green;stroke-width:20;mask:\(mask)"),
        [(15, 5, Self.green), (35, 20, Self.red), (65, 5, Self.clear)]
      ),
      ("<g style='mask:\(mask)'>\(rect(""))</g>", [(39, 5, Self.red), (41, 5, Self.clear)]),
      (rect("mask-image:\(mask), linear-gradient(#000, #000)"), [(59, 5, Self.red)]),
      (element + rect("mask-image:url(#m)"), [(29, 5, Self.red), (31, 5, Self.clear)]),
      (rect("mask-image:none"), [(59, 5, Self.red)]),
      (rect("mask-image:url(a.png)"), [(59, 5, Self.red)]),
    ]
    try check(rows.map { ("", $0.0, 0, $0.1) })
    try check([
      (
        "style='mask:\(mask)' viewBox='20 0 50 50'", rect(""), 0,
        [(39, 5, Self.red), (51, 5, Self.clear)]
      )
    ])
  }

  @Test("layers that aren't drawn are reported by name") func unsupportedLayers() throws {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' style='background: url(a.png) red'>
        <rect style='mask: url(a.png)'/>
        <rect style='mask: linear-gradient(red, blue), url(#m)'/>
        <rect style='mask-image: linear-gradient(red, blue); mask-size: 50%'/>
      </svg>
      """
    expectEqual(
      try SVGAnimation(Array(text.utf8)).diagnostics.map(\.description),
      [
        "line 1, column 1: images in the background of <svg> are not drawn, only gradients that cover it",
        "line 2, column 3: the mask of <rect> has no effect",
        "line 3, column 3: the mask of <rect> has no effect",
        "line 4, column 3: mask-size of <rect>: no effect",
      ])
  }

  @Test("boxes, operators and origins of layers are valid, but not supported") func layerWords()
    throws
  {
    let words = [
      "border-area", "content-box", "exclude", "fill-box", "intersect", "luminance", "no-clip",
      "stroke-box", "subtract", "text", "view-box", "20px",
    ]
    for word in words {
      try expectEqual(
        CSSImageLayer.list("linear-gradient(red, red) \(word)", at: nil), [.unsupported], "\(word)")
    }
    try expectEqual(CSSImageLayer.list("linear-gradient(red, red) margin-box", at: nil), nil)
  }

  @Test("basic shapes clip in their reference box, and their lengths are interpolated")
  func basicShapes() throws {
    func clipped(_ shape: String, _ more: String = "") -> String {
      "<rect x='20' y='20' width='60' height='60' fill='red' style='clip-path:\(shape);\(more)'/>"
    }
    let wipe =
      "<style>@keyframes w{from{clip-path:inset(0 100% 0 0)}to{clip-path:inset(0)}}</style>"
    try check([
      (
        "", clipped("inset(10px 20px 0 50%)"), 0,
        [
          (55, 40, Self.red), (65, 40, Self.clear), (45, 40, Self.clear), (55, 25, Self.clear),
          (55, 79, Self.red),
        ]
      ),
      (
        "", clipped("inset(0 round 30px 0)"), 0,
        [(21, 21, Self.clear), (78, 21, Self.red), (78, 78, Self.clear), (21, 78, Self.red)]
      ),
      // Radii that are too high for the left side make all of them smaller.
      (
        "", clipped("inset(0 round 10px / 60px 0 0 60px)"), 0,
        [(26, 20, Self.red), (26, 79, Self.red), (20, 20, Self.clear), (79, 20, Self.red)]
      ),
      ("", clipped("circle(20px at 0 0)"), 0, [(25, 25, Self.red), (38, 38, Self.clear)]),
      ("", clipped("circle()"), 0, [(50, 21, Self.red), (22, 22, Self.clear)]),
      (
        "", clipped("ellipse(50% 25%)"), 0,
        [(50, 50, Self.red), (50, 30, Self.clear), (22, 50, Self.red)]
      ),
      (
        "", clipped("ellipse(farthest-side closest-side at left 25%)"), 0,
        [(75, 35, Self.red), (40, 53, Self.clear)]
      ),
      ("", clipped("polygon(0 0, 100% 0, 0 100%)"), 0, [(25, 25, Self.red), (75, 75, Self.clear)]),
      (
        "",
        clipped("polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, 30px 0, 30px 60px, 0 60px)"),
        0, [(30, 50, Self.clear), (60, 50, Self.red)]
      ),
      ("", clipped("path(\"M0 0h10v10h-10z\")"), 0, [(25, 25, Self.red), (35, 25, Self.clear)]),
      ("", clipped("inset(0 50% 0 0) view-box"), 0, [(45, 50, Self.red), (55, 50, Self.clear)]),
      // The stroke is 10 outside of the rectangle, and the border's box around it.
      (
        "", clipped("inset(5px)", "stroke:green;stroke-width:20px"), 0,
        [(17, 50, Self.green), (13, 50, Self.clear)]
      ),
      (
        "", clipped("fill-box", "stroke:green;stroke-width:20px"), 0,
        [(25, 50, Self.green), (17, 50, Self.clear)]
      ),
      ("", clipped("nonsense(1px)"), 0, [(25, 25, Self.red)]),
      ("", clipped("none"), 0, [(25, 25, Self.red)]),
      ("", wipe + clipped("none", "animation:w 2s linear"), 0, [(25, 50, Self.clear)]),
      (
        "", wipe + clipped("none", "animation:w 2s linear"), 1,
        [(45, 50, Self.red), (55, 50, Self.clear)]
      ),
    ])
  }

  @Test("custom properties have the value at the element that declares them")
  func customProperties() throws {
    try check([
      (
        "",
        "<style>:root{--h:0;--a:hsl(var(--h) 100% 50%)}rect{--h:120;fill:var(--a)}</style>"
          + Self.bar, 0, [(5, 5, Self.red)]
      ),
      (
        "",
        "<style>rect{--a:var(--b);--b:var(--c);--c:red;fill:var(--a)!important}</style><rect width='9' height='9'/>",
        0, [(5, 5, Self.red)]
      ),
      (
        "",
        "<style>rect{--a:var(--b);--b:var(--a);fill:var(--a,red)}</style><rect width='9' height='9'/>",
        0, [(5, 5, Self.red)]
      ),
      (
        "",
        "<style>.r{fill:var(--c);width:var(--w,10px);height:10px}</style><defs><rect id='a' class='r'/></defs><use href='#a' style='--c:red;--w:40px'/><use href='#a' y='50' style='--c:green'/>",
        0, [(35, 5, Self.red), (5, 55, Self.green), (15, 55, Self.clear)]
      ),
    ])
  }

  @Test(
    "custom properties in a cycle have no value, not even a fallback, and long chains are resolved")
  func circles() throws {
    let chain = (0..<200).map { "--n\($0):var(--n\($0 + 1))" }.joined(separator: ";")
    func filled(_ style: String) -> Row {
      ("", "<rect width='9' height='9' style='\(style)'/>", 0, [(5, 5, Self.red)])
    }
    try check([
      filled("--a:var(--b,lime);--b:var(--a,blue);fill:var(--a,red)"),
      filled("--a:var(--a,lime);fill:var(--a,red)"),
      filled("--a:var(--b);--b:var(--c,var(--a,lime));fill:var(--b,red)"),
      filled("--a:var(--b,lime);--b:var(--a);--c:var(--a,red);fill:var(--c)"),
      filled("\(chain);--n200:red;fill:var(--n0)"),
      filled("--a:initial;fill:var(--a,red)"),
      (
        "style='--a:red'", "<rect width='9' height='9' style='--a:inherit;fill:var(--a)'/>", 0,
        [(5, 5, Self.red)]
      ),
    ])
    let order = try #require(
      VariableOrder([
        "--d": "var(--c)", "--a": "1", "--c": "var( --b , var(--e))", "--b": "var(--c)", "--e": "2",
      ]))
    expectEqual(order.names.map(\.name), ["--a", "--e", "--b", "--c", "--d"])
    expectEqual(order.names.map(\.isInCircle), [false, false, true, true, false])
  }

  @Test("important lengths take precedence over animated ones") func importantLengths() throws {
    let move =
      "<style>@keyframes k{from,to{x:60px}}rect{animation:k 1s}.a{x:10px!important}</style>"
    try check([
      (
        "", move + "<rect class='a' width='9' height='9' fill='red'/>", 0,
        [(15, 5, Self.red), (65, 5, Self.clear)]
      ),
      ("", move + "<rect x='10' width='9' height='9' fill='red'/>", 0, [(65, 5, Self.red)]),
      (
        "",
        "<style>.a{x:10px!important}</style><rect class='a' width='9' height='9' fill='red'><set attributeName='x' to='60'/></rect>",
        0, [(15, 5, Self.red)]
      ),
    ])
  }

  @Test("keywords and functions are case-insensitive") func capitals() throws {
    try check([
      (
        "", "<rect width='9' height='9' fill='red' style='transform:TRANSLATEX(20PX)'/>", 0,
        [(25, 5, Self.red)]
      ),
      ("", "<g style='display:NONE'>\(Self.bar)</g>", 0, [(5, 5, Self.clear)]),
      ("", "<g style='visibility:Hidden'>\(Self.bar)</g>", 0, [(5, 5, Self.clear)]),
      (
        "",
        "<style>@keyframes k{from,to{translate:20px}}</style><rect width='9' height='9' fill='red' style='translate:40px;animation:k 4s;animation-composition:ADD'/>",
        1, [(65, 5, Self.red)]
      ),
    ])
  }

  @Test("functions of transform with a wrong number of arguments or without brackets are invalid")
  func transformArguments() throws {
    let valid = [
      "translate(20px)", "translate3d(20px,0,0)", "rotate3d(0,0,1,360deg) translate(20px)",
    ]
    let invalid = [
      "translate(20px,0,0)", "translate3d(20px,0)", "translatex(20px,0)", "translate 20px)",
    ]
    func moved(_ transform: String) -> String {
      "<rect width='9' height='9' fill='red' style='transform:\(transform)'/>"
    }
    try check(
      valid.map { ("", moved($0), 0, [(25, 5, Self.red), (5, 5, Self.clear)]) }
        + invalid.map { ("", moved($0), 0, [(5, 5, Self.red), (25, 5, Self.clear)]) })
    try check([
      (
        "", moved("rotate3d(0, 0, 1, 90deg);transform-origin:50px 50px"), 0,
        [(95, 5, Self.red), (5, 5, Self.clear)]
      ),
      (
        "", moved("rotate3d(0, 1, 0, 180deg);transform-origin:50px 50px"), 0,
        [(95, 5, Self.red), (5, 5, Self.clear)]
      ),
      (
        "", "<rect width='9' height='9' fill='red' transform='translate 20)'/>", 0,
        [(5, 5, Self.red)]
      ),
    ])
  }

  @Test("a style sheet's path is animated by keyframes without a start") func pathProperty() throws
  {
    let style =
      "<style>path{d:path('M10 10L50 50L10 90z');animation:k 2s linear}@keyframes k{to{d:path('M10 10L90 50L10 90z')}}</style>"
    try check([
      ("", style + "<path fill='red'/>", 0, [(45, 50, Self.red), (55, 50, Self.clear)]),
      ("", style + "<path fill='red'/>", 1, [(65, 50, Self.red), (75, 50, Self.clear)]),
    ])
  }

  @Test("attributes support functions and all units, like properties") func calculations()
    throws
  {
    try check([
      (
        "", "<rect x='calc(10px + 10%)' width='min(50px, 50%)' height='calc(4 * 5px)' fill='red'/>",
        0,
        [
          (19, 10, Self.clear), (21, 19, Self.red), (69, 10, Self.red), (71, 10, Self.clear),
          (50, 21, Self.clear),
        ]
      ),
      (
        "", "<circle cx='50vw' cy='2rem' r='calc(1em - 6px)' fill='red'/>", 0,
        [(50, 32, Self.red), (50, 43, Self.clear)]
      ),
      (
        "", "<rect width='50' height='50' fill='red' opacity='calc(1 - 1)'/>", 0,
        [(9, 9, Self.clear)]
      ),
      (
        "",
        "<rect style='width:20dvw;height:clamp(none, 90px, 20svh)' fill='red'/>", 0,
        [(19, 19, Self.red), (21, 10, Self.clear), (10, 21, Self.clear)]
      ),
      (
        "", "<rect style='width:clamp(20px, 10px, none);height:9px' fill='red'/>", 0,
        [(19, 5, Self.red), (21, 5, Self.clear)]
      ),
    ])
  }

  @Test("a position can be given as distances from any two sides") func positions() throws {
    func clipped(_ position: String) -> String {
      "<rect width='100' height='100' fill='red' style='clip-path:circle(10px at \(position))'/>"
    }
    try check([
      ("", clipped("right 20px bottom 30px"), 0, [(80, 70, Self.red), (20, 30, Self.clear)]),
      ("", clipped("top 10% left 20px"), 0, [(20, 10, Self.red), (80, 90, Self.clear)]),
      // Three values aren't a position, nor are two for the same axis.
      ("", clipped("right 20px bottom"), 0, [(5, 5, Self.red)]),
      ("", clipped("right 20px left 20px"), 0, [(5, 5, Self.red)]),
    ])
  }

  @Test("light-dark() uses its dark colour only with a dark colour scheme") func schemes()
    throws
  {
    let rect = "<rect width='9' height='9' style='fill:light-dark(green,red)'/>"
    try check([
      ("", rect, 0, [(5, 5, Self.green)]),
      ("style='color-scheme:dark'", rect, 0, [(5, 5, Self.red)]),
      ("style='color-scheme:light dark'", rect, 0, [(5, 5, Self.green)]),
      ("", "<g style='color-scheme:only dark'>\(rect)</g>", 0, [(5, 5, Self.red)]),
      (
        "style='color-scheme:dark'", "<g style='color-scheme:normal'>\(rect)</g>", 0,
        [(5, 5, Self.green)]
      ),
    ])
  }

  @Test("rem is the root's font size in every element") func rootFonts() throws {
    let rect = "<rect width='2rem' height='9' fill='red'/>"
    let grow = "<style>@keyframes k{from{font-size:10px}to{font-size:30px}}</style>"
    try check([
      ("", rect, 0, [(31, 5, Self.red), (33, 5, Self.clear)]),
      ("font-size='10'", rect, 0, [(19, 5, Self.red), (21, 5, Self.clear)]),
      (
        "", "<style>:root{font-size:62.5%}rect{width:4rem}</style>\(rect)", 0,
        [(39, 5, Self.red), (41, 5, Self.clear)]
      ),
      (
        "style='font-size:2rem'", "<g font-size='5'>\(rect)</g>", 0,
        [(63, 5, Self.red), (65, 5, Self.clear)]
      ),
      // On the root, em refers to its own font size.
      (
        "style='font-size:2rem'", "<rect width='2em' height='9' fill='red'/>", 0,
        [(63, 5, Self.red), (65, 5, Self.clear)]
      ),
      (
        "style='animation:k 4s linear'", grow + rect, 2,
        [(39, 5, Self.red), (41, 5, Self.clear)]
      ),
    ])
  }

  @Test("style sheets transform gradients and patterns") func paintServers() throws {
    func painted(_ server: String, _ more: String = "") -> String {
      "<style>@keyframes k{to{transform:rotate(360deg)}}</style>\(server)\(more)"
        + "<rect width='100' height='100' fill='url(#g)'/>"
    }
    let stops = """
      <stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='green'/></linearGradient>
      """
    let upright = [(90, 5, Self.red), (5, 90, Self.green)]
    let level = [(5, 90, Self.red), (90, 5, Self.green)]
    try check([
      ("", painted("<linearGradient id='g' style='transform:rotate(90deg)'>\(stops)"), 0, upright),
      ("", painted("<linearGradient id='g' transform='rotate(90)'>\(stops)"), 0, level),
      (
        "",
        painted(
          "<linearGradient id='g' gradientTransform='scale(0.1)' style='rotate:90deg'>\(stops)"), 0,
        [(90, 5, Self.green), (5, 90, Self.green), (90, 2, Self.red)]
      ),
      ("", painted("<linearGradient id='g' style='animation:k 4s linear'>\(stops)"), 1, upright),
      (
        "",
        painted(
          "<linearGradient id='h' gradientTransform='rotate(90)'>\(stops)",
          "<linearGradient id='g' href='#h' style='transform:none'/>"), 0, upright
      ),
      (
        "",
        painted(
          """
          <pattern id='g' width='100' height='100' patternUnits='userSpaceOnUse' \
          style='transform:translate(0,50px)'><rect width='100' height='50' fill='red'/></pattern>
          """), 0, [(50, 25, Self.clear), (50, 75, Self.red)]
      ),
    ])
  }

  @Test("invalid stroke widths and limits are ignored") func strokes() throws {
    let line = "d='M0 20H50V90' fill='none' stroke='red'"
    try check([
      (
        "", "<path \(line) style='stroke-width:-9'/>", 0,
        [(20, 15, Self.clear), (20, 24, Self.clear)]
      ),
      (
        "", "<g stroke-width='20'><path \(line) style='stroke-width:-9'/></g>", 0,
        [(20, 15, Self.red)]
      ),
      (
        "", "<path \(line) stroke-width='20' stroke-miterlimit='.5'/>", 0,
        [(20, 15, Self.red), (58, 12, Self.clear)]
      ),
      (
        "", "<path \(line) stroke-width='20' stroke-miterlimit='-1'/>", 0,
        [(20, 15, Self.red), (58, 12, Self.red)]
      ),
    ])
  }

  @Test("registered properties keep their type at zero, and integers stay integral")
  func registered() throws {
    let style = """
      <style><![CDATA[@property --p{syntax:'<percentage>';inherits:false;initial-value:0%}
      @property --n{syntax:'<integer>';inherits:false;initial-value:0}
      @keyframes k{from{--p:0%;--n:0}to{--p:100%;--n:3}}
      rect{animation:k 4s linear;fill:color-mix(in srgb,red var(--p),green);width:calc(10px*var(--n))}
      ]]></style><rect height='9'/>
      """
    try check([
      ("", style, 2, [(19, 5, "ff804000"), (21, 5, Self.clear)]),
      ("", style.replacing("calc(10px*var(--n))", with: "9px"), 0, [(5, 5, Self.green)]),
    ])
  }

  @Test("missing keyframes use the values of custom properties") func impliedKeyframes()
    throws
  {
    let style =
      "<style>:root{--c:green}@keyframes k{50%{fill:red}}rect{fill:var(--c);animation:k 4s linear}</style>"
    let rect = "<rect width='9' height='9'/>"
    try check([
      ("", style + rect, 0, [(5, 5, Self.green)]), ("", style + rect, 2, [(5, 5, Self.red)]),
      ("", style + rect, 1, [(5, 5, "ff804000")]),
    ])
  }

  @Test("shorthands in keyframes set their longhands") func shorthandKeyframes() throws {
    let style = "<style>@keyframes k{from{background:red}to{background:var(--g)}}</style>"
    try check([
      ("style='--g:green;animation:k 4s step-end'", style, 1, [(9, 9, Self.red)]),
      ("style='--g:green;animation:k 4s step-end both'", style, 4, [(9, 9, Self.green)]),
    ])
  }

  @Test("the effect of a filter function isn't clipped where it is visible")
  func filterFunctions() throws {
    func drawn(_ shape: String, _ filter: String) -> String {
      "<g style='filter:\(filter)'>\(shape)</g>"
    }
    let line = "<path d='M20 50H80' stroke='red' stroke-width='10'/>"
    try check([
      // A horizontal line has no height.
      (
        "", drawn(line, "drop-shadow(0 30px 0 green)"), 0,
        [(50, 50, Self.red), (50, 80, Self.green), (50, 65, Self.clear)]
      ),
      (
        "", drawn(line, "drop-shadow(0 30px 0 green) drop-shadow(0 -60px 0 blue)"), 0,
        [(50, 80, Self.green), (50, 20, "ff0000ff"), (50, 50, Self.red)]
      ),
      ("", drawn(line, "hue-rotate(0deg)"), 0, [(50, 46, Self.red), (50, 54, Self.red)]),
      (
        "", "<circle cx='50' cy='50' r='2' fill='red' style='filter:drop-shadow(40px 0 0 green)'/>",
        0, [(50, 50, Self.red), (90, 50, Self.green)]
      ),
    ])
    // A blur reaches almost three times its deviation.
    let blurred = try DrawnImage("<rect width='100' height='40' style='filter:blur(10px)'/>")
    #expect(blurred.pixel(50, 63) > Self.clear)
    expectEqual(blurred.pixel(50, 71), Self.clear)
  }
}
