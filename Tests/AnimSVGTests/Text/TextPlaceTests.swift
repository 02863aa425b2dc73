import AnimText
import TestSupport
import Testing

@testable import AnimSVG

/// Positions of characters. In the font size 20, an `a` has an advance of 10 and a block of 8 by 10.
/// A `w` has an advance of 20 and a block 18 wide, and a space an advance of 5. The Hebrew letters
/// alef and bet have advances of 10 and 20.
@Suite("The positions of characters in an SVG")
struct TextPlaceTests {
  private static func resources() throws -> SVGResources {
    try .blocks { font in
      font.glyphs["\u{5D0}"] = .block(advance: 500, width: 400, height: 500)
      font.glyphs["\u{5D1}"] = .block(advance: 1000, width: 900, height: 500)
      font.glyphs["\u{627}"] = .block(advance: 500, width: 400, height: 500)
      font.glyphs["\u{301}"] = TinyFont.Glyph(advance: 0)
      font.glyphs["\u{A0}"] = TinyFont.Glyph(advance: 250)
      font.glyphs["\u{65E5}"] = .block(advance: 1000, width: 900, height: 500)
      font.glyphs["f"] = .block(advance: 500, width: 400, height: 500)
      font.glyphs["i"] = .block(advance: 500, width: 400, height: 500)
      font.glyphs["\u{FB01}"] = .block(advance: 600, width: 500, height: 500)
      font.setLigature(["f", "i"], "\u{FB01}")
      font.setWindowsStyle(weight: 400)
    }
  }

  private func check(_ rows: [InkRow]) throws {
    let resources = try Self.resources()
    for row in rows { try expectEqual(row.mistakes(resources), []) }
  }

  private static let lists: [InkRow] = [
    InkRow(
      name: "a character with x or y alone begins a chunk",
      body: "<text x='10' y='50 80'>aa</text>", ink: [(14, 45), (24, 75)], blank: [(24, 45)]),
    InkRow(
      name: "an inner list goes before an outer one",
      body: "<text x='10 50' y='50'>a<tspan x='80'>a</tspan></text>", ink: [(14, 45), (84, 45)],
      blank: [(54, 45)]),
    InkRow(
      name: "an outer list counts the characters of inner elements",
      body: "<text x='10 30 50 80' y='50'>a<tspan>aa</tspan>a</text>",
      ink: [(14, 45), (34, 45), (54, 45), (84, 45)]),
    InkRow(
      name: "lists skip characters that are not displayed",
      body: "<text x='10 50 80' y='50'>a<tspan display='none'>a</tspan>a</text>",
      ink: [(14, 45), (54, 45)], blank: [(84, 45)]),
    InkRow(
      name: "rotations skip characters that are not displayed",
      body: "<text x='10 50' y='50' rotate='0 90 0'>a<tspan display='none'>a</tspan>a</text>",
      ink: [(14, 45), (54, 54)], blank: [(54, 45)]),
    InkRow(
      name: "a unit makes a list of rotations void",
      body: "<text x='50' y='50' rotate='90deg'>a</text>", ink: [(54, 45)], blank: [(54, 54)]),
    InkRow(
      name: "what is not visible has its room",
      body: "<text x='10' y='50'>a<tspan visibility='hidden'>a</tspan>a</text>",
      ink: [(14, 45), (34, 45)], blank: [(24, 45)]),
    InkRow(
      name: "the last angle is that of all that follow",
      body: "<text x='10 50 80' y='50' rotate='0 90'>aaa</text>",
      ink: [(14, 45), (55, 54), (85, 54)], blank: [(54, 45), (84, 45)]),
    InkRow(
      name: "the angles of an inner element are counted from its beginning",
      body: "<text x='10 50 80' y='50' rotate='0'>a<tspan rotate='90 0'>aa</tspan></text>",
      ink: [(14, 45), (55, 54), (84, 45)], blank: [(54, 45)]),
    InkRow(
      name: "a chunk without a place goes on where the one before it ends",
      body: "<text x='10' y='50'>a<tspan y='80'>a</tspan></text>", ink: [(14, 45), (24, 75)]),
    InkRow(
      name: "a text in a tref is that of its element",
      body: """
        <defs><text id='t'>a<tspan>a</tspan></text></defs><text x='10' y='50'><tref href='#t'/></text>
        """, ink: [(14, 45), (24, 45)], blank: [(34, 45)]),
    InkRow(
      name: "in lists, lengths may have units", body: "<text x='10% 5e1' y='50'>aa</text>",
      ink: [(14, 45), (54, 45)], blank: [(24, 45)]),
  ]

  @Test("follow lists of positions, and the innermost list takes precedence") func lists() throws {
    try check(Self.lists)
  }

