import AnimCore
import Testing

@testable import AnimLottie

@Suite("The picture of text")
struct TextPictureTests {
  /// A font whose only letter is a block, half as wide as its advance.
  private let font = """
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},\
    "chars":[{"ch":"x","size":100,"style":"R","fFamily":"F","w":100,"data":{"shapes":[{"ty":"gr",\
    "it":[{"ty":"sh","ks":{"k":{"c":true,"v":[[0,0],[50,0],[50,-100],[0,-100]],\
    "i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]}]}},\
    {"ch":" ","size":100,"style":"R","fFamily":"F","w":100,"data":{}}]
    """

  private func draw(
    _ text: String, _ fields: String = #""j":0"#, animators: String = ""
  ) throws -> PixelImage {
    try picture(
      file(
        layers: """
          {"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[40,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F",\
          "s":10,"t":"\(text)","fc":[1,0,0],"lh":20,\(fields)}}]},"p":{},\
          "m":{"g":1,"a":{"k":[0,0]}},"a":[\(animators)]}}
          """, font))
  }

  /// The positions of letters along a row, in units of 5.
  private func blocks(_ image: PixelImage, y: Int = 15) -> [Int] {
    (0..<20).filter { image[$0 * 5 + 2, y] == red }
  }

  @Test("has its letters side by side, and each line below the one before")
  func lines() throws {
    let image = try draw(#"x xx\rx"#)
    #expect(blocks(image) == [8, 12, 14])
    #expect(blocks(image, y: 35) == [8])
  }

  @Test("is justified about its position")
  func justification() throws {
    #expect(blocks(try draw("xx", #""j":1"#)) == [4, 6])
    #expect(blocks(try draw("xx", #""j":2"#)) == [6, 8])
  }

  @Test("has its tracking between letters")
  func tracking() throws {
    #expect(blocks(try draw("xx", #""j":0,"tr":1000"#)) == [8, 12])
  }

  @Test("wraps at spaces where its box ends")
  func box() throws {
    let image = try draw("xx xx", #""j":0,"sz":[30,40],"ps":[-40,-20]"#)
    #expect(image[2, 5] == red && image[12, 5] == red)
    #expect(image[2, 25] == red && image[12, 25] == red)
    #expect(image[32, 5] == 0)
  }

  @Test("is changed by an animator within its range")
  func animator() throws {
    let image = try draw(
      "xxxx",
      animators: """
        {"a":{"p":{"k":[0,20]}},"s":{"t":0,"b":1,"rn":0,"sh":1,"a":{"k":100},"r":1,\
        "s":{"k":25},"e":{"k":75},"o":{"k":0},"xe":{"k":0},"ne":{"k":0}}}
        """)
    #expect(blocks(image) == [8, 14])
    #expect(blocks(image, y: 35) == [10, 12])
  }
}
