import AnimGraphics
import TestSupport
import Testing

@testable import AnimText

@Suite("A line of text")
struct ShapedLineTests {
  /// Hebrew letters of 100 and 200 units, Latin ones of 500 and 1000, and spaces of 250.
  private static let font: TinyFont = {
    var font = TinyFont.letters
    font.glyphs["\u{5D0}"] = .block(advance: 100, width: 80, height: 500)
    font.glyphs["\u{5D1}"] = .block(advance: 200, width: 180, height: 500)
    font.glyphs["("] = .block(advance: 300, width: 80, height: 700)
    font.glyphs[")"] = .block(advance: 310, width: 80, height: 700)
    font.glyphs["\u{FFFD}"] = .block(advance: 900, width: 800, height: 700)
    return font
  }()

  private func stack() throws -> FontStack { FontStack(try FontFace(Self.font.bytes)) }

  /// Returns the scalars that the glyphs of a line represent, from left to right, and where they
  /// begin.
  private func line(
    _ text: String, _ direction: ShapedLine.Direction = .automatic
  ) throws -> [(cluster: Int, x: Int)] {
    ShapedLine(text, in: try stack(), direction: direction).glyphs
      .map { ($0.cluster, Int(($0.x * 1000).rounded())) }
  }

  @Test("has its glyphs next to each other")
  func latin() throws {
    let line = ShapedLine("aw a", in: try stack())
    expectEqual(line.glyphs.map(\.x), [0, 0.5, 1.5, 1.75])
    expectEqual(line.glyphs.map(\.cluster), [0, 1, 2, 3])
    expectEqual(line.width, 2.25)
    expectEqual(ShapedLine("", in: try stack()).width, 0)
  }

  @Test("shows right-to-left text in its direction, and the rest in its own")
  func rightToLeft() throws {
    try expectEqual(line("\u{5D0}\u{5D1}").map(\.cluster), [1, 0])
    try expectEqual(line("\u{5D0}\u{5D1}").map(\.x), [0, 200])
    try expectEqual(line("a\u{5D0}\u{5D1}w").map(\.cluster), [0, 2, 1, 3])
    try expectEqual(line("\u{5D0}\u{5D1} aw").map(\.cluster), [3, 4, 2, 1, 0])
    try expectEqual(line("\u{5D0}\u{5D1} aw", .leftToRight).map(\.cluster), [1, 0, 2, 3, 4])
  }

  @Test("mirrors brackets in right-to-left text")
  func mirrored() throws {
    let stack = try stack()
    let line = ShapedLine("\u{5D0}(\u{5D1})", in: stack)
    let open = try #require(stack.primary.glyph(of: "("))
    let close = try #require(stack.primary.glyph(of: ")"))
    expectEqual(line.glyphs.map(\.cluster), [3, 2, 1, 0])
    #expect(line.glyphs[0].glyph == open && line.glyphs[2].glyph == close)
  }

  @Test("takes missing characters from another font, at the same size")
  func fallback() throws {
    var other = TinyFont(["日": .block(advance: 2048, width: 2000, height: 2000)])
    other.unitsPerEm = 2048
    let face = try FontFace(other.bytes)
    let stack = FontStack(try FontFace(Self.font.bytes)) { scalar in
      scalar == "日" ? face : nil
    }
    let line = ShapedLine("a日a?", in: stack)
    expectEqual(line.glyphs.map(\.x), [0, 0.5, 1.5, 2])
    #expect(line.glyphs[1].face == face && line.glyphs[2].face == stack.primary)
    // A character that no font has is drawn as the missing glyph of the first font.
    #expect(line.glyphs[3].face == stack.primary && line.glyphs[3].glyph == 0)
    expectEqual(line.width, 2.5)
  }

  @Test("takes marks and joiners from the font of the preceding letter, even if it lacks them")
  func joined() throws {
    let joiners: [Unicode.Scalar] = ["\u{301}", "\u{20DD}", "\u{200C}", "\u{200D}"]
    var other = TinyFont(["日": .block(advance: 500, width: 400, height: 500)])
    for scalar in joiners { other.glyphs[scalar] = .block(advance: 500, width: 400, height: 500) }
    let face = try FontFace(other.bytes)
    let stack = FontStack(try FontFace(Self.font.bytes)) { _ in face }
    for scalar in joiners {
      let faces = ShapedLine("a\(scalar)日\(scalar)", in: stack).glyphs.map(\.face)
      #expect(faces.prefix(2).allSatisfy { $0 == stack.primary }, "\(scalar.value)")
      #expect(faces.dropFirst(2).allSatisfy { $0 == face } && faces.contains(face))
    }
  }

  @Test("shows control characters, which names can contain, and tabs as spaces")
  func controls() throws {
    let stack = try stack()
    let replacement = try #require(stack.primary.glyph(of: "\u{FFFD}"))
    let line = ShapedLine("a\n\u{1B}\t", in: stack)
    expectEqual(line.glyphs.map(\.glyph)[1...2], [replacement, replacement])
    expectEqual(line.width, 2.55)
    #expect(
      ShapedLine(String(decoding: [0x61, 0xFF], as: UTF8.self), in: stack).glyphs.last?.glyph
        == replacement)
  }

  @Test("is one outline at any size, with its parts at the positions of the glyphs")
  func outline() throws {
    let outline = ShapedLine("aa", in: try stack()).outline(size: 10)
    expectEqual(
      Array(outline.elements),
      [
        .move(Point(x: 0, y: 0)), .line(Point(x: 0, y: -5)), .line(Point(x: 4, y: -5)),
        .line(Point(x: 4, y: 0)), .close,
        .move(Point(x: 5, y: 0)), .line(Point(x: 5, y: -5)), .line(Point(x: 9, y: -5)),
        .line(Point(x: 9, y: 0)), .close,
      ])
  }

  @Test("ends where it has too many characters")
  func limits() throws {
    let line = ShapedLine(String(repeating: "a", count: 100_000), in: try stack())
    expectEqual(line.glyphs.count, FontLimits.lineScalars)
  }
}