  private static let spaces: [InkRow] = [
    InkRow(
      name: "spaces at the ends are not drawn, and others are one",
      body: "<text x='10' y='50'>  \n a \t\n a  </text>", ink: [(14, 45), (29, 45)],
      blank: [(20, 45), (39, 45)]),
    InkRow(
      name: "a space at the end has no room",
      body: "<text x='50' y='50' text-anchor='end'>a </text>", ink: [(41, 45), (47, 45)]),
    InkRow(
      name: "preserved spaces all count, line feeds as spaces",
      body: "<text x='10' y='50' xml:space='preserve'> \na  a</text>", ink: [(24, 45), (44, 45)],
      blank: [(14, 45), (34, 45)]),
    InkRow(
      name: "white space of style sheets",
      body:
        "<text x='10' y='50' style='white-space: pre'> a</text>", ink: [(19, 45)],
      blank: [(12, 45)]),
    InkRow(
      name: "of two spaces with a tag between them, one is drawn",
      body: "<text x='10' y='50'>a <tspan> a</tspan></text>", ink: [(14, 45), (29, 45)],
      blank: [(34, 45)]),
    InkRow(
      name: "the one of the outer element, before",
      body: """
        <text x='10' y='50'><tspan>a <tspan text-decoration='underline'> a</tspan></tspan></text>
        """, ink: [(29, 45), (29, 52)], blank: [(22, 52)]),
    InkRow(
      name: "or after the inner one",
      body: """
        <text x='10' y='50'><tspan><tspan text-decoration='underline'>a </tspan> a</tspan></text>
        """, ink: [(14, 52), (29, 45)], blank: [(22, 52)]),
    InkRow(
      name: "of two elements beside each other, the second",
      body: """
        <text x='10' y='50'><tspan>a </tspan><tspan text-decoration='underline'> a</tspan></text>
        """, ink: [(22, 52), (29, 52)], blank: [(14, 52)]),
  ]

  @Test("are adjacent, with white space as the element specifies") func spaces() throws {
    try check(Self.spaces)
  }

  private static let spacing: [InkRow] = [
    InkRow(
      name: "no spacing follows the last letter",
      body: "<text x='60' y='50' text-anchor='end' letter-spacing='10'>aa</text>",
      ink: [(34, 45), (54, 45)], blank: [(44, 45)]),
    InkRow(
      name: "letters whose room is gone are not drawn",
      body: "<text x='50' y='50' letter-spacing='-20'>aa</text>", ink: [(54, 45)],
      blank: [(44, 45)]),
    InkRow(
      name: "spacing of words follows spaces of both kinds",
      body: "<text x='10' y='50' word-spacing='10'>a a\u{A0}a</text>",
      ink: [(14, 45), (39, 45), (64, 45)], blank: [(29, 45), (54, 45)]),
    InkRow(
      name: "letters that are joined are not set apart",
      body: "<text x='50' y='50' letter-spacing='10'>\u{627}\u{627}</text>",
      ink: [(54, 45), (64, 45)]),
    InkRow(
      name: "a ligature is one letter",
      body: "<text x='10' y='50' letter-spacing='10'>fia</text>", ink: [(18, 45), (36, 45)],
      blank: [(21, 45), (30, 45)]),
    InkRow(
      name: "a feature takes a ligature apart",
      body: "<text x='10' y='50' style='font-feature-settings: \"liga\" off'>fi</text>",
      ink: [(16, 45), (26, 45)], blank: [(19, 45)]),
    InkRow(
      name: "a place of its own takes a ligature apart",
      body: "<text x='10 50' y='50'>fi</text>", ink: [(16, 45), (56, 45)], blank: [(19, 45)]),
    InkRow(
      name: "a ligature goes where its first letter goes",
      body: "<text x='10' y='50' dx='0 40'>fia</text>", ink: [(18, 45), (25, 45)],
      blank: [(50, 45), (60, 45)]),
    InkRow(
      name: "a length sets letters apart instead of spacing",
      body: "<text x='10' y='50' textLength='60' letter-spacing='5'>aa</text>",
      ink: [(14, 45), (64, 45)], blank: [(24, 45), (59, 45)]),
    InkRow(
      name: "a length ends with the last letter",
      body: "<text x='90' y='50' text-anchor='end' textLength='60'>aa</text>",
      ink: [(34, 45), (84, 45)], blank: [(24, 45), (44, 45), (79, 45)]),
    InkRow(
      name: "a length that stretches is that of the whole",
      body: """
        <text x='90' y='50' text-anchor='end' textLength='60' lengthAdjust='spacingAndGlyphs'>aa</text>
        """, ink: [(31, 45), (52, 45), (61, 45), (82, 45)], blank: [(29, 45), (56, 45)]),
    InkRow(
      name: "a letter with its mark is as wide as the letter",
      body: """
        <text x='10' y='50' textLength='60' lengthAdjust='spacingAndGlyphs'>w\u{301}w</text>
        """, ink: [(11, 45), (36, 45), (41, 45), (65, 45)], blank: [(38, 45), (68, 45)]),
    InkRow(
      name: "a length of an inner element is its own",
      body: "<text x='10' y='50'>a<tspan textLength='50'>aa</tspan></text>",
      ink: [(14, 45), (24, 45), (64, 45)], blank: [(34, 45), (54, 45)]),
  ]

