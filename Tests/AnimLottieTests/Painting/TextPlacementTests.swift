import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

/// Positions and paint of the letters of a text layer.
@Suite("The letters of a text")
struct TextPlacementTests {
  /// A font whose only letter is a block of 5 by 10 at size 10, and advances by 10.
  private let font = """
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},\
    "chars":[{"ch":"x","size":100,"style":"R","fFamily":"F","w":100,"data":{"shapes":[{"ty":"gr",\
    "it":[{"ty":"sh","ks":{"k":{"c":true,"v":[[0,0],[50,0],[50,-100],[0,-100]],\
    "i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]}]}}]
    """

  /// Returns the image of documents, each given by its frame and its fields, at (40, 20).
  private func draw(
    _ documents: [(Int, String)], animator: String = "", options: String = #""g":1"#,
    path: String = "", frame: Double = 0
  ) throws -> PixelImage {
    let documents = documents.map { time, fields in
      #"{"t":\#(time),"s":{"f":"F","s":10,"fc":[1,0,0],"lh":20,\#(fields)}}"#
    }.joined(separator: ",")
    let selector = #""s":{"t":0,"b":1,"sh":1,"r":1,"s":{"k":0},"e":{"k":100}}"#
    let animators = animator.isEmpty ? "" : #"{"a":{\#(animator)},\#(selector)}"#
    return try rendering(
      file(
        layers: """
          {"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[40,20]}},"t":{"d":{"k":[\(documents)]},\
          "p":{\(path.isEmpty ? "" : #""m":0,\#(path)"#)},"m":{\(options)},"a":[\(animators)]},\
          "masksProperties":[{"mode":"n","pt":{"k":{"c":false,"v":[[-40,0],[40,0]],\
          "i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}]}
          """, font), frame: frame)
  }

  private func draw(
    _ fields: String, animator: String = "", options: String = #""g":1"#, path: String = ""
  ) throws -> PixelImage {
    try draw([(0, fields)], animator: animator, options: options, path: path)
  }

  /// Returns the painted ranges along a row, in units of 5.
  private func blocks(_ image: PixelImage, y: Int = 15) -> [Int] {
    (0..<20).filter { image[$0 * 5 + 2, y] == red }
  }

