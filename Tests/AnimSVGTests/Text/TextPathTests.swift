import AnimCore
import AnimText
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Text on a path of an SVG")
struct TextPathTests {
  private static let curve: Path = {
    var path = Path()
    path.move(to: Point(x: 20, y: 100))
    path.addCurve(
      to: Point(x: 100, y: 100), control1: Point(x: 35, y: 135), control2: Point(x: 85, y: 135))
    return path
  }()

  /// The results of another implementation of the same algorithm.
  private typealias Found = (distance: Double, coarse: (Double, Double), fine: (Double, Double))
  private static let positions: [Found] =
    [
      (5, (22.203096, 104.462513), (22.213339, 104.480673)),
      (20, (31.406411, 115.771705), (31.685442, 116.011395)),
      (40, (49.571314, 125.028412), (49.360119, 124.977541)),
      (60, (69.023905, 125.339259), (69.194025, 125.304139)),
      (80, (87.034926, 117.057917), (87.169063, 116.952128)),
      (93, (95.993241, 107.389916), (95.957582, 107.442921)),
    ]

  @Test("is placed like in the reference algorithm, within half a unit")
  func steps() {
    let coarse = TextPathMeasure(Self.curve, accuracy: 0.5)
    let fine = TextPathMeasure(Self.curve, accuracy: 1e-6)
    #expect((coarse.length - 101.482352).magnitude < 1e-5)
    #expect((fine.length - 101.482352).magnitude < 1e-5)
    for row in Self.positions {
      for (measure, place) in [(coarse, row.coarse), (fine, row.fine)] {
        let found = measure.position(at: row.distance)?.point ?? .zero
        #expect((found.x - place.0).magnitude < 1e-4, "\(row.distance): \(found)")
        #expect((found.y - place.1).magnitude < 1e-4, "\(row.distance): \(found)")
      }
    }
  }

  @Test(
    "continues from line to line, including the line that closes the path, but not beyond the ends")
  func lines() {
    var path = Path()
    path.move(to: Point(x: 10, y: 20))
    for (x, y) in [(110.0, 20.0), (110, 70), (10, 70)] { path.addLine(to: Point(x: x, y: y)) }
    path.close()
    path.move(to: Point(x: 200, y: 0))
    path.addQuadCurve(to: Point(x: 300, y: 0), control: Point(x: 250, y: 0))
    let measure = TextPathMeasure(path, accuracy: 1e-6)
    #expect((measure.length - 400).magnitude < 1e-6)
    let places: [(Double, Double, Double, Double, Double)] = [
      (0, 10, 20, 1, 0), (50, 60, 20, 1, 0), (125, 110, 45, 0, 1), (200, 60, 70, -1, 0),
      (280, 10, 40, 0, -1), (350, 250, 0, 1, 0), (399, 299, 0, 1, 0),
    ]
    for (distance, x, y, dx, dy) in places {
      guard let found = measure.position(at: distance) else {
        Issue.record("\(distance)")
        continue
      }
      #expect(found.point.distance(to: Point(x: x, y: y)) < 1e-3, "\(distance): \(found)")
      #expect((found.direction - Vector(dx: dx, dy: dy)).length < 1e-9, "\(distance): \(found)")
    }
    #expect(measure.position(at: -0.1) == nil && measure.position(at: 400.1) == nil)
    #expect(TextPathMeasure(Path(), accuracy: 1).position(at: 0) == nil)
  }