  @Test("depend on spacing, ligatures and text lengths") func spacing() throws {
    try check(Self.spacing)
  }

  private static let anchors: [InkRow] = [
    InkRow(
      name: "the middle", body: "<text x='50' y='50' text-anchor='middle'>ww</text>",
      ink: [(32, 45), (52, 45)], blank: [(28, 45), (69, 45)]),
    InkRow(
      name: "each chunk has its own",
      body: "<text x='50 50' y='50 80' text-anchor='end'>aw</text>", ink: [(44, 45), (32, 75)],
      blank: [(54, 45)]),
    InkRow(
      name: "moves count beside it, not in it",
      body: "<text x='50' y='50' text-anchor='end' dx='10'>a</text>", ink: [(54, 45)],
      blank: [(44, 45)]),
    InkRow(
      name: "the start is on the right where text is written from there",
      body: "<text x='50' y='50' direction='rtl'>a</text>", ink: [(44, 45)], blank: [(54, 45)]),
    InkRow(
      name: "and so the end on the left",
      body: "<text x='50' y='50' direction='rtl' text-anchor='end'>a</text>", ink: [(54, 45)],
      blank: [(44, 45)]),
  ]

  @Test("start, are centred or end at the position of their chunk") func anchors() throws {
    try check(Self.anchors)
  }

  private static let directions: [InkRow] = [
    InkRow(
      name: "Hebrew goes from right to left",
      body: "<text x='10' y='50'>\u{5D0}\u{5D1}</text>", ink: [(26, 45), (34, 45)],
      blank: [(29, 45)]),
    InkRow(
      name: "between Latin letters it stays where it is",
      body: "<text x='10' y='50'>a\u{5D0}\u{5D1}a</text>",
      ink: [(14, 45), (36, 45), (44, 45), (54, 45)], blank: [(39, 45)]),
    InkRow(
      name: "digits in it go from left to right, and a tag changes no order",
      body: "<text x='10' y='50'>\u{5D0}<tspan>\u{5D1}</tspan></text>", ink: [(26, 45)],
      blank: [(29, 45)]),
    InkRow(
      name: "an override turns Latin letters round",
      body: """
        <text x='10' y='50'><tspan direction='rtl' unicode-bidi='bidi-override'>aw</tspan></text>
        """, ink: [(26, 45), (34, 45)], blank: [(29, 45)]),
    InkRow(
      name: "it ends with its element",
      body: """
        <text x='10' y='50'><tspan direction='rtl' unicode-bidi='bidi-override'>aw</tspan>aw</text>
        """, ink: [(26, 45), (34, 45), (44, 45), (66, 45)], blank: [(29, 45), (49, 45)]),
    InkRow(
      name: "so does an override in an isolate",
      body: """
        <text x='10' y='50'><tspan direction='rtl' unicode-bidi='isolate-override'>aw</tspan>aw</text>
        """, ink: [(26, 45), (34, 45), (44, 45), (66, 45)], blank: [(29, 45), (49, 45)]),
    InkRow(
      name: "an embedding has its order",
      body: """
        <text x='10' y='50'><tspan direction='rtl' unicode-bidi='embed'>a\u{5D1}</tspan></text>
        """, ink: [(26, 45), (34, 45)], blank: [(29, 45)]),
    InkRow(
      name: "Latin words of a line from right to left go on to the left",
      body: "<text x='60' y='50' direction='rtl'>w\u{5D0}</text>", ink: [(34, 45), (56, 45)],
      blank: [(39, 45)]),
    InkRow(
      name: "a line whose letters say its direction",
      body: "<text x='10' y='50' unicode-bidi='plaintext'>\u{5D0}w</text>",
      ink: [(26, 45), (34, 45)], blank: [(29, 45)]),
    InkRow(
      name: "the same letters in lines of both directions",
      body: """
        <text x='10' y='50'>w\u{5D0}</text><text x='60' y='80' direction='rtl'>w\u{5D0}</text>
        """, ink: [(26, 45), (34, 45), (34, 75), (56, 75)], blank: [(29, 45), (39, 75)]),
    InkRow(
      name: "lines beside them are interrupted where others stand between",
      body: """
        <text x='10' y='50'>a<tspan text-decoration='underline'>a\u{5D0}</tspan>\u{5D0}\u{5D0}</text>
        """, ink: [(25, 52), (55, 52)], blank: [(15, 52), (35, 52), (45, 52)]),
    InkRow(
      name: "lists count characters in the order of the text",
      body: "<text x='10' y='50' dx='0 0 20'>\u{5D0}\u{5D1}a</text>",
      ink: [(26, 45), (34, 45), (64, 45)], blank: [(44, 45)]),
  ]

