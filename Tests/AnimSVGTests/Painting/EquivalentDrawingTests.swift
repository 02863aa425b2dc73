import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

/// Two ways to write the contents of an `svg` of 100 by 100.
private struct EquivalentRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let first: String
  let second: String
  var time: Fraction = 0

  init(_ name: String, _ first: String, _ second: String, at time: Fraction = 0) {
    testDescription = name
    self.first = first
    self.second = second
    self.time = time
  }
}

@Suite("Equivalent SVG content") struct EquivalentDrawingTests {
  private static let box = "<rect x='20' y='20' width='40' height='30'"

  /// A square that is replaced by the element `r`.
  private static let filtered =
    "<filter id='f'><feImage href='#r'/></filter><rect width='90' height='90' filter='url(#f)'/>"

  private static let animations = [
    EquivalentRow(
      "motion along a polyline and along its path",
      """
      <polyline id='p' points='10,10 50,10 50,60' fill='none'/><rect width='8' height='8'>\
      <animateMotion dur='1s'><mpath href='#p'/></animateMotion></rect>
      """,
      "<rect width='8' height='8'><animateMotion dur='1s' path='M10 10H50V60'/></rect>",
      at: Fraction(1) / 4),
    EquivalentRow(
      "motion along a polygon and along its closed path",
      """
      <polygon id='p' points='10,10 50,10 50,60' fill='none'/><rect width='8' height='8'>\
      <animateMotion dur='1s'><mpath href='#p'/></animateMotion></rect>
      """,
      "<rect width='8' height='8'><animateMotion dur='1s' path='M10 10H50V60z'/></rect>",
      at: Fraction(9) / 10),
    EquivalentRow(
      "repeatDur and repeatCount without an end",
      """
      <rect width='9' height='9'><animate attributeName='x' to='80' dur='1s' \
      repeatDur='indefinite'/></rect>
      """,
      """
      <rect width='9' height='9'><animate attributeName='x' to='80' dur='1s' \
      repeatCount='indefinite'/></rect>
      """, at: Fraction(21) / 4),
    EquivalentRow(
      "identifiers with and without a colon in begin",
      """
      <rect width='9' height='9'><set id='a:b' attributeName='y' to='9' dur='1s'/>\
      <set attributeName='x' to='50' begin='a:b.end'/></rect>
      """,
      """
      <rect width='9' height='9'><set id='ab' attributeName='y' to='9' dur='1s'/>\
      <set attributeName='x' to='50' begin='ab.end'/></rect>
      """, at: 2),
    EquivalentRow(
      "an animation that ends at a time and one that lasts as long",
      "\(box)><animate attributeName='x' from='0' to='40' dur='2s' end='1s' fill='freeze'/></rect>",
      "<rect x='20' y='20' width='40' height='30'/>", at: 3),
    EquivalentRow(
      "values with the middle at its key time, and half of the way",
      """
      \(box)><animate attributeName='x' values='0;10;50' keyTimes='0;.8;1' dur='10s'/></rect>
      """,
      "<rect x='5' y='20' width='40' height='30'/>", at: 4),
  ]