  @Test("has the length of many short lines along the path, within the accuracy")
  func lengths() {
    // From nearly straight to a narrow bend, a loop and a cusp.
    for (x1, y1, x2, y2) in [
      (30.0, 1.0, 70.0, -1.0), (10, 60, 90, 60), (130, 80, -30, 80), (100, 90, 0, 90),
      (300, 5, -200, 5), (99, 0.1, 1, -0.1), (0, 400, 100, -400),
    ] {
      let curve = Cubic(
        SIMD2(0, 0), SIMD2(x1, y1), SIMD2(x2, y2), SIMD2(100, 0))
      let steps = 1 << 16
      var expected = 0.0
      var last = curve.p0
      for step in 1...steps {
        let next = curve.point(at: Double(step) / Double(steps))
        expected += (next - last).length
        last = next
      }
      var path = Path()
      path.move(to: .zero)
      path.addCurve(
        to: Point(x: 100, y: 0), control1: Point(x: x1, y: y1), control2: Point(x: x2, y: y2))
      for accuracy in [1e-1, 1e-2, 1e-4] {
        let error = TextPathMeasure(path, accuracy: accuracy).length - expected
        #expect(error.magnitude < accuracy, "\(curve), \(accuracy)")
      }
    }
  }

  @Test("has a position on every path, even if the path is huge, turns back or has no length")
  func extremes() {
    var generator = SeededGenerator(seed: 45)
    for size in [1e-12, 1, 1e6, 1e18] {
      for _ in 0..<50 {
        func point() -> Point {
          // Often on top of each other.
          let steps = [-1, -0.5, 0, 0.5, 1]
          return Point(
            x: size * (steps.randomElement(using: &generator) ?? 0),
            y: size * (steps.randomElement(using: &generator) ?? 0))
        }
        var path = Path()
        path.move(to: point())
        path.addCurve(to: point(), control1: point(), control2: point())
        for accuracy in [1e-300, 0.5, 1e9] {
          let measure = TextPathMeasure(path, accuracy: accuracy)
          #expect(measure.length.isFinite && measure.length >= 0)
          for part in [0, 0.3, 0.7, 1] {
            guard let position = measure.position(at: measure.length * part) else { continue }
            #expect(position.point.x.isFinite && position.point.y.isFinite)
            #expect((position.direction.length - 1).magnitude < 1e-9)
          }
        }
      }
    }
  }

  private func left(_ body: String) throws -> Int? {
    let image = try DrawnImage(body, resources: .blocks())
    return (0..<100).first { image.pixel($0, 45) == "ff000000" }
  }

  @Test("is placed to half a unit in static documents, otherwise exactly")
  func moving() throws {
    func text(_ size: Int, _ scale: Int, _ offset: Int, _ others: String = "") -> String {
      """
      <g transform='scale(\(scale))'><path id='p' d='M0 \(50 / scale)H\(100 / scale)' fill='none'/>
      <text font-size='\(size)'><textPath href='#p' startOffset='\(offset)'>a</textPath></text></g>
      \(others)
      """
    }
    let moving = "<rect width='1' height='1'><set attributeName='x' to='1'/></rect>"
    // By the steps of the reference, the middle of the letter is at 35.35 instead of 35.
    try expectEqual(left(text(20, 1, 30)), 31)
    try expectEqual(left(text(20, 1, 30, moving)), 30)
    // The half unit is one of the document: five times as large, the middle is at 44.93, not at 47.22.
    try expectEqual(left(text(4, 5, 8)), 40)
  }

