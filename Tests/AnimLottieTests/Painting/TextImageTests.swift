import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Text")
struct TextImageTests {
  /// A font whose only letter is a block, half as wide as its advance.
  private let font = """
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},\
    "chars":[{"ch":"x","size":100,"style":"R","fFamily":"F","w":100,"data":{"shapes":[{"ty":"gr",\
    "it":[{"ty":"sh","ks":{"k":{"c":true,"v":[[0,0],[50,0],[50,-100],[0,-100]],\
    "i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]}]}},\
    {"ch":" ","size":100,"style":"R","fFamily":"F","w":100,"data":{}}]
    """

  private func draw(
    _ text: String, _ fields: String = #""j":0"#, animators: String = "", path: String = "",
    masks: String = ""
  ) throws -> PixelImage {
    try rendering(
      file(
        layers: """
          {"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[40,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F",\
          "s":10,"t":"\(text)","fc":[1,0,0],"lh":20,\(fields)}}]},"p":{\(path)},\
          "m":{"g":1,"a":{"k":[0,0]}},"a":[\(animators)]}\(masks)}
          """, font))
  }

  /// Draws text along a path through points relative to (40, 20).
  private func draw(
    _ text: String, along points: [[Int]], isClosed: Bool = false, _ path: String = "",
    _ fields: String = #""j":0"#, animators: String = ""
  ) throws -> PixelImage {
    let handles = points.map { _ in "[0,0]" }.joined(separator: ",")
    return try draw(
      text, fields, animators: animators, path: #""m":0\#(path.isEmpty ? "" : "," + path)"#,
      masks: """
        ,"masksProperties":[{"mode":"n","pt":{"k":{"c":\(isClosed),"v":\(points),\
        "i":[\(handles)],"o":[\(handles)]}}}]
        """)
  }

  /// Returns the positions of letters along a row, in units of 5.
  private func blocks(_ image: PixelImage, y: Int = 15) -> [Int] {
    (0..<20).filter { image[$0 * 5 + 2, y] == red }
  }

  @Test("has its letters next to each other, and each line below the previous one")
  func lines() throws {
    let image = try draw(#"x xx\rx"#)
    expectEqual(blocks(image), [8, 12, 14])
    expectEqual(blocks(image, y: 35), [8])
  }

  @Test("is aligned at its position")
  func justification() throws {
    expectEqual(blocks(try draw("xx", #""j":1"#)), [4, 6])
    expectEqual(blocks(try draw("xx", #""j":2"#)), [6, 8])
  }

  @Test("has its tracking between letters")
  func tracking() throws {
    expectEqual(blocks(try draw("xx", #""j":0,"tr":1000"#)), [8, 12])
  }

  @Test("wraps at spaces at the edge of its box")
  func box() throws {
    let image = try draw("xx xx", #""j":0,"sz":[30,40],"ps":[-40,-20]"#)
    #expect(image[2, 5] == red && image[12, 5] == red)
    #expect(image[2, 25] == red && image[12, 25] == red)
    expectEqual(image[32, 5], 0)
  }

  @Test("is changed by an animator within its range")
  func animator() throws {
    let image = try draw(
      "xxxx",
      animators: """
        {"a":{"p":{"k":[0,20]}},"s":{"t":0,"b":1,"rn":0,"sh":1,"a":{"k":100},"r":1,\
        "s":{"k":25},"e":{"k":75},"o":{"k":0},"xe":{"k":0},"ne":{"k":0}}}
        """)
    expectEqual(blocks(image), [8, 14])
    expectEqual(blocks(image, y: 35), [10, 12])
  }

  @Test("is stroked with the opacity of an animator")
  func strokeOpacity() throws {
    let image = try draw(
      "x", #""j":0,"sc":[0,1,0],"sw":4,"of":true"#,
      animators: """
        {"a":{"so":{"k":50}},"s":{"t":0,"b":1,"rn":0,"sh":1,"a":{"k":100},"r":1,\
        "s":{"k":0},"e":{"k":100},"o":{"k":0},"xe":{"k":0},"ne":{"k":0}}}
        """)
    expectEqual(image[38, 15], 0x8000_8000)
    expectEqual(image[42, 8], 0x8000_8000)
  }

  @Test("starts at the first margin of a path, and is aligned along it")
  func path() throws {
    let right = [[-40, 0], [40, 0]]
    expectEqual(blocks(try draw("xx", along: right)), [0, 2])
    expectEqual(blocks(try draw("xx", along: right, #""f":{"k":25}"#)), [5, 7])
    expectEqual(blocks(try draw("xx", along: right, "", #""j":1"#)), [12, 14])
    expectEqual(blocks(try draw("xx", along: right, "", #""j":2"#)), [6, 8])
    expectEqual(blocks(try draw("xx", along: right, "", #""j":0,"tr":1000"#)), [0, 4])
    expectEqual(blocks(try draw("xx", along: right, #""a":{"k":1}"#)), [0, 14])
  }

  @Test("continues straight beyond a path's ends, and around a closed one")
  func beyondPath() throws {
    expectEqual(blocks(try draw("xx", along: [[-10, 0], [0, 0]], #""f":{"k":10}"#)), [8, 10])
    expectEqual(blocks(try draw("x", along: [[0, 0], [20, 0]], #""f":{"k":-10}"#)), [6])
    // Clockwise around a square of 20, 70 of whose 80 are behind the first letter.
    let square = [[0, 0], [20, 0], [20, 20], [0, 20]]
    let image = try draw("xx", along: square, isClosed: true, #""f":{"k":70},"p":{"k":1}"#)
    #expect(image[35, 28] == red && image[42, 15] == red)
  }

  @Test("rotates with a path unless it stays upright, and follows it backwards")
  func turned() throws {
    let down = [[0, -20], [0, 20]]
    let turned = try draw("x", along: down)
    #expect(turned[42, 2] == red && turned[48, 2] == red && turned[42, 7] == 0)
    // Its middle is on the path, and so is the bottom of its left half.
    let upright = try draw("x", along: down, #""p":{"k":0},"f":{"k":10}"#)
    #expect(upright[37, 10] == red && upright[42, 10] == 0)
    let backwards = try draw("x", along: down, #""r":{"k":1}"#)
    #expect(backwards[38, 37] == red && backwards[42, 37] == 0)
  }

  @Test("is moved by animators along its path, and away from it")
  func animatedPath() throws {
    let animator = """
      {"a":{"p":{"k":[10,-10]}},"s":{"t":0,"b":1,"rn":0,"sh":1,"a":{"k":100},"r":1,\
      "s":{"k":0},"e":{"k":100},"o":{"k":0},"xe":{"k":0},"ne":{"k":0}}}
      """
    let image = try draw("x", along: [[0, -20], [0, 20]], animators: animator)
    #expect(image[52, 12] == red && image[58, 12] == red)
    expectEqual(image[45, 2], 0)
  }
}
