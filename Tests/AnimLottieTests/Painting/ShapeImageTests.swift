import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie

@Suite("Shapes")
struct ShapeImageTests {
  private func draw(_ items: String..., frame: Double = 0) throws -> PixelImage {
    try rendering(file(layers: shapeLayer(items, "")), frame: frame)
  }

  @Test("the first item is on top")
  func order() throws {
    let image = try draw(
      group(rectangle(0, 0, 20, 20), fill("0,1,0")), group(rectangle(10, 0, 20, 20), fill()))
    expectEqual(image[15, 5], green)
    expectEqual(image[25, 5], red)
  }

  @Test(
    "a fill applies to the shapes before it, including those of inner groups with their transforms")
  func fillTakes() throws {
    let image = try draw(
      group(rectangle(0, 0, 10, 10), transform: #""p":{"k":[20,0]}"#), fill(),
      rectangle(60, 0, 10, 10))
    expectEqual(image[25, 5], red)
    expectEqual(image[5, 5], 0)
    expectEqual(image[65, 5], 0)
  }

  @Test("a group is moved by its last visible transform")
  func hiddenTransform() throws {
    let image = try draw(
      #"{"ty":"gr","it":[\#(rectangle(0, 0, 10, 10)),\#(fill()),"#
        + #"{"ty":"tr","p":{"k":[20,0]}},{"ty":"tr","p":{"k":[40,0]}},"#
        + #"{"ty":"tr","p":{"k":[60,0]},"hd":true}]}"#)
    expectEqual([5, 25, 45, 65].map { image[$0, 5] }, [0, 0, red, 0])
  }

  @Test("strokes are uneven if their group is scaled unevenly, and even outside of it")
  func strokeSpace() throws {
    let scaled = #""s":{"k":[100,300]}"#
    let inner = try draw(group(lines([[0, 5], [40, 5]]), stroke(4), transform: scaled))
    #expect((9..<21).allSatisfy { inner[20, $0] == red })
    #expect(inner[20, 8] == 0 && inner[20, 21] == 0)
    let outer = try draw(group(lines([[0, 5], [40, 5]]), transform: scaled), stroke(4))
    #expect((13..<17).allSatisfy { outer[20, $0] == red })
    #expect(outer[20, 12] == 0 && outer[20, 17] == 0)
  }

  @Test("a group fades as one image, so that nothing shows through where its shapes overlap")
  func groupOpacity() throws {
    let image = try draw(
      group(
        group(rectangle(0, 0, 20, 20), fill()), group(rectangle(10, 0, 20, 20), fill()),
        transform: #""o":{"k":50}"#))
    for x in [5, 15, 25] { expectEqual(image[x, 5], halfRed) }
  }

  @Test("contours with opposite directions leave holes, by either rule")
  func rules() throws {
    let inner = lines([[5, 5], [5, 15], [15, 15], [15, 5]], isClosed: true)
    let nonzero = try draw(rectangle(0, 0, 20, 20), inner, fill())
    #expect(nonzero[10, 10] == 0 && nonzero[2, 2] == red)
    let same = lines([[5, 5], [15, 5], [15, 15], [5, 15]], isClosed: true)
    try expectEqual(draw(rectangle(0, 0, 20, 20), same, fill())[10, 10], red)
    let evenOdd = fill().replacing(#""r":1"#, with: #""r":2"#)
    try expectEqual(draw(rectangle(0, 0, 20, 20), same, evenOdd)[10, 10], 0)
  }

  @Test("a rectangle's corners are rounded equally in both directions, however large the radius")
  func roundedRectangle() throws {
    let large = rectangle(0, 0, 10, 40).replacing(#""r":{"k":0}"#, with: #""r":{"k":100}"#)
    let image = try draw(large, fill())
    // The side is straight beyond half of the width.
    expectEqual(image[0, 8], red)
    expectEqual(image[0, 0], 0)
  }

  @Test("a gradient's colours and opacities have their own stops")
  func gradient() throws {
    let image = try draw(
      rectangle(0, 0, 100, 10),
      """
      {"ty":"gf","t":1,"o":{"k":100},"r":1,"s":{"k":[0,0]},"e":{"k":[100,0]},\
      "g":{"p":2,"k":{"k":[0,1,0,0, 1,1,0,0, 0,1, 0.5,0, 1,1]}}}
      """)
    #expect(image[50, 5] >> 24 < 6)
    #expect(image[1, 5] >> 24 > 246 && image[98, 5] >> 24 > 246)
    #expect(abs(Int(image[25, 5] >> 24) - 126) < 4)
  }

  @Test("a conic gradient is clockwise from its angle")
  func conicGradient() throws {
    for angle in [0.0, 30, -100, 400] {
      let image = try draw(
        rectangle(0, 0, 100, 50),
        """
        {"ty":"gf","t":3,"o":{"k":100},"r":1,"s":{"k":[40,20]},"e":{"k":[0,0]},"a":{"k":\(angle)},\
        "g":{"p":2,"k":{"k":[0,0,0,1, 1,1,0,1]}}}
        """)
      for (x, y) in [(90, 20), (60, 45), (40, 40), (10, 45), (3, 19), (20, 2), (40, 1), (95, 5)] {
        let direction = Vector(dx: Double(x) - 39.5, dy: Double(y) - 19.5).direction
        let turns = (direction - .degrees(angle)).turns
        let expected = (turns - turns.rounded(.down)) * 255
        let drawn = Double(image[x, y] >> 16 & 0xFF)
        #expect(abs(drawn - expected) < 1.3, "\(angle): \(x) \(y)")
        expectEqual(image[x, y] & 0xFF00_FFFF, 0xFF00_00FF)
      }
    }
  }

  @Test("a style is blended with the content below it in its layer")
  func blendModes() throws {
    let image = try rendering(
      file(
        layers: shapeLayer(
          [
            group(rectangle(0, 0, 20, 20), fill("1,0,0", opacity: 100, #","bm":1"#)),
            group(rectangle(10, 0, 20, 20), fill("0,1,0")),
          ], "") + "," + shapeLayer([rectangle(0, 0, 100, 50), fill("0,0,1")], "")))
    // The layer is a separate image, so there is nothing below to blend with.
    expectEqual(image[5, 5], red)
    expectEqual(image[15, 5], 0xFF00_0000)
    expectEqual(image[25, 5], green)
    expectEqual(image[50, 5], blue)
  }
}

@Suite("Trims and repeaters")
struct ModifierImageTests {
  private func draw(_ items: String...) throws -> PixelImage {
    try rendering(file(layers: shapeLayer(items, "")))
  }

  private func trim(_ start: Double, _ end: Double, offset: Double = 0, mode: Int = 1) -> String {
    """
    {"ty":"tm","s":{"k":\(start)},"e":{"k":\(end)},"o":{"k":\(offset)},"m":\(mode)}
    """
  }

  /// Returns the painted ranges of row 5, in columns of ten.
  private func drawn(_ image: PixelImage, y: Int = 5) -> [Int] {
    (0..<10).filter { image[$0 * 10 + 5, y] == red }
  }

  private let line = lines([[0, 5], [100, 5]])

  @Test("a trim keeps a part of a path, whichever end is larger")
  func part() throws {
    try expectEqual(drawn(draw(line, trim(20, 50), stroke(4))), [2, 3, 4])
    try expectEqual(drawn(draw(line, trim(50, 20), stroke(4))), [2, 3, 4])
    try expectEqual(drawn(draw(line, trim(0, 100), stroke(4))), Array(0..<10))
  }

  @Test("a trim also applies to styles before it")
  func styleBefore() throws {
    try expectEqual(drawn(draw(line, stroke(4), trim(20, 50))), [2, 3, 4])
  }

  @Test("a trim without length keeps nothing")
  func empty() throws {
    try expectEqual(drawn(draw(line, trim(50, 50), stroke(4))), [])
  }

  @Test("a trim whose offset exceeds the end continues at the start")
  func offset() throws {
    try expectEqual(drawn(draw(line, trim(0, 50, offset: 270), stroke(4))), [0, 1, 7, 8, 9])
    try expectEqual(drawn(draw(line, trim(0, 50, offset: -90), stroke(4))), [0, 1, 7, 8, 9])
  }

  @Test("a trim applies to each path separately, or to all of them end to end")
  func sequential() throws {
    let second = lines([[0, 15], [100, 15]])
    let parallel = try draw(line, second, trim(0, 50), stroke(4))
    #expect(drawn(parallel) == Array(0..<5) && drawn(parallel, y: 15) == Array(0..<5))
    let sequential = try draw(line, second, trim(0, 75, mode: 2), stroke(4))
    #expect(drawn(sequential) == Array(0..<10) && drawn(sequential, y: 15) == Array(0..<5))
  }

  @Test("a repeater moves each copy further, and fades them from the first to the last")
  func repeater() throws {
    let image = try draw(
      rectangle(0, 0, 10, 10), fill(),
      """
      {"ty":"rp","c":{"k":3},"o":{"k":1},"m":1,"tr":{"p":{"k":[20,0]},"a":{"k":[0,0]},\
      "s":{"k":[100,100]},"r":{"k":0},"so":{"k":100},"eo":{"k":0}}}
      """)
    expectEqual(image[5, 5], 0)
    expectEqual(image[25, 5], red)
    expectEqual(image[45, 5], halfRed)
    expectEqual(image[65, 5], 0)
  }

  @Test("nested repeaters end, however many copies they request")
  func hostileRepeaters() throws {
    let repeater = #"{"ty":"rp","c":{"k":1e9},"o":{"k":0},"m":1,"tr":{"p":{"k":[1,0]}}}"#
    let items = [rectangle(0, 0, 10, 10), fill(), repeater, repeater, repeater]
    let animation = try load(file(layers: shapeLayer(items, "")))
    var list = DisplayList(size: PixelSize(width: 8, height: 8))
    LottieRenderer(animation).draw(frame: 0, into: &list)
    #expect(list.commands.count <= 2 * FrameLimits.copies + 2)
  }

  @Test("modifiers change a path in the order of the list")
  func order() throws {
    // If the corners of a square without its lower half are rounded, its cut ends remain straight.
    let corner = lines([[10, 30], [10, 10], [40, 10]])
    let round = #"{"ty":"rd","r":{"k":20}}"#
    let roundFirst = try draw(corner, round, trim(0, 100), stroke(2))
    #expect(roundFirst[10, 10] == 0 && roundFirst[39, 10] == red)
    let trimFirst = try draw(corner, trim(0, 40), round, stroke(2))
    expectEqual(trimFirst[10, 11], red)
  }
}
