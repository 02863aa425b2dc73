import AnimCore
import AnimText
import TestSupport
import Testing

@testable import AnimSVG

/// Text in a font of blocks, whose `a` is half as wide as the size of the font and drawn as a block of four fifths
/// of that, as high as it is advanced.
@Suite("Text in an SVG")
struct TextTests {
  private struct Row {
    let name: String
    /// Inside a group whose font has a size of 20: an `a` is advanced by 10, and its block is 8 by 10.
    let body: String
    var time: Fraction = 0
    let ink: [(Int, Int)]
    let blank: [(Int, Int)]
  }

  private static let rows: [Row] = [
    Row(
      name: "letters follow each other", body: "<text x='10' y='50'>aa</text>",
      ink: [(14, 45), (24, 45)], blank: [(19, 45), (34, 45)]),
    Row(
      name: "a list of places goes on in a tspan",
      body: "<text x='10 50' y='50'>a<tspan>a</tspan></text>",
      ink: [(14, 45), (54, 45)], blank: [(24, 45)]),
    Row(
      name: "distances move a letter and those after it",
      body: "<text x='10' y='50' dx='0 10' dy='0 20'>aaa</text>",
      ink: [(14, 45), (34, 65), (44, 65)], blank: [(24, 45)]),
    Row(
      name: "rotate turns each letter about its origin",
      body: "<text x='50' y='50' rotate='90'>a</text>", ink: [(55, 54)], blank: [(54, 45)]),
    Row(
      name: "an anchor moves the whole chunk",
      body: "<text x='50' y='50' text-anchor='end'>aa</text>", ink: [(34, 45), (44, 45)],
      blank: [(54, 45)]),
    Row(
      name: "a length stretches letters where they are adjusted",
      body: "<text x='10' y='50' textLength='60' lengthAdjust='spacingAndGlyphs'>aa</text>",
      ink: [(30, 45), (60, 45)], blank: [(37, 45)]),
    Row(
      name: "spacing follows each letter",
      body: "<text x='10' y='50' letter-spacing='10'>aa</text>",
      ink: [(34, 45)], blank: [(24, 45)]),
    Row(
      name: "a shift raises letters",
      body: "<text x='10' y='50'><tspan baseline-shift='20'>a</tspan>a</text>",
      ink: [(14, 25), (24, 45)], blank: [(14, 45)]),
    Row(
      name: "letters stand on a path",
      body: """
        <path id='p' d='M50 10 V90' fill='none'/>
        <text><textPath href='#p' startOffset='20'>a</textPath></text>
        """, ink: [(55, 34)], blank: [(45, 34), (55, 44)]),
    Row(
      name: "a vertical line goes down", body: "<text x='50' y='10' writing-mode='tb'>aa</text>",
      ink: [(50, 14), (50, 24)], blank: [(50, 19), (64, 14)]),
    Row(
      name: "small letters are shown as capitals, where that is asked for",
      body: "<g style='text-transform:uppercase'><text x='10' y='50'>h<tspan>h</tspan></text></g>",
      ink: [(20, 38), (34, 38)], blank: [(40, 38)]),
    Row(
      name: "the first letters of words are capitals, and a word goes on in a tspan",
      body: "<text x='10' y='50' style='text-transform:capitalize'>ha<tspan>a</tspan> ha</text>",
      ink: [(20, 38), (28, 45), (38, 45), (55, 38)], blank: [(28, 38), (38, 38)]),
    Row(
      name: "a place is that of its time",
      body:
        "<text x='10' y='50'>a<animate attributeName='x' to='50' dur='1s' fill='freeze'/></text>",
      time: 1, ink: [(54, 45)], blank: [(14, 45)]),
    Row(
      name: "a size is that of its time",
      body: """
        <text x='10' y='50'>aa<animate attributeName='font-size' to='40' dur='1s' fill='freeze'/></text>
        """, time: 1, ink: [(14, 33), (40, 33)], blank: [(28, 33)]),
  ]

  @Test("Letters are placed by attributes, anchors, paths and animations") func places() throws {
    let stack = FontStack(try FontFace(TinyFont.letters.bytes))
    var resources = SVGResources()
    resources.font = { _ in stack }
    for row in Self.rows {
      let image = try DrawnImage(
        "<g font-size='20'>\(row.body)</g>", at: row.time, resources: resources)
      for (x, y) in row.ink {
        expectEqual(image.pixel(x, y), "ff000000", "\(row.name): \(x), \(y)")
      }
      for (x, y) in row.blank {
        expectEqual(image.pixel(x, y), "00000000", "\(row.name): \(x), \(y)")
      }
    }
  }
}