  private static let rows: [InkRow] = [
    InkRow(
      name: "letters whose middle is beyond the ends are not shown",
      body: text("H60", "aaaaaaa", "startOffset='-3'"), ink: [(2, 45), (8, 45), (48, 45)],
      blank: [(58, 45), (62, 45)]),
    InkRow(
      name: "neither are those before the start",
      body: text("H60", "aa", "startOffset='-7'"), ink: [(4, 45), (9, 45)], blank: [(0, 45)]),
    InkRow(
      name: "an offset in per cent is one of the path", body: text("H80", "a", "startOffset='50%'"),
      ink: [(44, 45)], blank: [(36, 45), (52, 45)]),
    InkRow(
      name: "an offset has the unit of the path's own length",
      body: text("H80", "a", "startOffset='5'", path: "pathLength='10'"), ink: [(44, 45)],
      blank: [(36, 45), (52, 45)]),
    InkRow(
      name: "but not one in per cent",
      body: text("H80", "a", "startOffset='50%'", path: "pathLength='10'"), ink: [(44, 45)]),
    InkRow(
      name: "an anchor is beside the offset",
      body: text("H80", "aa", "startOffset='40' text-anchor='end'"), ink: [(24, 45), (34, 45)],
      blank: [(44, 45), (16, 45)]),
    InkRow(
      name: "x of the text is an offset, too",
      body: """
        <path id='p' d='M0 50H80' fill='none'/>
        <text x='30' y='7'><textPath href='#p'>a</textPath></text>
        """, ink: [(34, 45)], blank: [(5, 45)]),
    InkRow(
      name: "text before a path doesn't move it",
      body: """
        <path id='p' d='M0 50H80' fill='none'/>
        <text x='20' y='90'>a<textPath href='#p' startOffset='40'>a</textPath></text>
        """, ink: [(24, 85), (44, 45)], blank: [(4, 45)]),
    InkRow(
      name: "dx is along the path, and dy beside it",
      body: """
        <path id='p' d='M0 50H90' fill='none'/>
        <text dx='0 20' dy='0 30'><textPath href='#p'>aaa</textPath></text>
        """, ink: [(4, 45), (34, 75), (44, 75)], blank: [(14, 45), (34, 45), (54, 75)]),
    InkRow(
      name: "shifts are beside the path",
      body: text("H80", "a<tspan baseline-shift='20'>a</tspan>"), ink: [(4, 45), (14, 25)],
      blank: [(14, 45)]),
    InkRow(
      name: "an angle turns the letter further",
      body: """
        <path id='p' d='M0 50H90' fill='none'/>
        <text rotate='90' x='40'><textPath href='#p'>a</textPath></text>
        """, ink: [(45, 54)], blank: [(44, 45)]),
    InkRow(
      name: "the path is where its own transform has it",
      body: text("H80", "a", path: "transform='translate(20 20)'"), ink: [(24, 65)],
      blank: [(4, 45)]),
    InkRow(
      name: "a basic shape is a path",
      body: "<rect id='p' x='20' y='50' width='60' height='30' fill='none'/>"
        + "<text><textPath href='#p' startOffset='60'>aa</textPath></text>",
      ink: [(85, 54), (85, 64)], blank: [(75, 54)]),
    InkRow(
      name: "spacing is along the path",
      body: text("H80", "<tspan letter-spacing='10'>aa</tspan>"), ink: [(4, 45), (24, 45)],
      blank: [(14, 45)]),
    InkRow(
      name: "a length that stretches does so along the path",
      body: text("H80", "<tspan textLength='40' lengthAdjust='spacingAndGlyphs'>aa</tspan>"),
      ink: [(2, 45), (14, 45), (22, 45), (34, 45)], blank: [(18, 45)]),
    InkRow(
      name: "a path that is none shows no text", body: text("", "a") + text("H80", "a", href: "#g"),
      ink: [], blank: [(4, 45)]),
    InkRow(
      name: "only a text has one",
      body: """
        <path id='p' d='M0 50H80' fill='none'/>
        <text><tspan><textPath href='#p'>a</textPath></tspan></text>
        """, ink: [], blank: [(4, 45)]),
    InkRow(
      name: "lines are those of each letter",
      body: text("H80", "<tspan text-decoration='underline'>w</tspan>"), ink: [(19, 52)]),
  ]

  private static func text(
    _ line: String, _ text: String, _ attributes: String = "", path: String = "",
    href: String = "#p"
  ) -> String {
    """
    <path id='p' d='M0 50\(line)' fill='none' \(path)/>
    <text><textPath href='\(href)' \(attributes)>\(text)</textPath></text>
    """
  }

  @Test("is moved, anchored and clipped along the path") func places() throws {
    // A movement somewhere makes places exact.
    let moving = "<rect><set attributeName='x' to='1'/></rect>"
    for row in Self.rows {
      let exact = InkRow(
        name: row.name, body: row.body + moving, ink: row.ink, blank: row.blank)
      try expectEqual(exact.mistakes(.blocks()), [])
    }
  }
}