  private static let styles = [
    EquivalentRow(
      "a class with an escaped emoji",
      "<style>.\\\u{1F600}{fill:red}</style>\(box) class='\u{1F600}'/>",
      "\(box) fill='red'/>"),
    EquivalentRow(
      "rotate3d about z and rotate", "\(box) style='transform:rotate3d(0,0,1,20deg)'/>",
      "\(box) style='transform:rotate(20deg)'/>"),
    EquivalentRow(
      "a position from the right and the bottom, and from the left and the top",
      gradient("mask-position:right 10px bottom 5px;mask-size:20px 20px"),
      gradient("mask-position:calc(100% - 10px) calc(100% - 5px);mask-size:20px 20px")),
    EquivalentRow(
      "currentColor and the colour", "<g color='#123456'>\(box) fill='currentColor'/></g>",
      "\(box) fill='#123456'/>"),
    EquivalentRow(
      "a length in em and in user units", "<g font-size='20'><rect width='2em' height='1em'/></g>",
      "<rect width='40' height='20'/>"),
    EquivalentRow(
      "percentages and lengths", "<circle cx='50%' cy='25%' r='10%'/>",
      "<circle cx='50' cy='25' r='10'/>"),
    EquivalentRow(
      "a difference and its result", "<rect style='width:calc(50px - 1em);height:9px'/>",
      "<rect width='34' height='9'/>"),
    EquivalentRow(
      "an element scaled from the corner of its box, and the result",
      "\(box) style='transform-box:fill-box;transform-origin:0 0;transform:scale(1.5)'/>",
      "<rect x='20' y='20' width='60' height='45'/>"),
    EquivalentRow(
      "an element in its box without a fixed point, and with the box's corner as one",
      "\(box) style='transform-box:fill-box;transform:rotate(9deg)'/>",
      "\(box) style='transform-box:fill-box;transform-origin:0 0;transform:rotate(9deg)'/>"),
  ]

  private static let structure = [
    EquivalentRow(
      "an element in a filter, which inherits from its parent, and one with that fill",
      "<defs><g fill='red'>\(box) id='r'/></g></defs>\(filtered)",
      "<defs>\(box) id='r' fill='red'/></defs>\(filtered)"),
    EquivalentRow(
      "a used symbol without display, and its content",
      "<style>symbol{display:none}</style><symbol id='s'>\(box)/></symbol><use href='#s'/>",
      "\(box)/>"),
    EquivalentRow(
      "a moved use and a translated group",
      "<defs>\(box) id='r'/></defs><use href='#r' x='9' y='7'/>",
      "<g transform='translate(9 7)'>\(box)/></g>"),
    EquivalentRow(
      "a symbol with a view box and a scaled group",
      """
      <symbol id='s' viewBox='0 0 10 10'><rect width='4' height='5'/></symbol>\
      <use href='#s' width='50' height='50'/>
      """, "<g transform='scale(5)'><rect width='4' height='5'/></g>"),
    EquivalentRow(
      "a view box that is sliced, and a scaled group",
      """
      <svg width='100' height='50' viewBox='0 0 10 10' preserveAspectRatio='xMidYMid slice'>\
      <rect width='4' height='9'/></svg>
      """,
      "<clipPath id='c'><rect width='100' height='50'/></clipPath><g clip-path='url(#c)'>"
        + "<g transform='translate(0 -25) scale(10)'><rect width='4' height='9'/></g></g>"),
    EquivalentRow(
      "the first child of a switch whose conditions hold",
      "<switch><g requiredExtensions='x:y'><circle r='9'/></g>\(box)/><circle r='40'/></switch>",
      "\(box)/>"),
    EquivalentRow(
      "objectBoundingBox and user units of a clipping path",
      """
      <clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>\
      \(box) clip-path='url(#c)'/>
      """, "<rect x='20' y='20' width='20' height='30'/>"),
    EquivalentRow(
      "blur() and feGaussianBlur in a large region", "\(box) style='filter:blur(4px)'/>",
      """
      <filter id='f' x='-2' y='-2' width='5' height='5' color-interpolation-filters='sRGB'>\
      <feGaussianBlur stdDeviation='4'/></filter>\(box) filter='url(#f)'/>
      """),
    EquivalentRow(
      "drop-shadow() and feDropShadow in a large region",
      "\(box) style='filter:drop-shadow(5px 3px 4px red)'/>",
      """
      <filter id='f' x='-2' y='-2' width='5' height='5' color-interpolation-filters='sRGB'>\
      <feDropShadow dx='5' dy='3' stdDeviation='4' flood-color='red'/></filter>\
      \(box) filter='url(#f)'/>
      """),
  ]

