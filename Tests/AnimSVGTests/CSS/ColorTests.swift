import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Colours computed from other colours") struct ColorTests {
  /// Colours, and the values that Chromium paints for them on an sRGB display, within one step per
  /// channel, or nil if invalid.
  private static let colors: [(String, String?)] = [
    ("color-mix(in srgb, red, blue)", "ff800080"),
    ("color-mix(in srgb, red 25%, blue)", "ff4000bf"),
    ("color-mix(in srgb, red, blue 25%)", "ffbf0040"),
    ("color-mix(in srgb, 25% red, blue 25%)", "80800080"),
    ("color-mix(in srgb, red 30%, transparent)", "4dff0000"),
    ("color-mix(in srgb, #f000, #0f00)", "00000000"),
    ("color-mix(in srgb, color-mix(in srgb, #f000, #0f00), red)", "80ff0000"),
    ("color-mix(in oklab, white, black)", "ff636363"),
    ("color-mix(in oklab, red, blue)", "ff8c53a2"), ("color-mix(red, blue)", "ff8c53a2"),
    ("color-mix(in oklch, red, blue)", "ffba00c2"),
    ("color-mix(in oklch longer hue, red, blue)", "ff009300"),
    ("color-mix(in hsl, red, lime)", "ffffff00"),
    ("color-mix(in hsl longer hue, red, lime)", "ff0000ff"),
    ("color-mix(in hsl increasing hue, blue, lime)", "ffff0000"),
    ("color-mix(in hsl decreasing hue, red, lime)", "ff0000ff"),
    ("color-mix(in hwb, red, white 40%)", "ffff6666"),
    ("color-mix(in lch, red, white)", "ffff9f80"),
    ("color-mix(in xyz, red, lime)", "ffbcbc00"),
    ("color-mix(in srgb-linear, red, lime)", "ffbcbc00"),
    ("color-mix(in display-p3, red, lime)", "ffb4961a"),
    ("color-mix(in hsl, white, blue)", "ff9f9fdf"),
    ("color-mix(in oklch, oklch(0.5 none 30), blue)", "ffaa00b3"),
    ("color-mix(in srgb, rgb(none 0 0), red)", "ffff0000"),
    ("color-mix(in srgb, rgb(255 0 0 / none), rgb(0 0 255 / 50%))", "80800080"),
    ("color-mix(in srgb, color-mix(in srgb, red, blue), lime)", "ff408040"),
    ("color-mix(in srgb, indigo, IndianRed)", "ff8c2e6f"),
    ("color-mix(in srgb, red -10%, blue)", nil), ("color-mix(in srgb, red)", nil),
    ("color-mix(in nowhere, red, blue)", nil), ("color-mix(in srgb, currentColor, red)", nil),
    ("light-dark(#123456, red)", "ff123456"), ("light-dark(red)", nil),
    ("rgb(from red r g b / 50%)", "80ff0000"), ("RGB(FROM Red R G B)", "ffff0000"),
    ("rgb(from #336699 calc(r * 2) g b)", "ff666699"),
    ("rgb(from #369 50% none b / calc(alpha * .5))", "80800099"),
    ("hsl(from red calc(h + 120) s l)", "ff00ff00"), ("hsl(from red h s 25%)", "ff800000"),
    ("hwb(from red h 20% b)", "ffff3333"), ("lab(from red calc(l * .5) a b)", "ffa60000"),
    ("lch(from red l c calc(h + 90))", "ff009c00"), ("oklab(from red l a b)", "ffff0000"),
    ("oklch(from #3366cc calc(l * .8) c h)", "ff1545a8"),
    ("color(from red srgb g r b)", "ff00ff00"), ("color(from #369 xyz x y z)", "ff336699"),
    ("color-mix(in srgb, rgb(510 0 0), black)", "ff800000"),
    ("rgb(from rgb(510 0 0) calc(r / 2) 0 0)", "ff800000"), ("rgb(fromred r g b)", nil),
    ("rgb(1 2, 3)", nil), ("rgb(1, 2 3)", nil), ("rgb(1, 2, 3 / .5)", nil),
    ("rgb(1 2 3, .5)", nil), ("rgb(1, none, 3)", nil), ("rgb(1%, 2, 3)", nil),
    ("rgb(100%, 0%, 0%, 1)", "ffff0000"), ("rgb(100% 0 0)", "ffff0000"),
    ("rgba(255, 0, 0, 50%)", "80ff0000"), ("hsl(0, 100, 50)", nil), ("hsl(0 100 50)", "ffff0000"),
    ("hsl(0, 100%, 50%)", "ffff0000"), ("hwb(0, 0%, 0%)", nil), ("lab(50, 20, 30)", nil),
    ("color(srgb 1, 0, 0)", nil), ("rgb(from red r, g, b)", nil),
    ("rgb(from red)", nil), ("rgb(from red x y z)", nil),
    ("color(display-p3 .5 .5 .2)", "ff808021"), ("color(display-p3 1.5 .5 .2)", "ffff6000"),
    ("color(a98-rgb .5 .5 .2)", "ff818128"), ("color(prophoto-rgb .5 .5 .2)", "ffa19224"),
    ("color(rec2020 .5 .5 .2)", "ff8f8c31"), ("color(rec2020 .05 .05 .02)", "ff1c1b0c"),
    ("color(xyz .3 .3 .3)", "ffa2918f"), ("color(xyz-d50 30% .3 .3 / 50%)", "809793a5"),
    ("color(srgb 1 .5)", nil), ("color(nowhere 1 1 1)", nil),
    ("lab(50% 0 0)", "ff777777"), ("lab(calc(25% * 2) 0 0)", "ff777777"),
    ("lch(50% 40 0.5turn)", "ff008875"), ("oklch(70% .1 200grad)", "ff4bb3a1"),
    ("oklch(70% .1 3.14159rad)", "ff4bb3a1"), ("lab(120% 0 0)", "ffffffff"),
    ("lch(50 -20 30)", "ff777777"), ("hsl(none 100% 50%)", "ffff0000"),
    ("CanvasText", "ff000000"), ("buttonface", "ffefefef"), ("LINKTEXT", "ff0000ee"),
    ("Highlight", "cc0041c6"), ("currentColor", nil),
  ]

  @Test("Computed colours, and colours of other spaces, match Chromium")
  func made() throws {
    for (text, expected) in Self.colors {
      var scanner = TextScanner(text)
      let word = try scanner.color().map { String($0.color.argb, radix: 16) }
      let padded = word.map { String(repeating: "0", count: 8 - $0.count) + $0 }
      expectEqual(padded, expected, "\(text)")
    }
  }

  @Test("A colour survives a conversion to another space and back")
  func roundTrips() {
    let spaces: [CSSColorSpace] = [
      .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98, .proPhoto, .rec2020, .xyz, .xyz50,
      .lab, .lch, .oklab, .oklch, .hsl, .hwb,
    ]
    for color in [0xFF_0000, 0x12_3456, 0xFE_01A0, 0x80_8080, 0xFF_FFFF, 0, 0x03_0201] {
      let own = ExactColor(Color(rgb: UInt32(color)))
      for space in spaces {
        let back = SpacedColor(own).converted(to: space).exact
        expectEqual(back.color, own.color, "\(space)")
        #expect((back.green - own.green).magnitude < 1e-6, "\(space)")
      }
    }
  }

  @Test("Endlessly nested colours and references are invalid paints")
  func depth() throws {
    for function in ["color-mix(in srgb, ", "light-dark(", "rgb(from "] {
      var scanner = TextScanner(String(repeating: function, count: 100_000))
      #expect(throws: ParsingLimit.colorDepth) { try scanner.color() }
    }
    try #expect(PaintValue(String(repeating: "url(#a) ", count: 100_000)) == nil)
  }

  private static let clear = "00000000"

  /// A document, and the pixels at 5, 5 and 15, 5.
  private static let paints: [(String, [String])] = [
    // As draw.io writes them.
    (
      "<rect width='20' height='9' style='fill:light-dark(#ffffff, var(--ge-dark-color, #121212))'/>",
      ["ffffffff", "ffffffff"]
    ),
    (
      "<path d='M0 5H20' stroke-width='9' style='stroke:var(--z, light-dark(#000,#fff))'/>",
      ["ff000000", "ff000000"]
    ),
    // A value that is invalid at computed-value time behaves as if it were unset.
    (
      """
      <g fill='red'><rect width='9' height='9' fill='blue' style='fill:var(--none)'/>
      <rect x='10' width='9' height='9' fill='blue' style='--a:9px;fill:var(--a)'/></g>
      """, ["ffff0000", "ffff0000"]
    ),
    (
      """
      <rect width='9' height='9' fill='blue' style='fill:var(--a,nonsense)'/>
      <rect x='10' width='9' height='9' opacity='.5' fill='blue' style='opacity:var(--a)'/>
      """, ["ff000000", "ff0000ff"]
    ),
    (
      """
      <g color='blue'><rect width='9' height='9' style='fill:rgb(from currentColor b g r)'/>
      <rect x='10' width='9' height='9'
      style='fill:currentColor;color:color-mix(in srgb, currentColor, red)'/></g>
      """, ["ffff0000", "ff800080"]
    ),
    (
      """
      <linearGradient id='g' color='lime'><stop style='stop-color:hsl(from currentColor 0 s l)'/>
      </linearGradient><rect width='20' height='9' fill='url(#g)'/>
      """, ["ffff0000", "ffff0000"]
    ),
    (
      """
      <linearGradient id='a b'><stop stop-color='red'/></linearGradient>
      <linearGradient id='é'><stop stop-color='blue'/></linearGradient>
      <rect width='9' height='9' fill='url(#a%20b)'/>
      <rect x='10' width='9' height='9' fill='url(#%C3%A9)'/>
      """, ["ffff0000", "ff0000ff"]
    ),
    (
      "<defs><rect id='a b' width='9' height='9' fill='red'/></defs><use href='#a%20b'/>",
      ["ffff0000", clear]
    ),
    (
      """
      <rect width='20' height='9' fill='#804020'/>
      <rect width='9' height='9' fill='#408040' style='mix-blend-mode:plus-lighter'/>
      <rect x='10' width='9' height='9' fill='#ff0000' opacity='.6' style='mix-blend-mode:plus-lighter'/>
      """, ["ffc0c060", "ffff4020"]
    ),
  ]

  @Test("Paint references resolve to their targets, or as if they were missing")
  func references() throws {
    for (body, expected) in Self.paints {
      let image = try DrawnImage(body)
      expectEqual([image.pixel(5, 5), image.pixel(15, 5)], expected, "\(body)")
    }
  }

  @Test("The names of colours have the values of CSS") func names() throws {
    let names = """
      aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue
      blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk
      crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki
      darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
      darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue
      dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite
      gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki
      lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
      lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen
      lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen
      magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen
      mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream
      mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
      palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum
      powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown
      seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen
      steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
      yellowgreen
      """
    var sum: UInt64 = 0
    for name in names.split(whereSeparator: \.isWhitespace) {
      let color = try #require(ColorNames.color(String(name)), "\(name)")
      sum += UInt64(color.argb & 0xFF_FFFF)
    }
    expectEqual(sum, 1_579_864_000)
  }

  @Test("The root's background uses the results of colour functions") func background() throws {
    let image = try DrawnImage(
      document: """
        <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'
        style='background-color:light-dark(#fff, var(--dark, #121212))'/>
        """)
    expectEqual(image.pixel(5, 5), "ffffffff")
  }
}