  @Test("are those of the last document that has started")
  func documents() throws {
    let documents = [(2, #""t":"x""#), (5, #""t":"xx""#), (7, #""t":"xxx""#)]
    let counts = try [0, 2, 4.9, 5, 6, 7, 9].map {
      blocks(try draw(documents, frame: $0)).count
    }
    expectEqual(counts, [1, 1, 1, 2, 2, 3, 3])
  }

  @Test("text from an expression has the style of the current time, in any order of frames")
  func computed() throws {
    let documents = [(0, "10,0,0"), (3, "20,0,0"), (5, "10,0,1"), (7, "14,1,0")].map {
      let numbers = $0.1.split(separator: ",")
      return #"""
        {"t":\#($0.0),"s":{"f":"F","s":\#(numbers[0]),"t":"x","lh":20,"j":\#(numbers[2]),
        "fc":[1,\#(numbers[1]),0]}}
        """#
    }.joined(separator: ",")
    let expression = "$bm_rt = time < 0.4 || time > 0.55 ? 'xx' : 'xxx';"
    let json = file(
      layers: #"""
        {"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[40,30]}},"t":{"d":{"k":[\#(documents)],
        "x":"\#(expression)"},"p":{},"m":{"g":1},"a":[]}}
        """#, font)
    let fresh = try (0..<10).map { try rendering(json, frame: Double($0)) }
    expectEqual(Set(fresh.map(Kept.hash)).count, 6)
    let shared = try load(json)
    for frame in Array(0..<10) + (0..<10).reversed() + [2, 3, 7, 0, 6, 4, 9, 1, 5, 8] {
      let isSame = rendering(shared, frame: Double(frame)) == fresh[frame]
      #expect(isSame, "frame \(frame)")
    }
  }

  @Test("move apart by an animator's tracking, around the alignment point of the line")
  func tracking() throws {
    let tracking = #""t":{"k":10}"#
    expectEqual(blocks(try draw(#""t":"xx","j":0"#, animator: tracking)), [8, 12])
    expectEqual(blocks(try draw(#""t":"xx","j":1"#, animator: tracking)), [2, 6])
    expectEqual(blocks(try draw(#""t":"xx","j":2"#, animator: tracking)), [6, 10])
    // It starts over in each line.
    let lines = try draw(#""t":"xx\rxx","j":0"#, animator: tracking)
    expectEqual(blocks(lines), blocks(lines, y: 35))
  }

  @Test(
    "change their hue, saturation and brightness by an animator, in proportion to their selection")
  func shades() throws {
    func color(_ animator: String) throws -> UInt32 {
      try draw(#""t":"x""#, animator: animator)[41, 15]
    }
    try expectEqual(color(#""fh":{"k":120}"#), green)
    try expectEqual(color(#""fh":{"k":-240}"#), green)
    try expectEqual(color(#""fs":{"k":-100}"#), 0xFFFF_FFFF)
    try expectEqual(color(#""fb":{"k":-100}"#), 0xFF00_0000)
    try expectEqual(color(#""fh":{"k":60},"fs":{"k":-50}"#), 0xFFFF_FF80)
  }

  @Test("are filled over their stroke or below it, and fade with it as one image")
  func strokes() throws {
    let stroke = #""t":"x","sc":[0,1,0],"sw":4"#
    try expectEqual(draw("\(stroke),\"of\":true")[41, 15], green)
    try expectEqual(draw("\(stroke),\"of\":false")[41, 15], red)
    try expectEqual(draw("\(stroke),\"of\":false")[39, 15], green)
    let faded = try draw("\(stroke),\"of\":true", animator: #""o":{"k":50}"#)
    #expect(faded[41, 15] == 0x8000_8000 && faded[39, 15] == 0x8000_8000)
    try expectEqual(draw(#""t":"x","sc":[0,1,0]"#)[39, 15], 0)
  }

  @Test("rotate and scale about the centre of their group, or a point next to it")
  func groups() throws {
    let wide = #""s":{"k":[200,100]}"#
    expectEqual(blocks(try draw(#""t":"xx""#, animator: wide)), [7, 8, 9, 10])
    expectEqual(blocks(try draw(#""t":"xx""#, animator: wide, options: #""g":2"#)), [6, 7, 10, 11])
    // A half to the right of the middle is the end of the letter.
    let aligned = #""g":1,"a":{"k":[100,0]}"#
    expectEqual(blocks(try draw(#""t":"xx""#, animator: wide, options: aligned)), [6, 7, 8, 9])
    let high = #""s":{"k":[100,200]}"#
    expectEqual(blocks(try draw(#""t":"x""#, animator: high), y: 25), [])
    let raised = #""g":1,"a":{"k":[0,-100]}"#
    expectEqual(blocks(try draw(#""t":"x""#, animator: high, options: raised), y: 25), [8])
  }

  @Test("are spread along a path after its first margin")
  func spread() throws {
    expectEqual(blocks(try draw(#""t":"xxx""#, path: #""a":{"k":1}"#)), [0, 7, 14])
    expectEqual(blocks(try draw(#""t":"xx""#, path: #""a":{"k":1},"f":{"k":20}"#)), [4, 14])
  }

  @Test("stay in place on a path if an animator moves their anchor, and rise off it")
  func onPath() throws {
    let margin = #""f":{"k":40}"#
    expectEqual(blocks(try draw(#""t":"xx""#, path: margin)), [8, 10])
    expectEqual(
      blocks(try draw(#""t":"xx""#, animator: #""a":{"k":[10,0]}"#, path: margin)), [8, 10])
    let raised = try draw(#""t":"xx","ls":5"#, path: margin)
    #expect(blocks(raised, y: 7) == [8, 10] && blocks(raised, y: 17) == [])
    let straight = try draw(#""t":"xx","ls":5"#)
    #expect(blocks(straight, y: 7) == [8, 10] && blocks(straight, y: 17) == [])
  }
}
