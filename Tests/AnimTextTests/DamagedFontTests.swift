import AnimGraphics
import TestSupport
import Testing

@testable import AnimText

@Suite("Corrupt fonts")
struct DamagedFontTests {
  /// Uses a font like the fuzzer does.
  private func use(_ bytes: [UInt8]) {
    guard let face = try? FontFace(bytes) else { return }
    let line = ShapedLine("aw H\u{5D0}a\u{301}", in: FontStack(face))
    let outline = line.outline(size: 10)
    #expect(outline.error == nil || outline.isEmpty)
    for glyph in 0..<20 { _ = face.outline(of: FontFace.Glyph(glyph)) }
    _ = face.sha256
  }

  @Test("are rejected or drawn when truncated anywhere")
  func truncated() {
    let bytes = TinyFont.letters.bytes
    for count in bytes.indices { use(Array(bytes.prefix(count))) }
  }

  @Test("are rejected or drawn with any byte changed")
  func changed() {
    let bytes = TinyFont.letters.bytes
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[index] = value
        use(changed)
      }
    }
  }

  @Test("are rejected or drawn with several bytes changed, inserted or removed", arguments: 0..<20)
  func mutated(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var bytes = TinyFont.letters.bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 1: bytes.remove(at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      use(bytes)
    }
  }

  @Test("have no outline for a glyph whose program takes too many steps, whatever was read before")
  func slowGlyphs() throws {
    let font = ProgramFont(
      programs: (0..<40).map { ($0 % 3 == 2 ? ProgramFont.delay : []) + ProgramFont.square },
      subroutines: ProgramFont.delays)
    let expected = (0..<40).filter { $0 % 3 != 2 }
    for order in [Array(0..<40), (0..<40).reversed()] {
      let face = try FontFace(font.bytes)
      let drawn = order.filter { !face.outline(of: FontFace.Glyph($0)).isEmpty }
      expectEqual(drawn.sorted(), expected)
      expectEqual((0..<40).filter { face.cost(of: FontFace.Glyph($0)) != nil }, expected)
    }
  }

  @Test("a glyph with too many points has no outline, but the others have one")
  func points() throws {
    let circle = (0..<FontLimits.glyphPoints + 1).map { TinyFont.Point($0 % 1000, $0 / 1000) }
    var font = TinyFont.letters
    font.glyphs["o"] = TinyFont.Glyph(advance: 500, contours: [circle])
    let face = try FontFace(font.bytes)
    #expect(face.outline(of: try #require(face.glyph(of: "o"))).isEmpty)
    #expect(!face.outline(of: try #require(face.glyph(of: "a"))).isEmpty)
  }

  @Test("have no outline for a glyph of a hundred thousand parts, even if all but one are empty")
  func parts() throws {
    var font = TinyFont.letters
    // Each of these glyphs contains the next one twice. They follow the four letters.
    for level in 0..<18 {
      let parts = level < 17 ? [6 + level, 6 + level] : []
      let scalar = try #require(Unicode.Scalar(UInt32(0x100 + level)))
      font.glyphs[scalar] = TinyFont.Glyph(advance: 500, parts: parts)
    }
    font.glyphs["\u{200}"] = TinyFont.Glyph(advance: 500, parts: [3, 5])
    font.glyphs["\u{201}"] = TinyFont.Glyph(advance: 500, parts: [3, 4])
    // The last number of this table specifies the maximum depth of parts.
    var bytes = font.bytes
    let record = try #require(bytes.firstRange(of: Array("maxp".utf8))).lowerBound
    let table = bytes[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
    bytes[table + 31] = 100
    let face = try FontFace(bytes)
    #expect(face.outline(of: try #require(face.glyph(of: "\u{200}"))).isEmpty)
    #expect(!face.outline(of: try #require(face.glyph(of: "\u{201}"))).isEmpty)
  }
}