  @Test("is drawn alike", arguments: animations + styles + structure)
  private func same(row: EquivalentRow) throws {
    let first = try DrawnImage(row.first, at: row.time)
    #expect(try first.image == DrawnImage(row.second, at: row.time).image)
    #expect(try first.image != DrawnImage("").image, "nothing is drawn")
    expectEqual(first.omissions, [])
  }

  @Test(
    "text on a path starts at its start, even after other text, and vertical text has lines on both sides"
  )
  func text() throws {
    func image(_ body: String) throws -> PixelImage {
      try DrawnImage("<g font-size='20'>\(body)</g>", resources: .blocks()).image
    }
    let path = "<path id='p' d='M10 20H90' fill='none'/>"
    #expect(
      try image("\(path)<text x='10' y='60'>ab<textPath href='#p'>c</textPath></text>")
        == image(
          "\(path)<text x='10' y='60'>ab</text><text><textPath href='#p'>c</textPath></text>"))
    func vertical(_ line: String) throws -> PixelImage {
      try image(
        "<text x='50' y='10' style='writing-mode:vertical-rl;text-decoration:\(line)'>aa</text>")
    }
    #expect(try vertical("overline") != vertical("underline"))
    #expect(try vertical("overline") != vertical("none"))
  }

  private static let errors: [EquivalentRow] = [
    EquivalentRow(
      "a sum without spaces around its sign",
      "\(box) style='opacity:.5;opacity:calc(.2 +.1);opacity:calc(.2+ .1);opacity:calc(.2+.1)'/>",
      "\(box) style='opacity:.5'/>"),
    EquivalentRow(
      "a transform without parentheses", "\(box) transform='translate 10 20'/>", "\(box)/>"),
    EquivalentRow(
      "a gradient with one radius for an ellipse", mask("radial-gradient(ellipse 20px,red,blue)"),
      mask("none")),
    EquivalentRow(
      "a gradient with two extents",
      mask("radial-gradient(closest-side farthest-corner,red,blue)"), mask("none")),
    EquivalentRow(
      "a gradient that is a circle and an ellipse",
      mask("radial-gradient(circle ellipse,red,blue)"), mask("none")),
    EquivalentRow("a negative radius", "<circle cx='50' cy='50' r='-9'/>", ""),
    EquivalentRow(
      "a clipping path whose conditions fail",
      """
      <clipPath id='c' requiredExtensions='x:y'><rect width='90' height='90'/></clipPath>\
      \(box) clip-path='url(#c)'/>
      """, ""),
    EquivalentRow(
      "a gradient in the box of a vertical line",
      """
      <linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient>\
      <path d='M50 10V90' stroke='url(#g)' stroke-width='8'/>
      """, ""),
    EquivalentRow(
      "a filter in the box of a vertical line",
      """
      <filter id='f'><feFlood flood-color='red'/></filter>\
      <path d='M50 10V90' stroke='red' stroke-width='8' filter='url(#f)'/>
      """, ""),
    EquivalentRow(
      "a mask in the box of a vertical line",
      """
      <mask id='m'><rect width='100' height='100' fill='#fff'/></mask>\
      <path d='M50 10V90' stroke='red' stroke-width='8' mask='url(#m)'/>
      """, ""),
    EquivalentRow(
      "an animation whose duration isn't positive",
      "\(box)><animate attributeName='x' to='90' dur='-1s' fill='freeze'/></rect>", "\(box)/>",
      at: 2),
  ]

  @Test("has no effect where it is invalid", arguments: errors)
  private func invalid(row: EquivalentRow) throws {
    #expect(
      try DrawnImage(row.first, at: row.time).image
        == DrawnImage(row.second, at: row.time).image)
  }

  private static func mask(_ value: String) -> String {
    "\(box) style='mask-image:\(value)'/>"
  }

  private static func gradient(_ style: String) -> String {
    """
    <rect width='100' height='100' style='mask-image:linear-gradient(red,blue);\
    mask-repeat:no-repeat;\(style)'/>
    """
  }
}
