import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Filters of SVG") struct FilterTests {
  private static let red = "ffff0000"
  private static let green = "ff008000"
  private static let blue = "ff0000ff"
  private static let black = "ff000000"
  private static let clear = "00000000"

  /// A document, and pixels of its image.
  private typealias Row = (body: String, pixels: [(x: Int, y: Int, color: String)])

  /// A filter `f`, and a green square from (20, 20) to (80, 80) with it.
  private static func square(
    _ primitives: String, _ attributes: String = "", of element: String = ""
  ) -> String {
    "<filter id='f' \(attributes)>\(primitives)</filter>"
      + "<rect x='20' y='20' width='60' height='60' fill='green' filter='url(#f)' \(element)/>"
  }

  private static let flood = "<feFlood flood-color='red'/>"
  /// Covers the whole image.
  private static let all = "filterUnits='userSpaceOnUse' x='0' y='0' width='100' height='100'"

  private func expectPixels(_ rows: [Row]) throws {
    for row in rows {
      let rendering = try DrawnImage(row.body)
      let found = row.pixels.map { rendering.pixel($0.x, $0.y) }
      expectEqual(found, row.pixels.map { $0.color }, "\(row.body)")
    }
  }

  // MARK: Regions

  private static let regions: [Row] = [
    (square(flood), [(13, 50, clear), (14, 14, red), (85, 85, red), (86, 50, clear)]),
    (
      square(flood, "x='0' y='0' width='.5' height='50%'"),
      [(19, 30, clear), (20, 20, red), (49, 49, red), (50, 30, clear), (30, 50, clear)]
    ),
    (
      square(flood, "filterUnits='userSpaceOnUse' x='10' y='20%' width='30' height='40'"),
      [(9, 30, clear), (10, 20, red), (39, 59, red), (40, 30, clear), (20, 60, clear)]
    ),
    (square(flood, "x='.51' width='.1'"), [(49, 50, clear), (50, 50, red), (56, 50, clear)]),
    (
      square("<feFlood x='30' y='35' width='10' height='5' flood-color='red'/>"),
      [(29, 37, clear), (30, 35, red), (39, 39, red), (40, 37, clear)]
    ),
    (
      square("<feFlood x='10%' width='40' flood-color='red'/>"),
      [(13, 50, clear), (14, 50, red), (49, 50, red), (50, 50, clear)]
    ),
    (
      square(
        "<feFlood x='.5' y='0' width='.5' height='1' flood-color='red'/>",
        "primitiveUnits='objectBoundingBox'"),
      [(49, 50, clear), (50, 20, red), (79, 79, red), (80, 50, clear)]
    ),
    // A step without a size ends the list.
    (square(flood + "<feFlood width='0' flood-color='blue'/>"), [(50, 50, red)]),
    (
      "<filter id='f' \(all)>\(flood)</filter><g filter='url(#f)'/>",
      [(0, 0, red), (99, 99, red)]
    ),
    ("<filter id='f'>\(flood)</filter><g filter='url(#f)'/>", [(0, 0, clear), (50, 50, clear)]),
    // A filter takes what it lacks from another.
    (
      "<filter id='g' width='.5'>\(flood)</filter>" + square("", "href='#g' x='0'"),
      [(19, 50, clear), (20, 50, red), (49, 50, red), (50, 50, clear)]
    ),
    // A rotated element has the region of its own bounds.
    (
      square(flood, "x='0' y='0' width='1' height='.1'", of: "transform='rotate(90 50 50)'"),
      [(73, 50, clear), (74, 20, red), (79, 79, red), (80, 50, clear)]
    ),
    (
      "<g transform='scale(.5)'>\(square(flood))</g>",
      [(6, 25, clear), (7, 7, red), (42, 42, red), (43, 25, clear)]
    ),
  ]

  @Test("Regions and subregions follow their units") func regions() throws {
    try expectPixels(Self.regions)
  }

  // MARK: Inputs and results

  private static let left = "<feFlood x='20' width='30' flood-color='red' result='left'/>"
  private static let right = "<feFlood x='40' width='40' flood-color='blue' result='right'/>"

  private static let inputs: [Row] = [
    (
      square(
        left + right
          + "<feMerge><feMergeNode in='left'/><feMergeNode in='right'/><feMergeNode in='none'/></feMerge>"
      ),
      [(30, 50, red), (45, 50, blue), (70, 50, blue)]
    ),
    (
      square(left + right + "<feComposite in='left' in2='right'/>"),
      [(30, 50, red), (45, 50, red), (70, 50, blue)]
    ),
    (
      square(left + right + "<feComposite in2='left' operator='in'/>"),
      [(30, 50, clear), (45, 50, blue), (70, 50, clear)]
    ),
    // The later of two results of a name counts.
    (
      square(
        left + "<feFlood flood-color='blue' result='left'/><feFlood/><feOffset in='left'/>"),
      [(30, 50, blue), (70, 50, blue)]
    ),
    (square("<feOffset in='SourceAlpha'/>"), [(50, 50, black), (15, 50, clear)]),
    (square("<feOffset in='nonsense'/>"), [(50, 50, green), (15, 50, clear)]),
    (square(flood + "<feOffset in='nonsense'/>"), [(50, 50, red)]),
    (square(flood + "<feOffset in='SourceGraphic'/>"), [(50, 50, green)]),
    (square(flood + "<feOffset in='BackgroundImage'/>"), [(50, 50, green)]),
    (square(flood + "<feOffset in='StrokePaint'/>"), [(50, 50, green)]),
    // Offsets are truncated to whole pixels; percentages aren't numbers.
    (square("<feOffset dx='10.9' dy='-5.9'/>", all), [(29, 50, clear), (30, 15, green)]),
    (square("<feOffset dx='10%'/>", all), [(20, 50, green), (80, 50, clear)]),
    (
      square("<feOffset dx='.5'/>", "primitiveUnits='objectBoundingBox' " + all),
      [(49, 50, clear), (50, 50, green), (99, 50, green)]
    ),
    // Pixels that are moved out of the step's subregion are clipped, as are pixels that are outside
    // without being moved.
    (
      square("<feOffset dx='20' x='50' width='30'/>", all),
      [(49, 50, clear), (50, 50, green), (79, 50, green), (80, 50, clear)]
    ),
    (
      square("<feOffset in='SourceGraphic' x='30' y='30' width='30' height='30'/>"),
      [(29, 30, clear), (30, 29, clear), (30, 30, green), (59, 59, green), (60, 59, clear)]
    ),
    (
      square(
        "<feFlood x='20' y='20' width='10' height='60' flood-color='red'/>"
          + "<feOffset x='20' y='20' width='20' height='60'/><feTile/>"),
      [(29, 50, red), (30, 50, clear), (40, 50, red), (50, 50, clear), (69, 50, red)]
    ),
    // Pixels that are moved out of the filter region are clipped, whatever the subregion.
    (square("<feOffset dx='20'/>"), [(39, 50, clear), (40, 50, green), (86, 50, clear)]),
    (
      square(
        "<feFlood x='20' y='20' width='10' height='10' flood-color='red' result='a'/>"
          + "<feFlood x='20' y='20' width='5' height='10' flood-color='blue'/><feComposite in2='a' x='20' y='20' width='10' height='10'/>"
          + "<feOffset/><feTile/>"),
      [(14, 50, blue), (22, 50, blue), (27, 50, red), (82, 85, blue)]
    ),
    (
      "<defs><rect id='e' width='10' height='10' fill='blue' transform='translate(5)'/></defs>"
        + square("<feImage href='#e' x='30' y='40'/>"),
      [(34, 45, clear), (35, 40, blue), (44, 49, blue), (45, 45, clear)]
    ),
    (
      square(
        "<feImage x='30' y='40' width='20' height='20' href=\"data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 1'>&lt;rect width='2' height='1' fill='red'/>&lt;/svg>\"/>"
      ),
      [(30, 44, clear), (30, 45, red), (49, 54, red), (49, 55, clear)]
    ),
    (
      "<defs><rect id='e' width='10' height='10' fill='red'/></defs>"
        + "<filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='50' height='100'>"
        + "<feImage href='#e'/></filter>"
        + "<g transform='scale(4 2)'><rect width='9' height='9' filter='url(#f)'/></g>",
      [(38, 18, red), (42, 10, clear), (10, 22, clear)]
    ),
    // An element that is an image has no context.
    (
      "<defs><rect id='e' width='50' height='50' fill='context-fill'/>"
        + "<g id='g' filter='url(#f)'><rect width='9' height='9'/></g></defs>"
        + "<filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='100' height='100'>"
        + "<feImage href='#e'/></filter><use href='#g' fill='red'/>",
      [(20, 20, clear)]
    ),
    (square("<feImage href='#none'/>"), [(50, 50, clear)]),
    // Images of what shows itself.
    (
      "<filter id='f'><feImage href='#e'/></filter><rect id='e' x='20' y='20' width='60' height='60' fill='blue' filter='url(#f)'/>",
      [(19, 50, clear), (20, 50, blue)]
    ),
  ]

  @Test("A step reads the inputs that it names") func inputs() throws {
    try expectPixels(Self.inputs)
  }

  // MARK: Values

  private static let halves = "<feFuncR type='linear' slope='.5'/>"

  private static let values: [Row] = [
    (square("<feFlood/>"), [(50, 50, black)]),
    (square("<feFlood flood-color='red' flood-opacity='50%'/>"), [(50, 50, "80800000")]),
    (
      square("<feFlood color='blue' flood-color='currentColor'/>", "flood-color='red'"),
      [(50, 50, blue)]
    ),
    (square("<feFlood flood-color='inherit'/>", "flood-color='red'"), [(50, 50, red)]),
    (square("<feFlood/>", "flood-color='red'"), [(50, 50, black)]),
    ("<style>feFlood{flood-color:red}</style>" + square("<feFlood/>"), [(50, 50, red)]),
    // Light has half of its strength, or what is stored.
    (
      square(flood + "<feComponentTransfer>\(halves)</feComponentTransfer>"),
      [(50, 50, "ffbc0000")]
    ),
    (
      square(
        flood
          + "<feComponentTransfer color-interpolation-filters='sRGB'>\(halves)</feComponentTransfer>"
      ),
      [(50, 50, "ff800000")]
    ),
    (
      "<g color-interpolation-filters='sRGB'>"
        + square(flood + "<feComponentTransfer>\(halves)</feComponentTransfer>") + "</g>",
      [(50, 50, "ff800000")]
    ),
    (
      square(
        flood + "<feColorMatrix values='0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1 0'/>"),
      [(50, 50, blue)]
    ),
    (square(flood + "<feColorMatrix values='0 0 0'/>"), [(50, 50, red)]),
    (
      square("<feMorphology operator='dilate' radius='3 -1'/>"),
      [(19, 50, clear), (20, 50, green), (80, 50, green), (81, 50, clear)]
    ),
    (square("<feMorphology radius='5'/>"), [(24, 50, clear), (25, 50, green), (76, 50, clear)]),
    (square("<feConvolveMatrix kernelMatrix='1 2'/>"), [(50, 50, clear)]),
    (
      square("<feConvolveMatrix order='1' kernelMatrix='2'/>"), [(50, 50, green), (10, 50, clear)]
    ),
    (square("<feDiffuseLighting/>"), [(50, 50, clear)]),
    (
      square(
        "<feDiffuseLighting lighting-color='red'><feDistantLight elevation='90'/></feDiffuseLighting>"
      ),
      [(50, 50, red)]
    ),
    // The colour of light is that of the file, in whatever space it is computed.
    (
      square(
        "<feDiffuseLighting lighting-color='#f80'><feDistantLight elevation='90'/></feDiffuseLighting>"
      ),
      [(50, 50, "ffff8800")]
    ),
    (
      square(
        "<feDiffuseLighting lighting-color='#f80'><feDistantLight elevation='90'/></feDiffuseLighting>",
        "color-interpolation-filters='sRGB'"),
      [(50, 50, "ffff8800")]
    ),
    (
      square(
        "<feSpecularLighting specularExponent='0'><feDistantLight elevation='90'/></feSpecularLighting>"
      ),
      [(50, 50, clear)]
    ),
    (
      square("<feDropShadow dx='15' dy='0' stdDeviation='0' flood-color='red'/>", all),
      [(50, 50, green), (90, 50, red), (95, 50, clear)]
    ),
    (
      square("<feDisplacementMap in2='SourceAlpha' scale='20' xChannelSelector='A'/>", all),
      [(50, 50, green), (75, 50, clear)]
    ),
    (square("<feGaussianBlur stdDeviation='1 2 3'/>"), [(20, 20, green), (19, 50, clear)]),
    (square("<feGaussianBlur stdDeviation='-1'/>"), [(20, 20, green), (19, 50, clear)]),
    (square("<feBlend mode='screen' in2='red'/>"), [(50, 50, "ff00a700")]),
    (square("<feBlend mode='nonsense'/>"), [(50, 50, green)]),
  ]

  @Test("Attributes and properties of steps have their values and defaults") func values() throws {
    try expectPixels(Self.values)
  }

  @Test("The height of a light decides how much of it arrives") func lightHeight() throws {
    func pixel(_ z: Int) throws -> String {
      try DrawnImage(
        """
        <filter id='f' color-interpolation-filters='sRGB'><feDiffuseLighting surfaceScale='0'>
        <fePointLight x='50' y='50' z='\(z)'/></feDiffuseLighting></filter>
        <rect x='20' y='20' width='60' height='60' filter='url(#f)'/>
        """
      ).pixel(70, 50)
    }
    try expectEqual(pixel(0), Self.black)
    try #expect(pixel(20) > "ff808080" && pixel(20) < "ffc0c0c0")
    try #expect(pixel(900) > "fff0f0f0")
  }

  @Test("A spotlight whose exponent isn't positive has an exponent of 1") func spotlights() throws {
    func pixels(_ exponent: Int) throws -> [String] {
      let image = try DrawnImage(
        """
        <filter id='f'><feDiffuseLighting surfaceScale='0'><feSpotLight x='50' y='50' z='20'
        pointsAtX='50' pointsAtY='50' specularExponent='\(exponent)'/></feDiffuseLighting></filter>
        <rect x='20' y='20' width='60' height='60' filter='url(#f)'/>
        """)
      return (0..<100).map { image.pixel($0, 50) }
    }
    let one = try pixels(1)
    try expectEqual(pixels(0), one)
    try expectEqual(pixels(-1), one)
    try #expect(pixels(2) != one)
  }

  // MARK: The property

  private static func filtered(_ filter: String, _ fill: String = "red") -> String {
    "<rect x='20' y='20' width='60' height='60' fill='\(fill)' style='filter: \(filter)'/>"
  }

  private static let middle = "filterUnits='userSpaceOnUse' x='30' y='0' width='40' height='100'"

  private static let properties: [Row] = [
    (filtered("none"), [(50, 50, red)]),
    (filtered("invert()"), [(50, 50, "ff00ffff"), (15, 50, clear)]),
    (filtered("invert(100%) invert(1)"), [(50, 50, red)]),
    (filtered("brightness(0)"), [(50, 50, black)]),
    (filtered("opacity(.5)"), [(50, 50, "80800000")]),
    (filtered("grayscale(1)", "white"), [(50, 50, "ffffffff")]),
    (filtered("grayscale(9)"), [(50, 50, "ff363636")]),
    (filtered("saturate(0)"), [(50, 50, "ff363636")]),
    (filtered("contrast(0)"), [(50, 50, "ff808080")]),
    (filtered("sepia(100%)"), [(50, 50, "ff645945")]),
    (filtered("hue-rotate(360deg)"), [(50, 50, red)]),
    (filtered("hue-rotate(.5turn)"), [(50, 50, "ff006d6d")]),
    (filtered("blur(0)"), [(50, 50, red), (19, 50, clear)]),
    (
      filtered("drop-shadow(15px 5px blue)"),
      [(50, 50, red), (85, 50, blue), (85, 24, clear), (95, 50, clear)]
    ),
    (
      "<g color='blue'>\(filtered("drop-shadow(currentColor 15px 5px)"))</g>", [(85, 50, blue)]
    ),
    ("<g color='blue'>\(filtered("drop-shadow(15px 5px)"))</g>", [(85, 50, blue)]),
    // Mistakes make all of it invalid, and the element is drawn as it is.
    (filtered("invert() blur(1px 2px)"), [(50, 50, red)]),
    (filtered("invert(-1)"), [(50, 50, red)]),
    (filtered("hue-rotate(90)"), [(50, 50, red)]),
    (filtered("blur(5%)"), [(50, 50, red), (19, 50, clear)]),
    (filtered("drop-shadow(15px, 5px, blue)"), [(50, 50, red), (85, 50, clear)]),
    (square(""), [(50, 50, clear)]),
    (square("<rect/>"), [(50, 50, clear)]),
    (square(flood, "width='-5'"), [(50, 50, clear)]),
    ("<filter id='f' href='#f'/>" + filtered("url(#f)"), [(50, 50, clear)]),
    // One after the other.
    (
      "<filter id='f'>\(flood)</filter>" + filtered("url(#f) invert()"),
      [(50, 50, "ff00ffff"), (15, 50, "ff00ffff")]
    ),
    // Functions reach beyond the region of a filter, and what they make ends at that of the next.
    (
      "<filter id='f' \(middle)>\(flood)</filter>" + filtered("url(#f) drop-shadow(30px 0 blue)"),
      [(29, 50, clear), (30, 50, red), (69, 50, red), (70, 50, blue), (99, 50, blue)]
    ),
    (
      "<filter id='f' \(middle)><feOffset/></filter>"
        + filtered("drop-shadow(30px 0 blue) url(#f)"),
      [(29, 50, clear), (30, 50, red), (69, 50, red), (70, 50, clear)]
    ),
    (
      "<filter id='f'><feOffset dx='5' in='SourceAlpha'/></filter>"
        + filtered("invert() url(&quot;#f&quot;)"),
      [(22, 50, clear), (50, 50, black)]
    ),
  ]

  @Test("The property accepts references and CSS functions") func properties() throws {
    try expectPixels(Self.properties)
  }

  // MARK: Order and places

  private static let places: [Row] = [
    // A filter comes before clip, mask and opacity.
    (
      "<clipPath id='c'><rect width='50' height='100'/></clipPath>"
        + square(flood, of: "clip-path='url(#c)'"),
      [(14, 50, red), (49, 50, red), (50, 50, clear)]
    ),
    (
      "<mask id='m' maskUnits='userSpaceOnUse' width='50' height='100'><rect width='100' height='100' fill='white'/></mask>"
        + square(flood, of: "mask='url(#m)'"),
      [(14, 50, red), (51, 50, clear)]
    ),
    (square(flood, of: "opacity='.5'"), [(14, 50, "80800000")]),
    (
      "<rect width='100' height='100' fill='blue'/>"
        + square(flood, of: "style='mix-blend-mode:screen'"),
      [(14, 50, "ffff00ff"), (10, 50, blue)]
    ),
    // The strokes and children of an element are filtered, too, but not part of its box.
    (
      "<filter id='f'><feOffset/></filter><rect x='20' y='20' width='60' height='60' fill='none' stroke='red' stroke-width='40' filter='url(#f)'/>",
      [(13, 50, clear), (14, 50, red), (50, 50, clear)]
    ),
    (
      "<filter id='f' \(all)><feOffset dx='20'/></filter><g filter='url(#f)'><g filter='url(#f)'><rect width='9' height='9' fill='red'/></g></g>",
      [(5, 5, clear), (25, 5, clear), (45, 5, red)]
    ),
    (
      "<filter id='f' \(all)><feOffset dx='20'/></filter><defs><rect id='r' width='9' height='9' fill='red'/></defs><use href='#r' x='10' filter='url(#f)'/>",
      [(29, 5, clear), (30, 5, red)]
    ),
    (
      "<filter id='f'>\(flood)</filter><pattern id='p' width='10' height='10' patternUnits='userSpaceOnUse'><rect x='2' y='2' width='5' height='5' filter='url(#f)'/></pattern><rect width='100' height='100' fill='url(#p)'/>",
      [(0, 5, clear), (4, 5, red), (94, 95, red), (99, 95, clear)]
    ),
    // In a clip, only the outline counts.
    (
      "<filter id='f'>\(flood)</filter><clipPath id='c'><rect x='50' width='50' height='50' filter='url(#f)'/><rect width='9' height='9'/></clipPath><rect width='100' height='100' fill='blue' clip-path='url(#c)'/>",
      [(48, 20, clear), (50, 20, blue)]
    ),
  ]

  @Test("A filter applies before clip, mask and opacity, on every element") func places()
    throws
  {
    try expectPixels(Self.places)
    let root = try DrawnImage(
      document:
        "<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50' filter='invert()'><rect width='9' height='9' fill='red'/></svg>"
    )
    expectEqual(root.pixel(5, 5), "ff00ffff")
  }

  // MARK: Animation

  @Test("The inputs of a filter can be animated") func animation() throws {
    let body = Self.square(
      """
      <feOffset><animate attributeName='dx' from='0' to='20' dur='2s' fill='freeze'/></feOffset>
      <feFlood result='f'><animate attributeName='flood-color' values='red;blue' dur='2s' calcMode='discrete' fill='freeze'/></feFlood>
      <feComposite in2='f' operator='over' in='f'><set attributeName='operator' to='out' begin='3s'/></feComposite>
      """, "\(Self.all)")
    var colors: [String] = []
    for time in [0, 1, 3] {
      let rendering = try DrawnImage(body, at: Fraction(time))
      colors.append(rendering.pixel(50, 50))
    }
    expectEqual(colors, [Self.red, Self.blue, Self.clear])
    let moved = Self.square(
      "<feOffset><animate attributeName='dx' to='20' dur='2s' fill='freeze'/></feOffset>", Self.all)
    for (time, left) in [(0, 20), (1, 30), (2, 40)] {
      let rendering = try DrawnImage(moved, at: Fraction(time))
      expectEqual(
        [rendering.pixel(left - 1, 50), rendering.pixel(left, 50)], [Self.clear, Self.green])
    }
  }

  /// The last keyframe of 4 seconds from `filter: none`, and the colours of a red square after 2 s, from 10 to
  /// 60, and of what is right of it.
  private static let keyframes: [(String, [String])] = [
    ("invert(1)", ["ff808080", clear]), ("opacity(0)", ["80800000", clear]),
    ("drop-shadow(20px 0 blue)", [red, "80000080"]),
    ("blur(0) brightness(0)", ["ff800000", clear]), ("url(#f)", [blue, blue]),
    ("url(#none)", [red, clear]), ("nonsense(1)", [red, clear]),
  ]

  @Test("Lists of functions are interpolated, and references are applied in order") func keyframes()
    throws
  {
    for (filter, expected) in Self.keyframes {
      let rendering = try DrawnImage(
        """
        <style>@keyframes k { to { filter: \(filter) } } rect { animation: k 4s linear }</style>
        <filter id='f' \(Self.all)><feFlood flood-color='blue'/></filter>
        <rect x='10' width='50' height='50' fill='red'/>
        """, at: 2)
      expectEqual([rendering.pixel(30, 20), rendering.pixel(65, 20)], expected, "\(filter)")
    }
  }

  /// A growing blur of something that stays still, next to something that moves.
  private static let moving = """
    <svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>
    <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='100' height='100'>
    <feGaussianBlur stdDeviation='0'>
    <animate attributeName='stdDeviation' from='0' to='8' dur='2s' fill='freeze'/></feGaussianBlur></filter>
    <filter id='g'><feTurbulence baseFrequency='.1' numOctaves='2'/></filter>
    <rect x='30' y='30' width='40' height='40' fill='red' filter='url(#f)'/>
    <rect width='20' height='20' filter='url(#g)'/>
    <rect x='50' width='20' height='20' fill='blue' style='filter: drop-shadow(5px 5px 1px)'>
    <animate attributeName='x' to='80' begin='1s' dur='1s' fill='freeze'/></rect></svg>
    """

  @Test("A blur grows with its deviation") func growingBlur() throws {
    let alphas = try [Fraction(0), 1, 2].map { time in
      try DrawnImage(document: Self.moving, at: time).image[25, 50] >> 24
    }
    expectEqual(alphas[0], 0)
    #expect(alphas[1] > 16 && alphas[2] > alphas[1] + 16 && alphas[2] < 128, "\(alphas)")
  }

  @Test("Images are the same in any order") func order() throws {
    let renderer = SVGRenderer(try SVGAnimation(Array(Self.moving.utf8)))
    let size = PixelSize(width: 100, height: 100)
    func image(_ renderer: SVGRenderer, _ quarters: Int) -> PixelImage {
      var list = DisplayList(size: size, background: .clear)
      renderer.draw(at: Fraction(quarters) / 4, into: &list)
      let image = PixelImage(size: size, isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: image)
      return image
    }
    let times = [0, 2, 4, 6, 8, 12]
    let expected = try times.map { time in
      image(SVGRenderer(try SVGAnimation(Array(Self.moving.utf8))), time)
    }
    for order in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 2, 5, 0, 5, 3, 1, 4, 0]] {
      for index in order {
        #expect(image(renderer, times[index]) == expected[index], "\(order), \(index)")
      }
    }
  }

  @Test("A drawing is cached until an image doesn't use it") func caching() throws {
    let drawings = KeptDrawings()
    func use(_ sides: [Int]) throws -> [Image] {
      drawings.beginFrame()
      return try sides.map { side in
        let list = DisplayList(size: PixelSize(width: side, height: 1))
        return try #require(drawings.image(drawing: list))
      }
    }
    let first = try use([1, 2, 1])
    #expect(first[0] === first[2] && first[0] !== first[1])
    let second = try use([2, 3])
    #expect(second[0] === first[1])
    #expect(try use([1])[0] !== first[0])
    #expect(try use([2])[0] !== first[1])
  }

  // MARK: Limits

  @Test("A filter beyond the limit is omitted and reported, and its element is drawn") func limits()
    throws
  {
    let kernel = Array(repeating: "1", count: 160_000).joined(separator: " ")
    let heavy =
      "<filter id='f' x='-2' y='-2' width='5' height='5'><feConvolveMatrix order='400' kernelMatrix='\(kernel)'/></filter>"
    let rendering = try DrawnImage(
      heavy + "\n<rect width='100' height='100' fill='red' filter='url(#f)'/>")
    expectEqual(rendering.pixel(50, 50), Self.red)
    expectEqual(
      rendering.omissions,
      [
        "filters have more pixels and steps than are computed, as that of <rect>"
      ])
    // So is a filter of thousands of steps that is used by hundreds of elements, however small.
    let long =
      "<filter id='f'>" + String(repeating: "<feOffset/>", count: 5000) + "</filter>"
      + String(repeating: "<path d='M0 0h1v1z' filter='url(#f)'/>", count: 500)
    try expectEqual(DrawnImage(long).omissions.count, 1)
    // A region that is larger than can be counted has no pixels, and one far away none that is seen.
    for attributes in ["width='1e30'", "x='1e9'"] {
      let rendering = try DrawnImage(Self.square(Self.flood, attributes))
      expectEqual([rendering.pixel(50, 50)] + rendering.omissions, [Self.clear])
    }
    // A large region costs no more than what can be seen of it.
    let large = try DrawnImage(
      Self.square(Self.flood, "x='-1e4' y='-1e4' width='2e4' height='2e4'"))
    expectEqual([large.pixel(0, 0)] + large.omissions, [Self.red])
    let nested =
      "<filter id='f' \(Self.all)><feOffset/></filter>"
      + String(repeating: "<g filter='url(#f)'>", count: 60) + "<rect width='9' height='9'/>"
      + String(repeating: "</g>", count: 60)
    try expectEqual(DrawnImage(nested).omissions, [Omission.groups.sentence])
  }

  /// A filter `id` with the source as its result, and more steps before it than are taken for 100 by 100 pixels:
  /// none of them has to be computed.
  private static func long(_ id: String) -> String {
    "<filter id='\(id)' \(all)>"
      + String(repeating: "<feTurbulence numOctaves='12' baseFrequency='.1'/>", count: 18)
      + "<feOffset in='SourceGraphic' dx='20'/></filter>"
  }

  @Test("A filter beyond the limit is computed at a lower resolution if that is enough")
  func coarse()
    throws
  {
    let square = "<path d='M20 20h41v60h-41z' fill='red' filter='url(#f)'/>"
    let rendering = try DrawnImage(Self.long("f") + square)
    let found = [20, 38, 50, 78, 83].map { rendering.pixel($0, 50) }
    expectEqual(found, [Self.clear, Self.clear, Self.red, Self.red, Self.clear])
    // The right edge is in the middle of a pixel that is two wide.
    let edge = rendering.image[81, 50] >> 24
    #expect(0 < edge && edge < 255, "\(edge)")
    expectEqual(rendering.omissions, [])
    // Those after it have their pixels, and however many are beyond the limit, each is drawn.
    let offset = "<filter id='g' \(Self.all)><feOffset dx='20'/></filter>"
    let sharp = try DrawnImage(
      Self.long("f") + square + offset
        + "<path d='M0 0h21v9h-21z' fill='blue' filter='url(#g)'/>")
    expectEqual(
      [19, 20, 40, 41].map { sharp.pixel($0, 5) }, [Self.clear, Self.blue, Self.blue, Self.clear])
    let many = try DrawnImage(
      Self.long("f") + String(repeating: square, count: 6)
        + "<path d='M0 0h40v16h-40z' fill='blue' filter='url(#f)'/>")
    expectEqual([many.pixel(8, 8), many.pixel(40, 8)] + many.omissions, [Self.clear, Self.blue])
  }

  @Test("a reference to anything except a filter of the file invalidates the entire list")
  func invalidReferences() throws {
    let references = [
      "url(#none)", "url(#none) invert()", "invert() url(#r)", "url(other.svg#f)", "url()",
    ]
    for reference in references {
      let rendering = try DrawnImage(
        "<filter id='f'>\(Self.flood)</filter>"
          + "<rect id='r' width='9' height='9' fill='green' filter='\(reference)'/>")
      expectEqual(rendering.pixel(5, 5), Self.green, "\(reference)")
    }
  }

  @Test("a unit invalidates a list of numbers") func units() throws {
    func image(_ values: String) throws -> DrawnImage {
      let function = "<feFuncA type='discrete' tableValues='\(values)'/>"
      return try DrawnImage(
        Self.square("<feComponentTransfer>\(function)</feComponentTransfer>"))
    }
    expectEqual(try image("0").pixel(50, 50), Self.clear)
    expectEqual(try image("0px").pixel(50, 50), Self.green)
  }

  @Test("Unsupported parts of a filter are reported with their position") func diagnostics() throws
  {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg'>
        <filter id='f'><feOffset in='BackgroundImage'/>
          <feConvolveMatrix kernelUnitLength='1'/></filter>
        <rect filter='url(#f)'/>
        <rect filter='url(#none)'/>
        <rect filter='url(#none) url(#f)'/>
        <mask color-interpolation='linearRGB'/>
      </svg>
      """
    let found = try SVGAnimation(Array(text.utf8)).diagnostics.map(\.description)
    expectEqual(
      found,
      [
        "line 2, column 18: BackgroundImage is the image of the element itself",
        "line 3, column 5: kernelUnitLength of <feConvolveMatrix>: no effect",
        "line 5, column 3: <rect> is drawn without a filter, since the file has no filter #none",
        "line 6, column 3: <rect> is drawn without a filter, since the file has no filter #none",
        "line 7, column 3: color-interpolation of <mask>: no effect",
      ])
  }
}
