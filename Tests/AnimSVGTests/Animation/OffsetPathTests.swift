import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Motion along the paths of style sheets") struct OffsetPathTests {
  /// Rules for the element `t`, and where they put it, as in Chromium: a turn and a place.
  private static let rows = AnimationRow.rows(
    """
    placement | offset-path:path('M10 20H110'); offset-distance:50% | 0 1 0 0 1 60 20
    placement | offset-path:path( 'M10 20H110'); offset-distance:calc(50% + 10px) | 0 1 0 0 1 70 20
    placement | offset-path:url(#p); offset-distance:50% | 0 1 0 0 1 60 20
    placement | offset-path:url(#r); offset-distance:25% | 0 1 0 0 1 85 20
    placement | offset-path:url(#c); offset-distance:25% | 0 -1 0 0 -1 50 80
    placement | offset-path:url(#no) | 0 -
    placement | offset-path:url(#t) | 0 1 0 0 1 0 0
    placement | offset-path:none; offset-rotate:45deg | 0 -
    placement | offset-path:path('') | 0 -
    placement | offset-path:circle(50px at 100px 100px) | 0 0 1 -1 0 150 100
    placement | offset-path:circle(50px at 100px 100px) fill-box; offset-distance:25% | 0 -1 0 0 -1 100 150
    placement | offset-path:circle(50px) | 0 0 1 -1 0 50 0
    placement | offset-path:circle(25%) | 0 1 0 0 1 0 0
    placement | offset-path:circle(-1px) | 0 -
    placement | offset-path:ellipse(20px 40px at 50px 60px); offset-distance:25% | 0 -1 0 0 -1 50 100
    placement | offset-path:inset(10px 20px) | 0 1 0 0 1 20 10
    placement | offset-path:polygon(0 0, 100px 0, 100px 100px); offset-distance:50% | 0 0 1 -1 0 100 70.711
    placement | offset-path:polygon(0 0, 100px) | 0 -
    placement | offset-path:rect(10px 60px 50px 20px); offset-distance:25% | 0 1 0 0 1 60 10
    placement | offset-path:xywh(10px 20px 30px 40px); offset-distance:25% | 0 0 1 -1 0 40 25
    placement | offset-path:ray(90deg); offset-distance:10px | 0 1 0 0 1 10 0
    placement | offset-path:ray(90deg at 30px 40px); offset-distance:50% | 0 1 0 0 1 45 40
    placement | offset-path:ray(0deg farthest-side at 30px 40px); offset-distance:50% | 0 0 -1 1 0 30 20
    placement | offset-path:ray(90deg); offset-position:20px 30px; offset-distance:10px | 0 1 0 0 1 30 30
    placement | offset:path('M10 20V110') 50% | 0 0 1 -1 0 10 65
    placement | offset:path('M10 20V110') 45deg 50% | 0 0.707 0.707 -0.707 0.707 10 65
    placement | offset:path('M10 20V110') 50% reverse / center | 0 0 -1 1 0 10 65
    placement | offset:path('M10 20V110') 50% / calc(1px + 1px) 0 | 0 0 1 -1 0 10 65
    placement | offset:path('M10 20V110') 50% / 0 / 0 | 0 -
    placement | offset:10px 10px path('M10 20V110') 20px 0deg | 0 1 0 0 1 10 40
    placement | offset-rotate:0deg; offset:path('M10 20V110') | 0 0 1 -1 0 10 20
    placement | offset-path:path('M10 20V110'); offset:none | 0 -
    placement | offset-path:path('M10 20V110Z'); offset-distance:150% | 0 0 1 -1 0 10 110
    placement | offset-path:path('M10 20V110'); offset-distance:150% | 0 0 1 -1 0 10 110
    placement | offset-path:ray(90deg at right 30px top 40px); offset-distance:10px | 0 1 0 0 1 -20 40
    """)

  private static let shapes = """
    <path id='p' d='M10 20H110' transform='translate(50)'/><rect id='r' x='10' y='20' width='100' height='50'/>
    <circle id='c' cx='50' cy='60' r='20'/>
    """

  @Test("An element is placed on its path at its distance", arguments: rows.indices)
  func places(index: Int) throws {
    let row = Self.rows[index]
    var document = try AnimatedDocument(
      """
      <svg xmlns='http://www.w3.org/2000/svg'><style>#t { \(row.content) }</style>\(Self.shapes)
      <rect id='t'/></svg>
      """)
    for (time, value) in row.samples {
      let found = document.value(row.attribute, at: time)
      expectEqual(found, value, "\(row.content)")
    }
  }

  private static let red = "ffff0000"
  private static let clear = "00000000"

  /// The style of a rectangle from 20, 10 to 40, 20, a point of the image inside the moved
  /// rectangle, and one next to it.
  private static let isAnimated: [(String, inside: (Int, Int), outside: (Int, Int))] = [
    // The point that follows the path is the transform origin, unless an anchor is given.
    ("offset-path:path('M30 40H60')", (52, 52), (48, 52)),
    ("offset-path:path('M30 40H60');transform-origin:20px 10px", (32, 42), (28, 42)),
    (
      "offset-path:path('M30 40H60');transform-box:fill-box;transform-origin:center", (22, 36),
      (18, 36)
    ),
    (
      "offset-path:path('M30 40H60');transform-box:fill-box;offset-anchor:center", (22, 36),
      (18, 36)
    ),
    ("offset-path:path('M30 40H60');offset-anchor:30px 15px", (22, 36), (18, 36)),
    // First comes the transform, then the path, then the scale and what is before it.
    (
      "offset-path:path('M10 10V60');offset-anchor:30px 15px;transform:translate(10px)", (10, 28),
      (10, 32)
    ),
    (
      "offset-path:path('M10 10H60');offset-anchor:30px 15px;translate:30px 40px;scale:200%",
      (32, 52), (28, 52)
    ),
    // Boxes.
    ("scale:50%", (12, 7), (22, 12)), ("scale:50% 200%", (12, 38), (22, 38)),
    ("transform-box:fill-box;transform:rotate(90deg)", (12, 28), (22, 12)),
    (
      "transform-box:stroke-box;transform-origin:left top;transform:rotate(90deg);stroke:blue;stroke-width:4",
      (8, 26), (4, 26)
    ),
  ]

  @Test("Transforms and motion along a path are applied in the specified order") func order() throws
  {
    for (style, inside, outside) in Self.isAnimated {
      let image = try DrawnImage(
        "<rect x='20' y='10' width='20' height='10' fill='red' style=\"\(style)\"/>")
      expectEqual(image.pixel(inside.0, inside.1), Self.red, "\(style)")
      #expect(image.pixel(outside.0, outside.1) != Self.red, "\(style)")
    }
  }

  /// The styles of the first and last keyframes, and the position of the element halfway.
  private static let frames: [(from: String, to: String, place: String)] = [
    ("offset-path:path('M0 0H40')", "offset-path:path('M0 20H80')", "1 0 0 1 30 10"),
    ("offset-path:circle(10px at 20px 0)", "offset-path:circle(30px at 20px 0)", "-1 0 0 -1 20 20"),
    ("offset-path:path('M0 0H40')", "offset-path:ray(90deg)", "1 0 0 1 0 0"),
    ("offset-path:path('M0 0H40')", "offset-path:none", "-"),
    ("offset:path('M0 0H40') 0%", "offset:path('M0 0H40') 100%", "1 0 0 1 20 0"),
    (
      "offset-path:path('M0 0H40');offset-rotate:0deg",
      "offset-path:path('M0 0H40');offset-rotate:180deg", "0 1 -1 0 20 0"
    ),
  ]

  @Test("Keyframes animate the path itself") func movingPath() throws {
    for (from, to, place) in Self.frames {
      let distance =
        from.hasPrefix("offset:")
        ? "" : from.contains("circle") ? "offset-distance:25%" : "offset-distance:50%"
      var document = try AnimatedDocument(
        """
        <svg xmlns='http://www.w3.org/2000/svg'><style>@keyframes k { from { \(from) } to { \(to) } }
        #t { animation: k 2s linear; \(distance) }</style><rect id='t'/></svg>
        """)
      expectEqual(document.value("placement", at: "1"), place, "\(from) \(to)")
    }
  }

  @Test("An animated distance moves the element along the path") func movingDistance() throws {
    let image = try DrawnImage(
      """
      <style>@keyframes k { to { offset-distance: 100% } } rect { offset: path('M0 0H80');
      animation: k 2s linear }</style><rect width='9' height='9' fill='red'/>
      """, at: 1)
    expectEqual([image.pixel(39, 5), image.pixel(41, 5)], [Self.clear, Self.red])
  }
}