  @Test("are in Unicode order, with the positions given by elements") func directions() throws {
    try check(Self.directions)
  }

  private static let vertical: [InkRow] = [
    InkRow(
      name: "Latin letters lie on their sides",
      body: "<text x='50' y='10' writing-mode='tb'>w</text>", ink: [(46, 20), (52, 26)],
      blank: [(42, 20), (56, 20)]),
    InkRow(
      name: "others stand upright",
      body: "<text x='50' y='10' writing-mode='vertical-rl'>\u{65E5}</text>",
      ink: [(42, 20), (56, 20), (50, 23)], blank: [(38, 20), (50, 12), (50, 28)]),
    InkRow(
      name: "moves are of the page",
      body: "<text x='50' y='10' dx='20' dy='30' writing-mode='tb'>a</text>", ink: [(68, 44)],
      blank: [(50, 14)]),
    InkRow(
      name: "an anchor is that of the length downwards",
      body: "<text x='50' y='60' text-anchor='end' writing-mode='tb'>aa</text>",
      ink: [(48, 44), (48, 54)], blank: [(48, 64), (48, 34)]),
    InkRow(
      name: "an invalid mode is ignored",
      body: "<text x='10' y='50' writing-mode='x'>aa</text>",
      ink: [(14, 45), (24, 45)]),
  ]

  @Test("go downwards in vertical text") func vertical() throws { try check(Self.vertical) }

  @Test("are upright in vertical text according to Unicode") func orientation() {
    let upright = "\u{A7}\u{1100}\u{11FF}\u{3042}\u{30FB}\u{4E00}\u{FF41}\u{1F600}\u{2FFFD}"
    for scalar in upright.unicodeScalars {
      #expect(scalar.isUpright, "\(scalar.value)")
    }
    let others = "A \u{A6}\u{A8}\u{10FF}\u{1200}\u{3041}\u{30FC}\u{3001}\u{5D0}"
    for scalar in others.unicodeScalars {
      #expect(!scalar.isUpright, "\(scalar.value)")
    }
  }

  @Test("are upright exactly where Unicode 14 defines them as upright")
  func allOrientations() {
    let upright = (0...0x10FFFF as ClosedRange<UInt32>).filter {
      Unicode.Scalar($0)?.isUpright == true
    }
    expectEqual(upright.count, 327_276)
    expectEqual(upright.reduce(0) { $0 + Int($1) }, 166_537_181_748)
  }

  private static let baselines: [InkRow] = [
    // The font reaches 16 above and 4 below the line; its small letters count as 9 high.
    baseline("hanging", at: 62.8),
    baseline("mathematical", at: 58), baseline("central", at: 56), baseline("middle", at: 54.5),
    baseline("text-before-edge", at: 66), baseline("text-after-edge", at: 46),
    baseline("ideographic", at: 46), baseline("alphabetic", at: 50), baseline("auto", at: 50),
    InkRow(
      name: "an alignment goes before the baseline of the text",
      body: """
        <text x='10' y='50' dominant-baseline='text-before-edge'><tspan
          alignment-baseline='text-after-edge'>a</tspan></text>
        """, ink: [(14, 37), (14, 45)], blank: [(14, 47)]),
    InkRow(
      name: "subscripts and superscripts are where the font has them",
      body: """
        <text x='10' y='50'><tspan baseline-shift='sub'>a</tspan><tspan baseline-shift='super'
          >a</tspan></text>
        """, ink: [(14, 42), (14, 51), (24, 34), (24, 43)],
      blank: [(14, 41), (14, 52), (24, 33), (24, 44)]),
    InkRow(
      name: "shifts add up, in per cent of the size",
      body: """
        <text x='10' y='50'><tspan baseline-shift='50%'>a<tspan baseline-shift='-5'>a</tspan></tspan></text>
        """, ink: [(14, 35), (24, 40)], blank: [(14, 42), (24, 34)]),
  ]

  private static func baseline(_ name: String, at y: Double) -> InkRow {
    let (top, bottom) = (Int((y - 10).rounded(.up)), Int(y.rounded(.down)) - 1)
    return InkRow(
      name: name,
      body: "<text x='10' y='50'><tspan dominant-baseline='\(name)'>a</tspan></text>",
      ink: [(14, top), (14, bottom)], blank: [(14, top - 2), (14, bottom + 2)])
  }

  @Test("are on baselines that fonts specify or that follow from their height")
  func baselines() throws { try check(Self.baselines) }
}
